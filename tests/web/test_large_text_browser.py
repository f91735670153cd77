"""Browser tests of every page at 150 and 200 % of the text's size, in German, whose words are the longest:
each word of each form, fold, panel and dialog can be read, each field shows what is in it, and nothing that
one goes to by keyboard lies under what stays at an edge (test_sizes_browser.py and its neighbours look closer
at a table's and a seat's own pages)."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from tests.web.conftest import Device
from tests.web.everything import Everything, full_room

pytestmark = [pytest.mark.browser, pytest.mark.slow]

SCRIPTS = Path(__file__).parent
COVERED_JS = (SCRIPTS / "covered_focus.js").read_text("utf-8")
FAULTS_JS = f"() => ({(SCRIPTS / 'large_text_faults.js').read_text('utf-8')})({COVERED_JS})"
SIZES = ((390, 844), (1024, 600))


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Everything]:
    with full_room(tmp_path_factory.mktemp("large")) as all_of_it:
        yield all_of_it


@pytest.mark.parametrize("text", ["2", "1.5"])
@pytest.mark.parametrize("size", SIZES, ids=str)
def test_every_word_can_be_read_where_text_is_large(
    browser: Any, whole: Everything, size: tuple[int, int], text: str
) -> None:
    one, wrong = Device(browser, whole.serving.address, size), []
    one.context.add_cookies([{"name": "language", "value": "de", "url": whole.serving.address}])
    one.page.add_init_script(f"localStorage['companion.text'] = '{text}'")
    for path in whole.paths:
        page = one.open(path)
        wrong += [f"{path}: {it}" for it in page.evaluate(FAULTS_JS)]
    one.close()
    assert len(whole.paths) > 60
    assert not wrong, "\n".join(wrong)
