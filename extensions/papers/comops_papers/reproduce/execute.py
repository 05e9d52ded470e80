# SPDX-License-Identifier: BSD-3-Clause
"""Runs the commands of the papers' items as programs of their own, and collects what they write in
one results file, a campaign for each."""

import os
import sys
import tempfile
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

from comops.common.files import build
from comops.measure import library
from comops.measure.campaign_record import campaign_record
from comops.measure.launch.places import program
from comops.measure.launch.processes import Process, objects_in
from comops.measure.planning.machine import Machine
from comops.measure.planning.options import Options
from comops.results.lines import Record, ResultsError, record_of
from comops.results.plan import Plan
from comops.results.read import Campaign, campaigns_in
from comops.results.write import ResultsFile, end_record
from comops_papers.reproduce.plan import ReproduceCommand

MODEL = "pstswm"  # the command that prints its records and writes no file
GOOD, UNUSABLE = 0, 4


def _model_campaign(command: ReproduceCommand, runs: list[Record]) -> Record:
    """The first record of runs of the model, which have none of their own."""
    options = Options(command=["comops", *command.words], seed=0)
    made = campaign_record(options, Machine.load(), library.clock(), Plan(), []) | {
        "version": build()["version"],
        "runtimes": {run["path"]: run["runtime"] for run in runs if "path" in run}}
    return {name: value for name, value in made.items()
            if name not in ("method", "precision", "launches")}  # those of cells


def _records(command: ReproduceCommand, output: str, file: Path, complete: bool
             ) -> Iterator[Record]:
    if command.words[0] == MODEL:
        records = [record for record in objects_in(output) if "record" in record]
        if records and records[0]["record"] != "campaign":
            records.insert(0, _model_campaign(command, records))
            records.append(end_record(len(records), complete))
        yield from records
    elif file.exists():
        with file.open("rb") as lines:
            for line in lines:
                try:
                    yield record_of(line)
                except ValueError:  # cut short by an interrupt
                    return


def _marked(record: Record, command: ReproduceCommand) -> Record:
    """A campaign's record says what it reproduces; the command is the user's, without our file."""
    if record["record"] != "campaign":
        return record
    return {"record": "campaign", "schema": record["schema"],
            "reproduces": [item.tag for item in command.items],
            **{name: value for name, value in record.items() if name not in ("record", "schema")},
            "command": ["comops", *command.words]}


@dataclass
class Reproduction:
    """`results`: the file for everything; `campaigns`: what was read of it so far, `done`: the
    words of their commands. `cut`: the lines of a last campaign that was interrupted."""

    results: ResultsFile
    campaigns: list[Campaign] = field(default_factory=list)
    done: list[tuple[str, ...]] = field(default_factory=list)
    cut: list[bytes] = field(default_factory=list)

    @classmethod
    def resumed(cls, name: str) -> Self:
        """What is in a file; ResultsError as of ResultsFile.resume."""
        results, *_ = ResultsFile.resume(name)
        whole = (line for line in Path(name).read_bytes().splitlines(True) if line.endswith(b"\n"))
        parts: list[list[bytes]] = []
        for line in whole:
            record = record_of(line)
            if record["record"] == "campaign":
                parts.append([])
            parts[-1].append(line)
        cut = [] if results.ended else parts.pop()
        commands = [tuple(record_of(first)["command"][1:]) for first, *_ in parts]
        campaigns = campaigns_in(Path(name)) if parts else []
        return cls(results, campaigns[:len(parts)], commands, cut)

    def left(self, commands: Iterable[ReproduceCommand]) -> list[ReproduceCommand]:
        """What is not done, the interrupted one first."""
        return sorted((command for command in commands if command.words not in self.done),
                      key=lambda command: not self._goes_on(command))

    def _goes_on(self, command: ReproduceCommand) -> bool:
        return bool(self.cut) and record_of(self.cut[0])["command"] == ["comops", *command.words]

    def run(self, command: ReproduceCommand) -> tuple[int, str]:
        """The status of the command, and what it said if it failed. What it has finished is kept,
        whatever ends it; ResultsError if that cannot be written."""
        with tempfile.TemporaryDirectory(prefix="comops-reproduce-") as folder:
            file = Path(folder, "results.jsonl")
            own = ["-q", *(["--json"] if command.words[0] == MODEL else ["-o", str(file)])]
            words = [word for word in command.words if word != "--json"]
            if self._goes_on(command) and command.words[0] == "run":
                file.write_bytes(b"".join(self.cut))
                words, own = ["run", "--resume", str(file)], []
            with Process([sys.executable, "-E", str(program()), *words, *own]) as process:
                try:
                    status = process.wait()
                except BaseException:
                    process.kill()
                    self._keep(command, process.output(), file, False)
                    raise
                output, why = process.output(), process.last_words()
            self._keep(command, output, file, status == GOOD)
            said = [line.removeprefix("comops: ") for line in output.splitlines()
                    if line.startswith(("comops ", "comops: "))]
            why = ("; ".join(said) or why).replace(str(file), self.results.name)
            return status, "" if status in (GOOD, UNUSABLE) else why

    def _keep(self, command: ReproduceCommand, output: str, file: Path, complete: bool) -> None:
        records = [_marked(record, command) for record in _records(command, output, file, complete)]
        if len(records) < 2:
            return
        with ResultsFile.create(str(file.with_name("kept.jsonl"))) as kept:
            for record in records:
                kept.append(record)
        try:
            campaigns = campaigns_in(file.with_name("kept.jsonl"))
        except ResultsError:  # nothing was measured
            return
        if self._goes_on(command):  # `records` have what it had
            self.results.length -= sum(map(len, self.cut))
            os.ftruncate(self.results.fd, self.results.length)
            self.cut = []
        for record in records:
            self.results.append(record)
        for campaign in campaigns:
            campaign.file = Path(self.results.name)
        self.campaigns += campaigns
