# SPDX-License-Identifier: BSD-3-Clause
"""How a page is made: its templates, and what it contains instead of asking for it."""

import base64
import functools
import gzip
import hashlib
from pathlib import Path

import jinja2
from markupsafe import Markup

from reports.words import formats
from reports.words.escape import visible

STATIC = Path(__file__).parents[1] / "static"


def environment(templates: Path) -> jinja2.Environment:
    """The templates of a folder: everything escaped, an unknown name an error."""
    jinja = jinja2.Environment(
        loader=jinja2.FileSystemLoader(templates),
        autoescape=True,
        finalize=lambda value: visible(value) if type(value) is str else value,
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
    )
    jinja.filters.update(date=formats.date_text, number=formats.number_text, size=formats.size_text)
    return jinja


def static(name: str, folder: Path = STATIC) -> Markup:
    return Markup((folder / name).read_text(encoding="utf-8"))


def script_hash(script: str) -> str:
    """The source expression that lets the page's policy run this inline script."""
    digest = hashlib.sha256(script.encode()).digest()
    return f"'sha256-{base64.b64encode(digest).decode()}'"


@functools.cache
def packed(script: str) -> Markup:
    """A script as chart.js unpacks it."""
    return Markup(base64.b64encode(gzip.compress(script.encode(), mtime=0)).decode())
