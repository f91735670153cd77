"""The result as a poster to share: who won, what they had in our art, what made it close, and every player's
points as bars with patterns."""

from __future__ import annotations

import io
from collections.abc import Sequence

from PIL import Image, ImageDraw

from companion.games.contract import PlayerScore, ScoreSheet
from companion.plays.colours import DARK, PLAYERS, Rgb, part, player
from companion.plays.lettering import Writing, font, picture_writing
from companion.plays.names import renamed, with_written_names
from companion.plays.play import sources_of
from companion.plays.poster_art import paint_empire, paint_sky
from companion.translation import _, plural

SHAPES = {"wide": (1200, 630), "tall": (1080, 1350)}
"""Pixels: what messengers show as a card, and what fills a phone."""
MARGIN_PX = 56
MOST_TOLD = 2
LEAST_ROW_PX = 44
"""A player's name and bar."""


def result_picture(
    shape: str,
    title: str,
    when: str,
    seats: Sequence[tuple[str, str, str]],
    sheet: ScoreSheet,
    art: Sequence[str] = (),
    told: Sequence[str] = (),
) -> bytes:
    """A PNG. shape: of SHAPES. seats: name, colour and mark by seat. when: a line with the title. art:
    drawings of what the winners had (`Display.art`). told: what made it close, a sentence each."""
    writing = picture_writing([title, when, *(name for name, _colour, _mark in seats)])
    try:
        return _drawn(writing, shape, title, when, seats, sheet, art, told)
    except (OSError, ValueError):  # a font of the machine that cannot be used
        if writing.own:
            raise
        return _drawn(Writing((), False), shape, title, when, seats, sheet, art, told)


def _drawn(
    writing: Writing,
    shape: str,
    title: str,
    when: str,
    seats: Sequence[tuple[str, str, str]],
    sheet: ScoreSheet,
    art: Sequence[str],
    told: Sequence[str],
) -> bytes:
    width, height = SHAPES[shape]
    names = writing.names([(name, colour) for name, colour, _mark in seats])
    told = [renamed(sentence, [name for name, _colour, _mark in seats], names) for sentence in told]
    seats = [(name, colour, mark) for name, (_name, colour, mark) in zip(names, seats, strict=True)]
    sheet = with_written_names(
        sheet, [p.name for p in sheet.players], [names[p.player] for p in sheet.players]
    )
    winners = [p for p in sheet.players if p.winner] or list(sheet.players[:1])
    colour = player(seats[winners[0].player][1], PLAYERS, DARK["text"])
    picture = Image.new("RGB", (width, height), DARK["ground"])
    paint_sky(picture, colour, f"{title} {when}")
    draw = ImageDraw.Draw(picture)
    wide = width > height
    room = width * 0.56 - MARGIN_PX if wide else width - 2 * MARGIN_PX
    top = _head(draw, writing, room, " · ".join(filter(None, (title, when))), seats, winners)
    giving = {line.source for p in sheet.players for line in p.lines if line.vp > 0}
    sources = [source for source in sources_of(sheet) if source in giving]
    bottom = _key(draw, writing, width, height, sources)
    rows = sorted(sheet.players, key=lambda p: (p.rank, p.player))
    lowest = bottom - LEAST_ROW_PX * len(rows)
    top = _told(draw, writing, room, top, lowest, told[:MOST_TOLD])
    # The drawings beside the words, or between them and the bars.
    begin = max(top, height * 0.46) if wide else max(top + height * 0.26, height * 0.54)
    begin = min(begin, lowest)
    left, above = (width * 0.56, 24.0) if wide else (float(MARGIN_PX), top)
    paint_empire(picture, art, colour, (left, above, width - MARGIN_PX, begin - 24))
    tall = min((bottom - begin) / len(rows), 200)
    best = max(1, *(p.total for p in rows))
    for index, score in enumerate(rows):
        parts = [(n, sum(x.vp for x in score.lines if x.source == s)) for n, s in enumerate(sources)]
        y = begin + tall * index
        _row(draw, writing, width, y, tall, seats[score.player], score.total, score.rank, parts, best)
    out = io.BytesIO()
    picture.save(out, "PNG", optimize=True)
    return out.getvalue()


