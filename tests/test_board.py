"""The board: what a board file may say, and which boards can't be played on."""

from __future__ import annotations

import pickle
import tomllib
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from caravan.board import RESERVED_WORDS, Board, Good
from caravan.errors import BoardError

STANDARD = Board.standard()
SALT = Good("S", "salt", False)
GOLD = Good("G", "gold", True)


@st.composite
def boards(draw: st.DrawFn) -> Board:
    """Boards of any size, blocked spaces only where the rest stays connected."""
    width = draw(st.integers(1, 12))
    height = draw(st.integers(1, 64 // width).filter(lambda height: width * height >= 2))
    size = width * height
    goods_count = draw(st.integers(1, min(16, size - 1)))
    numbers = draw(st.integers(1, min(9, size - goods_count)))
    spaces = draw(st.permutations(range(size)))
    letters = draw(st.permutations("ABCDEFGHIJKLMNOPQRSTUVWXYZ"))[:goods_count]
    names = draw(
        st.lists(
            st.from_regex(r"[a-z][a-z0-9_-]{2,12}", fullmatch=True).filter(
                lambda word: word not in RESERVED_WORDS and not word[1:].isdigit()
            ),
            min_size=goods_count,
            max_size=goods_count,
            unique=True,
        )
    )
    board = Board(
        name=draw(st.text(min_size=1, max_size=20).filter(lambda text: text.isprintable() and text.strip() != "")),
        width=width,
        height=height,
        goods=tuple(Good(letter, name, draw(st.booleans())) for letter, name in zip(letters, names, strict=True)),
        numbered=tuple(spaces[:numbers]),
        cities=tuple(spaces[numbers : numbers + goods_count]),
    )
    for space in spaces[numbers + goods_count :][: draw(st.integers(0, 10))]:
        try:
            board = replace(board, blocked=(*board.blocked, space))
        except BoardError:
            continue
    return board


def toml(grid: str, goods: str = '[goods.S]\nname = "salt"\n', name: str = 'name = "Test"') -> str:
    return f'{name}\ngrid = """\n{grid}\n"""\n{goods}'


def complaint(text: str) -> str:
    with pytest.raises(BoardError) as caught:
        Board.from_toml(text, "my.toml")
    return str(caught.value)


# The standard board


def test_the_standard_board_has_8_numbered_spaces_and_8_cities_on_7_by_7() -> None:
    assert (STANDARD.width, STANDARD.height) == (7, 7)
    assert len(STANDARD.numbered) == len(STANDARD.cities) == len(STANDARD.goods) == 8
    assert sum(good.rare for good in STANDARD.goods) == 4
    assert STANDARD.blocked == ()


def test_numbered_spaces_1_2_7_8_are_the_corners_of_the_standard_board() -> None:
    corners = [STANDARD.space_name(STANDARD.numbered[number - 1]) for number in (1, 2, 7, 8)]
    assert corners == ["a7", "g7", "a1", "g1"]


def test_a_quarter_turn_leaves_the_standard_board_as_it_is() -> None:
    def turned(space: int) -> int:
        row, column = divmod(space, 7)
        return column * 7 + (6 - row)

    def kind(good: Good) -> bool:
        return good.rare

    cities = {space: kind(good) for space, good in zip(STANDARD.cities, STANDARD.goods, strict=True)}
    assert {turned(space) for space in STANDARD.numbered} == set(STANDARD.numbered)
    assert {turned(space): rare for space, rare in cities.items()} == cities


def test_the_standard_boards_cities_are_where_the_rules_put_them() -> None:
    at = {good.name: STANDARD.space_name(space) for good, space in zip(STANDARD.goods, STANDARD.cities, strict=True)}
    assert at == {
        "ivory": "c7",
        "gold": "g5",
        "cloth": "e1",
        "copper": "a3",
        "salt": "c5",
        "paper": "e5",
        "dates": "e3",
        "leather": "c3",
    }


# Spaces


def test_spaces_count_from_the_bottom_left_row_by_row() -> None:
    assert STANDARD.space_names[:8] == ("a1", "b1", "c1", "d1", "e1", "f1", "g1", "a2")
    assert STANDARD.parse_space("a1") == 0
    assert STANDARD.parse_space("g7") == 48


@given(boards())
def test_every_space_name_reads_back(board: Board) -> None:
    assert [board.parse_space(name) for name in board.space_names] == list(range(board.width * board.height))
    assert [board.space_name(space) for space in range(board.width * board.height)] == list(board.space_names)


@pytest.mark.parametrize("text", ["h1", "a8", "a0", "A1", "1a", "", "a", "a01", " a1", "aa1"])
def test_a_space_that_is_not_there_is_refused_with_those_that_are(text: str) -> None:
    with pytest.raises(BoardError, match="spaces are a1 to g7"):
        STANDARD.parse_space(text)


# Drawing and files


@given(boards())
def test_a_board_written_as_toml_reads_back_the_same(board: Board) -> None:
    assert Board.from_toml(board.to_toml()) == board
    assert Board.from_table(tomllib.loads(board.to_toml("board"))["board"]) == board


@given(boards())
def test_a_drawn_board_reads_back_the_same(board: Board) -> None:
    assert Board.from_grid(board.name, board.grid, board.goods) == board


def test_a_board_can_be_hashed_pickled_and_shown() -> None:
    assert hash(STANDARD) == hash(replace(STANDARD))
    assert pickle.loads(pickle.dumps(STANDARD)) == STANDARD
    assert eval(repr(STANDARD)) == STANDARD
    assert str(STANDARD).splitlines()[0] == "7  1 . I . . . 2"
    assert str(STANDARD).splitlines()[-1] == "   a b c d e f g"


def test_the_file_keeps_the_grid_as_a_drawing(tmp_path: Path) -> None:
    STANDARD.write(tmp_path / "board.toml")
    text = (tmp_path / "board.toml").read_text(encoding="utf-8")
    assert "\n1 . I . . . 2\n. . . 3 . . .\n" in text
    assert Board.read(tmp_path / "board.toml") == STANDARD


def test_blanks_between_the_marks_may_be_left_out() -> None:
    assert Board.from_toml(toml("1.S\n.#.")) == Board.from_toml(toml("1 .  S\n\n  . # ."))


def test_rare_is_false_where_it_is_left_out() -> None:
    assert Board.from_toml(toml("1 S")).goods == (SALT,)


def test_line_ends_and_a_byte_order_mark_of_other_systems_do_no_harm(tmp_path: Path) -> None:
    path = tmp_path / "board.toml"
    path.write_bytes(b"\xef\xbb\xbf" + STANDARD.to_toml().replace("\n", "\r\n").encode())
    assert Board.read(path) == STANDARD


# Board files that can't be read


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        (toml("1 S", name="name = Test"), "not valid TOML: Invalid value (at line 1, column 8)"),
        (toml("1 S", name=""), "'name' is missing"),
        (toml("1 S", name="name = 3"), "'name' must be a text, not 3"),
        (toml("1 S", name='name = " "'), "the name must be a text on one line"),
        (toml("1 S", name='name = "a\\nb"'), "the name must be a text on one line"),
        (toml("1 S", name='nane = "x"\nname = "x"'), "unknown key 'nane'; did you mean 'name'?"),
        ('name = "x"\ngrid = "1 S"\n', "'goods' is missing"),
        ('name = "x"\ngrid = ["1 S"]\n[goods.S]\nname = "salt"', "'grid' must be a text, not ['1 S']"),
        ('name = "x"\ngrid = "1 S"\ngoods = ["salt"]', "'goods' must be a table, not ['salt']"),
        (toml("1 S", '[goods]\nS = "salt"'), "goods.S must be a table with a name, not 'salt'"),
        (toml("1 S", "[goods.S]\nrare = true"), "'goods.S.name' is missing"),
        (toml("1 S", "[goods.S]\nname = 1"), "'goods.S.name' must be a text, not 1"),
        (toml("1 S", '[goods.S]\nname = "salt"\nrare = 1'), "'goods.S.rare' must be true or false, not 1"),
        (toml("1 S", '[goods.S]\nname = "salt"\nrar = true'), "unknown key 'goods.S.rar'; did you mean 'rare'?"),
        (toml("1 S", "[goods]"), "the city S at b1 has no good: there is no [goods.S]"),
        ("x = " + "[" * 5000, "not valid TOML"),
        ("x = " + "9" * 5000, "not valid TOML"),
        ("", "'name' is missing"),
    ],
)
def test_a_file_that_is_not_of_a_board_is_refused_in_words(text: str, expected: str) -> None:
    found = complaint(text)
    assert found.startswith("my.toml: ")
    assert expected in found


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(BoardError, match=r"nowhere\.toml can't be read: there is no such file"):
        Board.read(tmp_path / "nowhere.toml")
    with pytest.raises(BoardError, match="it is a folder"):
        Board.read(tmp_path)


