"""An owner of a box that nobody registered, who plays by taps and typing alone, with the touches counted.

Letters of names are no touches; a touch into a field is one, unless the page put the cursor there.
"""

from __future__ import annotations

import json
from collections import Counter
from contextlib import suppress
from difflib import SequenceMatcher
from random import Random
from time import monotonic
from typing import Any

import cv2
from playwright.sync_api import TimeoutError as TapTimeout

from companion.games.contract import MIDDLE, Decision, Naming, Question, Telling, decision_to_json, seat_zone
from companion.games.contract.told import ALL, Told, ToldFact
from companion.games.new_frontiers.rules.asking_price import AskWhatItSays
from companion.games.new_frontiers.rules.state import State
from companion.games.new_frontiers.tiles.box_file import as_fields
from companion.games.new_frontiers.tiles.catalogue import Catalogue
from companion.games.new_frontiers.tracking.layout import EXPLORED, SETTLED
from companion.table.table import Table
from tests.rigs.printed_tiles import Style, photo, tile_picture
from tests.rigs.told_box import NAMES, Owner, facts_of

STEP_CAME = """(before) => location.href !== before && ![...document.querySelectorAll(".setup-next")].some(
    (it) => it.offsetWidth && it.hash === location.hash)"""
"""Whether the step to which "Next" leads is shown: a moment after its address."""


def begin_first_game(device: Any, names: tuple[str, ...] = NAMES[:4]) -> int:
    """From the front page to the first question, by what each page offers first. Returns the touches, letters
    of names apart."""
    page, touches = device.open("/"), 0

    def touch(selector: str) -> None:
        nonlocal touches
        page.locator(selector).first.click()
        touches += 1

    touch("text=New game")
    page.wait_for_selector("#setup")
    assert page.locator("[data-game][aria-current]").inner_text().strip() == "New Frontiers"
    for n, name in enumerate(names):
        touch(f"#name-{n}")
        page.keyboard.type(name)
    while page.locator("#setup").count():
        before = page.url
        touch(".setup-next:visible, #setup .primary:visible")
        page.wait_for_function(STEP_CAME, arg=before)
        page.wait_for_load_state()
    page.wait_for_selector("#begin-play")
    touch("#begin-play")
    page.wait_for_selector("#live")
    return touches


