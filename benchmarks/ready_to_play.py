"""Gets ready and plays a game, and prints the seconds of processor time that this took: run in a process of its own."""

from __future__ import annotations

import time

start = time.process_time()

from concurrent.futures import ThreadPoolExecutor  # noqa: E402

from caravan import Game, simulate  # noqa: E402


def main() -> None:
    """Play a game in a batch, and an action of one by hand."""
    with ThreadPoolExecutor(1) as one_thread:
        simulate(players=2, bots="expert", games=1, executor=one_thread)
    game = Game(players=2)
    game.play(game.choose("expert"))
    print(time.process_time() - start)


if __name__ == "__main__":
    main()
