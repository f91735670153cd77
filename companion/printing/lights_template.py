"""Draws a sheet to print in true size: where the holes for a game's LEDs go."""

from __future__ import annotations

from pathlib import Path

from fpdf import FPDF, ViewerPreferences

PAGE_MM = (297.0, 210.0)
MARGIN_MM = 15.0


def make_template(file: Path, rows: dict[str, tuple[int, float]], hole: float = 5.0) -> int:
    """Write the sheet and give its pages. rows: a heading to (lights, mm from middle to middle); hole: mm."""
    sheet = FPDF(orientation="landscape", unit="mm", format="A4")
    sheet.set_auto_page_break(False)
    sheet.viewer_preferences = ViewerPreferences(print_scaling="None")
    y = PAGE_MM[1]
    for heading, (lights, pitch) in rows.items():
        fits = int((PAGE_MM[0] - 2 * MARGIN_MM) // pitch) + 1
        for first in range(0, lights, max(1, fits - 1)):
            count = min(fits, lights - first)
            if y + 45 > PAGE_MM[1] - 30:
                sheet.add_page()
                _ruler(sheet)
                y = 40.0
            _row(sheet, y, heading, first, count, lights, pitch, hole)
            y += 45.0
            if first + count >= lights:
                break
    sheet.output(str(file))
    return sheet.page


def _row(
    sheet: FPDF, y: float, heading: str, first: int, count: int, lights: int, pitch: float, hole: float
) -> None:
    part = "" if count == lights else f", lights {first + 1} to {first + count}"
    if first:
        part += f": lay {first + 1} on {first + 1}"
    sheet.set_font("helvetica", size=11)
    sheet.text(MARGIN_MM, y - 6, f"{heading}: {lights} lights, {pitch:g} mm from middle to middle{part}")
    sheet.set_draw_color(150)
    sheet.line(MARGIN_MM, y + 8, MARGIN_MM + (count - 1) * pitch, y + 8)
    sheet.set_draw_color(0)
    for light in range(count):
        x = MARGIN_MM + light * pitch
        sheet.circle(x, y + 8, hole / 2)
        sheet.line(x - 4, y + 8, x + 4, y + 8)
        sheet.line(x, y + 4, x, y + 12)
        sheet.set_font("helvetica", size=9)
        sheet.text(x + 2.5, y + 4.5, str(first + light + 1))
    sheet.set_font("helvetica", size=9)
    sheet.text(MARGIN_MM, y + 20, "data runs this way ->")


def _ruler(sheet: FPDF) -> None:
    y = PAGE_MM[1] - 15
    sheet.set_font("helvetica", size=9)
    sheet.text(
        MARGIN_MM,
        y - 3,
        "Print at 100 %: this line is 100 mm long. If it is not, the holes are not where they should be.",
    )
    sheet.line(MARGIN_MM, y, MARGIN_MM + 100, y)
    for mm in range(0, 101, 10):
        sheet.line(MARGIN_MM + mm, y, MARGIN_MM + mm, y + (4 if mm % 50 == 0 else 2))
