"""The user's own certificate authority: made at the first start, and readable by the user alone."""

from __future__ import annotations

import os
import stat
from pathlib import Path
from typing import Final

from mainspan.errors import OutputError

# The names that mitmproxy gives its files.
_NAME: Final = "mitmproxy"
_KEY: Final = f"{_NAME}-ca.pem"
_CERTIFICATE: Final = f"{_NAME}-ca-cert.pem"
# The size that mitmproxy uses by itself.
_KEY_BITS: Final = 2048  # no rule: a size of keys
_OWNER_ALONE: Final = 0o700  # no rule: permissions of a folder
_KEY_MODE: Final = 0o600  # no rule: permissions of a file


def make_authority(folder: Path) -> None:
    """Make the authority in a folder unless it is there; an OutputError if that is not possible.

    A key that others can read is refused: they could read everything that this authority protects.
    """
    from mitmproxy.certs import CertStore

    try:
        folder.mkdir(parents=True, exist_ok=True, mode=_OWNER_ALONE)
        key = folder / _KEY
        if not key.exists():
            folder.chmod(_OWNER_ALONE)
            CertStore.create_store(folder, _NAME, _KEY_BITS, organization="Mainspan proxy", cn=_common_name())
            for each in folder.glob(f"{_NAME}-ca.p*"):
                each.chmod(_KEY_MODE)
        elif os.name == "posix" and stat.S_IMODE(key.stat().st_mode) & (stat.S_IRWXG | stat.S_IRWXO):
            raise OutputError(
                f"{key}: others can read the key of the certificate authority. Remove the folder and the "
                f"certificate from your browsers, or, if nobody has read it: chmod 600 {key}"
            )
    except OSError as error:
        raise OutputError(f"{folder}: {error.strerror or error}") from None


def _common_name() -> str:
    import getpass

    try:
        return f"Mainspan proxy of {getpass.getuser()}"[:64]
    except (KeyError, OSError):
        return "Mainspan proxy"


def certificate(folder: Path, *, der: bool = False) -> bytes:
    """The certificate of the authority, to be trusted by browsers; never its key."""
    text = (folder / _CERTIFICATE).read_bytes()
    if not der:
        return text
    import ssl

    return ssl.PEM_cert_to_DER_cert(text.decode("ascii"))
