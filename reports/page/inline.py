# SPDX-License-Identifier: BSD-3-Clause
"""What a page contains instead of asking for it: style sheets and scripts."""

import base64
import gzip
import hashlib
from pathlib import Path

from markupsafe import Markup

STATIC = Path(__file__).parents[1] / "static"


def static(name: str, folder: Path = STATIC) -> Markup:
    return Markup((folder / name).read_text(encoding="utf-8"))


def script_hash(script: str) -> str:
    """The source expression that lets the page's policy run this inline script."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


def packed(script: str) -> Markup:
    """A script as chart.js unpacks it."""
    return Markup(base64.b64encode(gzip.compress(script.encode(), mtime=0)).decode())
