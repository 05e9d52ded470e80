# SPDX-License-Identifier: BSD-3-Clause
"""The sentences of a comparison: the machine, its power, the total, rules, and remarks."""

import math
import os.path
from collections.abc import Iterable, Sequence

from comops.reports.words.formats import factor_of, list_text, percent_text, plural, size_text
from comops.reports.words.settings import labelled, title_of
from comops.reports.words.states import state_text
from comops.reports.words.trust import trust_said
from comops.results.findings import EQUIVALENT, FASTER, SLOWER, UNDECIDED
from comops.results.keys import CellKey
from comops.statistics.comparing.comparison import (FALSE, LEVEL, POWER, UNTESTED, Change,
                                                    Comparison, exponential)
from comops.statistics.comparing.contrasts import Estimate
from comops.statistics.comparing.differences import ENVIRONMENT
from comops.statistics.comparing.hierarchy import Node
from comops.statistics.comparing.machine import Drift, reference_of
from comops.statistics.comparing.rules import HOLDS, NO_ANSWER, VIOLATED, RuleOutcome
from comops.statistics.decisions import MARGIN

WORDS = {HOLDS: "PASS", VIOLATED: "FAIL", NO_ANSWER: "UNDECIDED"}
NAMED = 3  # implementations or nodes named in a sentence
VALUE = 60  # characters shown of a fact
CONTROL = "A change counts only beyond what the other cells did together."
CANARY_NAMES = {
    "handover": "hand-over of a line", "rounds": "hand-over in each round",
    "cache": "copy in cache", "memory": "copy in memory", "arithmetic": "arithmetic"}


def doubt_texts(comparison: Comparison) -> list[str]:
    """Why the files themselves decide nothing."""
    doubts = [(campaign, trust_said(campaign.trust)) for campaign in comparison.unusable
              if campaign.trust]
    doubts += [(campaign, "not known to be whole") for campaign in comparison.cut]
    return [f"{WORDS[NO_ANSWER]}: {campaign.file}: {why}" for campaign, why in doubts]


def cells_text(count: int) -> str:
    return plural(count, "cell")


def percent(ratio: float) -> str:
    """How far a ratio is from 1, whichever side is longer: 1.3 %."""
    return percent_text(factor_of(ratio) - 1)


def way_of(ratio: float) -> str:
    return SLOWER if ratio > 1 else FASTER


def first_of(names: Sequence[str]) -> list[str]:
    """Some of them, and how many more there are."""
    more = [f"{len(names) - NAMED:,} more"] if len(names) > NAMED else []
    return [*names[:NAMED], *more]


def setting_text(key: CellKey) -> str:
    label = labelled(key, consume="no", memory="local", method="adaptive")
    return f"{title_of(key.pattern, key)}, {label}"


def setting_of(change: Change) -> CellKey:
    """What the rows of one table share."""
    return change.key._replace(path="", protocol="", bytes=0, mode="")


def node_text(level: str, key: CellKey) -> str:
    """What a node is, as in a sentence."""
    title = title_of(key.pattern, key)
    return {
        "campaign": "all cells",
        "path": f"everything over {key.path}",
        "pattern": f"{title} over {key.path}",
        "implementation": f"{title} over {key.path}/{key.protocol}",
        "cell": f"{title} over {key.path}/{key.protocol}, {size_text(key.bytes)}",
    }[level]


def drift_factors(drift: Drift) -> tuple[float, float, float]:
    """The ratio of a canary's times, and its interval."""
    effect, half = drift.estimate.effect, drift.estimate.reach(1 - LEVEL / 2)
    return exponential(effect), exponential(effect - half), exponential(effect + half)


def has_drifted(drift: Drift) -> bool:
    return abs(drift.estimate.effect) > drift.estimate.reach(1 - LEVEL / 2)


def drift_rows(comparison: Comparison) -> list[list[str]]:
    """The canaries as rows: where, name, the ratio of times, its interval, whether it drifted."""
    return [[f"{drift.placement}, {plural(drift.ranks, 'rank')}", CANARY_NAMES[drift.canary],
             f"{ratio:.3f}", f"[{low:.3f}, {high:.3f}]",
             way_of(ratio) if has_drifted(drift) else ""]
            for drift in comparison.drifts for ratio, low, high in [drift_factors(drift)]]


