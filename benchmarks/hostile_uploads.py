"""Five hundred damaged and hostile uploads to a served page: ``python -m benchmarks.hostile_uploads``.

The uploads of `tests/views/hostile_uploads.py`, sent over a websocket as the page's own fields send them: logs and
rules to the Replay page, boards to the Lab's board editor. Each must be answered with words fit for people. Watched are
the server's memory, that of the processes in which it reads, what it writes to disk, and whether it lives and still
takes a good log afterwards.
"""

from __future__ import annotations

import argparse
import asyncio
import base64
import os
import re
import sys
import tempfile
import threading
import time
import urllib.request
from collections import Counter
from pathlib import Path
from typing import Any

from benchmarks.figures import Figure
from benchmarks.protocol_visitor import ProtocolVisitor
from benchmarks.visitors import memory_of, served

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests" / "views"))

PART = 2**20
PATIENCE = 300.0
LONGEST = 1500
NO_WORDS = re.compile(
    r"Traceback|\b[A-Z]\w*(Error|Exception|Warning)\b|Arrow[A-Z]|<class |0x[0-9a-f]{6,}|site-packages"
)
BUSY = {"receiving", "reading"}


class Watch:
    """Notes the greatest memory of a process and of those it has started, as long as it runs."""

    def __init__(self, process: int) -> None:
        self._process = process
        self.most = self.most_apart = 0.0
        self._over = threading.Event()
        self._thread = threading.Thread(target=self._look_on, daemon=True)
        self._thread.start()

    def stop(self) -> None:
        self._over.set()
        self._thread.join()

    def _look_on(self) -> None:
        while not self._over.wait(0.02):
            try:
                self.most = max(self.most, memory_of(self._process))
                for child in self._children():
                    self.most_apart = max(self.most_apart, memory_of(child))
            except OSError:
                continue

    def _children(self) -> list[int]:
        found: list[int] = []
        for task in Path(f"/proc/{self._process}/task").iterdir():
            found += map(int, (task / "children").read_text(encoding="utf-8").split())
        return found


def title_of(page: ProtocolVisitor) -> str:
    """Give the title of the list of faults; empty where there is none."""
    return str((page.shown("fault_list", "faults") or {}).get("title", ""))


async def send_log(visitor: ProtocolVisitor, name: str, content: bytes) -> tuple[str, list[str]]:
    """Send a file to the Replay page's field; give the state that it leads to and what is said."""
    if title_of(visitor):
        await visitor.tell("FaultList", {"dismiss": True})
        await visitor.until(lambda page: not title_of(page), PATIENCE)
    begun = {"begin": {"name": name, "size": len(content)}}
    await visitor.tell("LogField", begun)
    first = "receiving" if content else "failed"
    await visitor.until(lambda page: page.shown("log_field", "upload")["state"] == first, PATIENCE)
    for start in range(0, len(content), PART):
        await visitor.tell("LogField", {"part": content[start : start + PART]})
    await visitor.until(lambda page: page.shown("log_field", "upload")["state"] not in BUSY, PATIENCE)
    upload = visitor.shown("log_field", "upload")
    words = [upload["words"]] if upload["words"] else []
    if upload["state"] == "faulty":
        await visitor.until(title_of, PATIENCE)
        told = visitor.shown("fault_list", "faults")
        words = [told["title"], told["note"], *(text for fault in told["faults"] for text in fault if text)]
    return upload["state"], words


async def send_board(visitor: ProtocolVisitor, name: str, content: bytes) -> tuple[str, list[str]]:
    """Load a board in the Lab's editor; give ``failed`` or ``done`` and what is said."""
    turn = visitor.shown("board_editor", "shown")["turn"]
    await visitor.tell("BoardPicture", {"do": "load", "name": name, "content": base64.b64encode(content).decode()})
    await visitor.until(lambda page: page.shown("board_editor", "shown")["turn"] != turn, PATIENCE)
    shown = visitor.shown("board_editor", "shown")
    return ("failed" if shown["refused"] else "done"), [shown["said"]]


