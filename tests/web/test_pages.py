"""Tests of every page of the companion, as a browser requests it."""

PATHS = (
    "/",
    "/new",
    "/join",
    "/t/{id}/",
    "/t/{id}/seat/0",
    "/t/{id}/seats",
    "/t/{id}/history",
    "/t/{id}/history?seat=1&player=0",
    "/t/{id}/correct",
    "/t/{id}/correct?seat=2",
    "/t/{id}/score",
    "/t/{id}/join",
    "/t/{id}/settings",
    "/t/{id}/watch",
)


def test_pages_open(client, table):
    for path in PATHS:
        answer = client.get(path.format(id=table.id))
        assert answer.status_code == 200, path
        assert "<title>" in answer.text, path
        assert "Content-Security-Policy" in answer.headers, path


def test_what_a_phone_does_on_a_page_beside_its_own_is_done_by_its_player(client, table):
    """As taking a step back in the history: js/send.js says who by this."""
    named = f'data-person="{table.setup.players[1].name}"'
    for path in ("history", "correct"):
        assert named in client.get(f"/t/{table.id}/{path}?seat=1").text
        assert "data-person" not in client.get(f"/t/{table.id}/{path}").text


def test_where_nothing_sees_the_table_that_is_said_instead_of_an_empty_picture(client, table):
    page = client.get(f"/t/{table.id}/watch").text
    assert "There is no camera at this table." in page
    assert "data-camera" not in page
