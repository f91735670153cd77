"""Tests of the companion's own certificate authority: names, validity, and who can read its key."""

from __future__ import annotations

import os
import ssl
import stat
from datetime import UTC, datetime, timedelta

import pytest
from cryptography import x509

from companion.system import certificates
from companion.system.certificates import Authority, CertificateError

HOSTS = frozenset({"192.168.1.7", "8.8.8.8", "games.example.org", "fd00::7"})


@pytest.fixture
def folder(tmp_path):
    return tmp_path / "https"


def server_certificate(folder):
    """The server's certificate."""
    return x509.load_pem_x509_certificate((folder / "server.crt").read_bytes())


def hosts_in(folder):
    said = server_certificate(folder).extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    return {*said.get_values_for_type(x509.DNSName), *map(str, said.get_values_for_type(x509.IPAddress))}


def test_it_vouches_for_names_and_addresses_at_home_and_no_others(folder):
    Authority(folder).server_context(HOSTS)
    assert {"localhost", "table-companion.local", "127.0.0.1", "192.168.1.7", "fd00::7"} <= hosts_in(folder)
    assert not {"8.8.8.8", "games.example.org"} & hosts_in(folder)


def test_it_is_bound_to_home_networks_by_its_own_certificate(folder):
    own = x509.load_der_x509_certificate(Authority(folder).certificate)
    bound = own.extensions.get_extension_for_class(x509.NameConstraints)
    assert bound.critical
    assert {str(name.value) for name in bound.value.permitted_subtrees or ()} >= {"local", "192.168.0.0/16"}
    assert own.extensions.get_extension_for_class(x509.BasicConstraints).value.path_length == 0


def test_one_made_before_the_clock_was_set_is_kept_when_it_is_right(folder, monkeypatch):
    class InSeventy(datetime):
        @classmethod
        def now(cls, tz=None):
            return datetime(1970, 1, 1, 0, 5, tzinfo=tz)

    monkeypatch.setattr(certificates, "datetime", InSeventy)
    first = Authority(folder)
    first.server_context(HOSTS)
    own = x509.load_der_x509_certificate(first.certificate)
    assert own.not_valid_after_utc > certificates.EARLIEST + timedelta(days=3000)
    monkeypatch.setattr(certificates, "datetime", datetime)
    again = Authority(folder)
    again.server_context(HOSTS)
    assert again.certificate == first.certificate
    assert server_certificate(folder).not_valid_before_utc <= datetime.now(UTC)


@pytest.mark.skipif(os.name != "posix", reason="modes are a matter of POSIX")
def test_nobody_else_can_read_its_keys(folder):
    Authority(folder).server_context(HOSTS)
    assert stat.S_IMODE(folder.stat().st_mode) == 0o700
    assert {stat.S_IMODE(file.stat().st_mode) for file in folder.iterdir()} == {0o600}
    assert {file.name for file in folder.iterdir()} == {
        "authority.crt", "authority.key", "server.crt", "server.key",
    }  # fmt: skip


def test_it_stays_the_same_and_renews_the_servers_when_there_is_reason(folder):
    first = Authority(folder)
    context = first.server_context(HOSTS)
    before = server_certificate(folder)
    again = Authority(folder)
    assert again.fingerprint == first.fingerprint
    again.server_context(HOSTS - {"192.168.1.7"})  # fewer hosts: no reason to renew it
    assert server_certificate(folder) == before
    assert first.server_context(HOSTS | {"192.168.1.8"}) is context
    assert "192.168.1.8" in hosts_in(folder)
    assert server_certificate(folder) != before


def test_a_certificate_near_its_end_is_made_anew(folder, monkeypatch):
    authority = Authority(folder)
    monkeypatch.setattr(certificates, "SERVER_DAYS", certificates.RENEW_DAYS - 1)
    authority.server_context(HOSTS)
    monkeypatch.undo()
    authority.server_context(HOSTS)
    assert server_certificate(folder).not_valid_after_utc > datetime.now(UTC) + timedelta(days=300)
    assert server_certificate(folder).not_valid_after_utc < datetime.now(UTC) + timedelta(
        days=397
    )  # Apple's limit


@pytest.mark.parametrize("file", ["authority.key", "authority.crt", "server.key", "server.crt"])
def test_a_damaged_file_is_made_anew(folder, file):
    Authority(folder).server_context(HOSTS)
    (folder / file).write_text("spilt coffee")
    context = Authority(folder).server_context(HOSTS)
    assert isinstance(context, ssl.SSLContext)
    ssl.create_default_context(cadata=Authority(folder).certificate)


def test_a_folder_that_cannot_be_used_is_said_in_a_sentence(tmp_path):
    (tmp_path / "https").write_text("a file, no folder")
    with pytest.raises(CertificateError, match=r"cannot be written .* --https"):
        Authority(tmp_path / "https")