def _head(
    draw: ImageDraw.ImageDraw,
    writing: Writing,
    room: float,
    above: str,
    seats: Sequence[tuple[str, str, str]],
    winners: Sequence[PlayerScore],
) -> float:
    """Who won, with mark and colour; of several that share the win each. Gives where it ends."""
    large = _larger(room)
    y: float = MARGIN_PX - 14
    y = _line(draw, writing, MARGIN_PX, y, above, round(26 * large), DARK["quiet"], room) + 10
    size = round(large * (66 if len(winners) < 2 else 50 if len(winners) < 3 else 38))
    for won in winners:
        _name, colour, mark = seats[won.player]
        ink = player(colour, PLAYERS, DARK["text"])
        _mark(draw, mark, MARGIN_PX + size * 0.4, y + size * 0.62, size * 0.4, ink)
        x = MARGIN_PX + size * 1.05
        y = _line(draw, writing, x, y, won.name, size, ink, room - size * 1.05, bold=True)
    said = plural("wins with {vp} VP", "share the win with {vp} VP each", len(winners), vp=winners[0].total)
    return _line(draw, writing, MARGIN_PX, y + 2, said, round(40 * large), DARK["text"], room, bold=True) + 8


def _told(
    draw: ImageDraw.ImageDraw,
    writing: Writing,
    room: float,
    y: float,
    lowest: float,
    sentences: Sequence[str],
) -> float:
    """The sentences, in as many lines as they need: those that end above the bars. Gives where they end."""
    size = round(26 * _larger(room))
    for sentence in sentences:
        lines: list[str] = []
        for word in writing.lettered(sentence).split(" "):
            longer = f"{lines[-1]} {word}" if lines else word
            if lines and writing.width(draw, longer, size, False) <= room:
                lines[-1] = longer
            else:
                lines.append(word)
        if y + len(lines) * size * 1.25 > lowest:
            break
        for line in lines:
            y = _line(draw, writing, MARGIN_PX, y, line, size, DARK["text"], room)
        y += 6
    return y + 14


def _larger(room: float) -> float:
    """A tall picture's words have its whole width."""
    return 1.35 if room > 700 else 1.0


def _line(
    draw: ImageDraw.ImageDraw,
    writing: Writing,
    x: float,
    y: float,
    text: str,
    size: int,
    ink: Rgb,
    room: float,
    bold: bool = False,
) -> float:
    """Writes one line, smaller or cut where it is too long; gives the height beneath it."""
    text = writing.lettered(text)
    while size > 22 and writing.width(draw, text, size, bold) > room:
        size -= 2
    if writing.width(draw, text, size, bold) > room:
        while text and writing.width(draw, text + "…", size, bold) > room:
            text = text[:-1]
        text += "…"
    writing.draw(draw, (x, y), text, size, ink, bold)
    return y + size * 1.25


def _row(
    draw: ImageDraw.ImageDraw,
    writing: Writing,
    width: int,
    y: float,
    tall: float,
    seat: tuple[str, str, str],
    total: int,
    rank: int,
    parts: Sequence[tuple[int, int]],
    best: int,
) -> None:
    name, colour, mark = seat
    ink = player(colour, PLAYERS, DARK["text"])
    size = int(min(34, tall * 0.36))
    draw.text((MARGIN_PX, y), f"{rank}.", DARK["quiet"], font(size))
    _mark(draw, mark, MARGIN_PX + 62, y + size * 0.66, size * 0.42, ink)
    _line(draw, writing, MARGIN_PX + 88, y, name, size, ink, width - 2 * MARGIN_PX - 230, bold=True)
    points = _("{vp} VP", vp=total)
    draw.text((width - MARGIN_PX, y), points, DARK["text"], font(size, True), anchor="ra")
    x, room = float(MARGIN_PX), width - 2 * MARGIN_PX
    above, below = y + size * 1.35, y + tall - max(10, tall * 0.14)
    letters = font(int(min(24, (below - above) * 0.62)), True)
    for index, vp in parts:
        if vp <= 0:
            continue
        long = room * vp / best
        box = (round(x), round(above), round(x + long) - 2, round(below))
        _patterned(draw, box, index)
        text = str(vp)
        if draw.textlength(text, letters) + 12 < long:
            middle = ((box[0] + box[2]) / 2, (box[1] + box[3]) / 2)
            half = draw.textlength(text, letters) / 2 + 5
            plate = (
                middle[0] - half,
                middle[1] - letters.size * 0.55,
                middle[0] + half,
                middle[1] + letters.size * 0.55,
            )
            draw.rectangle(plate, part(index))
            draw.text(middle, text, DARK["ink"], letters, anchor="mm")
        x += long


