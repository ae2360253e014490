"""Uses everything that is compiled, once, and prints the seconds of processor time that this took: run in a process of
its own, with an empty cache or a full one."""

from __future__ import annotations

import time

start = time.process_time()

from concurrent.futures import ThreadPoolExecutor  # noqa: E402

from caravan import Game, simulate  # noqa: E402
from caravan.bots.styles import STYLES  # noqa: E402
from caravan.events import check  # noqa: E402
from caravan.training import train  # noqa: E402


def main() -> None:
    """Play, ask, undo, check and learn a little."""
    with ThreadPoolExecutor(1) as one_thread:
        batch = simulate(players=2, bots="planner", games=1, executor=one_thread)
        assert not check(batch.events, batch.request.rules)
        game = Game(players=2)
        for style in STYLES:
            game.play(game.choose(style))
        while game.history:
            game.undo()
        assert game.legal_actions
        train(20, 1, executor=one_thread)
    print(time.process_time() - start)


if __name__ == "__main__":
    main()
