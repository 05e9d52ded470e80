# SPDX-License-Identifier: BSD-3-Clause
"""A copy of a results file for publishing: without names of hosts and users, paths, and values of
variables."""

import os
import re
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

from comops.results.check import check
from comops.results.lines import Record, dumps, lines_of, record_of
from comops.results.read import campaigns_in
from comops.results.schema import schemas

HOST = "node"
# The folders of an absolute path, which its last name follows. In XML, / also ends an element.
FOLDERS = re.compile(r"""(?:(?<=-[IL])|(?<![^\s=:,;'"(`]))~?/(?:[^\s/<>:'"=,;]+/)*(?=[\w.])""")
# In an argument, the folders of a relative path too.
FOLDERS_OF_WORD = re.compile(r"[^=,:\s]*/")
VARIABLE = re.compile(r"((?:--\w+=)?[A-Z_][A-Z0-9_]*=).*", re.DOTALL)  # of --against
INFO = re.compile(r'\s*<info name="[^"]*(?:Host|Cgroup|Serial|UUID|GUID|AssetTag|Address)[^"]*" '
                  r'value="[^"]*"/>')
UNKNOWN = "node_name", "host_name", "partition", "kernel_command_line"  # facts
FREE = "error", "libraries"  # texts of other records that may hold anything
KEPT = "implementations", "placements", "topology"  # words of COMOPS alone


def _texts(value: Any, change: Callable[[str], str]) -> Any:
    """A value with all its texts changed."""
    if isinstance(value, str):
        return change(value)
    if isinstance(value, dict):
        return {name: _texts(member, change) for name, member in value.items()}
    if isinstance(value, list):
        return [_texts(item, change) for item in value]
    return value


def _names(facts: Record) -> re.Pattern[str] | None:
    """The hosts of a campaign, with and without a domain, and who makes the copy."""
    known = facts.get("facts") or {}
    hosts = [facts["host"], known.get("node_name"), known.get("host_name")]
    names = {*filter(None, hosts), *(host.partition(".")[0] for host in hosts if host),
             *filter(None, map(os.environ.get, ("USER", "LOGNAME")))} - {"root", ""}
    longest = map(re.escape, sorted(names, key=len, reverse=True))
    return re.compile(rf"(?<![\w-])(?:{'|'.join(longest)})(?![\w-])") if names else None


def _campaign(facts: Record, change: Callable[[str], str]) -> Record:
    facts |= {"host": HOST,
              "command": [VARIABLE.sub(r"\1", FOLDERS_OF_WORD.sub("", word))
                          for word in facts["command"]],
              "topology_xml": INFO.sub("", facts["topology_xml"])}
    if known := facts.get("facts"):
        facts["facts"] = known | dict.fromkeys(UNKNOWN)
    if "environment" in facts:
        facts["environment"] = dict.fromkeys(facts["environment"], "")
    if "batch" in facts:
        facts["batch"]["job"] = ""
    return {name: fact if name in KEPT else _texts(fact, change) for name, fact in facts.items()}


def stripped(path: Path) -> Iterator[bytes]:
    """The lines of the copy, without those that are damaged or unknown; ResultsError as of
    campaigns_in."""
    campaigns_in(path)
    known = schemas()
    names: re.Pattern[str] | None = None

    def change(text: str) -> str:
        text = FOLDERS.sub("", text)
        return names.sub(HOST, text) if names else text

    with lines_of(path) as lines:
        for line in lines:
            try:
                record = record_of(line)
                check(known[str(record.get("record"))], record)
            except (ValueError, KeyError):
                continue
            if record.get("record") == "campaign":
                names = _names(record)
                record = _campaign(record, change)
            else:
                record |= {name: _texts(record[name], change) for name in FREE if name in record}
            yield dumps(record) + b"\n"
