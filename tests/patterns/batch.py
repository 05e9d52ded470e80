# SPDX-License-Identifier: BSD-3-Clause
"""Runs cells in a worker on its own, `--batch`, without `comops run`."""

import json
import os
import subprocess
import tempfile

from comops.common.batch import batch_text  # noqa: E402
from comops.measure.launch.launchers import launcher_options  # noqa: E402


def ask(worker: list[str], *options: str) -> list[dict]:
    answer = subprocess.run([*worker, *options], capture_output=True, text=True, check=True)
    return [json.loads(line) for line in answer.stdout.splitlines()]


def refusal(worker: list[str]) -> str:
    """Why the worker cannot use the vectors that COMOPS_VECTORS names; empty if it can."""
    answer = subprocess.run([*worker, "--list"], capture_output=True, text=True, check=False)
    return answer.stderr.strip() if answer.returncode == 77 else ""


def is_launched(command: list[str]) -> bool:
    """Whether the ranks are processes; threads are told how many they are."""
    return "--ranks" not in command


def worker_of(command: list[str]) -> list[str]:
    """Without a launcher; with an emulator."""
    at = next(i for i, word in enumerate(command) if os.path.basename(word).startswith("comops-"))
    return command[at:at + 1] if is_launched(command) else command[:at + 1]


def command_line(command: list[str]) -> list[str]:
    """The launcher with the words that comops itself gives it, and with what lets processes that
    share a core wait without keeping it (yield.c)."""
    if not is_launched(command):
        return command
    launcher, worker = command
    version = subprocess.run([launcher, "--version"], capture_output=True, text=True).stdout
    words = launcher_options(version)
    # The address sanitizer asks to be loaded first.
    yields = ["env", "LD_PRELOAD=" + os.environ["YIELD_MODULE"],
              "ASAN_OPTIONS=verify_asan_link_order=0"] if "YIELD_MODULE" in os.environ else []
    return [launcher, *words, *yields, worker]


def run(command: list[str], ranks: int,
        cells: list[dict]) -> tuple[subprocess.CompletedProcess, list[dict]]:
    """The finished worker and its answers. The command is a launcher and a worker, or a worker of
    threads with `--ranks %d`."""
    words = [str(ranks) if word == "%d" else word for word in command_line(command)]
    with tempfile.NamedTemporaryFile("w", suffix=".batch") as batch:
        batch.write(batch_text(cells))
        batch.flush()
        done = subprocess.run([*words, "--batch", batch.name], capture_output=True, text=True,
                              stdin=subprocess.DEVNULL, check=False)
    return done, [json.loads(line) for line in done.stdout.splitlines() if line.startswith("{")]