def test_a_file_of_other_bytes_is_refused(tmp_path: Path) -> None:
    (tmp_path / "board.toml").write_bytes(b"name = \xff")
    with pytest.raises(BoardError, match="isn't UTF-8"):
        Board.read(tmp_path / "board.toml")


# Boards that can't be played on


@pytest.mark.parametrize(
    ("grid", "expected"),
    [
        ("", "the grid has no rows"),
        ("1 S .\n. .", "every row of the grid must have 3 spaces, as the top one does, but row 1 has 2"),
        ("1 S 10", "each space of the grid has one mark, not '10'"),
        ("1 S ?", "'?' at c1 isn't a mark of the grid"),
        ("1 S 0", "'0' at c1 isn't a mark of the grid"),
        ("1 S s", "'s' at c1 isn't a mark of the grid"),
        ("1 S \u0661", "'\u0661' at c1 isn't a mark of the grid"),
        ("1 . S\n. 1 .", "number 1 is on two spaces, b1 and a2"),
        ("1 S 3", "numbered spaces count from 1 without a gap, but the grid has 3 and no 2"),
        ("2 S .", "numbered spaces count from 1 without a gap, but the grid has 2 and no 1"),
        (". S .", "a board has 1 to 9 numbered spaces, not 0"),
        ("1 S S", "city S is on two spaces, b1 and c1"),
        ("1 . .", "salt has no city: there is no S in the grid"),
        ("1 S P", "the city P at c1 has no good: there is no [goods.P]"),
        ("1 # S", "the open spaces must be connected, but there is no way from a1 to c1"),
        ("1 S #\n# # .", "there is no way from c1 to a2, b2"),
        ("1 S # . . . . . . .", "there is no way from a1, b1 to the other 7"),
        ("1 S . . . . . . # . . . . . . . .", "from a1, b1, c1, d1, e1, f1 and 2 more to the other 8"),
        ("\n".join([". . . . . . . ."] * 8 + ["1 S . . . . . ."]), "at most 64 spaces, not 8 x 9 = 72"),
        ("1 S" + " ." * 25, "at most 26 columns (a to z), not 27"),
    ],
)
def test_a_grid_that_cannot_be_played_on_is_refused_in_words(grid: str, expected: str) -> None:
    assert expected in complaint(toml(grid))


