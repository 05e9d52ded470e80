# SPDX-License-Identifier: BSD-3-Clause
"""Adds to mkdocs.yml the pages that MkDocs would not find, and how to read them."""

import re
import shutil
import tempfile
from collections.abc import Iterator
from pathlib import Path

import commonmark
import gallery
import man_pages
from mkdocs.config.defaults import MkDocsConfig
from mkdocs.structure.files import File, Files
from mkdocs.structure.pages import Page
from pages import ROOT, repository_files, without_links_to_folders

# A part of the navigation is named by what is not shown at all widths; its title is.
UNNAMED = re.compile(r'aria-labelledby="__nav_\w+"([^>]*>)'
                     r'(\s*<label class="md-nav__title"[^>]*>\s*<span[^>]*></span>\s*)([^<]*\w)')


def _built() -> Path:
    """Where the build of the `comops` in PATH, or its installation, has what it made of it."""
    _, prefix, build = Path(shutil.which("comops")).parents[:3]
    return next(folder for folder in (prefix / "share", build / "docs")
                if (folder / "man/man1").is_dir())


def _generated() -> Iterator[tuple[str, str]]:
    built = _built()
    for file in sorted((built / "man/man1").glob("comops*.1"), key=lambda file: file.stem):
        yield f"docs/man/{file.stem}.md", man_pages.markdown(file)
    yield "docs/patterns.md", (built / "doc/comops/patterns.md").read_text()
    schemas = sorted((built / "comops").glob("*.schema.json"))
    yield "docs/records.md", (built / "doc/comops/records.md").read_text() + "".join(
        ["\n## JSON schemas\n", *(f"- [{file.name}]({file.name})\n" for file in schemas)])
    for file in schemas:
        yield f"docs/{file.name}", file.read_text()
    with tempfile.TemporaryDirectory() as folder:
        for name, content in gallery.pages(Path(folder)):
            yield f"docs/gallery/{name}", content


def _placed(file: File) -> File:
    """What is in docs/ is at the top of the site, where the README would be the first page."""
    is_readme = file.src_uri == "README.md"
    file.dest_uri = "readme.html" if is_readme else file.dest_uri.removeprefix("docs/")
    return file


def _expanded(entry: object, names: list[str]) -> object:
    """Navigation with all pages of a folder in place of its name."""
    if isinstance(entry, dict):
        return {title: _expanded(inside, names) for title, inside in entry.items()}
    if isinstance(entry, list):
        parts = [_expanded(part, names) for part in entry]
        return [item for part in parts for item in (part if isinstance(part, list) else [part])]
    if not str(entry).endswith("/"):
        return entry
    pages = [name for name in names if name.startswith(str(entry)) and name.endswith(".md")]
    return sorted(pages, key=lambda name: Path(name).stem not in ("index", "README"))


def on_files(files: Files, config: MkDocsConfig) -> Files:
    """Pages have the repository's names, so that links between them hold here as they do there."""
    for file in [file for file in files if file.src_dir == config.docs_dir]:
        files.remove(file)
    for name in repository_files():
        page = File(name, str(ROOT), config.site_dir, config.use_directory_urls)
        files.append(_placed(page))
    for name, content in _generated():
        files.append(_placed(File.generated(config, name, content=content)))
    config.nav = _expanded(config.nav, list(files.src_uris))
    return files


def on_page_markdown(markdown: str, page: Page, **_: object) -> str:
    file = ROOT / page.file.src_uri
    if page.file.src_uri == "docs/gallery.md":
        markdown += gallery.listed()
    return commonmark.python_markdown(without_links_to_folders(markdown, file))


def on_post_page(output: str, **_: object) -> str:
    """What axe-core finds missing in the theme and in tables whose first column has no heading."""
    output = output.replace('role="dialog">', 'role="dialog" aria-label="Search">')
    output = UNNAMED.sub(r'aria-label="\3"\1\2\3', output)
    return re.sub(r"<th([^>]*)></th>", r"<td\1></td>", output)
