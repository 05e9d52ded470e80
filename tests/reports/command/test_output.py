# SPDX-License-Identifier: BSD-3-Clause
"""A standard stream that is full or closed costs one message, never a traceback."""

import os
import subprocess
import sys

import pytest

import example
from conftest import ROOT

WRITTEN, NOT_WRITTEN, USAGE = 0, 1, 2
COMMANDS = {
    "csv": ("report", "FILE", "--format", "csv"),
    "compare": ("compare", "FILE", "FILE"),
    "help": ("compare", "--help"),
}


def started(streams: str, *words: object) -> subprocess.CompletedProcess:
    """A command whose standard streams the shell has redirected."""
    script = f'exec "$@" {streams}'
    return subprocess.run(
        ["sh", "-c", script, "sh", sys.executable, str(ROOT / "commands"), *map(str, words)],
        capture_output=True, text=True, timeout=600, check=False,
        env=os.environ | {"PYTHONUNBUFFERED": ""},
    )  # fmt: skip


@pytest.mark.parametrize("name", COMMANDS)
@pytest.mark.parametrize("streams", [">/dev/full", ">&-"])
def test_a_standard_output_that_cannot_be_written_exits_1_with_one_message(
    results_file, name, streams
):
    file = results_file(example.campaign(("pingpong",), ("bus",), (8, 64)))
    done = started(streams, *(file if word == "FILE" else word for word in COMMANDS[name]))
    assert done.returncode == NOT_WRITTEN
    assert len(done.stderr.splitlines()) == 1, done.stderr
    assert "cannot write to standard output: " in done.stderr


@pytest.mark.parametrize("streams", ["2>/dev/full", "2>&-"])
def test_a_standard_error_that_cannot_be_written_costs_messages_alone(
    results_file, tmp_path, streams
):
    file, output = results_file(example.small_campaign()), tmp_path / "cells.csv"
    done = started(streams, "report", file, "--format", "csv", "-o", output)
    assert (done.returncode, done.stdout) == (WRITTEN, "")
    assert output.stat().st_size > 1000
    done = started(streams, "report", tmp_path / "none", "--format", "csv")
    assert (done.returncode, done.stdout, done.stderr) == (USAGE, "", "")


def test_a_reader_that_leaves_is_no_error(results_file):
    file = results_file(example.small_campaign())
    done = started("| true", "report", file, "--format", "csv")
    assert (done.returncode, done.stderr) == (WRITTEN, "")