def machine_text(comparison: Comparison) -> str:
    """What the canaries show about the machine, and the consequence for the cells."""
    if comparison.machines:
        return "Two machines: ratios of their times, without regard to canaries."
    if not comparison.root:
        return "The machine: without a cell that can be tested, its canaries tell nothing."
    if comparison.moved != 1:
        why = "the machine, or code that all paths share; that is not attributable."
        if cause := comparison.moved_cause:
            why = f"{cause_text(comparison, cause, comparison.moved)}."
        return (f"Everything became {way_of(comparison.moved)} by {percent(comparison.moved)}: "
                f"{why}{reference_text(comparison)} Changes below are beyond it.")
    if not comparison.drifts:
        return f"The machine: one side or both have no canaries that show its drift. {CONTROL}"
    gone = [drift for drift in comparison.drifts if has_drifted(drift)]
    names = list_text(list(dict.fromkeys(CANARY_NAMES[drift.canary] for drift in gone)))
    text = f"The machine drifted: {names}." if gone else "The machine: no canary drifted."
    return f"{text} {CONTROL}"


def cause_text(comparison: Comparison, cause: str, ratio: float) -> str:
    """What explains a change by this ratio, and what to do."""
    if cause == ENVIRONMENT:
        return (f"BASE and NEW differ in {list_text(first_of(comparison.causes.variables))}; "
                "measure both with the same")
    slow, fast = comparison.causes.slow_fast(ratio - 1)
    names = ("NEW's", "BASE's") if ratio > 1 else ("BASE's", "NEW's")
    return f"{state_text(cause, slow, [fast], *names)}; measure again"


def explained_texts(comparison: Comparison, nodes: Sequence[Node]) -> list[str]:
    """What explains the changes of these nodes, in place of a verdict, and by how much they moved.
    """
    names_of: dict[str, list[str]] = {}
    for node in nodes:
        ratio = exponential(node.effect)
        names_of.setdefault(cause_text(comparison, node.cause, ratio), []).append(
            f"{node_text(node.level, node.key)} ({way_of(ratio)} by {percent(ratio)})")
    return [f"not attributed to the code: {list_text(first_of(names))}: {why}"
            for why, names in names_of.items()]


def reference_text(comparison: Comparison) -> str:
    """That the reference moved in the same direction, which shows the machine's part."""
    alike = [exponential(effect) for effect in reference_of(comparison.drifts)
             if (effect > 0) == (comparison.moved > 1)]
    by = list_text(list(map(percent, alike)))
    return f" The hand-over in each round, which no code changes, moved by {by}, too." * bool(alike)


def power_text(comparison: Comparison, changes: Sequence[float]) -> str:
    """What this pair of campaigns could detect, printed before what it found."""
    if not comparison.root:
        return "No cell has an interval over launches on both sides: nothing can be tested."
    parts = []
    for change in changes:
        cells, lines = (comparison.power(change, level) for level in ("cell", "implementation"))
        parts.append(f"{100 * change:g} % in {cells[0]:,} of {cells_text(cells[1])}, and in "
                     f"{lines[0]:,} of {plural(lines[1], 'implementation')} over all sizes")
    return (f"This pair of campaigns can detect {'; '.join(parts)} (each alone, with a probability "
            f"of {100 * POWER:g} %).")


def variation_text(comparison: Comparison) -> str:
    """The variation between campaigns beyond that of launches."""
    parts = [f"{name} by {percent_text(math.sqrt(variance))}" for name, variance in (
        ("cells", comparison.variation.cell),
        ("implementations", comparison.variation.implementation)) if variance]
    return (f"Between these campaigns {list_text(parts)} vary beyond launches; all "
            "tests allow for it." if parts else "")


def group_text(changes: Iterable[Change], verdict: str) -> str:
    """The cells of one verdict: 12 slower (broadcast threads/direct, by 4.8 % to 5.3 %)."""
    rows = [change for change in changes if change.verdict == verdict]
    if not rows:
        return f"none {verdict}"
    names = list(dict.fromkeys(f"{c.key.pattern} {c.key.path}/{c.key.protocol}" for c in rows))
    factors = [factor_of(change.ratio) for change in rows]
    low, high = percent(min(factors)), percent(max(factors))
    by = low if low == high else f"{low} to {high}"
    return f"{len(rows):,} {verdict} ({list_text(first_of(names))}, by {by})"


def total_text(comparison: Comparison) -> str:
    changed, counts = comparison.changed, comparison.counts
    margin = f"{100 * max(MARGIN - 1, comparison.smallest):g} %"
    parts = [group_text(changed, SLOWER), group_text(changed, FASTER)]
    parts += [f"{counts[EQUIVALENT]:,} equivalent within {margin}"]
    parts += [f"{counts[UNDECIDED]:,} undecided"]
    if counts[UNTESTED]:
        parts.append(f"{counts[UNTESTED]:,} not tested")
    return f"{cells_text(len(comparison.changes))} compared: {', '.join(parts)}."


