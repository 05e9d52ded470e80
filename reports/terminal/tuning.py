# SPDX-License-Identifier: BSD-3-Clause
"""The parameters of `direct` on each placement: their values, what they gained, and when that was
found."""

from collections.abc import Iterator

from comops.common.terminal import plain
from comops.reports.words.formats import aligned, interval_text, number_text, size_text
from comops.reports.words.trust import REASONS
from comops.results.campaign import Trial, TunedValues, TuningRecord
from comops.results.read import Campaign

NONE = "This file has no tuning: `direct` was not measured.\n"
SOURCES = {"fixed": "the default", "kept": "kept from an earlier campaign", "file": "of --tuning",
           "trial": "of this campaign's trials"}
HEAD = ("parameter", "value", "time with it / without [95 %]", "launches", "patterns")


def _values(values: TuningRecord | TunedValues) -> str:
    lines, both = values.lines, values.both_copy_from
    long = f"both ranks copy from {size_text(both)} on" if both else "one rank copies longer ones"
    return (f"lines {lines}, both_copy_from {both}: messages of up to {lines} lines travel in "
            f"cache lines, and {long}")


def _trials(title: str, trials: list[Trial]) -> Iterator[str]:
    rows = [(trial.parameter, str(trial.step),
             interval_text(trial.ratio, trial.ci95) if trial.ratio else "unknown",
             str(trial.launches), ", ".join(f"{pattern} {number_text(ratio, None)}"
                                            for pattern, ratio in trial.patterns.items()))
            for trial in trials]
    yield f"  {title}"
    yield from (f"    {line}" for line in aligned([HEAD, *rows], {0, 4}))


def _placement(tuning: TuningRecord) -> Iterator[str]:
    text = f", found {tuning.found}" if tuning.found else ""
    yield f"{tuning.placement}: {SOURCES.get(tuning.source, tuning.source)}{text}"
    yield f"  {_values(tuning)}"
    if tuning.dropped:
        yield f"  instead of what was kept and gains nothing now: {_values(tuning.dropped)}"
    if tuning.trials is not None:
        yield from _trials("trials", tuning.trials)
    if tuning.check is not None:
        yield from _trials("check in this campaign", tuning.check)
    if tuning.refuted:
        yield f"  {REASONS['tuning'].format_map(vars(tuning))}: {', '.join(tuning.refuted)}"


def tuning_text(campaign: Campaign) -> str:
    lines = [line for tuning in campaign.record.tuning for line in _placement(tuning)]
    return "".join(f"{plain(line)}\n" for line in lines) or NONE
