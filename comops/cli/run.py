# SPDX-License-Identifier: BSD-3-Clause
"""comops run.

Exit 0, 1 a cell is wrong or lost, or an output cannot be written, 2 usage, 77 nothing can run here.
4 the results are not to be used. With --against also 3 something is slower, 4 that is undecided.
"""

import os
from typing import TYPE_CHECKING

from comops.measure.planning.options import Options, options_parse

if TYPE_CHECKING:
    from comops.reports.terminal.reporter import TerminalReporter


UNUSABLE = 4


def main(words: list[str]) -> int:
    options = options_parse(words)
    # Not for --help: these import NumPy, whose threads would take the ranks' cores.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from comops.reports.comparison.against import AgainstReporter
    from comops.reports.terminal.reporter import TerminalReporter
    from comops.reports.terminal.times import Wanted

    if not options.against or options.dry_run:
        wanted = Wanted(options.table, options.percentiles, options.first)
        return reported(options, TerminalReporter(wanted))
    reporter = AgainstReporter(options.against, options.json)
    status = reported(options, reporter)
    return (reporter.status or status) if status in (0, UNUSABLE) else status


def reported(options: Options, reporter: "TerminalReporter") -> int:
    """The exit status."""
    from comops.measure.run import campaign_run

    status = campaign_run(options, reporter)
    if reporter.failure:
        raise reporter.failure
    return status
