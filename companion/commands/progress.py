"""Progress bars and histograms for the terminal."""

from __future__ import annotations

import sys
from collections import Counter
from collections.abc import Sequence
from typing import TYPE_CHECKING

import click

if TYPE_CHECKING:
    from click._termui_impl import ProgressBar

MAX_BAR_LENGTH = 50
"""Characters."""
MAX_BARS = 20


def progress(steps: int, label: str, hidden: bool = False) -> ProgressBar[int]:
    """A progress bar of `steps` steps on standard error; hidden where that is no terminal."""
    hidden = hidden or not sys.stderr.isatty()
    return click.progressbar(length=steps, label=label, file=sys.stderr, hidden=hidden)


def histogram(numbers: Sequence[int]) -> str:
    """A bar for each number, or for as many neighbours together as leave MAX_BARS bars.

    >>> print(histogram([3, 3, 4, 6]))
         3  ██████████████████████████████████████████████████ 2
         4  █████████████████████████ 1
         5   0
         6  █████████████████████████ 1
    """
    if not numbers:
        return ""
    low, high = min(numbers), max(numbers)
    step = -(-(high - low + 1) // MAX_BARS)
    counts = Counter((number - low) // step for number in numbers)
    most = max(counts.values())
    lines = []
    for n in range((high - low) // step + 1):
        begin, end = low + n * step, min(high, low + n * step + step - 1)
        name = f"{begin}" if step == 1 else f"{begin}-{end}"
        bar = "█" * round(MAX_BAR_LENGTH * counts[n] / most)
        lines.append(f"{name:>6}  {bar} {counts[n]}")
    return "\n".join(lines)
