# SPDX-License-Identifier: BSD-3-Clause
"""The gallery: measured machines, each a results file, then the simulated ones of gallery.toml."""

import json
import lzma
import subprocess
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from pages import ROOT

MEASURED = ROOT / "docs/results"  # NAME.jsonl.xz
SIMULATED = Path(__file__).with_name("gallery.toml")
BUTTON = "{ .md-button .md-button--primary }"
CORE_TO_CORE = "extensions/simulate/comops_simulate/descriptions/core_to_core"
ALIKE = "--sizes 8,64K --protocols barrier,direct,library,sendrecv"


@dataclass
class Machine:
    """An entry: its name in addresses, what it is, and where its results are from."""

    name: str
    title: str
    text: str
    file: Path | None = None  # measured
    options: str = ""  # of comops simulate
    matrix: str = ""  # of times between its cores
    papers: bool = False  # what `comops reproduce` measured and simulated

    def results(self, folder: Path) -> Path:
        """The results file, made in `folder`."""
        results = folder / f"{self.name}.jsonl"
        if self.file:
            results.write_bytes(lzma.decompress(self.file.read_bytes()))
        else:
            comops("simulate", *self.options.split(), *ALIKE.split(), "-o", results)
        return results


def comops(*words: object) -> str:
    """What a command prints."""
    command = ["comops", *map(str, words)]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    if done.returncode:
        raise RuntimeError(f"{' '.join(command)}: {done.stderr}")
    return done.stdout


def campaign_read(lines: Iterator[str]) -> dict:
    return json.loads(next(lines))


def _measured(file: Path) -> Machine:
    with lzma.open(file, "rt", encoding="utf-8") as lines:
        campaign = campaign_read(lines)
    if "reproduces" in campaign:
        text = ("The tables and figures of five papers: printed, measured on two cores on "
                f"{campaign['started'][:10]}, and simulated.")
        return Machine(file.name.partition(".")[0], "Five papers", text, file, papers=True)
    text = f"Measured on {campaign['started'][:10]}, {campaign['kernel']}, {campaign['compiler']}."
    return Machine(file.name.partition(".")[0], campaign["machine"], text, file)


def machines() -> list[Machine]:
    simulated = tomllib.loads(SIMULATED.read_text(encoding="utf-8"))["machine"]
    return [*map(_measured, sorted(MEASURED.glob("*.jsonl.xz"))),
            *(Machine(**entry) for entry in simulated)]


def listed() -> str:
    """The entries, as they follow the text of docs/gallery.md."""
    groups = {"Measured": [machine for machine in machines() if machine.file],
              "Simulated": [machine for machine in machines() if not machine.file]}
    return "\n".join(f"\n## {kind}\n\n" + "\n".join(
        f"- [{machine.title}](gallery/{machine.name}.md): {machine.text}" for machine in group)
        for kind, group in groups.items() if group)


def _page(machine: Machine, results: Path) -> str:
    """Its verdicts, and its matrix where there is one."""
    if machine.papers:
        link = f"[All on one page]({machine.name}-report.html){BUTTON}"
        return f"# {machine.title}\n\n{machine.text}\n\n{link}\n"
    with results.open(encoding="utf-8") as lines:
        command = " ".join(campaign_read(lines)["command"])
    _, verdicts, *_ = comops("report", results, "--format", "md").split("\n\n")
    believe = "Simulated: see [how accurate that is](../../extensions/simulate/docs/accuracy.md). "
    kind = "" if machine.file else believe
    page = f"""# {machine.title}

{machine.text} {kind}The command was

```text
{command.replace(str(results), results.name)}
```

[The report: all results on one page]({machine.name}-report.html){BUTTON}

{verdicts}
"""
    if machine.matrix:
        heat = comops("simulate", "--heat", machine.matrix)
        page += f"""
## Times between all pairs

[Measured](../../{CORE_TO_CORE}/README.md) on such a machine:

```text
{heat}```
"""
    return page


def pages(folder: Path) -> Iterator[tuple[str, str]]:
    """Name and content of each page; `folder` is for results files."""
    for machine in machines():
        results, report = machine.results(folder), folder / f"{machine.name}.html"
        comops("report", results, "-o", report)
        yield f"{machine.name}-report.html", report.read_text(encoding="utf-8")
        yield f"{machine.name}.md", _page(machine, results)
