# SPDX-License-Identifier: BSD-3-Clause
"""The results files embedded in the page, as completely as its size allows."""

import base64
import json
import zlib
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import NamedTuple

from records.read import Campaign

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


def whole(line: bytes) -> bytes:
    return line


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
    ("", whole),
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
    files, found = dict.fromkeys(one.file for one in campaigns), []
    for left, file in zip(range(len(files), 0, -1), files, strict=True):
        found.append(download(file, max(0, limit) // left))
        limit -= len(found[-1].link)
    return found
