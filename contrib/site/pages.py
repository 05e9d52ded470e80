# SPDX-License-Identifier: BSD-3-Clause
"""Which files of the repository are in the site: the pages in docs/ and all that a page links."""

import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
LINK = re.compile(r"\]\((?!\w+:)([^)#\s]*)((?:#[^)\s]*)?)\)")


def links(page: Path) -> list[tuple[str, str]]:
    """The relative links of a page: path, which may be empty, and anchor, `#NAME` or empty."""
    text = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", "", page.read_text(encoding="utf-8"))
    return [(name, anchor) for name, anchor in LINK.findall(text) if name or anchor]


def repository_files() -> list[str]:
    """Their names from the root."""
    pages = {*(ROOT / "docs").rglob("*.md")}
    unread = [*pages]
    while unread:
        page = unread.pop()
        linked = {Path(page.parent, name).resolve() for name, _ in links(page)}
        new = {file for file in linked if file.is_file()} - pages
        pages |= new
        unread += [file for file in new if file.suffix == ".md"]
    return sorted(str(file.relative_to(ROOT)) for file in pages)


def without_links_to_folders(text: str, page: Path) -> str:
    """Folders have no page."""
    return re.sub(r"\[([^]]+)\]\(([^)#\s:]+)\)", lambda match: match[1]
                  if Path(page.parent, match[2]).is_dir() else match[0], text)
