"""How much skill there is to learn: the rungs of the ladder, each beaten by the bot on the next."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

import pandas as pd

from caravan.errors import CaravanError


@dataclass(frozen=True)
class Step:
    """A bot, and whether it stands a rung above the one below.

    Attributes
    ----------
    bot : str
        The bot.
    below : str
        The bot on the highest rung so far; empty for the first.
    win_share, low, high : float
        What the bot wins as the one against that bot in all other seats, with its interval; NaN for the first.
    is_rung : bool
        Whether that interval lies above the fair share; the first bot stands on the lowest rung.
    """

    bot: str
    below: str
    win_share: float
    low: float
    high: float
    is_rung: bool


@dataclass(frozen=True)
class SkillLadder:
    """The bots in the order of their ratings, the weakest first.

    Attributes
    ----------
    players : int
        How many sat at the table.
    steps : tuple of Step
        One for each bot.
    """

    players: int
    steps: tuple[Step, ...]

    @property
    def rungs(self) -> int:
        """How often a bot beats the one on the rung below: 0 where skill shows in nothing."""
        return sum(step.is_rung for step in self.steps) - 1

    @property
    def sentence(self) -> str:
        """The rungs in a sentence."""
        climbers = [step.bot for step in self.steps if step.is_rung]
        if not self.rungs:
            return f"With {self.players} players no bot beats a weaker one beyond doubt."
        times = "1 rung" if self.rungs == 1 else f"{self.rungs} rungs"
        return f"With {self.players} players the ladder has {times}: {' < '.join(climbers)}."


def skill_ladder(pairings: pd.DataFrame, ratings: pd.DataFrame, bots: Iterable[str] | None = None) -> list[SkillLadder]:
    """Count the rungs at which a bot beats the one below, with its 95% interval above the fair share.

    From the weakest bot upwards, each is set against the one on the highest rung so far. Where its interval doesn't
    lie above the fair share it stays on the same rung, beside that bot. So a rung is never counted on the strength of
    ratings alone, and bots that play alike make one rung. Of bots that are no better than the one below, one in forty
    makes a rung by chance.

    Parameters
    ----------
    pairings, ratings : DataFrame
        The tables of a ladder (`Ladder.pairings` and `Ladder.ratings`), or their files read again.
    bots : iterable of str, optional
        Which bots count; all by default.

    Returns
    -------
    list of SkillLadder
        One for each number of players, in rising order.

    Raises
    ------
    CaravanError
        Where a bot isn't in the tables.
    """
    known = set(ratings["bot"])
    wanted = known if bots is None else set(bots)
    if strange := sorted(wanted - known):
        raise CaravanError(f"bots: '{strange[0]}' isn't on this ladder (there are: {', '.join(sorted(known))})")
    ladders = []
    for players in sorted(set(ratings["players"].tolist())):
        rated = ratings[(ratings["players"] == players) & ratings["bot"].isin(wanted)]
        met = pairings[pairings["players"] == players].set_index(["bot", "against"])
        ordered = rated.sort_values(["rating", "bot"], ascending=[True, False], kind="stable")["bot"]
        steps: list[Step] = []
        top = ""
        for bot in ordered:
            if not top:
                steps.append(Step(bot, "", float("nan"), float("nan"), float("nan"), True))
            else:
                share, low, high = (float(met.loc[(bot, top), name]) for name in ("win_share", "win_low", "win_high"))
                steps.append(Step(bot, top, share, low, high, low > 1.0 / players))
            top = bot if steps[-1].is_rung else top
        ladders.append(SkillLadder(players, tuple(steps)))
    return ladders