class Taps:
    """The hands at one device. touches: by what they were for."""

    def __init__(self, device: Any, table: Table[Any], owner: Owner, rng: Random) -> None:
        self.device, self.page, self.table, self.owner, self.rng = device, device.page, table, owner, rng
        self.touches: Counter[str] = Counter()
        self.pieces: dict[str, Counter[str]] = {}

    @property
    def total(self) -> int:
        return sum(self.touches.values())

    def play(self, entries: int = 10_000) -> None:
        """Plays until the game is over, or for so many entries."""
        game = self.table.game
        for _entry in range(entries):
            now = self.table.now
            if game.phase(now.state).over:
                return
            question = now.questions[0]
            if isinstance(question.form, Naming):
                self._name(question)
            elif isinstance(question.form, Telling):
                self._tell(question, question.form)
            else:
                self._decide(question)
            self.device.until(now.number + 1)

    def touch(self, target: Any, what: str, piece: str = "") -> None:
        target.click()
        self.count(what, piece)

    def count(self, what: str, piece: str = "") -> None:
        self.touches[what] += 1
        if piece:
            self.pieces.setdefault(piece, Counter())[what] += 1

    def _read_lesson(self) -> None:
        """A lesson that waits for its reader comes before a form."""
        waits = self.page.locator("#lesson [data-waits=tap]")
        before: list[str] = []
        for _step in range(60):
            # One look: what a tap asked for may come at any moment.
            now = waits.evaluate_all("all => all.slice(0, 1).map(it => it.dataset.lesson)")
            if before and now != before:
                self.count("lesson")
            if not now:
                return
            before = now
            with suppress(TapTimeout):  # it went meanwhile
                # Right after a change a tap has no effect.
                waits.first.locator("[data-post=lessons]").first.click(timeout=2_000)
            self.page.wait_for_timeout(500)

    # --- a name

    def _name(self, question: Question) -> None:
        form = question.form
        assert isinstance(form, Naming)
        page = self.page
        (text,) = self.owner.name(self.table.state, form)
        name = text.removeprefix("new:") if text.startswith("new:") else ""
        said = name or next(item.words for item in form.items if item.id == text)
        self._read_lesson()
        field = page.locator("form[data-answer-form=naming] input[name=name]")
        field.wait_for()
        if not field.evaluate("it => it === document.activeElement"):
            self.touch(field, "name", said)
        number = self.table.number
        page.keyboard.type(said[:8] if not name else said)
        target = "[data-new-name]" if name else f"button[data-value='{text}']"
        self._answer(page.locator(f"form[data-answer-form=naming] {target}"), number, "name", said)

    # --- facts

    def _tell(self, question: Question, form: Telling, later: bool = False) -> None:
        """later: the rest of the form is put off."""
        page, number = self.page, self.table.number
        self._read_lesson()
        page.wait_for_selector("form[data-answer-form=telling]")
        last = None
        for id, key, said in Told.read(self.owner.told(self.table.state, form)).facts:
            field = form.field_of(id, key)
            assert field is not None
            name = field.name
            piece = self.owner.tile(self.table.state, field.piece).name
            if field.closes:
                last = page.locator(f"[data-closing='{name}'] [data-close][value={json.dumps(said)}]")
                continue
            if said == field.usual:
                continue
            box = page.locator(f"[data-field='{name}'] input[data-tell][value={json.dumps(said)}]")
            if field.typed and not box.count():  # no list has it
                search = page.locator(f"[data-field='{name}'] [data-filter]")
                self.touch(search, "power", piece)
                search.fill(said.lower())
                self.touch(page.locator(f"[data-field='{name}'] [data-write]"), "power", piece)
                continue
            label = page.locator(f"label:has(input[name='{name}'][value={json.dumps(said)}])").first
            # Before the long list stands what is likely; its groups are folded, each an action.
            group = page.locator("details", has=label)
            if field.typed and not label.is_visible() and group.count():
                self.touch(group.last.locator("summary").first, "power", piece)
            label.scroll_into_view_if_needed()
            self.touch(label, "power" if field.typed else "fact", piece)
        piece = self.owner.tile(self.table.state, form.fields[0].piece).name
        many = len(form.pieces) > 1 or all(field.key.startswith("powers/") for field in form.fields)
        bonus = all(field.key == "bonus" for field in form.fields)
        button = last or page.locator("form[data-answer-form=telling] [type=submit]:not([data-later])")
        if later:
            button = page.locator("form[data-answer-form=telling] [data-later]")
        self._answer(button, number, "page" if many else "power" if bonus else "fact", "" if many else piece)

    # --- a decision

    def _decide(self, question: Question) -> None:
        self._take(self.choice(self.table.state, question))

    def _take(self, decision: Decision) -> None:
        sent = json.dumps(decision_to_json(decision))
        found = self.page.locator("button[data-decision]").all()
        target = next(b for b in found if json.loads(b.get_attribute("data-decision")) == json.loads(sent))
        for _page in range(6):  # the rest of a long list comes page by page
            if target.is_visible():
                break
            self.touch(self.page.locator(".answers .more:visible").first, "decision")
        self._answer(target, self.table.number, "decision")

    def choice(self, state: State, question: Question) -> Decision:
        """As somebody decides who knows what is printed: what is worth most of what can be paid."""
        game = self.table.game
        options = game.options(state, question.player)
        sure = tuple(o for o in options if not isinstance(o.decision, AskWhatItSays))
        chosen: Decision = game.players["sensible"].choose(game, state, question, sure, self.rng)
        wishes = [option.decision for option in options if isinstance(option.decision, AskWhatItSays)]
        empire = state.empires[question.player or 0]
        for wish in wishes:
            tile = self.owner.tile(state, wish.tile)
            cost = getattr(tile, "cost", None)
            # Nobody asks for what it costs where they see that it is too much.
            within = getattr(tile, "defense", None) == 1 or (cost is not None and cost <= empire.credits)
            if within and getattr(tile, "colonists", 0) <= empire.colonists and self.rng.random() < 0.5:
                return wish
        return chosen

    def _answer(self, target: Any, number: int, what: str, piece: str = "") -> None:
        self.device.press(target, number)
        self.count(what, piece)


