# SPDX-License-Identifier: BSD-3-Clause
"""Where the minute of a default campaign goes.

Usage: account.py COMOPS [OPTION...] [--times N]

Runs N default campaigns (3), with more options of `comops run` if there are any, and prints the
medians of the shares of their wall time, by kind. Exit status 1 if less than half is in timed
blocks or more than a tenth in settling, if a size takes more than twice an equal part, or if the
kinds do not add up to the wall time within 2 %.
"""

import argparse
import subprocess
import sys
import tempfile
from pathlib import Path
from statistics import median

import tables  # noqa: F401  (from here on the rooms can be imported)

TIMED_LEAST, SETTLING_MOST, SIZE_MOST, LEFT_MOST = 0.5, 0.1, 2, 0.02


def measure(comops: str, words: list[str], file: Path):
    from comops.reports.answers.account import account_of
    from comops.results.read import campaign_read

    subprocess.run([comops, "run", "-q", "--earlier", "off", "-o", file, *words], check=True,
                   stdout=subprocess.DEVNULL)
    return account_of(campaign_read(file))


def shares_of(account) -> dict[str, float]:
    from comops.reports.answers.account import KINDS

    kinds, sizes = account.by("kind"), account.by("bytes")
    sizes.pop(None, None)
    shares = {words: kinds.get(kind, 0.0) / account.wall for kind, words in KINDS.items()}
    return shares | {"stamps' own intervals": account.stamps / account.wall,
                     "not accounted for": abs(account.left) / account.wall,
                     "the dearest size, of an equal part":
                         max(sizes.values()) / (account.wall / len(sizes))}


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("comops")
    parser.add_argument("--times", type=int, default=3)
    options, words = parser.parse_known_args()
    with tempfile.TemporaryDirectory() as folder:
        every = [shares_of(measure(options.comops, words, Path(folder) / f"{turn}.jsonl"))
                 for turn in range(options.times)]
    shares = {name: median(run[name] for run in every) for name in every[0]}
    for name, share in shares.items():
        print(f"{name:<36}{share:7.1%}")
    sys.exit(shares["timed blocks"] < TIMED_LEAST or shares["settling"] > SETTLING_MOST
             or shares["the dearest size, of an equal part"] > SIZE_MOST
             or shares["not accounted for"] > LEFT_MOST)


main()
