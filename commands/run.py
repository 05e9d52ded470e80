# SPDX-License-Identifier: BSD-3-Clause
"""comops run.

Exit 0, 1 a cell is wrong or lost, or an output cannot be written, 2 usage, 77 nothing can run here.
"""

import os

from campaign.planning.options import options_parse


def main(words: list[str]) -> int:
    options = options_parse(words)
    # Not for --help: these import NumPy, whose threads would take the ranks' cores.
    os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")
    from campaign.run import campaign_run
    from reports.terminal.reporter import TerminalReporter

    reporter = TerminalReporter()
    status = campaign_run(options, reporter)
    if reporter.failure:
        raise reporter.failure
    return status
