# SPDX-License-Identifier: BSD-3-Clause
"""Alerts in words: one line each for a terminal, followed by details."""

from collections.abc import Sequence

from comops.common.terminal import plain
from comops.reports.comparison.words import WORDS, percent, way_of
from comops.reports.words.formats import list_text, plural
from comops.statistics.comparing.rules import HOLDS, VIOLATED, Rule
from comops_fleet.history.alerts import Alert, Findings, Known, What
from comops_fleet.history.series import FactChange

NAMED = 4  # nodes, parts or facts that are named
LONGEST = 60  # of a value


def nodes_text(alert: Alert) -> str:
    """n1; n1, n2 and n3; 500 of 10,000 nodes, first n1."""
    if len(alert.nodes) == alert.of and alert.of > 1:
        return f"all {alert.of:,} nodes"
    if len(alert.nodes) <= NAMED:
        return list_text(alert.nodes)
    return f"{len(alert.nodes):,} of {alert.of:,} nodes, first {alert.nodes[0]}"


def what_text(what: What) -> str:
    return (f"{what.what}: {way_of(what.ratio)} by {percent(what.ratio)} [{what.low:.3f}, "
            f"{what.high:.3f}]")


def fact_text(change: FactChange) -> str:
    """A fact's old and new value, the most frequent if there are several."""
    often = f", most often of {change.values:,} changes" if change.values > 1 else ""
    return f"{change.name} from {change.old[:LONGEST]} to {change.new[:LONGEST]}{often}"


def facts_text(facts: Sequence[FactChange]) -> str:
    if not facts:
        return "no recorded fact changed then"
    more = [f"{len(facts) - NAMED} more facts"] if len(facts) > NAMED else []
    return "with " + list_text([*map(fact_text, facts[:NAMED]), *more])


def alert_lines(alert: Alert) -> list[str]:
    more = len(alert.whats) - NAMED
    lines = [
        *map(what_text, alert.whats[:NAMED]),
        *([f"{plural(more, 'more part')} of the campaign"] if more > 0 else []),
        f"{facts_text(alert.facts)}; before: {alert.before[:16]}",
    ]
    head = plain(f"{alert.since[:16]} {alert.verdict} on {nodes_text(alert)}")
    return [f"{alert.id}  {head}", *(f"          {plain(line)}" for line in lines)]


def head_text(findings: Findings, sweeps: int) -> str:
    """What was examined."""
    examined = findings.series.sweeps[findings.first:]
    if not examined:
        return f"{plural(sweeps, 'sweep')}, none since then."
    first, last = examined[0].started[:10], examined[-1].started[:10]
    return (f"{plural(len(examined), 'sweep')} from {first} to {last} examined, of "
            f"{sweeps:,} in the store; up to {max(sweep.nodes for sweep in examined):,} nodes.")


def findings_text(
    findings: Findings, sweeps: int, new: Sequence[Alert], known: Sequence[Known]
) -> str:
    """For a terminal: new alerts, the largest first, then those that are acknowledged."""
    lines = [head_text(findings, sweeps), ""]
    for alert in new:
        lines += [*alert_lines(alert), ""]
    if not new:
        lines += ["No new alerts.", ""]
    for alert, why in known:
        lines.append(plain(f"acknowledged {alert.id} of {alert.since[:10]}: {why}"))
    return "\n".join(lines).rstrip("\n") + "\n"


def outcome_text(rule: Rule, outcome: str, alerts: Sequence[Alert], enough: bool) -> str:
    """The outcome of a rule; the first word says whether it passed."""
    head = f"{WORDS[outcome]}: --fail-if {rule.text}"
    by = f"{rule.verdict} by more than {100 * (rule.factor - 1):.6g} %"
    named = list_text([alert.id for alert in alerts[:NAMED]])
    if outcome == HOLDS:
        return f"{head} holds: no alert is {by}."
    if outcome == VIOLATED:
        return f"{head} is violated: {plural(len(alerts), 'alert')} {by}: {named}."
    why = f"{named} may be {by}, or not" if enough else "there are too few sweeps to tell"
    return f"{head} is undecided: {why}."
