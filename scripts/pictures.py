"""Takes pictures of every page of a running program: `make pictures` (or ARGS="--only demo,home").

    python scripts/pictures.py [--only NAME,NAME] [--list]

`moving` is the short animation that the README shows: the demo, playing itself.

Games of each installed kind are played with a seed into a separate journal; `companion demo` serves them, and
a browser opens the pages at every screen size, dark and light. Full pictures are in build/pictures, for
review; docs/pictures has small ones: a sheet per page with all its screens, and the few pictures that the
README and the documentation show.
"""

from __future__ import annotations

import argparse
import contextlib
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Iterator
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from random import Random
from typing import Any

from PIL import Image, ImageDraw, ImageFont
from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from companion import games
from companion.games.contract import Player, Setup
from companion.simulation.computer_seats import ComputerSeats
from companion.table.journal import Journal
from companion.table.settings import Settings
from companion.table.tables import Tables

ROOT = Path(__file__).resolve().parent.parent
ALL, KEPT = ROOT / "build" / "pictures", ROOT / "docs" / "pictures"
SCREENS = {
    "phone": (390, 844),
    "phone sideways": (844, 390),
    "small tablet": (1024, 600),
    "tablet": (1180, 820),
    "tablet upright": (820, 1180),
    "laptop": (1366, 768),
    "wall": (1920, 1080),
}
THEMES = ("dark", "light")
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "chromium-headless-shell")
SEED, STEPS = 11, 90
"""The games' seed, and the number of decisions in unfinished ones."""
CHOICES = range(4, 9)
"""The number of answers of the first player in a game in play."""
LARGEST = 2000
"""Maximum number of decisions of a finished game."""
WAIT = 20_000
"""Timeout for a shot's `wait` selector, in ms; then the picture is taken anyway."""
MOVES_WITHIN = 180_000
"""Timeout for the first piece that the demo's camera sees, in ms: on a loaded machine the hands enter
one after another by touch, since the camera is too slow for them."""
LOADED = """() => [...document.images].every((it) =>
  it.naturalWidth || it.loading === "lazy" || !it.checkVisibility())"""
"""Whether the page's images have come; a camera's does when its first picture is there."""
PRESSED = 12
"""So many pages are passed at most on the way to a shot's `until`."""
MOVING = "moving"
MOVING_FRAMES, MOVING_MS, MOVING_SIZE, MOVING_BYTES = 24, 500, (944, 656), 2_000_000
"""The animation: its frames, how long each is shown, its size in pixels, and the largest file."""
HIGH, GAP, LETTERS = 430, 14, 18
"""Heights on a sheet in pixels: a picture, the gap between two, and the text."""


@dataclass(frozen=True)
class Shot:
    """A page. path: {open} and {over} stand for a table in play and a finished one, of `game`; wait: a
    selector to wait for; act: a script to run first; only: its screens, if one kind of device shows it.
    first: a selector of what is pressed, page after page, until there is what `until` selects; choose: an
    answer that is chosen before, where a page offers it."""

    name: str
    path: str
    game: str = "new-frontiers"
    wait: str = "html[data-ready]"
    act: str = ""
    only: tuple[str, ...] = ()
    first: str = ""
    until: str = ""
    choose: str = ""


MISSING = "not found"
"""The page that is no page; any other that is refused has no picture."""
PHONES = ("phone", "phone sideways")
TABLETS = tuple(screen for screen in SCREENS if screen not in PHONES)
LIVE = (
    Shot("table", "/t/{open}/", only=TABLETS),
    Shot("seat", "/t/{open}/seat/0", only=PHONES),
    Shot("score", "/t/{over}/score"),
    Shot("history", "/t/{open}/history"),
    Shot("finale", "/t/{over}/finale?step=6"),
)
"""Pages of every game."""
PAGES = (
    Shot("home", "/"),
    Shot("setup", "/new"),
    Shot("join", "/t/{open}/join"),
    Shot("seating", "/t/{open}/seating"),
    Shot("seats", "/t/{open}/seats"),
    Shot("settings", "/t/{open}/settings"),
    Shot("correct", "/t/{open}/correct"),
    Shot("signs", "/t/{open}/legend"),
    Shot("lessons", "/t/{open}/lessons"),
    Shot("menu", "/t/{open}/", act="document.getElementById('table-menu').showPopover()", only=TABLETS),
    Shot("preferences", "/", act="document.getElementById('preferences').showPopover()"),
    Shot("plays", "/plays"),
    Shot("statistics", "/plays/statistics"),
    Shot("rules", "/rules/new-frontiers"),
    Shot("box", "/box"),
    Shot("tile", "/box/new-frontiers/tile/W07"),
    Shot("verify", "/box/new-frontiers/verify"),
    Shot("scan", "/scan"),
    Shot("camera", "/camera"),
    Shot("timer", "/timer"),
    Shot("secure", "/secure"),
    Shot("staff", "/staff"),
    Shot("wall", "/staff/wall", wait=".wall-time small"),
    Shot("fits", "/new/fits?people=4&minutes=90"),
    Shot("put away", "/t/{over}/put-away"),
    Shot("lay out", "/t/{open}/lay-out"),
    Shot(
        "played on",
        "/t/{open}/played-on",
        only=("phone", "small tablet", "tablet"),
        first="main form:not(:has(:required)) button:not(:has-text('Look at the table'))",
        choose="Round 10: Blue, select an action tile.",
        until="form[action$='/played-on/yes']",
    ),
    Shot(MISSING, "/t/nosuch/"),
    Shot("demo", "/demo", wait="[data-seen]:not([hidden])"),
    Shot(
        "demo camera",
        "/demo",
        wait="[data-seen]:not([hidden])",
        act="document.querySelector('[data-look]').click()",
    ),
)
README = {
    "demo": ("demo", "tablet"),
    "console": ("staff", "tablet"),
    "wall": ("wall", "wall"),
    "fits": ("fits", "tablet"),
    "put-away": ("put away", "tablet"),
    "lay-out": ("lay out", "tablet"),
    "played-on": ("played on", "tablet"),
}
"""The pictures that documents show, by name: page and screen, in the dark theme."""


