"""Files: written whole or not at all, and every refusal in words."""

from __future__ import annotations

import errno
import os
from pathlib import Path

import pytest

from caravan.errors import LogError, OutputError
from caravan.files import read_text, write_atomically, written_whole


def write_half(path: Path, failure: BaseException) -> None:
    with written_whole(path) as passing:
        passing.write_text("half")
        raise failure


def names(folder: Path) -> list[str]:
    return sorted(path.name for path in folder.iterdir())


@pytest.mark.parametrize("content", ["dates\r\nand salt\n", "κάμηλος", "", b"\x00\xff"])
def test_what_is_written_is_what_is_there(tmp_path: Path, content: str | bytes) -> None:
    write_atomically(tmp_path / "file", content)
    expected = content.encode() if isinstance(content, str) else content
    assert (tmp_path / "file").read_bytes() == expected
    assert names(tmp_path) == ["file"]


def test_a_file_already_there_is_replaced_and_keeps_its_permissions(tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    path.chmod(0o640)
    write_atomically(path, "new")
    assert path.read_text() == "new"
    assert path.stat().st_mode & 0o777 == 0o640


def test_a_new_file_has_the_permissions_of_any_other(tmp_path: Path) -> None:
    (tmp_path / "other").write_text("")
    write_atomically(tmp_path / "file", "")
    assert (tmp_path / "file").stat().st_mode == (tmp_path / "other").stat().st_mode


def test_a_link_stays_a_link(tmp_path: Path) -> None:
    (tmp_path / "target").write_text("old")
    (tmp_path / "link").symlink_to(tmp_path / "target")
    write_atomically(tmp_path / "link", "new")
    assert (tmp_path / "link").is_symlink()
    assert (tmp_path / "target").read_text() == "new"


def test_a_very_long_name_can_be_written(tmp_path: Path) -> None:
    write_atomically(tmp_path / ("n" * 250), "x")
    assert names(tmp_path) == ["n" * 250]


@pytest.mark.parametrize("failure", [KeyboardInterrupt, RuntimeError, LogError])
def test_an_interruption_leaves_the_old_file_and_no_other(tmp_path: Path, failure: type[BaseException]) -> None:
    path = tmp_path / "file"
    path.write_text("old")
    with pytest.raises(failure):
        write_half(path, failure())
    assert path.read_text() == "old"
    assert names(tmp_path) == ["file"]


def test_a_full_disk_is_told_in_words_and_leaves_nothing(tmp_path: Path) -> None:
    with pytest.raises(OutputError) as caught:
        write_half(tmp_path / "file", OSError(errno.ENOSPC, "No space left on device"))
    assert str(caught.value) == f"{tmp_path / 'file'} can't be written: the disk is full"
    assert names(tmp_path) == []


def test_a_folder_cannot_be_written_as_a_file(tmp_path: Path) -> None:
    (tmp_path / "folder").mkdir()
    with pytest.raises(OutputError, match="folder can't be written: it is a folder"):
        write_atomically(tmp_path / "folder", "x")
    assert names(tmp_path / "folder") == []


def test_a_file_in_a_folder_that_is_not_there_is_refused(tmp_path: Path) -> None:
    with pytest.raises(OutputError, match="there is no such file or folder"):
        write_atomically(tmp_path / "nowhere" / "file", "x")


def test_a_file_is_not_a_folder(tmp_path: Path) -> None:
    (tmp_path / "file").write_text("")
    with pytest.raises(OutputError, match="a part of the path is a file"):
        write_atomically(tmp_path / "file" / "other", "x")


def test_a_refusal_by_the_system_is_told_in_words(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(self: Path, target: Path) -> Path:
        raise PermissionError(errno.EACCES, "Permission denied")

    monkeypatch.setattr(Path, "replace", refuse)
    with pytest.raises(OutputError, match="permission is denied"):
        write_atomically(tmp_path / "file", "x")
    assert names(tmp_path) == []


# Reading


def test_a_text_is_read_without_its_byte_order_mark(tmp_path: Path) -> None:
    (tmp_path / "file").write_bytes(b"\xef\xbb\xbfsalt")
    assert read_text(tmp_path / "file", LogError) == "salt"


@pytest.mark.parametrize("name", ["nowhere", "null\0character", "", "x" * 5000])
def test_what_cannot_be_read_is_refused_with_the_error_asked_for(tmp_path: Path, name: str) -> None:
    with pytest.raises(LogError, match="can't be read: "):
        read_text(f"{tmp_path}{os.sep}{name}", LogError)
