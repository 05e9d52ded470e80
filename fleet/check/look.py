# SPDX-License-Identifier: BSD-3-Clause
"""What all pages of a fleet share: the report's look, templates, and one file for everything."""

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from markupsafe import Markup

from reports.page.inline import environment, script_hash, static
from reports.words.escape import script_json

ROOT = Path(__file__).parents[1]
LONGEST = 2000  # characters of a set of nodes or a sentence
STYLES = ("colours.css", "page.css", "picture.css")  # of the report


def short(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}..."


def page_render(template: str, scripts: Sequence[str], data: Any, **values: Any) -> str:
    """A page as one file; `scripts` of static/ find `data` as JSON in the element page-data."""
    texts = [static(name, ROOT / "static") for name in scripts]
    return environment(ROOT / "templates").get_template(template).render(
        style=Markup("\n").join([*map(static, STYLES), static("fleet.css", ROOT / "static")]),
        scripts=texts,
        policy=" ".join(map(script_hash, texts)),
        data=Markup(script_json(data)),
        **values,
    )
