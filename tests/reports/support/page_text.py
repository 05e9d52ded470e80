# SPDX-License-Identifier: BSD-3-Clause
"""What a page says: its elements, its text, and the data of its charts."""

import base64
import gzip
import json
import re
from html.parser import HTMLParser


class Elements(HTMLParser):
    """All start tags of a page, and the text of its body outside scripts."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.tags: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.inside = ""
        self.feed(html)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.inside = tag
        self.tags.append((tag, dict(attrs)))

    def handle_data(self, data: str) -> None:
        if self.inside not in ("script", "style"):
            self.texts.append(data)


def embedded(html: str) -> dict:
    """The specifications and datasets of the charts, as charts.js reads them."""
    packed = re.search(r'id="chart-data">(.*?)</script>', html)[1]
    return json.loads(gzip.decompress(base64.b64decode(packed)))


def words(html: str) -> str:
    """The text of a page, its spaces plain."""
    return " ".join("".join(Elements(html).texts).replace("\N{NO-BREAK SPACE}", " ").split())


def panel_rows(html: str) -> list[list[dict]]:
    """The rows of each panel's charts."""
    return [data["points"] for data in embedded(html)["datasets"].values() if "points" in data]
