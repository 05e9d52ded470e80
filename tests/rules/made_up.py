# SPDX-License-Identifier: BSD-3-Clause
"""An engine whose times are made up: over mpi they are twice those over threads.

python3 -m comops_made_up RESULTS-FILE OPTION-OF-RUN...
"""

import sys
from collections.abc import Sequence

from comops.measure.account import Account
from comops.measure.block.groups import GroupState
from comops.measure.campaign_record import campaign_record
from comops.measure.facts import facts_read, library_hashes
from comops.measure.planning.machine import Machine
from comops.measure.planning.options import Options, options_parse
from comops.measure.planning.planner import plan_make
from comops.measure.recording import Recorder
from comops.measure.schedule.costs import TurnCosts
from comops.measure.schedule.schedule import plan_measure
from comops.reports.terminal.reporter import TerminalReporter
from comops.results.plan import Offer, Path
from comops.results.write import ResultsFile
from comops.statistics.random import Random

PATHS = [Path(label, offers=[Offer(protocol, "pingpong", "made up", "")])
         for label, protocol in (("threads", "direct"), ("mpi", "sendrecv"))]


class MadeUp:
    """comops.measure.block.engine.LaunchedEngine."""

    clock = 1.0, 20.0  # its step and the cost of a reading, ns

    def __init__(self, options: Options) -> None:
        self.options, self.random, self.account = options, Random(options.seed), Account()

    def rounds(self, state: GroupState, rounds: int, block_ns: float) -> None:
        state.begun = True
        for cell in state.cells * rounds:
            us = 1.0 if cell.key["path"] == "threads" else 2.0
            cell.begin_block(0.0)
            cell.add_samples([us * (1 + self.random.next() % 100 / 1e4) for _ in range(10)])

    def begin_launch(self, groups: Sequence[GroupState], launches: int, first: bool) -> bool:
        """Nothing is started."""
        return False


def main(file: str, *words: str) -> None:
    options, machine, reporter = options_parse(list(words)), Machine.load(), TerminalReporter()
    plan, runtimes = plan_make(options, machine, PATHS), {path.label: "none" for path in PATHS}
    with ResultsFile.create(file) as results:
        recorder = Recorder(results, reporter, runtimes)
        recorder.append(campaign_record(options, machine, MadeUp.clock, plan, PATHS)
                        | {"runtimes": runtimes, "tuning": [],
                           "facts": facts_read() | library_hashes({})})
        plan_measure(plan, MadeUp(options), TurnCosts(options, 0.0), recorder, seconds=5)
    reporter.concluded(results)


if __name__ == "__main__":
    main(*sys.argv[1:])
