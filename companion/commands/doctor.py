"""`companion doctor`: checks games, cameras, lights, database, network and disk."""

from __future__ import annotations

import http.client
import json
import os
import re
import shutil
from collections.abc import Callable
from dataclasses import asdict, dataclass

import click

from companion.commands.counted import counted
from companion.commands.options import (
    camera_option,
    database_option,
    host_option,
    lights_option,
    named_cameras,
    port_option,
)
from companion.system.network import lan_address

MIN_FREE_DISK_BYTES = 200 * 1024 * 1024
"""The journal of a long evening takes less than one megabyte; the rest is for the system's own needs."""


@dataclass(frozen=True)
class CheckResult:
    """ok None: not used, so neither good nor bad. do: what to do about it, when it is not ok."""

    what: str
    ok: bool | None
    says: str
    do: str = ""


def check_camera(spec: str) -> list[CheckResult]:
    """The findings about one camera."""
    from companion import games
    from companion.system.folders import data_folder
    from companion.vision.calibration import Calibrations
    from companion.vision.camera import CameraLost
    from companion.vision.camera_check import check_source
    from companion.vision.sources import camera_name, kept_names, open_camera, why_missing
    from companion.vision.table_layout import layout_of

    if spec == "none":
        return [CheckResult("camera", None, "none asked for (--camera auto checks the first one)")]
    others = "`companion calibrate --list` names those that are here."
    if sentence := why_missing(spec):
        return [CheckResult("camera", False, sentence, others)]
    name = camera_name(spec)
    kept = Calibrations(data_folder() / "cameras.json").load(*kept_names(spec), shown=name)
    game = games.most_tagged()
    layout = layout_of(game.tracking.plan(game.seats[0]), kept.size_mm)
    try:
        source = open_camera(spec)
        try:
            found = check_source(source, layout, game.tag_prefix, game.tracking.tiles(), kept)
        finally:
            source.close()
    except CameraLost as lost:
        return [CheckResult("camera", False, lost.sentence, others)]
    return [
        CheckResult(
            f"camera {name}", finding.level != "bad", finding.sentence, _ADVICE.get(finding.level, "")
        )
        for finding in found
    ]


_ADVICE = {
    "bad": "`companion calibrate` shows the picture and what is read in it; hardware.md has the checks.",
    "poor": "It works so, and could be better.",
}


def check_board(spec: str) -> CheckResult:
    from companion.room.lights import open_lights

    if spec == "none":
        return CheckResult("lights", None, "none asked for (--lights auto looks for the board)")
    lights = open_lights(spec)
    try:
        status = lights.wait_for_status(4.0)
    finally:
        lights.close()
    good = status.state == "online"
    return CheckResult(
        "lights", good, status.sentence, "" if good else "hardware.md, Lights, has the checks in order."
    )


def check_database(url: str | None) -> CheckResult:
    """Checks the journal; does not create one."""
    from companion.commands.options import journal_file, open_journal
    from companion.table.journal_errors import JournalError

    file = journal_file(url, "tables.db")
    try:
        begun = file is None or file.exists()
    except OSError as wrong:
        says = f"{file} cannot be looked at ({wrong.strerror})"
        return CheckResult("database", False, says, "Choose another place with --database.")
    if file is not None and not begun:
        # The folder of one's own tables is made; one that is named is not, since of a stick that is not
        # plugged in it would be the wrong one.
        near = str(file.absolute().parent) if url else _existing(str(file.absolute().parent))
        if not os.path.isdir(near) or not os.access(near, os.W_OK | os.X_OK):
            says = f"there is no journal {file} yet, and none can be begun in {near}"
            return CheckResult("database", False, says, "Choose another place with --database.")
        return CheckResult("database", True, f"there is no journal {file} yet; the first table begins it")
    try:
        journal = open_journal(url)
        count = len(journal.tables())
        journal.close()
    except JournalError as wrong:
        return CheckResult("database", False, str(wrong), "Or choose another place with --database.")
    where = journal.url.render_as_string(hide_password=True)
    return CheckResult("database", True, f"{where} holds {counted(count, 'table')}")


def check_games() -> list[CheckResult]:
    """The games that can be played, and each that is installed but cannot be loaded."""
    from companion import games

    installed = games.names()
    return [
        CheckResult(
            "games",
            bool(installed),
            ", ".join(installed) or "none can be played",
            "" if installed else "Install one.",
        ),
        *(
            CheckResult("games", False, sentence, "Update or uninstall the package that it comes from.")
            for sentence in games.failures()
        ),
    ]


