"""A local certificate authority, so that browsers in the home network can use https with this machine.

The companion makes the authority once, keeps its key in the data folder, readable by its owner only, and
signs the server's certificate with it. Devices that trust the authority (`/secure` says how) show pages
without a warning. Name constraints bind the authority to names and addresses of home networks: it cannot be
used to impersonate other sites.

Uses `cryptography`: it is maintained by the Python Cryptographic Authority and has wheels for every system.
"""

from __future__ import annotations

import ipaddress
import os
import secrets
import socket
import ssl
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path

from cryptography import x509
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.x509.oid import ExtendedKeyUsageOID, NameOID

from companion.system.network import MDNS_NAME

AUTHORITY_DAYS = 3650
SERVER_DAYS = 390
"""Apple's devices refuse certificates that are good for more than 397 days."""
RENEW_DAYS = 30
"""A certificate with fewer days left is replaced."""

EARLIEST = datetime(2026, 11, 1, tzinfo=UTC)
"""The program's own date. A small computer without a clock says 1970 until it has heard the time: what is
made meanwhile begins here, else devices would have to trust a second authority when the clock is right."""

HOME_NETWORKS = tuple(
    ipaddress.ip_network(text)
    for text in (
        "10.0.0.0/8", "172.16.0.0/12", "192.168.0.0/16", "169.254.0.0/16", "100.64.0.0/10", "127.0.0.0/8",
        "fc00::/7", "fe80::/10", "::1/128",
    )
)  # fmt: skip
"""Networks whose addresses the authority may sign for; besides, names under ".local" and "localhost"."""

_Ip = ipaddress.IPv4Address | ipaddress.IPv6Address


class CertificateError(Exception):
    """No certificate can be made. The message is one sentence that says what to do."""


@dataclass(frozen=True, slots=True)
class _Pair:
    certificate: x509.Certificate
    key: ec.EllipticCurvePrivateKey