class PhotoTaps(Taps):
    """The hands at a device that also photographs the worlds in the middle, where most of them are new."""

    MOST_KNOWN = 3
    """Of the seven: of more known ones no photo is taken."""
    TO_TAKE = 3
    """Touches of a photo in the phone's camera: its button, the shutter, "use it"."""

    def __init__(self, device: Any, table: Table[Any], owner: Owner, rng: Random, look: Style) -> None:
        super().__init__(device, table, owner, rng)
        self.look, self.photos, self.corrected = look, 0, 0

    def _name(self, question: Question) -> None:
        draw = next((asked.draw for asked in self.table.questions if asked.draw is not None), None)
        known = {item.words for item in question.form.items} if isinstance(question.form, Naming) else set()
        names = self.rng.sample(self.owner.in_bag(self.table.state), draw.count) if draw is not None else []
        if not names or len(known.intersection(names)) > self.MOST_KNOWN:
            super()._name(question)
            return
        worlds = [self.owner.by_name[name] for name in names]
        faces = [("", tile_picture(self.look, "world", as_fields(world).fields)) for world in worlds]
        seen = cv2.imencode(".jpg", photo(faces, self.rng, stickers=False)[0])[1].tobytes()
        self._read_lesson()
        self.touch(self.page.locator("a[href*='/told/many']").first, "photo")
        self.page.wait_for_selector("[data-many]", state="attached")
        shot = {"name": "middle.jpg", "mimeType": "image/jpeg", "buffer": seen}
        self.page.locator("[data-many]").first.set_input_files(files=shot)
        self.touches["photo"] += self.TO_TAKE
        self.page.wait_for_selector("[data-found]:not([hidden]) li", timeout=90_000)
        found = self.page.locator("[data-found] li").all()
        compared = list(zip(found, self._held_against(found, worlds), strict=True))
        # One touch agrees to all that is proposed, where none of it is wrong: a wrong name is written anew.
        boxes = [(box, tile) for one, tile in compared for box in one.locator("input[type=checkbox]").all()]
        all_right = bool(boxes) and all(
            tile is not None and (box.get_attribute("data-names") is not None or _is_right(box, tile))
            for box, tile in boxes
        )
        for one, tile in compared:
            self._compare(one, tile, all_right)
        done = "[data-all-right]" if all_right else "button.primary"
        self.touch(self.page.locator(f"[data-found] {done}"), "photo")
        self.page.wait_for_selector("#live, [data-found] [role=status]:not(:empty)")
        said = self.page.locator("[data-found] [role=status]")
        assert not said.count(), said.inner_text()
        self.photos += 1

    def _held_against(self, found: list[Any], worlds: list[Any]) -> list[Any]:
        """The world that each picture of the page shows; None: it shows none."""
        read = [self._read_name(one) for one in found]
        left = {it.name: it for it in worlds}
        shown = [left.pop(name, None) for name in read]
        for n, name in enumerate(read):
            if shown[n] is None and left:
                near = max(left, key=lambda it: SequenceMatcher(None, it.lower(), name.lower()).ratio())
                shown[n] = left.pop(near)
        return shown

    def _read_name(self, one: Any) -> str:
        offered = one.locator("datalist option")
        likely = offered.first.text_content() if offered.count() else ""
        return str(one.locator("input[name^=name-]").input_value() or likely)

    def _compare(self, one: Any, tile: Any, all_right: bool) -> None:
        """What was read of a tile is held against it: agreed to, put right, or left for later; what is no
        tile is left out. all_right: all that the page proposes is agreed to at once."""
        name = one.locator("input[name^=name-]")
        if tile is None:
            if name.input_value():
                self.touch(name, "photo")
                name.fill("")
            return
        right = [box for box in one.locator("input[type=checkbox]").all() if _is_right(box, tile)]
        for box in right if not all_right else ():
            self.touch(box, "photo")
        if name.input_value() != tile.name and not any(box.get_attribute("data-names") for box in right):
            self.touch(name, "photo", tile.name)
            name.fill(tile.name)
        for fact in one.locator("details:has(input[type=radio]:checked)").all():
            said = fact.locator("input[type=radio]:checked").get_attribute("value")
            if all(_is_printed(tile, line) for line in said.splitlines()):
                continue
            self.corrected += 1
            self.touch(fact.locator("summary"), "photo")
            offered = fact.locator("input[type=radio]").all()
            right = (
                it for it in offered[:-1] if _is_printed(tile, it.get_attribute("value").splitlines()[0])
            )
            self.touch(next(right, offered[-1]), "photo")
            print(f"    {tile.name}: read {said!r}", flush=True)


