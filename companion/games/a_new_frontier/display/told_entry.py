"""Cards, boards, ships and tokens drawn large while somebody tells what they print (contract/drawn_piece).

Each sort has a ground and a place for each of its rows; numbers stand in the shape of what they count, texts
where the printed piece has its text.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import replace

from companion.games.a_new_frontier.book.choices import (
    CASUALTIES,
    INFLUENCE,
    LEVELS,
    NONE,
    STEALS,
    TIE_CHOICES,
)
from companion.games.a_new_frontier.book.entries import Entry
from companion.games.a_new_frontier.wording.names import entry_words
from companion.games.contract.drawn_piece import DrawnFact, DrawnPiece
from companion.translation import figure

Box = tuple[float, float, float, float]
Facts = dict[str, DrawnFact]
Sort = tuple[tuple[float, float], str, Facts]

PAPER, INK, PALE, LINE = "#f4f1ea", "#1c1b19", "#ffffff", "#8a8478"
SPACE, STEEL, RED, BLUE = "#1d2742", "#4b5a7d", "#b3261e", "#2a5db0"
GREEN, YELLOW, VIOLET = "#2f7d4f", "#e0b93a", "#6b4a9c"
SHAPES = {
    "vp": ("M-3.7-6.5h7.4L7.5 0 3.7 6.5h-7.4L-7.5 0z", INK),
    "prestige": ("M-6.5-1a6.5 6.5 0 1 1 13 0q0 3-3 5l2 5-5.5-2.5-5.5 2.5 2-5q-3-2-3-5z", VIOLET),
    "credits": ("M-5.5-7h11v14h-11z", GREEN),
    "attack": ("M0-8.5 3-5H6.5V-1.5L8.5 1 6.5 3.5V6.5H3L0 8.5-3 6.5H-6.5V3.5L-8.5 1-6.5-1.5V-5H-3z", RED),
    "defense": ("M0-7.5 6.5-5v5q0 5-6.5 8-6.5-3-6.5-8v-5z", BLUE),
    "might": ("M-7-5h14l-2 11h-10z", RED),
    "casualties": ("M-6-7 0-3.5 6-7 7-6 4.5 0 7 6 6 7 0 3.5-6 7-7 6-4.5 0-7-6z", INK),
    "steal": ("M-8 0-1-6.500v2.500h8v8h-8v2.500z", GREEN),
    "techs": ("M-6.5-6.500h13v13h-13z", BLUE),
    "archaeotechs": ("M-4.5-7h9L8-2 0 8-8-2z", "#b98a1e"),
    "colonies": ("M-7 6.500V1a7 7 0 0 1 14 0v5.500z", STEEL),
    "ships": ("M0-8q5.5 4 5 11l3 4h-16l3-4q-.5-7 5-11z", STEEL),
}  # fmt: skip
"""The shape of what a number counts, about 0, 0, and its colour."""
CARD, BOARD, TILE = (63.0, 88.0), (96.0, 64.0), (63.0, 46.0)
_DASHED = f' fill="none" stroke="{LINE}" stroke-width=".8" stroke-dasharray="2 2"'


def drawing(entry: Entry) -> DrawnPiece:
    sort = _SORTS[entry.id if entry.type == "board" else entry.type]
    size, ground, facts = sort(entry) if callable(sort) else sort
    of = entry.of
    told = {
        key: said if of.row(key).numbers is None else tuple(figure(int(one)) for one in said)
        for key, said in of.whole(entry).items()
    }
    if "name" in told:
        told["name"] = (entry_words(entry),)
    return DrawnPiece(size, ground, facts, told)


# --- parts


def _label(x: float, y: float, words: object, size: float = 5, colour: str = INK) -> str:
    return (
        f'<text x="{x:g}" y="{y:g}" text-anchor="middle" font-family="sans-serif" font-weight="700" '
        f'font-size="{size:g}" fill="{colour}">{words}</text>'
    )


def _area(box: Box, colour: str, more: str = "") -> str:
    x, y, width, height = box
    return f'<rect x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" rx="3" fill="{colour}"{more}/>'


def _face(size: tuple[float, float], *areas: str, colour: str = PAPER) -> str:
    return _area((0, 0, *size), colour, f' stroke="{INK}"') + "".join(areas)


def _shape(name: str, x: float, y: float, more: str) -> str:
    return f'<path transform="translate({x:g} {y:g})" d="{SHAPES[name][0]}"{more}/>'


def _words(box: Box, size: float = 4.4, colour: str = INK) -> DrawnFact:
    """A text in its area; one that is too long is cut there. Where nothing is printed, nothing is drawn."""
    x, y, width, height = box
    lines = range(1, max(2, min(4, int(height / size))))
    blank = "".join(f'<path d="M{x + 1:g} {y + size * n:g}h{width - 2:g}"{_DASHED}/>' for n in lines)
    written = (
        f'<foreignObject x="{x:g}" y="{y:g}" width="{width:g}" height="{height:g}" font-size="{size:g}" '
        f'color="{colour}"><p class="words">{{}}</p></foreignObject>'
    )
    return DrawnFact(box, {NONE: "<g/>"}, blank, chosen_by_picture=False, written=written)


def _list(box: Box, size: float, lines: int = 3, apart: float = 1.2) -> DrawnFact:
    """Several names in an area, each in a line of its own; one that is too long is cut there. apart: from
    line to line, in letters' heights."""
    one = _words(box, size)
    places = tuple((0.0, size * apart * n) for n in range(lines))
    return replace(one, places=places, written=one.written.replace('"words"', '"words" data-one-line'))


