# SPDX-License-Identifier: BSD-3-Clause
"""Continues an interrupted campaign."""

import platform
from typing import TYPE_CHECKING, Any

from campaign.planning.options import Options, options_parse_recorded
from common.console import UsageError
from records.write import ResultsError, ResultsFile, text_undo

if TYPE_CHECKING:
    from campaign.planning.machine import Machine


def resume_campaign(options: Options, machine: "Machine") -> tuple[Options, ResultsFile, set[str]]:
    """Opens the file of options.resume: the options of its campaign, the file, the keys of its
    valid cells. UsageError for a damaged or foreign file, another machine, or further options."""
    own_words = 3 if "=" in options.command[2] else 4  # comops run --resume FILE
    if options.preset or len(options.command) > own_words:
        raise UsageError("--resume uses the campaign's own options; give it alone")
    assert options.resume
    try:
        results, record, done = ResultsFile.resume(options.resume)
    except ResultsError as error:
        raise UsageError(str(error)) from None
    try:
        _check_machine(machine, record)
        recorded = _command_of(record)
    except UsageError:
        results.close()
        raise
    recorded.tuning = results.name  # that of the cells it has
    return recorded, results, done


def _check_machine(machine: "Machine", record: dict[str, Any]) -> None:
    """Results of two machines do not belong in one campaign."""
    then, host = record.get("machine"), record.get("host")
    if (then, host) != (machine.summary, platform.node()):
        raise UsageError(f"this campaign belongs to {host or 'another host'} "
                         f"({then or 'unknown machine'}); resume it there")


def _command_of(record: dict[str, Any]) -> Options:
    """The options of the campaign's own command line."""
    words = record.get("command")
    if not isinstance(words, list) or len(words) < 2:
        raise UsageError("the file has no command line to resume")
    try:
        options = options_parse_recorded([text_undo(str(word)) for word in words[2:]])
    except UsageError as error:
        raise UsageError(f"the command line in the file cannot be resumed: {error}") from None
    if options.against:
        raise UsageError("a comparison by --against takes a minute: measure it again")
    seed = record.get("seed")
    options.seed = seed if isinstance(seed, int) else 0
    return options
