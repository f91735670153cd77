"""Registering pieces: the one form of a whole piece, and what else pages of the box ask of a game.

The form opens with what is told of the piece, and what is sent is told from then on. The box, an unknown tag,
a card of an expansion and every correction have it. It is made of the rows of what is printed (`Printed`); a
game gives only the piece, and how a box file has it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any, Generic

from companion.games.contract.box import BoxTile, Confirmable, Hints, PrintedFace, Retold, Understood
from companion.games.contract.box_proposals import FieldProposal, SeenFace
from companion.games.contract.drawn_piece import DrawnPiece
from companion.games.contract.one_piece import no_second_spelling
from companion.games.contract.printed import Printed
from companion.games.contract.printed_fact import P, PrintedFact
from companion.games.contract.reasons import Illegal
from companion.games.contract.telling import Saying, Telling, TellingField
from companion.games.contract.told import ALL, Said, Told, ToldBy, ToldFact, who_told
from companion.translation import _, in_turn, labelled


class PieceBook(Generic[P]):
    """What a game knows of registering its pieces. Pure, as the game is."""

    # --- what a game gives

    usual_from = ""
    """The game whose pieces of the same names are a start (`PrintedFact.usual`); "": none."""

    def pieces(self) -> Mapping[str, P]:
        """Every piece by its id, in the order in which a person goes through the box: where nobody told
        something, with what came with the game."""
        raise NotImplementedError

    def tile_of(self, piece: P) -> BoxTile:
        """One of these as a box file has it."""
        raise NotImplementedError

    def piece(self, id: str) -> P:
        """The piece as a real table has it, what nobody confirmed untold; one that nobody has met yet with
        nothing told. Raises Illegal: there can be no such piece."""
        raise NotImplementedError

    def printed_on(self, piece: P) -> Printed[P]:
        raise NotImplementedError

    def boxed(self, piece: P) -> BoxTile:
        """The piece in its owner's box file. Raises Illegal: what must be corrected."""
        raise NotImplementedError

    def drawing(self, id: str) -> DrawnPiece | None:
        """The piece drawn from what is told of it, while the rest is asked; None: the game draws none. Raises
        Illegal: there can be no such piece."""
        return None

    def called(self, piece: P) -> str:
        """What people call it."""
        return str(getattr(piece, "name", "")) or str(getattr(piece, "id", ""))

    def taken(self, piece: P) -> frozenset[str]:
        """The names that it cannot have, as `plain_name` has them."""
        return frozenset()

    def understood(self, piece: P) -> Understood:
        raise NotImplementedError

    def guide(self) -> tuple[str, ...]:
        """Where each kind of sticker goes: paragraphs."""
        raise NotImplementedError

    def printed(self, tag: str) -> PrintedFace:
        """The face with that tag ("W07A"). Raises Illegal: there is none."""
        raise NotImplementedError

    # --- what a game may give, too

    def to_verify(self) -> tuple[BoxTile, ...]:
        """The pieces that an owner compares with the printed ones, in the order of `tiles`."""
        return self.tiles()

    def fixed(self) -> tuple[BoxTile, ...]:
        """The pieces that come with the game and are no owner's to register: all that they print is known."""
        return ()

    def owned(self, tag: str) -> str:
        """The id of the piece whose fields a tag's piece and face ("H3A", "W07B") stand for."""
        return tag

    def proposals(self, piece: P, seen: SeenFace) -> tuple[FieldProposal, ...]:
        """Proposals for what a piece says, from its picture and what came with the game; empty: it reads
        none."""
        return ()

    def headings(self) -> Mapping[str, str]:
        """What a person calls the pieces of each type; of one that is not there its name is used."""
        return {}

    # --- the pieces as a box file has them

    def tiles(self) -> tuple[BoxTile, ...]:
        return tuple(map(self.tile_of, self.pieces().values()))

    def tile(self, id: str) -> BoxTile | None:
        piece = self.pieces().get(id)
        return None if piece is None else self.tile_of(piece)

    def together(self) -> tuple[tuple[str, ...], ...]:
        """Groups of fields that are confirmed and changed together (a cost excludes a defense)."""
        kinds = {id(of): of for of in map(self.printed_on, self.pieces().values())}
        groups = (_fields(group) for of in kinds.values() for group in of.groups)
        return tuple(dict.fromkeys(fields for fields in groups if len(fields) > 1))

    def confirmable(self, piece: P) -> tuple[Confirmable, ...]:
        """What its owner confirms of the piece, group by group."""
        of, tile, found = self.printed_on(piece), self.tile_of(piece), []
        for group in of.groups:
            fields, said = _fields(group), []
            for row in group:
                told = ", ".join(row.words_of(one) for one in row.unboxed(tile.fields) or ())
                label = row.words(piece)
                said += [told if told.startswith(label) else labelled(label, told)] if told else []
            if not {*fields}.isdisjoint((*tile.fields, *tile.assumed)):
                words = in_turn(said) or _("{field}: none", field=group[0].words(piece))
                found.append(Confirmable(fields, words, {*fields}.isdisjoint(tile.assumed)))
        return tuple(found)

    # --- the form

    def telling(self, id: str, told: Iterable[str] = ()) -> Telling:
        """The form of a piece, with what is told of it. told: lines of who told what (`ToldBy`), as far
        as the piece does not say it itself. Raises Illegal: there can be no such piece."""
        piece = self.piece(id)
        of, by = self.printed_on(piece), who_told((*getattr(piece, "told", ()), *told))
        said = of.said(piece)
        fields = [self._field(id, piece, row, said, by) for row in _rows(of)]
        closing = [field for field, row in zip(fields, _rows(of), strict=True) if row.closes][-1:]
        if closing and not closing[0].chosen:
            fields = [*(field for field in fields if field not in closing), replace(closing[0], closes=True)]
        return Telling(
            fields=tuple(fields),
            pieces=((id, self.called(piece)),),
            later=True,
            waived=True,
            submit=_("Save: all as printed"),
            submit_later=_("Save, the rest later"),
        )

    def told(self, id: str, value: Told) -> Retold:
        """The piece as the value of its form says it. Where the rest is told later, what it does not say is
        untold, and what it says of several may not be all. Raises Illegal."""
        piece, facts = self._retold(id, value)
        return Retold(piece, self.boxed(piece), facts)

    def answer(self, form: Telling) -> Told:
        """The value of a form in play, as far as what it asks is told of its pieces."""
        found, left = [], False
        for field in form.fields:
            piece = self.piece(field.piece)
            of = self.printed_on(piece)
            row = of.row(field.key)
            said = of.said(piece).get(row.within or row.key, ())
            found += [field.item(one) for one in said if not row.within or row.part(one) == row.key]
            left |= bool({*of.parts(row.key)} & {*piece.untold})
        return Told(found, later=left)

    def hints(self, id: str, value: Told) -> Hints:
        """What helps whoever has said this much of the piece. An illegal value has none."""
        name = Told((fact for fact in value.facts if fact.key == "name"), later=True)
        try:
            named, _facts = self._retold(id, name)
            piece, _facts = self._retold(id, value.and_later())
        except Illegal:
            return Hints()
        usual, words, likely = [], [], {}
        for row in self.printed_on(piece).rows:
            found = row.usual(named)
            if found and found != row.usual(self.piece(id)) and not value.of(id, row.key):
                usual.append(ToldFact(id, row.key, found))
                words.append(row.words_of(found))
            if offered := row.likely(piece):
                likely[row.key] = offered
        return Hints(tuple(usual), tuple(words), likely)

    def merged(self, id: str, into: str) -> tuple[Retold, tuple[str, ...]]:
        """What two spellings of one piece tell, as the piece `into`; and in words what the other says
        otherwise. Raises Illegal: they are of two sorts."""
        one, other = self.telling(into), self.telling(id)
        kinds = {self.printed_on(self.piece(piece)).kind for piece in (id, into)}
        if len(kinds) > 1:
            raise no_second_spelling()
        items, differing = [], []
        for field in one.fields:
            key, also = field.key, other.field_of(id, field.key)
            assert also is not None  # of the same kind, with the same rows
            if field.chosen and also.chosen not in ((), field.chosen) and key != "name":
                row = self.printed_on(self.piece(id)).row(key)
                differing.append(", ".join(map(row.words_of, also.chosen)))
            if field.chosen or field.ended or not (also.chosen or also.ended):
                also = field
            elif key == "name":
                continue
            items += [field.item(said) for said in also.chosen] + [field.item(ALL)] * bool(also.ended)
        return self.told(into, Told(items, later=True)), tuple(differing)

    def _retold(self, id: str, value: Told) -> tuple[P, tuple[str, ...]]:
        """The piece after its form was sent, and the facts that are told otherwise. Raises Illegal."""
        form, piece = self.telling(id), self.piece(id)
        if wrong := form.problem(value.and_later()):
            raise Illegal(wrong)
        of = self.printed_on(piece)
        facts = []
        for row in _rows(of):
            field = form.field_of(id, row.key)
            assert field is not None  # `telling` has one of every row
            given = value.of(id, row.key)
            said = tuple(one for one in given if one != ALL)
            ended = ALL in given or not value.later
            same = {*said} == {*field.chosen} and (not row.several or ended == field.ended)
            if same or (field.when and not any(one in value.facts for one in field.when)):
                continue
            if said or row in of.rows:
                piece = of.retold(piece, row.key, said, ended=ended)
                facts.append(row.key)
        if not value.later:
            self._check_whole(form, piece)
        return piece, tuple(facts)

    def _field(
        self, id: str, piece: P, row: PrintedFact[P], said: Mapping[str, Said], by: Mapping[str, ToldBy]
    ) -> TellingField:
        of = self.printed_on(piece)
        parts = of.parts(row.key)
        is_open = bool({*parts} & {*piece.untold})
        known = said.get(row.key, ()) if row in of.rows else row.said(of.values(piece)) or ()
        chosen = known if row.several or not is_open else ()
        taken = self.taken(piece) if row.key == "name" else frozenset[str]()
        field = row.field(piece, id=id, needed=not row.optional and row in of.rows, taken=taken)
        offered = {saying.value for saying in field.sayings}
        also = tuple(one for one in chosen if offered and one not in offered)
        return replace(
            field,
            sayings=(*(Saying(one, row.words_of(one)) for one in also), *field.sayings),
            usual="",
            closes=False,
            chosen=chosen,
            ended=not is_open if row.several else None,
            told_by="" if is_open else next((by[key].words for key in (row.key, *parts) if key in by), ""),
            undone=row in of.rows and not row.shown and (bool(chosen) or not is_open),
            when=self._when(id, piece, row),
            likely=row.likely(piece),
        )

    def _when(self, id: str, piece: P, row: PrintedFact[P]) -> tuple[ToldFact, ...]:
        """What opens this field, said of another."""
        found, said = [], self.printed_on(piece).said(piece)
        for other in self.printed_on(piece).rows:
            texts = (*(saying.value for saying in other.sayings(piece)), *said.get(other.key, ()))
            found += [ToldFact(id, other.key, text) for text in texts if row.key in other.opens((text,))]
        return tuple(dict.fromkeys(found))

    def _check_whole(self, form: Telling, piece: P) -> None:
        """Raises Illegal: something of it is untold."""
        of, left = self.printed_on(piece), {*piece.untold}
        for field in form.fields:
            row = of.row(field.key)
            if not row.optional and left & {*of.parts(row.key)}:
                raise Illegal(field.wanted())


def _fields(rows: Iterable[PrintedFact[Any]]) -> tuple[str, ...]:
    return tuple(dict.fromkeys(name for row in rows for name in row.written))


def _rows(of: Printed[Any]) -> tuple[PrintedFact[Any], ...]:
    """The rows of the form; what one tells in one breath is told by it."""
    return (*(row for row in of.rows if not row.within), *of.built)