def _patterned(draw: ImageDraw.ImageDraw, box: tuple[int, int, int, int], index: int) -> None:
    """A part of a bar: its colour, and beside it a pattern of its own, for who cannot tell the colours."""
    x0, y0, x1, y1 = box
    if x1 <= x0 or y1 <= y0:
        return
    draw.rectangle(box, part(index))
    ink = tuple(round(c * 0.62) for c in part(index))
    # From the seventh source on the colours come again, each with another pattern.
    match (index + index // 6) % 6:
        case 1:
            for x in range(x0 + 6, x1, 12):
                draw.line((x, y0, x, y1), ink, 2)
        case 2:
            for y in range(y0 + 6, y1, 12):
                draw.line((x0, y, x1, y), ink, 2)
        case 3:
            for x in range(x0 + 6, x1 - 2, 14):
                for y in range(y0 + 6, y1 - 2, 14):
                    draw.ellipse((x, y, x + 3, y + 3), ink)
        case 4:
            tall = y1 - y0
            for x in range(x0, x1 + tall, 14):
                begin, end = max(x0, x - tall), min(x1, x)
                draw.line((begin, y0 + x - begin, end, y0 + x - end), ink, 2)
        case 5:
            for x in range(x0 + 8, x1, 16):
                draw.line((x, y0, x, y1), ink, 1)
            for y in range(y0 + 8, y1, 16):
                draw.line((x0, y, x1, y), ink, 1)
    draw.rectangle(box, outline=DARK["ink"])


def _key(
    draw: ImageDraw.ImageDraw, writing: Writing, width: int, height: int, sources: Sequence[str]
) -> float:
    """The sources under the bars, in as many lines as they need; gives where the bars must end."""
    letters, x = font(24), 0.0
    rows: list[list[tuple[int, str, float]]] = []
    row: list[tuple[int, str, float]] = []
    for index, source in enumerate(sources):
        text = writing.lettered(_(source))
        long = 38 + draw.textlength(text, letters) + 28
        if row and x + long > width - 2 * MARGIN_PX:
            rows.append(row)
            row, x = [], 0.0
        row.append((index, text, x))
        x += long
    rows.append(row)
    top = height - MARGIN_PX + 14 - 36 * len(rows)
    for number, entries in enumerate(rows):
        y = top + 36 * number
        for index, text, at in entries:
            left = round(MARGIN_PX + at)
            _patterned(draw, (left, y + 2, left + 26, y + 28), index)
            draw.text((left + 36, y), text, DARK["quiet"], letters)
    return top - 14


def _mark(draw: ImageDraw.ImageDraw, mark: str, x: float, y: float, r: float, ink: Rgb) -> None:
    """A player's shape, as on every page."""
    match mark:
        case "circle":
            draw.ellipse((x - r, y - r, x + r, y + r), ink)
        case "square":
            draw.rectangle((x - r * 0.9, y - r * 0.9, x + r * 0.9, y + r * 0.9), ink)
        case "triangle":
            draw.polygon([(x, y - r), (x + r, y + r * 0.85), (x - r, y + r * 0.85)], ink)
        case "diamond":
            draw.polygon([(x, y - r * 1.15), (x + r, y), (x, y + r * 1.15), (x - r, y)], ink)
        case _:
            draw.polygon(_star(x, y, r * 1.15), ink)


def _star(x: float, y: float, r: float) -> list[tuple[float, float]]:
    # The five points and the notches between them, as sine and cosine in fifths of a turn.
    outer = ((0, -1), (0.951, -0.309), (0.588, 0.809), (-0.588, 0.809), (-0.951, -0.309))
    inner = ((0.588, -0.809), (0.951, 0.309), (0, 1), (-0.951, 0.309), (-0.588, -0.809))
    points = []
    for (ox, oy), (ix, iy) in zip(outer, inner, strict=True):
        points += [(x + r * ox, y + r * oy), (x + r * 0.42 * ix, y + r * 0.42 * iy)]
    return points
