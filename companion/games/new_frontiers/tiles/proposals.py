"""What a tile's picture, and what came with the game, propose for its fields, and how sure each proposal is.

The rulebook says what the marks mean: a black circle holds a cost and a red one a defense (p. 7), a diamond a
development's cost and a hexagon the VP (p. 6), a halo is a windfall and a solid circle a production world
(pp. 7 and 8), and a power's text begins with its action (p. 6).
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from difflib import SequenceMatcher, get_close_matches

from companion.games.contract import Json
from companion.games.contract.box import BoxTile
from companion.games.contract.box_proposals import (
    SURE,
    Choice,
    FieldProposal,
    SeenDisc,
    SeenFace,
    SeenLine,
    SeenNumber,
)
from companion.games.new_frontiers.display.names import kind_name
from companion.games.new_frontiers.tiles import form_suggestions
from companion.games.new_frontiers.tiles.catalogue import Catalogue
from companion.games.new_frontiers.tiles.language import parse_bonus, parse_power
from companion.games.new_frontiers.tiles.photo_words import likeliest_lines
from companion.games.new_frontiers.tiles.powers import KEYWORDS, KINDS, POWER_TYPES, Manual
from companion.games.new_frontiers.tiles.reading_trust import trust
from companion.games.new_frontiers.tiles.tile_info import KIND_COLOURS
from companion.translation import _

Choices = tuple[tuple[Choice, ...], float]
"""Likely values, the likeliest first, and how far it is trusted."""
Reading = tuple[tuple[Choice, ...], str]
"""Likely values, and of what sort the reading is: each sort was measured (`reading_trust`)."""
LINE_SORTS = ("word for word", "known to the language", "by capitals", "mended")
"""How a line of powers was read, the best first; the worst of its lines counts for a tile."""
_LONG_WORDS = re.compile(r"(Rare|Alien) ?(?:Elements|Technology) ?", re.IGNORECASE)
"""What a good is called in full."""
_ACTION = re.compile(rf"\s*({'|'.join(POWER_TYPES)}|VP)\b[\s:.;]*", re.IGNORECASE)
CERTAIN, MIN_READ, MIN_CLEAR = 0.99, 0.9, 0.5
"""How sure a digit is that counts as certain or as read, and how clear its outline."""
DARK = 105
"""The inside of a halo is darker than this; the gray of a world without a kind is not."""
MIN_LIKE_KEYWORD = 0.7
"""How like a keyword a word in capitals is that was misread."""
MIN_ALIKE = 0.55
"""In what part of the ways of looking as many figures must be seen."""
SHIPPED, ASSUMED = 0.999, 0.5
"""How far a value is trusted that came with the game and was confirmed, and one that was assumed."""
SAME_ROW_MM = 1.6
"""Lines whose middles lie nearer in height are of one row."""
RIVAL_PART = 0.5
"""Another number of the same outline counts if it is this much as clear as the clearest."""


def proposals(catalogue: Catalogue, known: BoxTile, seen: SeenFace) -> tuple[FieldProposal, ...]:
    """For each group of fields of a tile of the type of `known`, in the order of the form."""
    return tuple(
        FieldProposal(fields, label, *_with_shipped(fields, label, known, (choices, trust(sort))))
        for fields, label, (choices, sort) in readings(catalogue, known.type, seen)
    )


def readings(
    catalogue: Catalogue, type: str, seen: SeenFace
) -> tuple[tuple[tuple[str, ...], str, Reading], ...]:
    """What the picture alone says: the fields of each group, what they are called, and their reading."""
    groups: list[tuple[tuple[str, ...], str, Reading]] = [(("name",), _("Name"), _name(catalogue, seen))]
    if type == "development":
        groups.append((("cost",), _("Cost"), _cost(seen)))
    else:
        groups.append((("cost", "defense"), _("Cost or defense"), _price(seen)))
    groups.append((("vp", "bonus"), _("VP"), _worth(catalogue, seen)))
    if type != "development":
        groups.append((("kind", "good"), _("Kind and good"), _kind(seen)))
        groups.append((("colonists",), _("Colonists"), _colonists(seen)))
    groups.append((("keywords",), _("Keywords"), _keywords(seen)))
    groups.append((("powers",), _("Powers"), _powers(catalogue, seen)))
    return tuple(groups)


# --- what came with the game ----------------------------------------------------------------------------


def _with_shipped(fields: tuple[str, ...], label: str, known: BoxTile, read: Choices) -> Choices:
    """A value that somebody confirmed is held against the picture; an assumed one is likely at best."""
    choices, sure = read
    if known.fields.get("source") == "stand-in":
        return choices, sure
    sets = {field: known.fields[field] for field in fields if field in known.fields}
    if not sets and fields not in (("keywords",), ("powers",), ("kind", "good")):
        return choices, sure
    shipped = Choice(sets, said(fields, sets))
    confirmed = not set(fields) & set(known.assumed)
    same = bool(choices) and dict(choices[0].sets) == sets
    if same:
        return choices, max(sure, SHIPPED if confirmed else sure)
    others = tuple(one for one in choices if dict(one.sets) != sets)
    if confirmed and sure < SURE:
        return (shipped, *others), SHIPPED
    if sure >= SURE and not confirmed:
        return (choices[0], shipped, *choices[1:]), sure
    # Both cannot be: a person looks.
    return (*others[:1], shipped, *others[1:]), min(sure, ASSUMED)


def said(fields: Sequence[str], sets: Mapping[str, Json]) -> str:
    """A value in words."""
    if "defense" in sets:
        return _("defense {defense}", defense=sets["defense"])
    if "cost" in sets:
        return _("cost {cost}", cost=sets["cost"])
    if "bonus" in sets:
        return str(sets["bonus"])
    if "kind" in sets or "kind" in fields:
        kind = sets.get("kind")
        if not kind:
            return _("gray")
        good = sets.get("good")
        return f"{kind_name(kind)}, {_(good)}" if good else kind_name(kind)
    if not sets:
        return _("none")
    value = next(iter(sets.values()))
    return "; ".join(map(str, value)) if isinstance(value, list) else str(value)


def _choice(fields: Sequence[str], **sets: Json) -> Choice:
    return Choice(sets, said(fields, sets))


# --- the fields -----------------------------------------------------------------------------------------


def _rows(lines: Sequence[SeenLine]) -> list[list[SeenLine]]:
    """The lines row by row from above, each from the left: words far apart are read as lines of their own."""
    rows: list[list[SeenLine]] = []
    for line in sorted(lines, key=lambda it: it.y):
        if rows and line.y - rows[-1][0].y < SAME_ROW_MM:
            rows[-1].append(line)
        else:
            rows.append([line])
    return [sorted(row, key=lambda it: it.x) for row in rows]


def _name_row(lines: Sequence[SeenLine]) -> list[SeenLine]:
    """The uppermost row of words."""
    for row in _rows(lines):
        words = [line for line in row if _letters(line.text) >= 2]
        text = " ".join(line.text for line in words)
        if _letters(text) >= 4:
            return [] if _ACTION.match(text) and ":" in text else words
    return []


def _name(catalogue: Catalogue, seen: SeenFace) -> Reading:
    row = _name_row(seen.lines)
    if not row:
        return (), ""
    text = " ".join(line.text for line in row)
    names = {_plain(str(it["name"])): str(it["name"]) for it in form_suggestions.names(catalogue)}
    found = names.get(_plain(text))
    if found:
        return (_choice(("name",), name=found),), "name: known"
    offered = list(dict.fromkeys([*_split(text, names.values()), _spaced(text)]))
    sort = "faint" if min(line.sure for line in row) < MIN_READ else "new"
    sort = f"name: {sort}, {'words' if ' ' in offered[0] else 'one word'}"
    return tuple(_choice(("name",), name=name) for name in offered), sort


def _split(text: str, names: Iterable[str]) -> list[str]:
    """A name whose spaces were not read, in words that begin or end other names."""
    if " " in _spaced(text):
        return []
    words = {word.lower() for name in names for word in name.split()}
    joined = text.lower()
    cuts = [n for n in range(2, len(joined) - 2) if joined[n:] in words or joined[:n] in words]
    both = [n for n in cuts if joined[n:] in words and joined[:n] in words]
    return [f"{joined[:n]} {joined[n:]}".title() for n in (*both, *cuts)]


def _numbers(seen: SeenFace, outline: str) -> list[SeenNumber]:
    """Those in such an outline, the clearest first."""
    found = [it for it in seen.numbers if it.outline == outline]
    return sorted(found, key=lambda it: -it.sure * it.clear)


def _cost(seen: SeenFace) -> Reading:
    every = tuple(_choice(("cost",), cost=n) for n in range(1, 10))
    costs = [it for it in _numbers(seen, "diamond") if it.text.isdigit() and it.text != "0"]
    if not costs:
        return every, ""
    one = _choice(("cost",), cost=int(costs[0].text))
    return _first(one, every), _sure_number("price", costs)


def _sure_number(what: str, found: Sequence[SeenNumber]) -> str:
    """By how surely the first was read, how clear its outline is, and whether another could be meant."""
    it = found[0]
    rivals = any(other.sure * other.clear > RIVAL_PART * it.sure * it.clear for other in found[1:])
    read = "certain" if it.sure >= CERTAIN else "read" if it.sure >= MIN_READ else "faint"
    outline = "one of several" if rivals else "clear" if it.clear >= MIN_CLEAR else "unclear"
    return f"{what}: {read}, {outline}"


def _price(seen: SeenFace) -> Reading:
    costs = tuple(_choice(("cost", "defense"), cost=n) for n in range(8))
    defenses = tuple(_choice(("cost", "defense"), defense=n) for n in range(1, 10))
    found = _numbers(seen, "circle")
    for it in found:
        every = defenses if it.red else costs
        field = "defense" if it.red else "cost"
        one = _choice(("cost", "defense"), **{field: int(it.text)}) if it.text.isdigit() else None
        if one in every:
            other = [one for one in found if one is not it]
            return _first(one, every), _sure_number("price", [it, *other])
    return (*costs, *defenses), ""


def _worth(catalogue: Catalogue, seen: SeenFace) -> Reading:
    fields = ("vp", "bonus")
    every = tuple(_choice(fields, vp=n) for n in range(10))
    found = _numbers(seen, "hexagon")
    if not found:
        return every, ""
    it = found[0]
    if it.text != "?":
        return _first(_choice(fields, vp=int(it.text)), every), _sure_number("vp", found)
    offered = [entry["line"] for entry in form_suggestions.bonuses(catalogue)]
    for text in _paragraphs(seen.lines):
        if text[:2].upper() == "VP":
            likely, sort = _likely(text, offered, 4)
            if sort == "mended" and parse_bonus(text).pairs:
                likely = [text, *likely]
            return tuple(_choice(fields, bonus=line) for line in likely), f"bonus: {sort}"
    return tuple(_choice(fields, bonus=line) for line in offered[:6]), ""


def _kind(seen: SeenFace) -> Reading:
    fields = ("kind", "good")
    every = (
        *(_choice(fields, kind=kind, good=good) for kind in KINDS for good in ("production", "windfall")),
        _choice(fields),
        _choice(fields, kind="any", good="production"),
    )
    discs = [it for it in seen.discs if abs(it.x) < 12]
    if not discs:
        return every, ""
    disc = max(discs, key=lambda it: (round(it.clear, 1), it.radius))
    near = _nearest_kinds(disc)
    # Of a halo the dark inside is often seen more clearly than the ring around it.
    around = [it for it in discs if it.halo and it.radius > disc.radius and _middles_apart(it, disc) < 1.5]
    if around and not (near[0][1] == "gray" and max(_rgb(disc.colour)) >= DARK):
        disc = max(around, key=lambda it: it.clear)
        near = _nearest_kinds(disc)
    (nearest, kind), (second, _other) = near[:2]
    if kind == "gray":
        one = _choice(fields)
        # Between a halo and its dark inside, gray is easily seen where there is none.
        clear = max(_rgb(disc.colour)) >= DARK and not disc.halo
    else:
        one = _choice(fields, kind=kind, good="windfall" if disc.halo and kind != "any" else "production")
        clear = nearest < 0.6 * second and nearest < 45 and disc.clear >= MIN_CLEAR
        clear = clear or (nearest < 0.4 * second and nearest < 30 and kind != "any")
    return _first(
        one, every
    ), f"kind: {'gray' if kind == 'gray' else 'coloured'}, {'clear' if clear else 'unclear'}"


def _nearest_kinds(disc: SeenDisc) -> list[tuple[float, str]]:
    return sorted((_apart(disc.colour, colour), kind) for kind, colour in _COLOURS.items())


def _middles_apart(one: SeenDisc, other: SeenDisc) -> float:
    return float(((one.x - other.x) ** 2 + (one.y - other.y) ** 2) ** 0.5)


_COLOURS = {**KIND_COLOURS, "gray": "#8c9096"}


def _apart(one: str, other: str) -> float:
    """How far apart two colours are, brightness counted less."""
    a, b = (_rgb(colour) for colour in (one, other))
    mean = sum(x - y for x, y in zip(a, b, strict=True)) / 3
    tint = sum((x - y - mean) ** 2 for x, y in zip(a, b, strict=True)) ** 0.5
    return float(tint + 0.25 * abs(mean))


def _rgb(colour: str) -> tuple[int, int, int]:
    value = int(colour[1:], 16)
    return value >> 16, value >> 8 & 255, value & 255


def _colonists(seen: SeenFace) -> Reading:
    every = (_choice(("colonists",), colonists=1), _choice(("colonists",), colonists=2))
    prices = [it for it in _numbers(seen, "circle") if it.figures in (1, 2)]
    if not prices:
        return every, ""
    count = prices[0].figures
    return _first(
        every[count - 1], every
    ), f"colonists: {'clear' if prices[0].alike >= MIN_ALIKE else 'unclear'}"


def _keywords(seen: SeenFace) -> Reading:
    fields = ("keywords",)
    words = {word.upper(): word for word in KEYWORDS}
    found: list[str] = []
    sort = "none"
    names = _name_row(seen.lines)
    for line in seen.lines:
        parts = re.findall("[A-Z]+", line.text)
        joined = "".join(re.findall("[A-Za-z]+", line.text))
        if line in names or len(joined) < 3 or joined != "".join(parts):
            continue
        split = [word for word in words if word in joined]
        if sum(map(len, split)) == len(joined):
            exact, near = split, split
        else:
            exact = [part for part in parts if part in words]
            near = [word for part in parts for word in get_close_matches(part, words, 1, MIN_LIKE_KEYWORD)]
        found += [words[word] for word in near]
        # A line in capitals alone is a keyword, even if its letters were misread.
        sort = "mended" if exact != near or not near else "read" if sort == "none" else sort
    one = _choice(fields, keywords=list(dict.fromkeys(found))) if found else _choice(fields)
    every = (_choice(fields), *(_choice(fields, keywords=[word]) for word in KEYWORDS))
    return _first(one, every), f"keywords: {sort}" if seen.readable else ""


def _powers(catalogue: Catalogue, seen: SeenFace) -> Reading:
    fields = ("powers",)
    if not seen.readable:
        return (_choice(fields),), ""
    offered = [str(entry["line"]) for entry in form_suggestions.lines(catalogue)]
    lines: list[list[str]] = []
    sorts: list[str] = []
    names = _name_row(seen.lines)
    for text in _paragraphs([line for line in seen.lines if line not in names]):
        if text[:2].upper() == "VP":
            continue
        likely, sort = _likely(text, offered, 3)
        if sort == "mended":
            sort = "known to the language" if not isinstance(parse_power(text).effect, Manual) else sort
            likely = list(dict.fromkeys([text, *likely] if sort != "mended" else [*likely, text]))
        sorts.append(sort)
        lines.append(likely)
    if not lines:
        return (_choice(fields),), "powers: none"
    first = _choice(fields, powers=[likely[0] for likely in lines])
    others = [
        _choice(fields, powers=[*(one[0] for one in lines[:n]), other, *(one[0] for one in lines[n + 1 :])])
        for n, likely in enumerate(lines)
        for other in likely[1:]
    ]
    return (first, *others[:4]), f"powers: {max(sorts, key=LINE_SORTS.index)}"


def _likely(text: str, offered: Sequence[str], most: int) -> tuple[list[str], str]:
    """The offered lines that a reading is likely of, and of what sort it is: word for word, only by its
    capitals (REBEL or Rebel), or mended."""
    likely = likeliest_lines(text, offered, most)
    same = [line for line in likely if _plain(line) == _plain(text)]
    if not same:
        return likely, "mended"
    same.sort(key=lambda line: -SequenceMatcher(None, line, text).ratio())
    rest = [line for line in likely if line not in same]
    return [*same, *rest], "word for word" if len(same) == 1 else "by capitals"


def _paragraphs(lines: Sequence[SeenLine]) -> list[str]:
    """The rows that begin with an action's name, each with those that go on from it, in the words that the
    tiles' language has for goods."""
    found: list[str] = []
    for row in _rows(lines):
        text = " ".join(" ".join(line.text.split()) for line in row)
        begins = _action(text)
        if begins:
            action, rest = begins
            found.append(f"{action}: {rest}")
        elif found and len(text) > 1:
            found[-1] = f"{found[-1]} {text}"
    return [_LONG_WORDS.sub(r"\1 ", text).strip() for text in found]


def _action(text: str) -> tuple[str, str] | None:
    """The action that a text begins with, also where a letter of it was misread, and what follows."""
    begins = _ACTION.match(text)
    if begins:
        return ("VP" if begins[1].upper() == "VP" else begins[1].capitalize()), text[begins.end() :]
    word, colon, rest = text.partition(":")
    near = get_close_matches(word.strip().capitalize(), [kind.capitalize() for kind in POWER_TYPES], 1, 0.75)
    return (near[0], rest.strip()) if colon and near else None


def _first(one: Choice, every: Sequence[Choice]) -> tuple[Choice, ...]:
    return (one, *(other for other in every if other != one))


def _letters(text: str) -> int:
    return sum(letter.isalpha() for letter in text)


def _plain(text: str) -> str:
    return re.sub(r"[^a-z0-9+$>-]", "", text.lower().replace("→", "->"))


def _spaced(text: str) -> str:
    """With the spaces that a reading lacks, before capitals."""
    spaced = re.sub(r"(?<=[a-z0-9])(?=[A-Z])", " ", " ".join(text.split()))
    return spaced.title() if spaced.isupper() else spaced