def _number(shape: str, x: float, y: float) -> DrawnFact:
    """A number in the shape of what it counts."""
    number = (
        f'<text class="words" x="{x:g}" y="{y + 2.5:g}" text-anchor="middle" font-family="sans-serif" '
        f'font-size="7" font-weight="700" fill="{PALE}">{{}}</text>'
    )
    ground = _shape(shape, x, y, f' fill="{SHAPES[shape][1]}" stroke="{PALE}" stroke-width=".8"')
    blank = _shape(shape, x, y, _DASHED)
    return DrawnFact((x - 9, y - 9, 18, 18), {}, blank, chosen_by_picture=False, written=ground + number)


def _numbers(y: float, names: Iterable[tuple[str, str]], width: float = CARD[0]) -> Facts:
    """Numbers side by side: (row, shape) of each."""
    given = tuple(names)
    step = width / (len(given) + 1)
    return {key: _number(shape, step * at, y) for at, (key, shape) in enumerate(given, 1)}


def _yes(box: Box, sign: str) -> DrawnFact:
    """A sign that is there or not."""
    no = f'<g opacity=".25">{sign}</g>'
    return DrawnFact(box, {"yes": sign, "no": no}, chosen_by_picture=False)


def _steps(prefix: str, count: int, y: float, first: float, last: float) -> tuple[str, Facts]:
    """A row of cells, one for each step, and the numbers in them."""
    width = (last - first) / count
    ground, facts = "", {}
    for n in range(1, count + 1):
        x = first + width * (n - 1)
        ground += _area((x + 0.6, y, width - 1.2, 13), PALE) + _label(x + width / 2, y - 1.5, n, 4, PALE)
        written = _label(x + width / 2, y + 9, "{}", 6).replace("<text", '<text class="words"')
        box = (x, y, width, 13.0)
        facts[f"{prefix}_{n}"] = DrawnFact(box, {}, chosen_by_picture=False, written=written)
    return ground, facts


# --- the sorts


def _conflict(strategy: bool) -> Sort:
    """A tactic, or a strategy with what may follow it."""
    band = VIOLET if strategy else RED
    facts = {"name": _words((3, 3, 57, 10), 5, PALE), "text": _words((4, 16, 55, 30 if strategy else 44))}
    if strategy:
        facts |= {"tactics": _list((4, 48, 27, 15), 3, 4), "beats": _list((33, 48, 27, 15), 3, 4)}
    facts |= _numbers(72, (("might", "might"), ("casualties", "casualties"), ("steal", "steal")))
    two = (
        f'<path d="M4 85v-4h3v-2h3v2h3v4zM15 85v-4h3v-2h3v2h3v4zM3 87 25 77" stroke="{RED}" fill="{STEEL}"/>'
    )
    first = _label(46, 86, "1.", 6) + f'<path d="M50 84h8m-3-3 3 3-3 3" stroke="{GREEN}" stroke-width="1.5"/>'
    facts |= {"destroys_two": _yes((3, 77, 24, 10), two), "steals_first": _yes((40, 79, 20, 9), first)}
    return CARD, _face(CARD, _area((1, 1, 61, 13), band)), facts


