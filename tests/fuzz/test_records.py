# SPDX-License-Identifier: BSD-3-Clause
"""Whatever a results file holds, report and compare process or refuse it: no traceback.

Records of a campaign are changed, as searching.py says.
"""

import contextlib
import importlib
import io
import json
import tempfile
from pathlib import Path

from searching import main, searched

import example
from hypothesis import example as case, given, strategies as st

STATUSES = {0, 1, 2}
RECORDS = list(map(json.loads, example.lines(example.small_campaign()).splitlines()))
NAMES = sorted({name for record in RECORDS for name in record})
ODD = st.sampled_from([
    None, True, False, 0, -1, 1, 2**53 + 1, 2**64, -(2**63), 10**400, 1e308, -1e308, 5e-324, "",
    "8", "nan", [], {}, [None], [[]], {"": None}, "\x1b[2J", "\u202e", "</script>", "a" * 5000,
])
LEAVES = st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=20)
VALUES = ODD | st.recursive(
    LEAVES, lambda inner: st.lists(inner, max_size=3)
    | st.dictionaries(st.sampled_from(NAMES), inner, max_size=3), max_leaves=6)


def places(value, at=()):
    """The path to each part of a record."""
    yield at
    parts = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(
        value, list) else ()
    for name, part in parts:
        yield from places(part, (*at, name))


@st.composite
def campaigns(draw):
    """The text of a results file: a few parts replaced or removed, perhaps cut."""
    records = json.loads(json.dumps(RECORDS))
    for _ in range(draw(st.integers(0, 4))):
        number = draw(st.integers(0, len(records) - 1))
        at = draw(st.sampled_from(list(places(records[number]))))
        if not at:
            records[number] = draw(VALUES)
            continue
        target = records[number]
        for name in at[:-1]:
            target = target[name]
        if draw(st.booleans()):
            target[at[-1]] = draw(VALUES)
        else:
            del target[at[-1]]
    text = "".join(json.dumps(record) + "\n" for record in records)
    return text[:draw(st.integers(0, len(text)))] if draw(st.integers(0, 9)) == 0 else text


def ends(module, *words):
    """The exit status of a command, run in this process."""
    try:
        with contextlib.redirect_stderr(io.StringIO()):
            return importlib.import_module(module).main(list(map(str, words)))
    except SystemExit as left:
        return left.code


@searched
@given(campaigns(), st.sampled_from(["html", "csv", "md", "osu"]))
@case(json.dumps(RECORDS[0] | {"launchers": {"mpi": {"command": True}}}), "html")  # was found
def test_any_results_file_is_reported_or_refused(text, kind):
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder, "run.jsonl")
        file.write_text(text, encoding="utf-8", errors="surrogatepass")
        words = ["--format", kind, "-o", Path(folder, "out")]
        assert ends("comops.cli.report", file, *words) in STATUSES


@searched
@given(campaigns(), campaigns(), st.sampled_from(["text", "md", "json"]), st.booleans())
def test_any_two_results_files_are_compared_or_refused(base, new, kind, anyway):
    with tempfile.TemporaryDirectory() as folder:
        files = [Path(folder, name) for name in ("base.jsonl", "new.jsonl")]
        for file, text in zip(files, (base, new)):
            file.write_text(text, encoding="utf-8", errors="surrogatepass")
        words = ["--format", kind, "-o", Path(folder, "out"), *(["--anyway"] if anyway else [])]
        assert ends("comops.cli.compare", *files, *words) in STATUSES | {4}  # undecided


if __name__ == "__main__":
    main(__file__)