def faults_of(state: str, words: list[str]) -> list[str]:
    """Say what is wrong with an answer to a hostile upload."""
    found = [] if state in {"faulty", "failed"} else [f"it was taken ({state})"]
    found += [] if words else ["nothing is said"]
    for text in words:
        if not text.isprintable() or len(text) > LONGEST or NO_WORDS.search(text):
            found.append(f"no words for people: {text[:200]!r}")
    return found


async def send_all(address: str, uploads: Any, good: bytes) -> tuple[list[str], Counter[str], list[float]]:
    """Send all uploads, with a good log before and after them."""
    replay, lab = ProtocolVisitor(address), ProtocolVisitor(address)
    await replay.enter("?replay=")
    await replay.until(lambda page: page.has("LogField"), PATIENCE)
    await lab.enter("?lab=1~standard~games=200~compare=none")
    state, words = await send_log(replay, "good.csv", good)  # the first check of all waits for the compiler
    problems = [] if state == "done" else [f"a good log isn't taken: {words}"]
    answers: Counter[str] = Counter()
    seconds = []
    for upload in uploads:
        begun = time.monotonic()
        if upload.aims_at == "board" and lab.has("BoardPicture"):
            state, words = await send_board(lab, upload.name, upload.content)
        else:
            name = upload.name if upload.aims_at == "log" else f"{upload.name[:50]}.toml"
            state, words = await send_log(replay, name, upload.content)
        seconds.append(time.monotonic() - begun)
        answers[state] += 1
        problems += [f"{upload}: {fault}" for fault in faults_of(state, words)]
    state, words = await send_log(replay, "good.csv", good)
    problems += [] if state == "done" else [f"a good log isn't taken afterwards: {words}"]
    problems += replay.errors + lab.errors
    replay.leave()
    lab.leave()
    return problems, answers, seconds


def main() -> int:
    """Send them and print what came of it; the exit code tells whether all is well."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--seed", type=int, default=0)
    asked = parser.parse_args()

    import test_hostile_uploads as tested

    with tempfile.TemporaryDirectory() as folder, tempfile.TemporaryDirectory() as kept:
        maker = tested.make(Path(folder), asked.seed)
        os.environ["TMPDIR"] = kept
        with tempfile.TemporaryFile("w+", encoding="utf-8") as log:
            with served(log) as (address, process):
                before = memory_of(process)
                watch = Watch(process)
                problems, answers, seconds = asyncio.run(send_all(address, maker.uploads(asked.count), maker.csv))
                watch.stop()
                after = memory_of(process)
                with urllib.request.urlopen(address, timeout=60) as page:
                    alive = page.status == 200
            log.seek(0)
            logged = [line.strip() for line in log if re.search(r" ERROR |Traceback", line)]
        left = [str(path) for path in Path(kept).rglob("*") if path.is_file()]
    for problem in (problems + logged + left)[:20]:
        print(problem)
    print(f"answers: {dict(answers)}; memory {before:.0f} MB before, {after:.0f} MB after")
    figures = [
        Figure("answers that aren't words, or takings", len(problems), 0, "", False, f"{asked.count} uploads"),
        Figure("errors in the server's log", len(logged), 0, "", False),
        Figure("files left behind", len(left), 0, "", False),
        Figure("the server lives", float(alive), 1, "", True),
        Figure(
            "the longest answer", max(seconds), 60, "s", False, f"median {sorted(seconds)[len(seconds) // 2]:.2f} s"
        ),
        Figure("the server's memory at most", watch.most, 1000, "MB", False),
        Figure("a reading process's memory at most", watch.most_apart, 1200, "MB", False),
    ]
    for figure in figures:
        print(figure)
    return 0 if all(figure.met for figure in figures) else 1


if __name__ == "__main__":
    sys.exit(main())
