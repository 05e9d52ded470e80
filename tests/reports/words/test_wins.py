# SPDX-License-Identifier: BSD-3-Clause
"""The sentences of the first screen, each from a table of who wins."""

import json
import lzma
import re
from pathlib import Path
from types import SimpleNamespace

import pytest

import example
from page_fixtures import ROOT
from comops.reports.answers.headline import advice_text, headline_of
from comops.reports.answers.panels import panels_of
from comops.reports.terminal.screen import screen_text
from comops.reports.words.phrases import text_of
from comops.reports.words.sentences import TERMINAL
from comops.reports.words.wins import wins_sentences
from comops.results.findings import EQUIVALENT, UNDECIDED
from comops.results.read import campaign_read

SIZES = (8, 64, 512, 4096)
LETTERS = {"T": "threads", "M": "MPI", "=": EQUIVALENT, "?": UNDECIDED}


def rows(winners: str, sizes=SIZES):
    """A letter for each size."""
    return [SimpleNamespace(size=size, winner=LETTERS[letter], ratio=1.5, ci95=(1.4, 1.6))
            for size, letter in zip(sizes, winners, strict=False)]


@pytest.mark.parametrize(("tables", "said"), [
    ([("pingpong", "TTTT")], ["threads win pingpong at every size, by 1.5 times."]),
    ([("pingpong", "M?M?")], ["MPI wins pingpong mostly up to 512: 2 of 4, by 1.5 times."]),
    ([("pingpong", "M??M")], ["MPI wins pingpong at 2 of 4 sizes, by 1.5 times."]),
    ([("pingpong", "?MM?")], ["MPI wins pingpong from 64 to 512: 2 of 4, by 1.5 times."]),
    ([("gather", "TTTT"), ("scatter", "T??T")], [
        "threads win gather at every size and scatter at 2 of 4 sizes: 6 of 8, by 1.5 times."]),
    ([("gather", "TTMM"), ("reduce", "=???")], [
        "threads win gather up to 64: 2 of 8, by 1.5 times.",
        "MPI wins gather from 512: 2 of 8, by 1.5 times."]),
    # Several numbers of ranks: an operation is named once.
    ([("shift", "MMMM"), ("shift", "MMMT"), ("shift", "MMMM"), ("put", "????")], [
        "threads win shift in 1 of 12 comparisons: 1 of 16, by 1.5 times.",
        "MPI wins shift in 11 of 12 comparisons: 11 of 16, by 1.5 times."]),
    ([("barrier", "T")], ["threads win barrier, by 1.5 times."]),
])
def test_who_wins_what_is_a_sentence_for_each_side(tables, said):
    lines = wins_sentences([(title, rows(winners)) for title, winners in tables],
                           lambda rows: rows[0].winner, TERMINAL)
    assert list(map(text_of, lines)) == said


TIMES = {("threads", "lock"): 2.0, ("mpi", "sendrecv"): 3.0, ("threads", "direct"): 1.0,
         ("mpi", "direct"): 1.0}


def campaign_of(results_file, times=TIMES, sizes=SIZES):
    return campaign_read(results_file(example.timed(times, sizes)))


@pytest.mark.parametrize(("others", "them"), [
    ((), "the faster of both"), ((("mpi", "sendrecv"),), "OpenMP"),
    ((("threads", "lock"),), "MPI")])
def test_our_code_is_said_to_beat_only_what_was_measured(results_file, others, them):
    times = {line: us for line, us in TIMES.items() if line not in others}
    campaign = campaign_of(results_file, times)
    said = " ".join(text_of(line) for line in headline_of(campaign, panels_of(campaign)))
    assert f"beats {them} in 4 of 4, by" in said


@pytest.mark.parametrize(("faster", "said"), [
    ("TTMM", "MPI's calls are mostly faster from 512; OpenMP's barrier and lock are mostly faster "
     "up to 64"),
    ("TTTT", "OpenMP's barrier and lock are mostly faster at every size"),
    ("M??M", "MPI's calls are mostly faster at 8 and at 4K; neither is shown to win most "
     "operations from 64 to 512"),
    ("?=??", "it hardly matters at 64; neither is shown to win most operations at 8 and from "
     "512"),
])
def test_what_it_means_for_a_program_follows_from_what_is_decided(faster, said):
    class Won(SimpleNamespace):
        """A row with only what the advice reads."""

    wins = [Won(size=size, winner={"T": "threads", "M": "mpi"}.get(side, LETTERS[side]), ratio=1.5,
                won=SimpleNamespace(path={"M": "mpi"}.get(side, "threads"), protocol="library"))
            for size, side in zip(SIZES, faster, strict=True)]
    panel = SimpleNamespace(oversubscribed=False, of=lambda _: wins)
    assert advice_text([panel], [], TERMINAL) == f"For a program: {said}."


def test_a_size_that_does_not_fit_a_screen_is_named(results_file):
    sizes = [8 << at for at in range(14)]
    text = screen_text(campaign_of(results_file, sizes=sizes), columns=60)
    head = next(line for line in text.splitlines() if line.startswith("bytes"))
    assert re.search(r"counted, but too wide for 60 columns: 1[26]", text), text
    assert len(head) <= 60


def test_the_readme_shows_what_the_program_prints_for_its_file(results_file):
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    (name,) = re.findall(r"docs/results/\S+\.xz", text)
    lines = lzma.decompress((ROOT / name).read_bytes()).decode().splitlines()
    campaign = campaign_read(results_file(list(map(json.loads, lines))))
    shown = screen_text(campaign, columns=100, file=Path("results.jsonl"))
    assert "".join(f"    {line}\n" for line in shown.splitlines() if line) in text, shown
