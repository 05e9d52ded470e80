# SPDX-License-Identifier: BSD-3-Clause
"""reports/ as a program: exit status, messages, and the file it writes; a standard stream that is
full or closed costs one message, never a traceback."""

import os
import subprocess
import sys

import pytest

import example

WRITTEN, NOT_WRITTEN, USAGE, MISSING = 0, 1, 2, 77
COMMANDS = {
    "csv": ("report", "FILE", "--format", "csv"),
    "compare": ("compare", "FILE", "FILE"),
}


def test_a_report_is_written_silently(results_file, report, tmp_path):
    page = tmp_path / "report.html"
    done = report(results_file(example.small_campaign()), "-o", page)
    assert (done.returncode, done.stdout, done.stderr) == (WRITTEN, "", "")
    assert page.read_text(encoding="utf-8").startswith("<!doctype html>")
    assert sorted(path.name for path in tmp_path.iterdir()) == ["report.html", "run.jsonl"]


def test_two_campaigns_in_a_file_are_reported_as_those_of_two_files(results_file, report, tmp_path):
    page = tmp_path / "report.html"
    first, *others = example.small_campaign()
    results = results_file([first, *others, first | {"seed": 8}, *others])
    done = report(results, "-o", page)
    assert (done.returncode, done.stdout, done.stderr) == (WRITTEN, "", "")


def test_without_a_name_the_page_stands_beside_the_results(results_file, report, tmp_path):
    path = results_file(example.small_campaign())
    done = report(path)
    assert done.returncode == WRITTEN and f"written: {path}.html" in done.stderr
    assert sorted(path.name for path in tmp_path.iterdir()) == ["run.jsonl", "run.jsonl.html"]


@pytest.mark.parametrize("content", [b"", b"PNG\n", b'{"record":"campaign","schema":"comops/9"}\n'])
def test_a_file_that_cannot_be_read_costs_one_line_and_no_page(report, tmp_path, content):
    bad, page = tmp_path / "bad.jsonl", tmp_path / "report.html"
    bad.write_bytes(content)
    page.write_text("old")
    done = report(bad, "-o", page)
    assert done.returncode == USAGE
    assert len(done.stderr.splitlines()) == 1 and str(bad) in done.stderr
    assert page.read_text() == "old"


@pytest.mark.parametrize("form", ["html", "csv"])
def test_a_results_file_is_never_overwritten(results_file, report, form):
    path = results_file(example.small_campaign())
    before = path.read_bytes()
    done = report(path, "--format", form, "-o", path)
    assert done.returncode == USAGE and "overwritten" in done.stderr
    assert path.read_bytes() == before


def test_an_output_that_cannot_be_written_exits_1(results_file, report, tmp_path):
    path = results_file(example.small_campaign())
    for page in (tmp_path / "none" / "report.html", tmp_path, "/dev/full"):
        done = report(path, "-o", page)
        assert done.returncode == NOT_WRITTEN
        assert len(done.stderr.splitlines()) == 1 and str(page) in done.stderr


def test_a_page_behind_a_link_is_replaced_and_the_link_stays(results_file, report, tmp_path):
    real, link = tmp_path / "real.html", tmp_path / "link.html"
    real.write_text("old")
    link.symlink_to(real)
    assert report(results_file(example.small_campaign()), "-o", link).returncode == WRITTEN
    assert link.is_symlink() and real.stat().st_size > 1000


def test_usage_errors_exit_2(report):
    assert report().returncode == USAGE
    nothing = report("run.jsonl")
    assert nothing.returncode == USAGE and "run.jsonl: No such file" in nothing.stderr
    for words in (("-o", "x.html", "--nonsense"), ("--format", "gif")):
        assert report("run.jsonl", *words).returncode == USAGE


def started(streams: str, *words: object, options: tuple = ()) -> subprocess.CompletedProcess:
    """A command whose standard streams the shell has redirected; `options` of Python."""
    command = [os.path.realpath(sys.executable) if options else sys.executable, *options]
    return subprocess.run(
        ["sh", "-c", f'exec "$@" {streams}', "sh", *command, "-m", "comops",
         *map(str, words)],
        capture_output=True, text=True, timeout=600, check=False,
        env=os.environ | {"PYTHONUNBUFFERED": ""})


@pytest.fixture
def words_of(results_file):
    file = results_file(example.campaign(("pingpong",), ("bus",), (8, 64)))
    return lambda name: [file if word == "FILE" else word for word in COMMANDS[name]]


@pytest.mark.parametrize("name", ["csv", "compare"])
def test_a_missing_library_is_named_with_the_command_that_installs_it(words_of, name):
    done = started("", *words_of(name), options=("-S",))  # no site packages
    assert done.returncode == MISSING
    assert "-m pip install -r" in done.stderr and "requirements.txt" in done.stderr
    assert len(done.stderr.splitlines()) == 1


@pytest.mark.parametrize("name", COMMANDS)
def test_a_reader_that_leaves_is_no_error(words_of, name):
    done = started("| true", *words_of(name))
    assert (done.returncode, done.stderr) == (WRITTEN, "")


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("streams", [">/dev/full", ">&-"])
def test_a_standard_output_that_cannot_be_written_exits_1_with_one_message(
        words_of, name, streams):
    done = started(streams, *words_of(name))
    assert done.returncode == NOT_WRITTEN
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "cannot write to standard output: " in done.stderr


@pytest.mark.parametrize("streams", ["2>/dev/full", "2>&-"])
def test_a_standard_error_that_cannot_be_written_costs_messages_alone(
        results_file, tmp_path, streams):
    file, output = results_file(example.small_campaign()), tmp_path / "cells.csv"
    done = started(streams, "report", file, "--format", "csv", "-o", output)
    assert (done.returncode, done.stdout) == (WRITTEN, "")
    assert output.stat().st_size > 1000
    done = started(streams, "report", tmp_path / "none", "--format", "csv")
    assert (done.returncode, done.stdout, done.stderr) == (USAGE, "", "")
