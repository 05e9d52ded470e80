# SPDX-License-Identifier: BSD-3-Clause
"""How a page is made: its templates, and what it contains instead of asking for it, with the
results files embedded as completely as its size allows."""

import base64
import functools
import gzip
import hashlib
import json
import zlib
from collections.abc import Callable, Iterable, Sequence
from contextlib import suppress
from pathlib import Path
from typing import NamedTuple

import jinja2
from markupsafe import Markup

from comops.common.files import build_file, user_folder, write
from comops.reports.draw.specs import Row, Spec
from comops.reports.words import formats
from comops.reports.words.escape import visible, visible_json
from comops.results.read import Campaign

STATIC = Path(__file__).parents[1] / "static"
NAME = "vega-lite.js"


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


def packed(content: bytes) -> Markup:
    """Text as charts.js unpacks it."""
    return Markup(base64.b64encode(gzip.compress(content, mtime=0)).decode())


@functools.cache
def library() -> str:
    """Vega-Lite and all it needs, a script of 900 KB that defines `vegaEmbed`. It comes with the
    build; where that lacked vl-convert, it is made here, and kept in the user's cache."""
    folder = user_folder("XDG_CACHE_HOME", ".cache")
    kept = folder and folder / NAME
    for file in filter(None, (build_file(NAME), kept)):
        with suppress(OSError):
            return file.read_text(encoding="utf-8")
    from comops.reports.draw.bundle import bundle

    script = bundle()
    with suppress(OSError):
        if kept:
            kept.parent.mkdir(parents=True, exist_ok=True)
            write(kept, script.encode())
    return script


@functools.cache
def library_packed() -> Markup:
    return packed(library().encode())


class Charts:
    """The charts of a page by the ids of their elements, and the datasets that several of them
    share by the name of a panel."""

    def __init__(self) -> None:
        self.specs: dict[str, Spec] = {}
        self.datasets: dict[str, dict[str, list[Row]]] = {}

    def drawn(self, spec: Spec | None, css: str = "") -> Markup:
        """The place of a chart that has its own data; nothing without a specification."""
        if not spec:
            return Markup()
        name = f"chart-{len(self.specs)}"
        self.specs[name] = spec
        return Markup('<div class="chart {}" id="{}" style="min-height:{}px"></div>').format(
            css, name, spec["height"])

    def scripts(self, files: Iterable[Markup]) -> dict[str, Markup | str]:
        """The variables of a page that draws them: its scripts, and the policy that allows no
        others."""
        texts = [static("charts.js"), *files]
        data = visible_json({"specs": self.specs, "datasets": self.datasets})
        elements = [
            Markup('<script type="application/gzip" id="{}">{}</script>').format(name, content)
            for name, content in (("chart-data", packed(data.encode())),
                                  ("library", library_packed()))]
        elements += [Markup("<script>{}</script>").format(text) for text in texts]
        return {"scripts": Markup("\n").join(elements),
                "policy": " ".join(map(script_hash, [library(), *texts]))}


# ---- the results files ------------------------------------------------------------------------


GZIP = 31  # zlib's window bits for a gzip file
PAIR = 24  # bytes of a line that contain its kind
SAMPLES = ("samples_us", "empty_us", "blocks", "launches", "launch_us", "voided", "dropped")


class Download(NamedTuple):
    """A compressed results file as a data: link, empty if it is too large; what it lacks."""

    file: str
    name: str
    link: str
    size: int
    lacks: str


def without_samples(line: bytes) -> bytes:
    """The record without its samples; nothing of a damaged line."""
    try:
        record = json.loads(line)
        kept = {name: value for name, value in record.items() if name not in SAMPLES}
    except (ValueError, AttributeError, RecursionError):
        return b""
    return json.dumps(kept, separators=(",", ":")).encode() + b"\n"


def without_pairs(line: bytes) -> bytes:
    """As without_samples, and nothing of a pair."""
    return b"" if b'"pair"' in line[:PAIR] else without_samples(line)


LEVELS: tuple[tuple[str, Callable[[bytes], bytes]], ...] = (
    ("", bytes),
    ("the raw samples", without_samples),
    ("the raw samples and the pairs", without_pairs),
)


def compressed(file: Path, form: Callable[[bytes], bytes], limit: int) -> bytes | None:
    """The lines of a file in this form, gzipped; None if that takes more than `limit` bytes."""
    packer, pieces, size = zlib.compressobj(wbits=GZIP), [], 0
    with file.open("rb") as lines:
        for line in lines:
            pieces.append(packer.compress(form(line)))
            size += len(pieces[-1])
            if size > limit:
                return None
    content = b"".join([*pieces, packer.flush()])
    return content if len(content) <= limit else None


def download(file: Path, limit: int) -> Download:
    """As much of a file as fits into so many characters."""
    for lacks, form in LEVELS:
        content = compressed(file, form, limit * 3 // 4)
        if content:
            link = f"data:application/gzip;base64,{base64.b64encode(content).decode()}"
            return Download(str(file), f"{file.stem}.jsonl.gz", link, len(content), lacks)
    return Download(str(file), "", "", 0, "")


def downloads(campaigns: Sequence[Campaign], limit: int) -> list[Download]:
    """As much of each results file as fits into so many characters together."""
    files, links = dict.fromkeys(campaign.file for campaign in campaigns), []
    for left, file in zip(range(len(files), 0, -1), files, strict=True):
        links.append(download(file, max(0, limit) // left))
        limit -= len(links[-1].link)
    return links
