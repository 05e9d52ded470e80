# SPDX-License-Identifier: BSD-3-Clause
"""What a campaign that answers for a program tells its user."""

import json

from comops.common.signals import signals_seen
from comops.common.terminal import columns_wanted, lines_escaped, plain, wrapped
from comops.reports.terminal.heading import verdict_lines
from comops.reports.terminal.reporter import TerminalReporter
from comops.reports.terminal.screen import COLUMNS, where_lines
from comops.results.lines import ResultsError
from comops.results.read import campaign_written
from comops.results.write import ResultsFile
from comops_programs.program import Program
from comops_programs.screen import answer_json, answer_lines
from comops_programs.sums import answers_of


class AnswerReporter(TerminalReporter):
    """Adds the program to the results file, and prints the answer in place of the tables."""

    def __init__(self, program: Program, as_json: bool) -> None:
        super().__init__()
        self._program, self._as_json = program, as_json

    def concluded(self, results: ResultsFile) -> None:
        self._progress.clear()
        try:
            results.append(self._program.record)
            results.append(results.end_record(not signals_seen()))
            campaign = campaign_written(results)
        except ResultsError as error:
            self.say(str(error))
            return
        answer, = answers_of(campaign)
        if self._as_json:
            self._print(json.dumps(answer_json(answer, campaign)) + "\n")
            return
        columns = columns_wanted() or COLUMNS
        trust = [wrapped(plain(text), 2, columns) for text in verdict_lines([campaign])]
        lines = [*answer_lines(answer, campaign, columns),
                 *where_lines(columns, False, results.file)]
        self._print(lines_escaped("".join(trust) + "\n".join(lines) + "\n"))