class Authority:
    """The authority in a folder, made on first use; the folder holds its key and the server's."""

    def __init__(self, folder: Path) -> None:
        """Raises CertificateError when the folder cannot be used."""
        self._folder = folder
        self._context: ssl.SSLContext | None = None
        self._loaded_names: frozenset[str] = frozenset()
        try:
            folder.mkdir(parents=True, exist_ok=True, mode=0o700)
            known = self._load("authority")
            now = _now()
            if known is None or not known.certificate.not_valid_after_utc > now + timedelta(days=SERVER_DAYS):
                known = _make_authority(now)
                self._save("authority", known)
                for name in ("server.crt", "server.key"):
                    (folder / name).unlink(missing_ok=True)
        except OSError as wrong:
            raise CertificateError(
                f"The certificate's folder {folder} cannot be written ({wrong.strerror}): make room there, "
                "or serve without --https."
            ) from None
        self._own = known

    @property
    def certificate(self) -> bytes:
        """The authority's certificate, as DER."""
        return self._own.certificate.public_bytes(serialization.Encoding.DER)

    @property
    def name(self) -> str:
        """The authority's common name, as a device's settings show it."""
        return str(self._own.certificate.subject.get_attributes_for_oid(NameOID.COMMON_NAME)[0].value)

    @property
    def fingerprint(self) -> str:
        """SHA-256 in pairs of capitals, as devices show it."""
        return self._own.certificate.fingerprint(hashes.SHA256()).hex(":").upper()

    def server_context(self, hosts: frozenset[str]) -> ssl.SSLContext:
        """The TLS context with a certificate for this machine's names and for the addresses and names of
        `hosts` in home networks. A new certificate is made when these change or it expires; it is loaded into
        the same context object, for new connections. Raises CertificateError."""
        wanted = _permitted_names(hosts)
        known = self._load("server")
        now = _now()
        if known is None or not _is_valid(known, self._own, wanted, now):
            known = _make_server_certificate(self._own, wanted, now)
            try:
                self._save("server", known)
            except OSError as wrong:
                raise CertificateError(
                    f"The certificate cannot be kept in {self._folder} ({wrong.strerror}): make room there."
                ) from None
            self._loaded_names = frozenset()
        if self._context is None:
            self._context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            self._context.minimum_version = ssl.TLSVersion.TLSv1_2
        if self._loaded_names != wanted:
            self._context.load_cert_chain(self._folder / "server.crt", self._folder / "server.key")
            self._loaded_names = wanted
        return self._context

    def _load(self, name: str) -> _Pair | None:
        """None: a file is missing or damaged."""
        try:
            certificate = x509.load_pem_x509_certificate((self._folder / f"{name}.crt").read_bytes())
            key = serialization.load_pem_private_key((self._folder / f"{name}.key").read_bytes(), None)
        except (OSError, ValueError):
            return None
        if not isinstance(key, ec.EllipticCurvePrivateKey) or key.public_key() != certificate.public_key():
            return None
        return _Pair(certificate, key)

    def _save(self, name: str, pair: _Pair) -> None:
        key = pair.key.private_bytes(
            serialization.Encoding.PEM, serialization.PrivateFormat.PKCS8, serialization.NoEncryption()
        )
        self._write(f"{name}.key", key)
        self._write(f"{name}.crt", pair.certificate.public_bytes(serialization.Encoding.PEM))

    def _write(self, name: str, data: bytes) -> None:
        """Writes atomically, with access for the owner only from the start."""
        begun = self._folder / f".{name}.{secrets.token_hex(4)}"
        with os.fdopen(os.open(begun, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "wb") as file:
            file.write(data)
        os.replace(begun, self._folder / name)


def _permitted_names(hosts: frozenset[str]) -> frozenset[str]:
    """This machine's names and those of `hosts` that the authority may sign for."""
    found = {"localhost", MDNS_NAME, "127.0.0.1", "::1"}
    own = socket.gethostname().split(".")[0].lower()
    if own and own.isascii() and own.replace("-", "").isalnum():
        found.add(f"{own}.local")
    for host in hosts:
        ip = _ip(host)
        if ip is not None and any(
            ip in network for network in HOME_NETWORKS if network.version == ip.version
        ):
            found.add(str(ip))
        elif ip is None and host.endswith(".local"):
            found.add(host)
    return frozenset(found)


def _now() -> datetime:
    """What the clock says, but no time before this program was made."""
    return max(datetime.now(UTC), EARLIEST)


def _ip(host: str) -> _Ip | None:
    try:
        return ipaddress.ip_address(host)
    except ValueError:
        return None


def _is_valid(known: _Pair, authority: _Pair, wanted: frozenset[str], now: datetime) -> bool:
    """Whether the authority signed it, it has all wanted names, and it is valid for RENEW_DAYS more."""
    held = known.certificate.extensions.get_extension_for_class(x509.SubjectAlternativeName).value
    names = {*held.get_values_for_type(x509.DNSName), *map(str, held.get_values_for_type(x509.IPAddress))}
    try:
        known.certificate.verify_directly_issued_by(authority.certificate)
    except Exception:
        return False
    until = known.certificate.not_valid_after_utc - timedelta(days=RENEW_DAYS)
    return wanted <= names and known.certificate.not_valid_before_utc <= now < until


def _make_authority(now: datetime) -> _Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    # Two machines' authorities are told apart on a phone by the last letters.
    name = x509.Name(
        [
            x509.NameAttribute(NameOID.COMMON_NAME, f"Table companion {secrets.token_hex(2).upper()}"),
            x509.NameAttribute(NameOID.ORGANIZATION_NAME, "Table companion, at home only"),
        ]
    )
    homes = [x509.DNSName("local"), x509.DNSName("localhost"), *map(x509.IPAddress, HOME_NETWORKS)]
    made = (
        _certificate_builder(name, name, key, now, AUTHORITY_DAYS)
        .add_extension(x509.BasicConstraints(ca=True, path_length=0), critical=True)
        .add_extension(x509.NameConstraints(permitted_subtrees=homes, excluded_subtrees=None), critical=True)
        .add_extension(_key_usage(signs=True), critical=True)
    )
    return _Pair(made.sign(key, hashes.SHA256()), key)


def _make_server_certificate(authority: _Pair, names: frozenset[str], now: datetime) -> _Pair:
    key = ec.generate_private_key(ec.SECP256R1())
    own = x509.Name([x509.NameAttribute(NameOID.COMMON_NAME, MDNS_NAME)])
    ips = {name: ip for name in names if (ip := _ip(name)) is not None}
    alternative_names: list[x509.GeneralName] = [x509.DNSName(name) for name in sorted(names - ips.keys())]
    alternative_names += [x509.IPAddress(ips[name]) for name in sorted(ips)]
    issuer = authority.certificate.subject
    made = (
        _certificate_builder(own, issuer, key, now, SERVER_DAYS)
        .add_extension(x509.BasicConstraints(ca=False, path_length=None), critical=True)
        .add_extension(x509.SubjectAlternativeName(alternative_names), critical=False)
        .add_extension(_key_usage(signs=False), critical=True)
        .add_extension(x509.ExtendedKeyUsage([ExtendedKeyUsageOID.SERVER_AUTH]), critical=False)
        .add_extension(
            x509.AuthorityKeyIdentifier.from_issuer_public_key(authority.key.public_key()), critical=False
        )
    )
    return _Pair(made.sign(authority.key, hashes.SHA256()), key)


def _certificate_builder(
    subject: x509.Name, issuer: x509.Name, key: ec.EllipticCurvePrivateKey, now: datetime, days: int
) -> x509.CertificateBuilder:
    return (
        x509.CertificateBuilder()
        .subject_name(subject)
        .issuer_name(issuer)
        .public_key(key.public_key())
        .serial_number(x509.random_serial_number())
        # A phone's clock may lag behind.
        .not_valid_before(now - timedelta(days=1))
        .not_valid_after(now + timedelta(days=days))
        .add_extension(x509.SubjectKeyIdentifier.from_public_key(key.public_key()), critical=False)
    )


def _key_usage(signs: bool) -> x509.KeyUsage:
    return x509.KeyUsage(
        digital_signature=not signs,
        content_commitment=False,
        key_encipherment=False,
        data_encipherment=False,
        key_agreement=False,
        key_cert_sign=signs,
        crl_sign=signs,
        encipher_only=False,
        decipher_only=False,
    )