def test_a_good_without_a_city_is_refused() -> None:
    assert "gold has no city" in complaint(toml("1 S", '[goods.S]\nname = "salt"\n[goods.G]\nname = "gold"'))


@pytest.mark.parametrize("letter", ["salt", "s", "1", "Ä", '""', "SS"])
def test_the_letter_of_a_good_is_one_of_a_to_z(letter: str) -> None:
    key = letter if letter.isascii() else f'"{letter}"'
    assert "a good's letter must be one of A to Z" in complaint(toml("1 S", f'[goods.{key}]\nname = "salt"'))


@pytest.mark.parametrize("name", ["", " ", "rock salt", "Salt", "salt!", "1st", "_salt", "säure", "salt,sea", "salt\n"])
def test_the_name_of_a_good_is_one_safe_word(name: str) -> None:
    with pytest.raises(BoardError, match="one word of lowercase letters"):
        Good("S", name, False)


@pytest.mark.parametrize("name", ["a1", "d4", "z64", *sorted(RESERVED_WORDS)])
def test_the_name_of_a_good_means_nothing_else(name: str) -> None:
    with pytest.raises(BoardError, match="means something else"):
        Good("S", name, False)


def test_two_goods_have_neither_one_name_nor_one_letter() -> None:
    with pytest.raises(BoardError, match="two goods have the name 'salt'"):
        Board("x", 4, 1, (SALT, Good("T", "salt", True)), (0,), (1, 2))
    with pytest.raises(BoardError, match="two goods have the letter 'S'"):
        Board("x", 4, 1, (SALT, Good("S", "silk", True)), (0,), (1, 2))