def _is_right(box: Any, tile: Any) -> bool:
    """What the page proposes of a tile by this box; of what is no tile nothing is right."""
    said = box.get_attribute("value")
    if tile is None or box.get_attribute("data-names"):
        return tile is not None and said == tile.name
    return all(_is_printed(tile, line) for line in said.splitlines())


def _is_printed(tile: Any, line: str) -> bool:
    fact = ToldFact.read(line)
    return fact.said == ALL or fact.said in facts_of(tile, fact.key)


class CameraTaps(Taps):
    """The hands at a device and at the table under a rendered camera: what can be seen is done with tiles
    alone, and everything else by touch. seen: steps that the camera took."""

    WAIT_SECONDS = 12.0
    """After this a step that the camera has not seen is entered by touch, as people do."""

    def __init__(self, device: Any, table: Table[Any], owner: Owner, rng: Random, scene: Any) -> None:
        super().__init__(device, table, owner, rng)
        self.scene, self.seen = scene, 0

    def play(self, entries: int = 10_000) -> None:
        game = self.table.game
        for _entry in range(entries):
            now = self.table.now
            if game.phase(now.state).over:
                return
            question = now.questions[0]
            draw = next((asked.draw for asked in now.questions if asked.draw is not None), None)
            if draw is not None and draw.what == "worlds":
                for tile in self.rng.sample(draw.pool, draw.count):
                    self.scene.put_in(MIDDLE, tile, EXPLORED)
                if self._waited(now.number):
                    self.device.until(now.number + 1)
                    continue
            if isinstance(question.form, Naming):
                tile = self.rng.choice(now.state.bag)
                self.scene.put_in(seat_zone(question.player or 0), tile, EXPLORED)
                if not self._waited(now.number):
                    self._name(question)
            elif isinstance(question.form, Telling):
                self._tell(question, question.form)
            else:
                decision = self.choice(now.state, question)
                if not self._moved(now.state, decision) or not self._waited(now.number):
                    self._take(decision)
            self.device.until(now.number + 1)

    def _moved(self, state: State, decision: Decision) -> bool:
        """The tiles are laid as after the decision; False: no tile shows it."""
        before = self.table.game.tracking.layout(state)
        if isinstance(decision, AskWhatItSays):
            if decision.tile not in before:
                return False
            self.scene.turn(decision.tile, SETTLED)
            return True
        after = self.table.game.tracking.layout(self.table.game.play(state, decision))
        changes = {tile: spot for tile, spot in after.items() if before.get(tile) != spot}
        for tile, spot in changes.items():
            lying = self.scene.tiles().get(tile)
            if lying is not None and self.scene.layout.zone_at(lying.x_mm, lying.y_mm) == spot.zone:
                self.scene.turn(tile, spot.face)
            else:
                self.scene.put_in(spot.zone, tile, spot.face)
        return bool(changes)

    def _waited(self, number: int) -> bool:
        """The camera has understood what was moved."""
        until = monotonic() + self.WAIT_SECONDS
        while self.table.number == number and monotonic() < until:
            self.page.wait_for_timeout(50)
        self.seen += self.table.number > number
        return self.table.number > number


class TaggedOwner(Owner):
    """An owner whose tiles have stickers: each tile is printed as the one of its number."""

    def __init__(self, printed: Catalogue, rng: Random) -> None:
        super().__init__(printed, rng)
        self.printed = {**printed.developments, **printed.homes, **printed.worlds}
