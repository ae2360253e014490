"""Bots in plain Python, each with one thing wrong; some with nothing."""

from __future__ import annotations

import random
import threading


class Delivering:
    """Nothing is wrong with it: it goes by the position."""

    def choose(self, game):
        for kind in ("deliver", "pick_up"):
            for action in game.legal_actions:
                if action.kind == kind:
                    return action
        return game.legal_actions[len(game.history) % len(game.legal_actions)]


class Gambling:
    """Nothing is wrong with it either: all its chance comes from its seed."""

    def __init__(self, seed):
        self.chance = random.Random(seed)

    def choose(self, game):
        return self.chance.choice(game.legal_actions)


class Asking:
    """Does what the planner would do, whose ties are broken by the copy's own chance."""

    def choose(self, game):
        return game.choose("planner")


class Imagining:
    """Looks ahead in copies whose bags it has ordered itself."""

    def choose(self, game):
        options = list(game.legal_actions)
        return max(options[:4] + options[-1:], key=lambda action: value(game.imagine(1), action))


def value(game, action):
    game.play(action)
    return sum(good.demand * len(good.good) for good in game.waiting)


class Illegal:
    def choose(self, game):
        return "move a1 b2"


class Failing:
    def choose(self, game):
        if game.turn > 3:
            raise ValueError("no idea")
        return game.legal_actions[0]


class Unmakeable:
    def __init__(self, weights):
        pass

    def choose(self, game):
        return "pass"


class Global:
    def choose(self, game):
        return random.choice(game.legal_actions)


class Counting:
    asked = 0

    def choose(self, game):
        Counting.asked += 1
        return game.legal_actions[Counting.asked % len(game.legal_actions)]


class Hashing:
    def choose(self, game):
        wanted = [action for action in game.legal_actions if action.kind != "pass"]
        return min(wanted or game.legal_actions, key=lambda action: (action.kind == "move", hash(str(action))))


class Peeking:
    """Picks up only if it likes what its own copy then draws."""

    def choose(self, game):
        for action in game.legal_actions:
            if action.kind == "pick_up":
                after = game.played([action])
                drawn = [good.good for good in after.waiting if good.demand == 0]
                if len(after.waiting) >= len(game.waiting):
                    return action if drawn[-1] < "g" else "pass"
                return action
        return game.legal_actions[len(game.history) % len(game.legal_actions)]


class Endless:
    def choose(self, game):
        return game.legal_actions[0]


class Remembering:
    def __init__(self):
        self.asked = 0

    def choose(self, game):
        self.asked += 1
        return game.legal_actions[self.asked % len(game.legal_actions)]


class Uncopyable:
    def __init__(self):
        self.lock = threading.Lock()

    def choose(self, game):
        return "pass"


class Boasting:
    never_stalls = True

    def choose(self, game):
        return "pass"
