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
