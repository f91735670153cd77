"""Tests that no part of an address's password is ever shown, whatever letters it has."""

from __future__ import annotations

import click
import pytest
import sqlalchemy as sa
from hypothesis import given, settings
from hypothesis import strategies as st

from companion.commands.options import HostName, NetworkName, Origin, ProxyAddress, RootPathType
from companion.home_automation.broker import BadBroker, broker
from companion.home_automation.webhooks import BadAddress, receiver
from companion.system.addresses import without_password
from companion.table.journal_errors import JournalError, display_name, refuse_torn_password
from companion.vision.addresses import by_shown_name
from tests.default_run import examples

PART = st.text("/?#@[]:%& =.x0", max_size=5)
TELLTALE = "QZQ"
PASSWORDS = st.tuples(PART, PART).map(TELLTALE.join)


FULL_WIDTH = str.maketrans({sign: chr(ord(sign) + 0xFEE0) for sign in ":/@"})
"""As a Japanese keyboard types them."""


@given(
    PASSWORDS,
    st.sampled_from(["cam.local", "10.0.0.7:554"]),
    st.sampled_from(["rtsp://", "http://", "http:///", "http:/"]),
    st.booleans(),
)
@settings(max_examples=examples(300), deadline=None)
def test_of_a_camera(password: str, host: str, scheme: str, wide: bool) -> None:
    address = f"{scheme}me:{password}@{host}/video"
    address = address.translate(FULL_WIDTH) if wide else address
    assert TELLTALE not in without_password(address)
    assert TELLTALE not in "".join(by_shown_name([address, address + "2"]))


@pytest.mark.parametrize("slashes", ["//", "///", "////"])
def test_of_a_login_that_is_a_token_alone(slashes: str) -> None:
    assert without_password(f"http:{slashes}{TELLTALE}@cam.local/video") == "http://cam.local/video"


@given(PASSWORDS)
@settings(max_examples=examples(300), deadline=None)
def test_of_a_broker(password: str) -> None:
    address, said = f"mqtt://me:{password}@broker.local/Living room", ""
    try:
        found = broker(address)
    except BadBroker as bad:
        said = str(bad)
    else:
        said = repr(found)
        assert (found.host, found.label) == ("broker.local", "Living room")
    assert TELLTALE not in said


@given(PASSWORDS)
@settings(max_examples=examples(300), deadline=None)
def test_of_a_database(password: str) -> None:
    address, said = f"postgresql://me:{password}@db.local/tables", ""
    try:
        refuse_torn_password(address)
        said = display_name(sa.make_url(address))
    except JournalError as torn:
        said = torn.sentence
    except ValueError:  # a port that is no number: its message is never shown
        pass
    assert TELLTALE not in said


@given(PASSWORDS, st.sampled_from(["@hook.local/a", "@10.0.0.7:8123/a?b=c"]))
@settings(max_examples=examples(300), deadline=None)
def test_of_a_webhook(password: str, rest: str) -> None:
    address, said = f"https://me:{password}{rest}", ""
    try:
        found = receiver(address)
    except BadAddress as bad:
        said = str(bad)
    else:
        said = repr(found) + found.address
        assert found.address == f"https://{rest[1:]}"
    assert TELLTALE not in said


@given(PASSWORDS, st.sampled_from(["http://", "ftp://", ""]))
@settings(max_examples=examples(100), deadline=None)
def test_of_what_an_option_refuses(password: str, scheme: str) -> None:
    """Somebody gives the whole address where its host is wanted."""
    for kind in (ProxyAddress(), Origin(), HostName(), RootPathType(), NetworkName()):
        said = ""
        try:
            kind.convert(f"{scheme}me:{password}@10.0.0.7:9/", None, None)
        except click.BadParameter as bad:
            said = bad.message
        assert TELLTALE not in said


def test_a_password_that_tears_an_address_is_told_how_to_be_written() -> None:
    with pytest.raises(JournalError, match="write / as %2F"):
        refuse_torn_password("postgresql://u:p@ss/w%rd@host/db")
    with pytest.raises(BadBroker, match="write / as %2F"):
        broker("mqtt://ha:p@ss/w%rd@host/Living room")
    with pytest.raises(BadAddress, match="write / as %2F"):
        receiver("http://me:12/34@host/x")
    assert broker("mqtt://10.0.0.2/me@home").label == "me@home"
    assert broker("mqtt://ha:p%40ss@broker/Den").password == "p@ss"
