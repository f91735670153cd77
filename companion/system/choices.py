"""Stores what a person chose on a page, for the next start."""

from __future__ import annotations

import json
import logging
from collections.abc import Sequence
from pathlib import Path

from companion.system.folders import data_folder

log = logging.getLogger(__name__)


class Choices:
    """A JSON file, {"cameras": [name, ...]}. file: by default in this person's data folder."""

    def __init__(self, file: Path | None = None) -> None:
        self.file = file or data_folder() / "choices.json"

    def cameras(self) -> tuple[str, ...]:
        """The cameras chosen last; () when none were chosen or the file cannot be read."""
        try:
            kept = json.loads(self.file.read_text(encoding="utf-8"))["cameras"]
        except FileNotFoundError:
            return ()
        except (OSError, ValueError, KeyError, TypeError) as wrong:
            log.warning("%s cannot be read (%s): what it keeps is left aside", self.file, wrong)
            return ()
        return tuple(name for name in kept if isinstance(name, str)) if isinstance(kept, list) else ()

    def keep_cameras(self, names: Sequence[str]) -> None:
        """Raises OSError where it cannot be written."""
        self.file.parent.mkdir(parents=True, exist_ok=True)
        part = self.file.with_name(self.file.name + ".part")
        part.write_text(json.dumps({"cameras": list(names)}, ensure_ascii=False, indent=1), encoding="utf-8")
        part.replace(self.file)
