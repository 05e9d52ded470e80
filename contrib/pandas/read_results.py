# SPDX-License-Identifier: BSD-3-Clause
"""Reads a results file of `comops run` with nothing but its JSON Schema.

    python3 contrib/pandas/read_results.py results.jsonl

Validates every record, then prints the fastest protocol of each path in each setting with the
99th percentile of its single runs, and the ratio of those measured as a pair. What processes do
without MPI's calls is `processes`, not `mpi`. Needs the Python packages pandas and jsonschema.
Exit status: 0, 1 a line does not conform to the schema, 2 usage.
"""

import argparse
import json
import subprocess
import sys
from pathlib import Path

import numpy as np
import pandas as pd
from jsonschema import Draft202012Validator
from jsonschema.exceptions import best_match

SOURCES = Path(__file__).resolve().parents[2]
IMPLEMENTATION = ["path", "protocol"]
NO_MPI = ["direct", "cma", "shared"]  # what processes do without MPI's calls


def schema_read() -> dict:
    """The JSON Schema of a line; where comops is installed, it is in results.schema.json."""
    command = [sys.executable, "-m", "comops.results.schema"]
    return json.loads(subprocess.run(command, cwd=SOURCES, capture_output=True, check=True).stdout)


def records_read(file: Path, schema: dict) -> dict[str, pd.DataFrame]:
    """A frame for each kind of record; SystemExit names the first invalid line."""
    validator = Draft202012Validator(schema)
    kinds = {}
    for number, line in enumerate(file.read_text(encoding="utf-8").splitlines(True), 1):
        if not line.endswith("\n"):
            break  # truncated while it was written
        try:
            record = json.loads(line)
            kind = schema["$defs"][record["record"]]
        except (ValueError, TypeError, KeyError) as error:
            raise SystemExit(f"{file}:{number}: no record of a results file") from error
        if error := best_match(validator.evolve(schema=kind).iter_errors(record)):
            raise SystemExit(f"{file}:{number}: {error.json_path}: {error.message:.200}")
        kinds.setdefault(record["record"], []).append(record)
    return {kind: pd.json_normalize(records, max_level=1) for kind, records in kinds.items()}


def percentile_99(cell: pd.Series) -> float:
    """The 99th percentile of a typical launch; none if there are too few runs for its interval."""
    percentile = cell.get("percentiles.p99")
    return percentile["us"] if isinstance(percentile, dict) and percentile["ci95"] else np.nan


def paths_named(frame: pd.DataFrame, side: str = "") -> pd.Series:
    """The paths: `processes` in place of mpi where no call of MPI moves data."""
    own = ~frame[f"{side}path"].str.startswith("threads") & frame[f"{side}protocol"].isin(NO_MPI)
    return frame[f"{side}path"].mask(own, "processes")


def fastest_of_each_path(cells: pd.DataFrame, key: list[str]) -> pd.DataFrame:
    """The fastest valid cell of each setting and path; of two records of a cell the later."""
    setting = [name for name in key if name not in IMPLEMENTATION]
    cells = cells.drop_duplicates(key, keep="last").query("valid")
    least = cells.groupby([*setting, paths_named(cells)], dropna=False)["time_us"].idxmin()
    fastest = cells.loc[least].sort_values([*setting, "path"])
    return fastest[[*key, "time_us"]].assign(p99_us=fastest.apply(percentile_99, axis=1))


def ratios_of(fastest: pd.DataFrame, pairs: pd.DataFrame, key: list[str]) -> pd.DataFrame:
    """The pairs whose sides are both the fastest of their path."""
    for side in ("a", "b"):
        sides = fastest[key].add_prefix(f"{side}.")
        pairs = pairs.merge(sides, on=list(sides.columns))
    return pairs.rename(columns=lambda name: name.removeprefix("a."))


def main() -> None:
    parser = argparse.ArgumentParser(description="Print what a results file of comops holds.")
    parser.add_argument("file", type=Path, help="the results file")
    schema = schema_read()
    try:
        frames = records_read(parser.parse_args().file, schema)
    except OSError as error:
        raise SystemExit(f"{error.filename}: {error.strerror}") from error
    if "cell" not in frames:
        raise SystemExit("no cell was measured")

    properties = schema["$defs"]["key"]["properties"]
    key = [name for name in properties if name in frames["cell"]]
    shown = ["pattern", "placement", "ranks", "bytes", *IMPLEMENTATION]
    fastest = fastest_of_each_path(frames["cell"], key)
    print(fastest.assign(path=paths_named(fastest))[[*shown, "time_us", "p99_us"]].to_string(
        index=False))
    if "pair" in frames:
        ratios = ratios_of(fastest, frames["pair"], key)
        print()
        ratios = ratios.assign(**{side + "path": paths_named(ratios, side) for side in ("", "b.")})
        print(ratios[[*shown, "b.path", "b.protocol", "ratio", "ci95"]].to_string(index=False))
    if "verdict" in frames:  # how often threads are faster, slower, equivalent or neither
        print()
        print(frames["verdict"].groupby(["verdict", "decision"]).size().to_string())


if __name__ == "__main__":
    main()
