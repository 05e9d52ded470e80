# SPDX-License-Identifier: BSD-3-Clause
"""comops report: results files in, one HTML page or its charts out.

Exit 0, 1 not written, 2 usage, 77 a library is missing.
"""

import argparse
import shlex
import sys
from collections.abc import Callable
from pathlib import Path

from files import write
from results import Campaign, ResultsError, campaign_read

WRITTEN, NOT_WRITTEN, USAGE, MISSING = 0, 1, 2, 77
PROGRAM = "comops report"
LIBRARIES = {"jinja2", "markupsafe", "vl_convert"}


def arguments() -> argparse.Namespace:
    """The command line: results files and the page to write."""
    parser = argparse.ArgumentParser(
        prog=PROGRAM, description="Draw results files of `comops run` as one HTML page."
    )
    parser.add_argument("files", metavar="FILE", nargs="+", type=Path, help="a results file")
    parser.add_argument("-o", "--output", type=Path, help="the page to write")
    parser.add_argument(
        "--figures", metavar="DIR", type=Path, help="a folder for each chart as SVG and PDF"
    )
    options = parser.parse_args()
    if not options.output and not options.figures:
        parser.error("what is to be written? a page (-o report.html), or --figures DIR")
    return options


def complain(message: str) -> None:
    """One line on standard error, whatever a file's name or content holds."""
    line = " ".join(message.split())
    print(f"{PROGRAM}: {line}".encode(errors="replace").decode(), file=sys.stderr)


def campaigns_read(files: list[Path], output: Path | None) -> list[Campaign]:
    """All campaigns; their notes go to standard error too. ResultsError as in results.py."""
    campaigns = []
    for file in files:
        if output and output.exists() and file.exists() and output.samefile(file):
            raise ResultsError(f"{output}: is a results file, it would be overwritten")
        campaigns.append(campaign_read(file))
        for note in campaigns[-1].notes:
            complain(f"{file}: {note}")
    return campaigns


def written(output: Path, deed: Callable[[], None]) -> bool:
    """Whether a deed that writes could; complains where it could not."""
    try:
        deed()
    except OSError as error:
        complain(f"{output}: cannot be written: {error.strerror}")
        return False
    return True


def main() -> int:
    """Read, draw, write; the exit status."""
    options = arguments()
    try:
        from page import page
        from publication import figures_write
    except ModuleNotFoundError as error:
        if error.name not in LIBRARIES:
            raise
        needs = Path(__file__).resolve().with_name("requirements.txt")
        command = shlex.join([sys.executable, "-m", "pip", "install", "-r", str(needs)])
        complain(f"the Python module {error.name} is missing; install it with: {command}")
        return MISSING
    try:
        campaigns = campaigns_read(options.files, options.output)
    except ResultsError as error:
        complain(str(error))
        return USAGE
    if options.figures and not written(
        options.figures, lambda: figures_write(campaigns, options.figures)
    ):
        return NOT_WRITTEN
    if options.output and not written(
        options.output,
        lambda: write(options.output, page(campaigns).encode("utf-8", errors="replace")),
    ):
        return NOT_WRITTEN
    return WRITTEN


if __name__ == "__main__":
    sys.exit(main())
