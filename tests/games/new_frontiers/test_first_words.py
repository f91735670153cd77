"""What strangers stumbled over on a first evening, as it is said now in each language: a row of SAID each."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from typing import Any

import pytest

from companion import games
from companion.games.contract import Asks, Player, Setup
from companion.games.new_frontiers.display.tile_view import tile_view
from companion.games.new_frontiers.display.view_model import page
from companion.games.new_frontiers.rules.state import Disk
from companion.games.new_frontiers.rules.told_forms import question_words
from companion.games.new_frontiers.tiles.box_file import catalogue
from companion.games.new_frontiers.tiles.catalogue import Catalogue, Tile
from companion.games.new_frontiers.tiles.known import nothing_told
from companion.games.new_frontiers.tiles.power_lines import parse_power
from companion.games.new_frontiers.tiles.printed import NAME
from companion.games.new_frontiers.tiles.printed_world import PRICE
from companion.games.new_frontiers.tiles.printed_worth import POWERS
from companion.games.new_frontiers.wording.names import called
from companion.table.journal import Journal
from companion.table.table import Table
from companion.table.tables import Tables
from companion.translation import _, speaking
from companion.web import create_app
from companion.web.live.views import waited_for
from companion.web.request.services import services_of
from tests.games.new_frontiers.sample_state import sample_state
from tests.games.test_sentences import faults
from tests.web.conftest import bare_room
from tests.web.test_page_sentences import sentences, single

EXPLORE = next(fact for fact, power in POWERS.items() if power == "Explore")


@dataclass
class House:
    """told: a table whose pieces nobody registered; boards: one of a game without stickers."""

    client: Any
    told: Table[Any]
    boards: Table[Any]
    language: str = ""

    def page(self, path: str) -> str:
        """What it says, each sentence on a line."""
        self.client.set_cookie("language", self.language)
        answer = self.client.get(path)
        assert answer.status_code == 200, path
        return "\n".join(filter(None, map(single, sentences(answer.text))))

    def table(self, path: str = "") -> str:
        return self.page(f"/t/{self.told.id}/{path}")

    @property
    def asked_for_a_power(self) -> str:
        return self._asked_for_a_power()

    @property
    def asked_for_a_further_power(self) -> str:
        power = parse_power("Explore: draw 1 world")
        return self._asked_for_a_power(replace(catalogue()["W11"], powers=(power,)))

    def _asked_for_a_power(self, *tiles: Tile) -> str:
        facts = (("W11", EXPLORE),)
        state = replace(self.told.state, catalogue=self.told.state.catalogue.with_tiles(tiles))
        return question_words(state, Asks("phase", facts, facts, 0))

    @property
    def half_way(self) -> str:
        state = replace(sample_state(2), disks=(Disk(0, done=True), Disk(1, half=True)))
        return "\n".join(disk.place for disk in page(state, None).track)

    @property
    def nothing_told(self) -> str:
        """As templates/_pieces.html says it."""
        view = tile_view(self._with(nothing_told(catalogue()["W11"])), "W11")
        return view.what + (_("not all told yet") if view.is_told_in_part else "")

    @property
    def home_told(self) -> str:
        """Only what is asked of no home is left untold."""
        home = replace(catalogue()["H6A"], untold=(NAME, PRICE), source="owner", assumed=())
        view = tile_view(self._with(home), "H6A")
        return view.what + (_("not all told yet") if view.untold else "") + view.doubt

    @staticmethod
    def _with(tile: Tile) -> Catalogue:
        return catalogue().with_tiles([tile])

    @property
    def unnamed_home(self) -> str:
        return called(nothing_told(catalogue()["H6A"]))

    @property
    def waited_for(self) -> str:
        question = self.told.game.questions(self.told.state)[0]
        return f"{question.text}\n{waited_for(question, 'Ann')}"

    @property
    def card(self) -> str:
        """Of a table that was put away, on the front page: where it stands."""
        self.table("put-away")
        return "\n".join(line for line in self.page("/").split("\n") if "Ann" in line)

    @property
    def what_happened(self) -> str:
        return self.table(f"history/{self.told.number}")

    @property
    def untagged(self) -> str:
        return self.page(f"/t/{self.boards.id}/put-away")

    @property
    def drawn_doors(self) -> str:
        """What is read aloud of the drawings on the front page."""
        self.client.set_cookie("language", self.language)
        drawings = re.findall(r'<svg class="door-drawn[^>]*>', self.client.get("/").text)
        return f"{len(drawings) > 1}\n" + "\n".join(it for it in drawings if "aria-hidden" not in it)


@pytest.fixture(scope="module")
def house() -> Iterator[House]:
    tables = Tables(Journal(":memory:"), games.load)
    app = create_app(bare_room(tables))
    pair = Setup((Player("Ann", "blue"), Player("Ben", "green")))
    told = tables.create("new-frontiers", pair.with_told_pieces(), seed=3)
    three = Setup((*pair.players, Player("Eva", "red")))
    boards = tables.create("a-new-frontier", three, seed=3)
    yield House(app.test_client(), told, boards)
    services_of(app).live.close()
    tables.close()


SAID: dict[str, tuple[Callable[[House], str], tuple[str, str, str, str], str]] = {
    "a power, without an article": (
        lambda house: house.asked_for_a_power,
        (
            "Has World 11 any Explore power?",
            "Hat Welt 11 eine Fähigkeit in „Erkunden“?",
            "Monde 11 a-t-il un pouvoir «\u00a0Explorer\u00a0»\u202f?",
            "¿Tiene Mundo 11 un poder de Explorar?",
        ),
        r"\ba [AEIO]",
    ),
    "a further power": (
        lambda house: house.asked_for_a_further_power,
        (
            " a further Explore power?",
            " noch eine Fähigkeit in „Erkunden“?",
            " a-t-il un autre pouvoir «\u00a0Explorer\u00a0»\u202f?",
            " otro poder de Explorar?",
        ),
        r"a-t-elle|pouvoir de",
    ),
    "nothing told, once": (
        lambda house: house.nothing_told,
        ("nothing told yet", "noch nichts bekannt", "rien de connu", "nada indicado todavía"),
        r"not all told yet|noch nicht alles bekannt|pas encore tout connu|aún no indicado todo",
    ),
    "who asked for a tile": (
        lambda house: house.page(f"/box/new-frontiers/tile/W11?table={house.told.id}"),
        (
            "Asked for at the table of New Frontiers.",
            "Am Tisch von New Frontiers wird danach gefragt.",
            "On la demande à la table de New Frontiers.",
            "La piden en la mesa de New Frontiers.",
        ),
        r"New Frontiers (asked|hat|fragt|demande|pide)",
    ),
    "large parts of the box": (
        lambda house: house.table("put-away"),
        (
            "7\u00a0large parts: 2 development mats",
            "7\u00a0große Teile: 2 Entwicklungstafeln",
            "7\u00a0grandes pièces\u00a0: 2 plateaux de développement",
            "7\u00a0piezas grandes: 2 tableros de desarrollos",
        ),
        r"\b7\s2\b",
    ),
    "a disk half of the way": (
        lambda house: house.half_way,
        (
            "between places 2 and 3",
            "zwischen Platz 2 und 3",
            "entre les places 2 et 3",
            "entre los lugares 2 y 3",
        ),
        r"\d[.,]\d",
    ),
    "a home of which all is told": (
        lambda house: house.home_told,
        (
            "Home colony, gray, 2 VP",
            "Heimatkolonie, grau, 2 SP",
            "Colonie de départ, gris",
            "Colonia natal, gris",
        ),
        "told|bekannt|connu|indicado",
    ),
    "a home that nobody named": (
        lambda house: house.unnamed_home,
        ("Home colony 6A", "Heimatkolonie 6A", "Colonie de départ 6A", "Colonia natal 6A"),
        r"\bH6A\b|World|Welt|Monde|Mundo",
    ),
    "a question, closed": (
        lambda house: house.waited_for,
        ("Waiting for Ann: “", "Warten auf Ann: „", "En attente d’Ann\u00a0: «", "Esperando a Ann: "),
        r"[“„«][^”“»]+$|[“„«]\s?Ann, ",
    ),
    "no camera": (
        lambda house: house.what_happened,
        ("What happened?", "Was ist passiert?", "Que s’est-il passé\u202f?", "¿Qué pasó?"),
        "[Cc]amera|Kamera|[Cc]améra|[Cc]ámara",
    ),
    "no numbers of tags": (
        lambda house: house.untagged,
        ("Put away", "Wegräumen", "Ranger", "Recoger"),
        r"\b[A-Z]{1,2}\d{1,3}[AB]?\b",
    ),
    "broken off": (
        lambda house: house.card,
        (
            "Broken off until another day.",
            "Bis zu einem anderen Tag abgebrochen.",
            "Interrompue jusqu’à un autre jour.",
            "Interrumpida hasta otro día.",
        ),
        "^Ann, ",
    ),
    "no drawn numbers": (lambda house: house.drawn_doors, ("True",) * 4, "<svg"),
}
"""By what it is about: what says it, what it says in English, German, French and Spanish, and what it never
says."""


@pytest.mark.parametrize("about", SAID)
def test_what_was_stumbled_over_is_said_rightly_in_each_language(house: House, about: str) -> None:
    says, wanted, never = SAID[about]
    for language, words in zip(("en", "de", "fr", "es"), wanted, strict=True):
        with speaking(language):
            house.language = language
            said = says(house)
        assert words in said, (language, said)
        wrong = [line for line in said.split("\n") if re.search(never, line)]
        assert not wrong, (language, wrong)
        found = {fault for line in said.split("\n") for fault in faults(line.removeprefix("?"), language)}
        assert not found, (language, found)
