"""axe-core finds nothing serious on any page, dark, light or in high contrast."""

from __future__ import annotations

import pytest

from tests.web.conftest import PATHS, SIZES, Device

pytestmark = [pytest.mark.browser, pytest.mark.slow]


@pytest.fixture(scope="module")
def serious():
    """What axe-core calls serious or critical on a page, one line each."""
    axe = pytest.importorskip("axe_playwright_python.sync_playwright").Axe()

    def find(page):
        return [
            f"{wrong['id']} ({len(wrong['nodes'])}): {[node['html'][:120] for node in wrong['nodes'][:3]]}"
            for wrong in axe.run(page).response["violations"]
            if wrong["impact"] in ("serious", "critical")
        ]

    return find


def test_nothing_serious_on_any_page(browser, full_table, serious):
    serving, table = full_table
    found = []
    for size, themes in (("tablet", ("dark",)), ("phone", ("light", "contrast"))):
        one = Device(browser, serving.address, SIZES[size])
        for path in PATHS:
            page = one.open(path.format(id=table.id))
            for theme in themes:
                page.evaluate("theme => { document.documentElement.dataset.theme = theme; }", theme)
                found += [f"{path} {theme} {size}: {wrong}" for wrong in serious(page)]
        one.context.close()
    assert not found, "\n".join(found)


def test_the_check_would_find_something(browser, full_table, serious):
    serving, _ = full_table
    one = Device(browser, serving.address, SIZES["phone"])
    page = one.open("/")
    page.evaluate("document.querySelector('main').innerHTML = '<button></button><img src=\"/x.png\">'")
    assert len(serious(page)) == 2
    one.context.close()
