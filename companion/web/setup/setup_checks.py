"""Checks what a new game is given before it begins: its players, options and draws."""

from __future__ import annotations

from collections.abc import Mapping

from companion.games.contract import Draw, Game, Illegal, Player, Setup, State
from companion.games.contract.player_names import checked_name, name_key
from companion.translation import _


class WrongField(Illegal):
    """The entry in one field is not possible. field: its name, as in the form ("name-2", "option-goals")."""

    def __init__(self, field: str, sentence: str) -> None:
        super().__init__(sentence)
        self.field = field


def checked_players(game: Game[State], given: list[tuple[str, str]]) -> tuple[Player, ...]:
    """given: (name, colour) of each seat; "" for a name: nobody sits there. Raises WrongField."""
    seated = []
    for n, (entered, colour) in enumerate(given):
        try:
            name = checked_name(entered)
        except Illegal as wrong:
            raise WrongField(f"name-{n}", wrong.sentence) from None
        if name:
            seated.append((n, Player(name, colour)))
    fewest, most = game.seats
    if not fewest <= len(seated) <= most:
        taken = {n for n, _player in seated}
        free = next((n for n in range(len(given)) if n not in taken), 0)
        raise WrongField(
            f"name-{free if len(seated) < fewest else seated[most][0]}", player_count_sentence(game)
        )
    names: set[str] = set()
    colours: set[str] = set()
    for n, player in seated:
        if player.colour not in game.colours:
            raise WrongField(f"colour-{n}", _("Choose a colour for {player}.", player=player.name))
        if name_key(player.name) in names:
            raise WrongField(f"name-{n}", same_name_sentence())
        if player.colour in colours:
            raise WrongField(f"colour-{n}", _("Two players have the same colour: give each their own."))
        names.add(name_key(player.name))
        colours.add(player.colour)
    return tuple(player for _n, player in seated)


def player_count_sentence(game: Game[State]) -> str:
    fewest, most = game.seats
    return _(
        "{game} is for {fewest} to {most} players: name that many.",
        game=game.title,
        fewest=fewest,
        most=most,
    )


def same_name_sentence() -> str:
    return _("Two players have the same name: make them different.")


def checked_options(game: Game[State], said: Mapping[str, str]) -> tuple[tuple[str, str], ...]:
    """The chosen options, the usual one of each of which nothing is said. Raises WrongField."""
    chosen = []
    for option in game.setup_options():
        values = [value for value, _words in (*option.choices, *option.before)]
        value = said.get(option.name, values[0])
        if value not in values:
            raise WrongField(f"option-{option.name}", _("Choose again: {what}.", what=option.words))
        chosen.append((option.name, value))
    return tuple(chosen)


def checked_draw(game: Game[State], setup: Setup, draw: Draw, names: tuple[str, ...]) -> tuple[str, ...]:
    """The names, if they can have come up in `draw`. Raises Illegal."""
    left = list(draw.pool)
    for name in names:
        if name not in left:
            words = words_of_name(game, setup, name) if name in draw.pool else f"{name!r:.40}"
            raise Illegal(_("{name} is there twice, or cannot come up: choose again.", name=words))
        left.remove(name)
    if len(names) != draw_size(draw):
        raise Illegal(_("Choose {number}, not {given}.", number=draw_size(draw), given=len(names)))
    return names


def draw_size(draw: Draw) -> int:
    """How many names a draw gives."""
    return min(draw.count, len(draw.pool))


def words_of_name(game: Game[State], setup: Setup, name: str) -> str:
    """A drawn name in words: a player's colour as the player's name, a tile's id as its name and id."""
    people = {player.colour: player.name for player in setup.players}
    tile = game.tracking.tile(name)
    return people.get(name) or (f"{tile.name} ({name})" if tile else name)