def rest_texts(comparison: Comparison) -> list[str]:
    """What was not compared or not tested, and other differences."""
    texts = []
    if comparison.lost:
        key = comparison.lost[0]
        where = f"{key.pattern} {key.path}/{key.protocol}, {size_text(key.bytes)}"
        texts.append(f"{cells_text(len(comparison.lost))} of BASE invalid in NEW: first {where}.")
    if comparison.only_base or comparison.only_new:
        texts.append(f"Not compared: {cells_text(comparison.only_base)} only in BASE, "
                     f"{comparison.only_new:,} only in NEW.")
    if comparison.faults:
        texts.append(f"{cells_text(comparison.faults)} not tested: page faults on one side alone "
                     "(--malloc keep avoids them).")
    if alone := comparison.counts[UNTESTED] - comparison.faults:
        texts.append(f"{cells_text(alone)} not tested: a side has no interval over launches of the "
                     "workers.")
    return texts + [difference_text(*difference[:3]) for difference in comparison.differences]


def difference_text(name: str, base: Sequence[str], new: Sequence[str]) -> str:
    """A fact that differs; long values are cut, but for the words in which they differ."""
    values = [" and ".join(side) or "none" for side in (base, new)]
    if max(map(len, values)) > VALUE:
        begin = os.path.commonprefix(values).rfind(" ") + 1
        values = [f"{'...' * bool(begin)}{value[begin : begin + VALUE]}"
                  f"{'...' * (begin + VALUE < len(value))}" for value in values]
    return f"Different {name}: {values[0]} against {values[1]}."


def smallest_text(comparison: Comparison) -> str:
    return (f"Changed: by more than {100 * comparison.smallest:g} %, at a false discovery rate of "
            f"{100 * FALSE:g} % over cells, implementations, patterns and paths.")


def violation_text(outcome: RuleOutcome) -> str:
    """The nodes that violate a rule, by how much."""

    def violating(node: Node) -> str:
        ratio = exponential(node.effect)
        return f"{node_text(node.level, node.key)}: {way_of(ratio)} by {percent(ratio)}"

    return list_text(first_of(list(map(violating, outcome.nodes))))


def holds_text(outcome: RuleOutcome, comparison: Comparison) -> str:
    """What is excluded, and where it is not."""
    lines, cells = (len(comparison.nodes_at(level)) for level in ("implementation", "cell"))
    twice = f"{100 * (outcome.rule.twice - 1):.6g} %"
    text = (f"none of {plural(lines, 'implementation')} is estimated to be {rule_text(outcome)}; "
            f"{twice} is excluded ({100 * (1 - LEVEL):g} % confidence each)")
    hidden = f"; {outcome.cells:,} of {cells_text(cells)} could each hide it"
    return text + hidden * bool(outcome.cells)


def why_text(outcome: RuleOutcome, comparison: Comparison) -> str:
    """Why a rule is undecided."""
    why = []
    if outcome.together:
        why.append(f"all together may be {rule_text(outcome)}, and that is not attributable: "
                   f"{change_text(comparison.common)}")
    if outcome.open:
        names = [f"{node_text(node.level, node.key)}: {change_text(node.beyond)}"
                 for node in outcome.open]
        lines = plural(len(comparison.nodes_at("implementation")), "implementation")
        why.append(f"{len(outcome.open):,} of {lines} may be {rule_text(outcome)} "
                   f"({list_text(first_of(names))})")
    why += explained_texts(comparison, outcome.explained)
    if outcome.missing:
        why.append(f"{cells_text(outcome.missing)} of both sides could not be tested")
    return "; ".join(why) or "a file is not whole, or not to be used"


def change_text(change: Estimate) -> str:
    """The ratio of an estimate, and what a rule regards of it."""
    half = change.reach(1 - LEVEL)
    low, high = exponential(change.effect - half), exponential(change.effect + half)
    return f"{exponential(change.effect):.3f} [{low:.3f}, {high:.3f}]"


def rule_text(outcome: RuleOutcome) -> str:
    return f"{outcome.rule.verdict} by more than {100 * (outcome.rule.factor - 1):.6g} %"


def outcome_text(outcome: RuleOutcome, comparison: Comparison) -> str:
    """The outcome of a rule; the first word says whether it passed."""
    head = f"{WORDS[outcome.outcome]}: --fail-if {outcome.rule.text}"
    if outcome.outcome == VIOLATED:
        return f"{head} is {VIOLATED}: {violation_text(outcome)}."
    if outcome.outcome == HOLDS:
        return f"{head} holds: {holds_text(outcome, comparison)}."
    return f"{head} is {outcome.outcome}: {why_text(outcome, comparison)}."