def shots() -> list[Shot]:
    """Every page, the demo's last, since its game goes on while its pictures are taken."""
    live = [
        Shot(f"{game} {shot.name}", shot.path, game, shot.wait, shot.act, shot.only)
        for game in games.names()
        for shot in LIVE
    ]
    return live + list(PAGES)


def play(journal: Path, kinds: set[str]) -> dict[str, tuple[str, str]]:
    """Plays these kinds of games: the ids of (a table in play, a finished one). The demo's game is last."""
    tables = Tables(Journal(journal))
    found = {}
    for name in sorted(kinds, key="new-frontiers".__eq__):
        over = _played(tables, name, LARGEST)
        found[name] = (_played(tables, name, STEPS), over)
    tables.close()
    return found


def _played(tables: Tables, name: str, steps: int) -> str:
    game = games.load(name)
    seats = tuple(Player(colour.capitalize(), colour) for colour in game.colours[: min(4, game.seats[1])])
    settings = Settings(draws="camera" if steps == STEPS else "virtual")
    table = tables.create(name, Setup(seats), title=game.title, seed=SEED, settings=settings, by="demo")
    computers = ComputerSeats(table, Random(SEED))
    for step in range(steps + LARGEST):
        if step >= steps and _asks_the_first(table, step < steps + STEPS):
            break
        sampled = table.sampled()
        decision: Any = computers.decision(table.now) if sampled is None else sampled[0]
        if decision is None:
            break
        table.submit(decision, table.number, f"picture-{step:05}", "demo")
    return str(table.id)


def _asks_the_first(table: Any, tiles: bool) -> bool:
    """Whether the first player has a choice: the pictures show that player's phone and side of the table.
    tiles: only a choice of tiles."""
    now = table.now
    mine = [question for question in now.questions if question.player == 0 and not question.optional]
    found = [option for option in table.game.options(now.state, 0) if option.tile or not tiles]
    return bool(mine) and len(found) in CHOICES


@contextlib.contextmanager
def running(folder: Path, journal: Path) -> Iterator[str]:
    """Runs `companion demo` on that journal; yields its address."""
    command = [sys.executable, "-c", "from companion.cli import main; main()", "demo"]
    program = subprocess.Popen(
        [*command, "--host", "127.0.0.1", "--port", "0", "--database", str(journal)],
        stdout=subprocess.PIPE,
        text=True,
        env={**os.environ, "PYTHONUNBUFFERED": "1", "XDG_DATA_HOME": str(folder)},
    )
    try:
        assert program.stdout is not None
        line = next(line for line in program.stdout if line.startswith("The table is at "))
        yield line.split()[-1].rsplit("/", 1)[0]
    finally:
        program.terminate()
        program.wait(30)


def take(browser: Browser, address: str, shot: Shot, tables: dict[str, tuple[str, str]]) -> list[Path]:
    """The page's pictures at its screens, dark and light."""
    still, over = tables[shot.game]
    path = shot.path.format(open=still, over=over)
    taken = []
    for theme in THEMES:
        context = browser.new_context(has_touch=True)
        context.add_init_script(
            f"localStorage.setItem('companion.theme', '{'' if theme == 'dark' else theme}')"
        )
        page = context.new_page()
        for screen in shot.only or SCREENS:
            wide, high = SCREENS[screen]
            page.set_viewport_size({"width": wide, "height": high})
            taken.append(_taken(page, address + path, shot, f"{shot.name} {screen} {theme}"))
        context.close()
    return taken