def check_network() -> CheckResult:
    address = lan_address()
    if address.startswith("127."):
        return CheckResult(
            "network", False, "this machine is in no network", "Join the Wi-Fi that the phones use."
        )
    return CheckResult("network", True, f"phones reach this machine at {address}")


def check_disk() -> CheckResult:
    from companion.commands.options import data_folder

    free = shutil.disk_usage(_existing(str(data_folder()))).free
    says = f"{free // (1024 * 1024)} MB free where the journal is"
    return CheckResult(
        "disk",
        free >= MIN_FREE_DISK_BYTES,
        says,
        "" if free >= MIN_FREE_DISK_BYTES else "Make room on this disk.",
    )


def _existing(path: str) -> str:
    while not os.path.exists(path):
        path = os.path.dirname(path)
    return path


def check_running(host: str, port: int) -> dict[str, CheckResult]:
    """What the companion says that runs there already, by "camera" and "lights": it alone can open them."""
    from companion.web.server.listening import REACHED_AT, is_answered

    if not is_answered(host, port):
        return {}
    asked = http.client.HTTPConnection(REACHED_AT.get(host, host), port, timeout=5.0)
    try:
        asked.request("GET", "/metrics")
        said = asked.getresponse().read().decode()
    except (OSError, http.client.HTTPException, UnicodeDecodeError):
        return {}
    finally:
        asked.close()
    found = {}
    for name, page in (("camera", "/camera"), ("lights", "/staff")):
        if value := re.search(rf"^companion_{name}_online (\S+)$", said, re.M):
            works = float(value[1]) == 1
            says = f"the companion that runs at port {port} has {name} open, and "
            do = f"Its page {page} says why, and what to do."
            found[name] = CheckResult(
                name, works, says + ("all is well" if works else "not all is well"), "" if works else do
            )
    return found


def check_service(host: str, port: int) -> CheckResult:
    from companion.system import installed_service
    from companion.web.server.listening import is_answered

    answers = is_answered(host, port)
    if installed_service.runs():
        says = "it runs, and answers" if answers else "it runs, and gives no answer"
        return CheckResult("service", answers, f"{says} at port {port}", "" if answers else _ITS_LOG)
    says = f"it does not run, and another companion has its port {port}" if answers else "it does not run"
    return CheckResult("service", False, says, "Stop that one." if answers else _ITS_LOG)


_ITS_LOG = "`companion service status` says why."


@click.command()
@camera_option
@lights_option
@database_option
@host_option
@port_option
@click.option("--json", "as_json", is_flag=True)
def doctor(
    cameras: tuple[str, ...], lights: str, database: str | None, host: str, port: int, as_json: bool
) -> int:
    """Say what works, what does not and what to do.

    A companion that runs at --port is asked what it has open, since no other program can open it meanwhile.
    """
    running = check_running(host, port)

    def told(name: str, asked_for: bool) -> bool:
        """Whether the companion that runs tells of it; what nobody asked for may be amiss."""
        return name in running and (asked_for or bool(running[name].ok))

    checks: list[Callable[[], CheckResult]] = [
        lambda: running["lights"] if told("lights", lights != "none") else check_board(lights),
        lambda: check_database(database),
        check_network,
        check_disk,
    ]
    findings: list[CheckResult] = []

    def report(results: list[CheckResult]) -> None:
        """Prints results at once: a camera takes seconds."""
        findings.extend(results)
        for finding in () if as_json else results:
            mark = {True: "works ", False: "WRONG ", None: "  -   "}[finding.ok]
            click.echo(f"{mark} {finding.what}: {finding.says}")
            if finding.do:
                click.echo(f"         {finding.do}")

    report(check_games())
    if click.get_current_context().find_root().params.get("service"):
        report([check_service(host, port)])
    if told("camera", bool(named_cameras(cameras))):
        report([running["camera"]])
    else:
        for camera in named_cameras(cameras) or ("none",):
            report(check_camera(camera))
    for check in checks:
        report([check()])
    if as_json:
        click.echo(json.dumps([asdict(finding) for finding in findings], indent=1))
    return 1 if any(finding.ok is False for finding in findings) else 0
