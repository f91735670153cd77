"""The result of a scan: kept among the plays; what would have changed it, and what of it is unconfirmed."""

from __future__ import annotations

from companion.games.contract import ScoreSheet
from companion.plays.near_misses import near_misses
from companion.plays.play import Play, Seated, in_every_language, sheets_of
from companion.plays.tracked import told_anew
from companion.scan.finished import GONE_PHOTOS
from companion.scan.scans import ScanMoment
from companion.translation import SOURCE, _, speaking
from companion.web.request.services import services
from companion.web.scan.scan_view import ScanView, scan_view


def play_id(scan_id: str) -> str:
    """The id of a scan's play: changed later, it is the same play."""
    return f"scan-{scan_id}"


def kept_id(scan: ScanView) -> str:
    """The id of the play that this scan's result is kept as: that of the scan whose record it was made of."""
    own, ended = play_id(scan.moment.id), scan.moment.ended
    plays = services().keeper.plays
    same = None if ended is None or plays.find(own) else plays.same(scan.game.name, None, ended)
    return own if same is None else same.id


def keep_play(moment: ScanMoment) -> None:
    """Brings the history of plays up to this moment, if its result is to be there. Raises JournalError."""
    if not moment.kept or moment.ended is None:
        return
    scan = scan_view(moment.id, moment)
    if any(asked.key == GONE_PHOTOS for asked in scan.done.open):
        return  # what was kept while they were there is nearer to the truth
    final, book = scan.done.final, scan.book
    with speaking(SOURCE):
        near = near_misses_of(scan, book.score(final))
        players = tuple(
            Seated(
                who.called,
                who.colour,
                {
                    book.title(role): tuple(map(book.name, holding.on(role)))
                    for role in scan.roles.names
                    if scan.roles[role].scores
                },
            )
            for who, holding in zip(scan.draft.players, final.players, strict=True)
        )
    play = Play(
        id=play_id(moment.id),
        game=scan.game.name,
        ended=moment.ended,
        players=players,
        sheets=sheets_of(lambda: book.score(final)),
        nearly=in_every_language(lambda: tuple(map(_, near))),
        whence="scan",
        source=moment.id,
    )
    plays = services().keeper.plays
    before = None if plays.find(play.id) else plays.same(play.game, None, moment.ended)
    plays.keep(play if before is None else told_anew(before, play))


def near_misses_of(scan: ScanView, sheet: ScoreSheet) -> tuple[str, ...]:
    """What would have changed the result."""
    final = scan.done.final
    return near_misses(sheet, (scan.book.what_ifs(final, seat) for seat in range(len(final.players))))


def unconfirmed(scan: ScanView) -> int:
    """How many of the tiles that score nobody has held against a printed one; none where the game asks for
    what nobody told."""
    if scan.game.asks_facts:
        return 0
    lying = {pair for holding in scan.done.final.players for pair in holding.tiles.items()}
    counted = {tile for tile, role in lying if scan.roles[role].scores}
    infos = map(scan.game.tracking.tile, counted)
    return sum(info is not None and bool(info.unverified) for info in infos)