def _taken(page: Page, address: str, shot: Shot, name: str) -> Path:
    answered = page.goto(address)
    if answered is None or answered.ok == (shot.name == MISSING):
        raise SystemExit(f"{name}: {address} was answered by {answered and answered.status}.")
    with contextlib.suppress(TimeoutError):
        page.wait_for_selector(shot.wait, timeout=WAIT)
    for _page in range(PRESSED if shot.until else 0):
        if page.locator(shot.until).count():
            break
        if not page.locator(shot.first).count():
            raise SystemExit(f"{name}: no way leads on to {shot.until}.")
        offered = page.locator("main select", has=page.locator("option", has_text=shot.choose))
        if shot.choose and offered.count():
            offered.first.select_option(label=shot.choose)
        with page.expect_navigation():
            page.locator(shot.first).first.click()
    if shot.act:
        page.evaluate(shot.act)
    with contextlib.suppress(TimeoutError):
        page.wait_for_function(LOADED, timeout=WAIT)
    page.wait_for_timeout(400)
    out = ALL / f"{name.replace(' ', '-')}.png"
    page.screenshot(path=out)
    return out


def sheet(shot: Shot, pictures: list[Path]) -> None:
    """Combines all pictures of a page, one row per theme."""
    half = len(pictures) // 2
    scaled = [_scaled(path) for path in pictures]
    wide = sum(each.width + GAP for each in scaled[:half]) + GAP
    whole = Image.new("RGB", (wide, 2 * (HIGH + LETTERS + GAP) + GAP), "#808896")
    draw = ImageDraw.Draw(whole)
    for row in range(2):
        x, y = GAP, GAP + row * (HIGH + LETTERS + GAP)
        for screen, each in zip(shot.only or SCREENS, scaled[row * half :], strict=False):
            draw.text(
                (x, y), f"{screen}, {SCREENS[screen][0]} x {SCREENS[screen][1]}", fill="#0a101c", font=_font()
            )
            whole.paste(each, (x, y + LETTERS))
            x += each.width + GAP
    whole.save(KEPT / "pages" / f"{shot.name.replace(' ', '-')}.webp", quality=72, method=6)


def _scaled(path: Path) -> Image.Image:
    with Image.open(path) as picture:
        return picture.convert("RGB").resize(
            (round(picture.width * HIGH / picture.height), HIGH), Image.Resampling.LANCZOS
        )


def _font() -> Any:
    return ImageFont.load_default(13)


def keep() -> None:
    """Saves the pictures that documents show, with a reduced palette."""
    for name, (shot, screen) in README.items():
        path = ALL / f"{shot} {screen} dark.png".replace(" ", "-")
        if path.is_file():
            with Image.open(path) as picture:
                few = picture.convert("RGB").quantize(192, dither=Image.Dither.NONE)
                few.save(KEPT / f"{name}.png", optimize=True)


def move(browser: Browser, address: str) -> None:
    """Saves the demo playing itself as an animation, in the best quality that is small enough."""
    page = browser.new_page(viewport=dict(zip(("width", "height"), SCREENS["tablet"], strict=True)))
    page.goto(f"{address}/demo")
    page.wait_for_selector("[data-seen]:not([hidden])", timeout=MOVES_WITHIN)
    frames = []
    for _number in range(MOVING_FRAMES):
        with Image.open(BytesIO(page.screenshot())) as picture:
            frames.append(picture.convert("RGB").resize(MOVING_SIZE, Image.Resampling.LANCZOS))
        page.wait_for_timeout(MOVING_MS)
    page.close()
    out = KEPT / f"{MOVING}.webp"
    for quality in (80, 65, 50, 35, 20):
        frames[0].save(
            out,
            save_all=True,
            append_images=frames[1:],
            duration=MOVING_MS,
            loop=0,
            quality=quality,
            method=4,
        )
        if out.stat().st_size < MOVING_BYTES:
            return
    raise SystemExit(f"{out} is too large: fewer frames, or a smaller picture.")


def main() -> None:
    asked = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawTextHelpFormatter)
    asked.add_argument("--only", default="", help="pages by name, with commas between")
    asked.add_argument("--list", action="store_true", help="the names, and no picture")
    options = asked.parse_args()
    moving = not options.only or MOVING in options.only.split(",")
    wanted = [shot for shot in shots() if not options.only or shot.name in options.only.split(",")]
    if options.list:
        print("\n".join([*(shot.name for shot in shots()), MOVING]))
        return
    program = next(filter(None, map(shutil.which, BROWSERS)), None)
    if program is None or not (wanted or moving):
        raise SystemExit(
            "No chromium is installed." if program is None else "There is no page of that name: see --list."
        )
    ALL.mkdir(parents=True, exist_ok=True)
    (KEPT / "pages").mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as driver:
        journal = Path(folder) / "pictures.db"
        tables = play(journal, {"new-frontiers", *(shot.game for shot in wanted)})
        with running(Path(folder), journal) as address:
            browser = driver.chromium.launch(executable_path=program, args=["--no-sandbox", "--disable-gpu"])
            for shot in wanted:
                print(shot.name, flush=True)
                sheet(shot, take(browser, address, shot, tables))
            if moving:
                move(browser, address)
            browser.close()
    keep()
    kept = sum(file.stat().st_size for file in KEPT.rglob("*") if file.is_file())
    print(f"Kept in docs/pictures: {kept / 1e6:.1f} MB; all of them, whole: {ALL}")


if __name__ == "__main__":
    main()