@pytest.mark.parametrize(
    ("numbered", "cities", "blocked", "expected"),
    [
        ((0,), (0, 1), (), "a1 can't be both numbered space 1 and the city of salt"),
        ((0, 0), (1, 2), (), "a1 can't be both numbered space 1 and numbered space 2"),
        ((0,), (1, 1), (), "b1 can't be both the city of salt and the city of gold"),
        ((3,), (1, 2), (3,), "d1 can't be both numbered space 1 and a blocked space"),
        ((0,), (1, 3), (3,), "d1 can't be both the city of gold and a blocked space"),
        ((0,), (1, 2), (3, 3), "d1 can't be both a blocked space and a blocked space"),
        ((4,), (1, 2), (), "numbered space 1 must be a space from 0 to 3, not 4"),
        ((0,), (1, -1), (), "the city of gold must be a space from 0 to 3, not -1"),
        ((True,), (0, 2), (), "numbered space 1 must be a space from 0 to 3, not True"),
        ((0,), (1,), (), "every good has one city, but there are 2 goods and 1 cities"),
        ((), (1, 2), (), "1 to 9 numbered spaces, not 0"),
    ],
)
def test_a_space_has_one_use(
    numbered: tuple[int, ...], cities: tuple[int, ...], blocked: tuple[int, ...], expected: str
) -> None:
    with pytest.raises(BoardError) as caught:
        Board("x", 4, 1, (SALT, GOLD), numbered, cities, blocked)
    assert expected in str(caught.value)


@pytest.mark.parametrize(("width", "height"), [(0, 4), (4, 0), (-1, -4), (True, 4), (2.0, 2)])
def test_a_board_has_columns_and_rows(width: int, height: int) -> None:
    with pytest.raises(BoardError, match="must be a whole number of at least 1"):
        Board("x", width, height, (SALT,), (0,), (1,))


def test_a_board_has_1_to_16_goods() -> None:
    goods = tuple(Good(letter, f"good-{letter.lower()}", False) for letter in "ABCDEFGHIJKLMNOPQ")
    assert len(Board("x", 8, 8, goods[:16], (63,), tuple(range(16))).goods) == 16
    with pytest.raises(BoardError, match="1 to 16 goods, not 17"):
        Board("x", 8, 8, goods, (63,), tuple(range(17)))
    with pytest.raises(BoardError, match="1 to 16 goods, not 0"):
        Board("x", 8, 8, (), (63,), ())


def test_blocked_spaces_leave_a_board_of_another_shape() -> None:
    board = Board.from_toml(toml("# 1 #\n. . .\n# S #"))
    assert [board.space_name(space) for space in board.blocked] == ["a1", "c1", "a3", "c3"]


# The boards to start from


def board_files() -> list[Path]:
    return sorted((Path(__file__).parent.parent / "data" / "boards").glob("*.toml"))


def test_there_are_boards_to_start_from() -> None:
    assert len(board_files()) >= 3


@pytest.mark.parametrize("path", board_files(), ids=lambda path: path.stem)
def test_each_board_to_start_from_can_be_played_on_and_says_what_it_is_for(path: Path) -> None:
    board = Board.read(path)
    assert board.name.lower().replace(" ", "_") == path.stem
    text = path.read_text(encoding="utf-8")
    assert text.startswith("# ")
    assert text.endswith(board.to_toml())


@pytest.mark.parametrize("path", board_files(), ids=lambda path: path.stem)
def test_a_half_turn_leaves_each_board_to_start_from_as_it_is(path: Path) -> None:
    board = Board.read(path)
    last = board.width * board.height - 1
    rare = {space: good.rare for space, good in zip(board.cities, board.goods, strict=True)}
    assert {last - space for space in board.numbered} == set(board.numbered)
    assert {last - space for space in board.blocked} == set(board.blocked)
    assert {last - space: kind for space, kind in rare.items()} == rare
