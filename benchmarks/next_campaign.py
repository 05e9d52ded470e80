# SPDX-License-Identifier: BSD-3-Clause
"""How often intervals hold what the next campaign finds: next_campaign.py COMOPS [FILE...]

Takes the results files in their order, or first measures --times N (default 10) campaigns of
--seconds S (default 50) each with the program COMOPS. Of all ratios in the tables of `comops show`,
prints how many intervals of a campaign (now) hold the median of the others' ratios, how many of
the campaigns before it at the same distance of the ranks (here, from the third on) hold a
campaign's ratio, and how many ratios lie on an end of their own interval. Ten campaigns take about
9 minutes.
"""

import argparse
import os
import subprocess
import tempfile
from collections import defaultdict
from pathlib import Path
from statistics import median

import tables  # noqa: F401  (from here on the rooms can be imported)


def measure(comops: Path, times: int, seconds: float, folder: Path) -> list[Path]:
    files = [folder / f"{turn}.jsonl" for turn in range(times)]
    for file in files:
        subprocess.run([comops, "run", "-q", "--earlier", "off", "--budget", str(seconds), "-o",
                        file], stdout=subprocess.DEVNULL, check=True)
    return files


def distances_of(campaign) -> dict[tuple, float]:
    """The longest hand-over of the rounds that are used, ns, by pattern, placement, number of ranks
    and size; it is 0 if the ranks had several distances."""
    return {(rounds.key.pattern, rounds.key.placement, rounds.key.ranks, rounds.key.bytes):
            0 if rounds.used is None else max(rounds.distances[rounds.used].handover_ns)
            for rounds in campaign.rounds}


def shares(files: list[Path]) -> None:
    from comops.reports.answers.panels import panels_of
    from comops.results.read import campaign_read
    from comops.statistics.handovers import same_distance
    from comops.statistics.intervals import next_interval

    every = defaultdict(list)  # of a cell of a table: its ratios, their intervals and distances
    for file in files:
        campaign = campaign_read(file)
        distances = distances_of(campaign)
        for panel in panels_of(campaign):
            for name in panel.verdicts:
                for row in panel.of(name):
                    key = row.ours.key
                    ns = distances.get((key.pattern, key.placement, key.ranks, key.bytes), 0)
                    if row.ci95:
                        every[name, panel.titled, row.size].append((row.ratio, row.ci95, ns))
    now, here, ends = [], defaultdict(list), []
    for measured in every.values():
        for at, (ratio, (low, high), ns) in enumerate(measured):
            ends.append(ratio in (low, high))
            if others := [ratio for ratio, *_ in measured[:at] + measured[at + 1 :]]:
                now.append(low <= median(others) <= high)
            before = [ratio for ratio, _, there in measured[:at]
                      if same_distance((ns,), (there,))]
            if interval := next_interval(before):
                here[len(before)].append(interval[0] <= ratio <= interval[1])
    held = [held for holds in here.values() for held in holds]
    for what, holds in (("now: the median of the others", now),
                        ("here: the next campaign", held),
                        *((f"  from {at} campaigns", holds) for at, holds in sorted(here.items())),
                        ("ratio on an end of its interval", ends)):
        if holds:
            print(f"{what}: {100 * sum(holds) / len(holds):.1f} % of {len(holds)}")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("comops", type=Path)
    parser.add_argument("files", nargs="*", type=Path)
    parser.add_argument("--times", type=int, default=10)
    parser.add_argument("--seconds", type=float, default=50)
    options = parser.parse_args()
    comops = options.comops.resolve()
    os.environ.setdefault("COMOPS_BUILD", str(comops.parents[1] / "build.json"))
    with tempfile.TemporaryDirectory() as folder:
        shares(options.files or measure(comops, options.times, options.seconds, Path(folder)))


main()