def _policy() -> Sort:
    halves: dict[str, tuple[Box, str]] = {"red": ((3, 16, 57, 31), RED), "blue": ((3, 49, 57, 31), BLUE)}
    orb = f'<circle cx="56" cy="8" r="4" fill="{STEEL}"/><path d="M50.5 10q6 0 11-4" stroke="{INK}"/>'
    facts = {"name": _words((4, 4, 44, 10), 5), "planet": _yes((49, 2, 13, 12), orb)}
    votes = {"none": _shape("vp", 52, 48, _DASHED)}
    ties = {"none": f'<path d="M49 56h7M49 59h7"{_DASHED}/>'}
    for key, ((_x, y, _width, _height), _colour) in halves.items():
        facts[key] = _words((5, y + 2, 40, 27), 4.2, PALE)
        edge = f' fill="{INK}" stroke="{PALE}"'
        votes[key] = _shape("vp", 52, y + 8, edge) + _label(52, y + 10.4, "1", 6, PALE)
        for whom, _words_of in TIE_CHOICES[1:]:
            turned = "5h6l-3-5z" if whom.startswith("most") else "0h6l-3 5z"
            mark = f'<g transform="translate(47 {y + 21:g})"><path d="M0 {turned}" fill="{PALE}"/></g>'
            ties[f"{key}/{whom}"] = mark + _label(57, y + 26.5, "=", 8, PALE)
    facts["voters"] = DrawnFact((44, 15, 16, 65), votes, chosen_by_picture=False)
    facts["tied"] = DrawnFact((45, 34, 16, 46), ties, chosen_by_picture=False)
    return CARD, _face(CARD, *(_area(box, colour) for box, colour in halves.values())), facts


def _mission(entry: Entry) -> Sort:
    """Its suite is the colour of its head; the mission for five players tells its own."""
    colours = {"green": GREEN, "yellow": YELLOW, "white": PALE}
    head: Box = (1, 1, 61, 13)
    suites = {suite: _area(head, colour, f' stroke="{INK}"') for suite, colour in colours.items()}
    suites["none"] = _area(head, "none", _DASHED.replace(' fill="none"', ""))
    _sort, suite, number = entry.id.split("-")
    facts = {"suite": DrawnFact(head, suites)} if suite not in colours else {}
    facts |= {"text": _words((4, 17, 55, 34)), "wants": _words((4, 54, 55, 11), 4, VIOLET)}
    facts |= _numbers(77, (("prestige", "prestige"), ("credits", "credits"), ("vp", "vp")))
    known = suites[suite] + _label(54, 10, number, 7) if suite in colours else ""
    return CARD, _face(CARD, known), facts


def _technology(entry: Entry) -> Sort:
    corner = _area((2, 2, 21, 17), BLUE) + _label(12.5, 14, entry.id.rpartition("-")[2], 10, PALE)
    bolt = f'<path d="M34 3l-6 8h5l-2 7 8-10h-5l2-5z" fill="{YELLOW}" stroke="{INK}" stroke-width=".7"/>'
    facts = {
        "needs": _number("techs", 46, 10),
        "at_once": _yes((26, 2, 14, 17), bolt),
        "text": _words((4, 22, 55, 36)),
        "builds": _words((4, 62, 38, 11), 4.2, STEEL),
        "end_vp": _number("vp", 51, 76),
    }
    return CARD, _face(CARD, corner), facts


def _faction() -> Sort:
    facts = {
        "name": _words((3, 3, 90, 10), 6, PALE),
        "ability": _words((4, 16, 42, 28), 4),
        "advanced": _words((50, 16, 42, 28), 4),
        "techs": _list((4, 47, 66, 15), 4),
        "archaeotechs": _number("archaeotechs", 83, 53),
    }
    return BOARD, _face(BOARD, _area((1, 1, 94, 13), VIOLET), _area((48, 16, 0.6, 28), LINE)), facts


