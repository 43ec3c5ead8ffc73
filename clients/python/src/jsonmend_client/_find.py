"""Where jm-serve is."""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

NAME = "jm-serve.exe" if sys.platform == "win32" else "jm-serve"


def find(binary: str | os.PathLike[str] | None) -> str:
    """The program to start: what was named, or the first of the places where it may be.

    Raises FileNotFoundError where it is in none.
    """
    named = binary if binary is not None else os.environ.get("JSONMEND_BIN") or None
    if named is not None:
        path = Path(named)
        return str(path / NAME if path.is_dir() else path)
    for scheme in (sysconfig.get_default_scheme(), f"{os.name}_user"):
        if scheme not in sysconfig.get_scheme_names():
            continue
        # Where a wheel puts its programs, for all or for one user.
        bundled = Path(sysconfig.get_path("scripts", scheme), NAME)
        if bundled.is_file():
            return str(bundled)
    found = shutil.which(NAME)
    if found is None:
        raise FileNotFoundError(
            f"{NAME} is neither beside this Python nor on PATH; name it by binary= or JSONMEND_BIN"
        )
    return found
