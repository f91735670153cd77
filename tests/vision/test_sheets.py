from pathlib import Path

import numpy as np
import pypdfium2
import pytest

from companion.vision.reader import Reader
from companion.vision.sheets import sheet

TAGS = [f"NF:W{n:02d}{face}" for n in range(1, 61) for face in "AB"]


def rasterised(path: Path, dpi: int) -> list[np.ndarray]:
    document = pypdfium2.PdfDocument(path)
    return [np.asarray(page.render(scale=dpi / 72).to_pil().convert("RGB")) for page in document]


@pytest.mark.parametrize(("paper", "size"), [("a4", (210, 297)), ("letter", (215.9, 279.4))])
def test_every_sticker_reads_back_at_its_size(tmp_path: Path, paper: str, size: tuple[float, float]) -> None:
    out = tmp_path / "tags.pdf"
    pages = sheet(TAGS, paper, 16.0, out)
    pictures = rasterised(out, 200)
    assert len(pictures) == pages
    assert pictures[0].shape[1] / 200 * 25.4 == pytest.approx(size[0], abs=0.3)
    assert pictures[0].shape[0] / 200 * 25.4 == pytest.approx(size[1], abs=0.3)
    found = [s for picture in pictures for s in Reader().read_hard(picture)]
    assert sorted(s.tag.text for s in found) == sorted(TAGS)
    widths = [s.module * 21 / 200 * 25.4 for s in found]
    assert np.median(widths) == pytest.approx(16.0, abs=0.15)


def test_the_ruler_is_100_mm_long(tmp_path: Path) -> None:
    out = tmp_path / "tags.pdf"
    sheet(["NF:W01A"], "a4", 16.0, out)
    picture = rasterised(out, 300)[0]
    row = picture[round(27 / 25.4 * 300), :, 0] < 128
    dark = np.flatnonzero(row)
    assert (dark[-1] - dark[0]) / 300 * 25.4 == pytest.approx(100, abs=0.4)


@pytest.mark.parametrize(
    ("tags", "paper", "mm", "says"),
    [
        ([], "a4", 16, "no tags"),
        (["NF:W01A"], "a3", 16, "Paper"),
        (["NF:W01A"], "a4", 2, "wide"),
        (["hello"], "a4", 16, "no tag"),
    ],
)
def test_what_cannot_be_printed_is_said(
    tmp_path: Path, tags: list[str], paper: str, mm: float, says: str
) -> None:
    with pytest.raises(ValueError, match=says):
        sheet(tags, paper, mm, tmp_path / "x.pdf")
    assert not (tmp_path / "x.pdf").exists()


def test_a_place_that_cannot_be_written_is_said(tmp_path: Path) -> None:
    with pytest.raises(ValueError, match="cannot be written"):
        sheet(["NF:W01A"], "a4", 16, tmp_path / "none" / "x.pdf")