def _archaeotech() -> Sort:
    facts = {"name": _words((12, 4, 40, 10), 4.6)}
    for key, y in (("top", 16.0), ("bottom", 49.0)):
        facts |= {key: _words((5, y, 53, 20), 4), f"{key}_use": _words((5, y + 21, 53, 9), 4, GREEN)}
    gem = f'<path d="M12 1h39l11 16v54l-11 16h-39L1 71V17z" fill="#ecd9a6" stroke="{INK}"/>'
    return CARD, f'{gem}<path d="M3 47.5h57" stroke="{LINE}"/>', facts


def _start(entry: Entry) -> Sort:
    facts = _numbers(11, (("credits", "credits"), ("prosperity", "prestige")), BOARD[0])
    for at, key in enumerate(entry.keys_of("fleet")):
        facts[key] = _number("ships", 20 + 28 * (at % 3), 33 + 20 * (at // 3))
    return BOARD, _face(BOARD, colour=SPACE), facts


def _board(signs: str, *rows: tuple[str, Facts]) -> Sort:
    """A board with rows of cells."""
    facts = {key: fact for _cells, facts in rows for key, fact in facts.items()}
    return BOARD, _face(BOARD, signs, *(cells for cells, _facts in rows), colour=SPACE), facts


def _scoring() -> Sort:
    titles = _list((4, 6, 42, 54), 5, 6, 1.7)
    facts = {f"tie_{n}": _words((52, 20 * n, 40, 14), 5) for n in (1, 2)} | {"titles": titles}
    return BOARD, _face(BOARD, _area((49, 4, 0.6, 56), LINE)), facts


_HULL = "M8 17q12-14 34-14l14 9-14 9q-22 0-34-4zM20 6l-4-4h10l8 3M20 20l-4 5h10l8-4"
_BANDS = '<path d="M18.5 15q13-6 26 1M19 22q13 6 25-1" stroke="#8190ba" stroke-width="1.5"/>'
_ORB = f'<circle cx="31.5" cy="18" r="14" fill="#5d6c96"/>{_BANDS}'
_HOUSE = f'<path d="M5 14V7l5 3V7l5 3V3h5v11z" fill="{STEEL}"/>'
_SIGNS = _shape("casualties", 9, 16, f' fill="{RED}"') + _shape("steal", 10, 46, f' fill="{GREEN}"')
_SORTS: Mapping[str, Sort | Callable[[Entry], Sort]] = {
    "tactic": _conflict(False),
    "strategy": _conflict(True),
    "policy": _policy(),
    "mission": _mission,
    "technology": _technology,
    "faction": _faction(),
    "archaeotech": _archaeotech(),
    "ship": (
        TILE,
        _face(TILE, f'<path d="{_HULL}" fill="{STEEL}"/>', colour=SPACE),
        _numbers(36, (("cost", "credits"), ("attack", "attack"), ("defense", "defense"))),
    ),
    "planet": (TILE, _face(TILE, _ORB, colour=SPACE), {"name": _words((3, 34, 57, 11), 5, PALE)}),
    "facility": (TILE, _face(TILE, _HOUSE), {"text": _words((4, 17, 55, 27))}),
    "board-start": _start,
    "board-influence": _board(
        _shape("prestige", 48, 14, f' fill="{VIOLET}"'), _steps("influence", INFLUENCE, 30, 2, 94)
    ),
    "board-table": _board(
        _SIGNS, _steps("casualties", CASUALTIES, 10, 18, 94), _steps("steal", STEALS, 40, 18, 94)
    ),
    "board-colonies": _board(
        _shape("colonies", 48, 14, f' fill="{STEEL}"'), _steps("level", LEVELS, 34, 2, 94)
    ),
    "board-scoring": _scoring(),
    "board-branch": (
        TILE,
        _face(TILE, _area((2, 2, 59, 42), BLUE)),
        {"name": _words((5, 16, 53, 14), 6, PALE)},
    ),
}
