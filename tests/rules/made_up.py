# SPDX-License-Identifier: BSD-3-Clause
"""An engine whose times are made up: over mpi they are twice those over threads.

python3 -m simulate.made_up RESULTS-FILE OPTION-OF-RUN...
"""

import sys
from collections.abc import Sequence

from analysis.random import Random
from campaign.account import Account
from campaign.block.groups import GroupState
from campaign.campaign_record import campaign_record
from campaign.facts import facts_read, library_hashes
from campaign.planning.machine import Machine
from campaign.planning.options import Options, options_parse
from campaign.planning.planner import plan_make
from campaign.recording import Recorder
from campaign.schedule.costs import TurnCosts
from campaign.schedule.schedule import plan_measure
from records.plan import Offer, Path
from records.write import ResultsFile
from reports.terminal.reporter import TerminalReporter

PATHS = [Path(label, offers=[Offer(protocol, "pingpong", "made up", "")])
         for label, protocol in (("threads", "direct"), ("mpi", "sendrecv"))]


class MadeUp:
    """campaign.block.engine.LaunchedEngine."""

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
