# SPDX-License-Identifier: BSD-3-Clause
"""The sentences of a comparison: the machine, the total, and remarks."""

from collections.abc import Iterable, Sequence

from comparing.comparison import FASTER, SLOWER, UNCHANGED, UNTESTED, Change, Comparison
from comparing.effects import MANY
from read.fields import CellKey
from words.formats import list_text, plural, size_text
from words.settings import title_of

NAMED = 3  # implementations named in a sentence
VALUE = 60  # characters shown of a fact
Failed = Sequence[tuple[str, int]]  # rules and how many cells each applies to


def cells_text(count: int) -> str:
    return plural(count, "cell")


def percent(ratio: float) -> str:
    """How far a ratio is from 1: 1.3 %."""
    return f"{100 * abs(ratio - 1):.1f} %"


def setting_text(key: CellKey) -> str:
    words = [
        title_of(key.pattern, key),
        plural(key.ranks, "rank"),
        key.placement,
        f"{key.buffers} buffers",
        f"consume {key.consume}" if key.consume != "no" else "",
        f"{key.memory} memory" if key.memory not in ("", "local") else "",
        f"method {key.method}" if key.method != "adaptive" else "",
    ]
    return ", ".join(filter(None, words))


def setting_of(change: Change) -> CellKey:
    """What the rows of one table share."""
    return change.key._replace(path="", protocol="", bytes=0, mode="")


def machine_text(comparison: Comparison) -> str:
    effects = comparison.effects
    if effects.tested < MANY:
        return (
            f"The machine: {cells_text(effects.tested)} cannot separate machine-wide drift from "
            "changes of the program; nothing is removed."
        )
    ratio, low, high = comparison.machine
    way = "slower" if ratio > 1 else "faster"
    what = "removed from the cells below" if effects.shifted else "included in the cells below"
    return (
        f"The machine: NEW is {percent(ratio)} {way} over all cells "
        f"(new/base {ratio:.3f} [{low:.3f}, {high:.3f}]); {what}."
    )


def chance_text(comparison: Comparison) -> str:
    """The variation between campaigns beyond that of launches."""
    state, spread = comparison.effects.state, comparison.effects.spread
    parts = [f"by {100 * state:.1f} % beyond launch-to-launch variation"] if state else []
    parts += [f"{spread:.1f} times as much as that explains"] if spread > 1 else []
    if not parts:
        return ""
    return (
        f"Between these campaigns unchanged cells differ {list_text(parts)}; intervals and "
        "p-values allow for it."
    )


def group_text(changes: Iterable[Change], verdict: str) -> str:
    """The cells of one verdict: 12 slower (broadcast threads/direct, by 4.8 % to 5.3 %)."""
    rows = [change for change in changes if change.verdict == verdict]
    if not rows:
        return f"none {verdict}"
    names = list(dict.fromkeys(f"{c.key.pattern} {c.key.path}/{c.key.protocol}" for c in rows))
    more = [f"{len(names) - NAMED} more"] if len(names) > NAMED else []
    factors = sorted(max(change.ratio, 1 / change.ratio) for change in rows)
    low, high = percent(factors[0]), percent(factors[-1])
    by = low if low == high else f"{low} to {high}"
    return f"{len(rows):,} {verdict} ({list_text([*names[:NAMED], *more])}, by {by})"


def total_text(comparison: Comparison) -> str:
    changed, counts = comparison.changed, comparison.counts
    parts = [group_text(changed, SLOWER), group_text(changed, FASTER)]
    parts += [f"{counts[UNCHANGED]:,} unchanged"]
    if counts[UNTESTED]:
        parts.append(f"{counts[UNTESTED]:,} with too few launches or blocks")
    return f"{cells_text(len(comparison.changes))} compared: {', '.join(parts)}."


def rest_texts(comparison: Comparison) -> list[str]:
    """What was not compared, and what the intervals do not include."""
    texts = []
    if comparison.lost:
        key = comparison.lost[0]
        where = f"{key.pattern} {key.path}/{key.protocol}, {size_text(key.bytes)}"
        texts.append(f"{cells_text(len(comparison.lost))} of BASE invalid in NEW: first {where}.")
    if comparison.only_base or comparison.only_new:
        texts.append(
            f"Not compared: {cells_text(comparison.only_base)} only in BASE, "
            f"{comparison.only_new:,} only in NEW."
        )
    if comparison.single:
        texts.append(
            f"{cells_text(comparison.single)} measured in one launch of the workers: their "
            "intervals do not include launch-to-launch variation."
        )
    for name, base, new, _ in comparison.differences:
        values = [" and ".join(one[:VALUE] for one in side) for side in (base, new)]
        values = values if values[0] != values[1] else [" and ".join(side) for side in (base, new)]
        texts.append(f"Different {name}: {values[0]} against {values[1]}.")
    return texts


def smallest_text(comparison: Comparison) -> str:
    return (
        f"Changed: by more than {100 * comparison.smallest:g} %, at a false discovery rate of 5 % "
        "over all cells."
    )


def failed_texts(failed: Failed) -> list[str]:
    return [
        f"--fail-if {rule}: {f'fails, {cells_text(count)}' if count else 'holds'}."
        for rule, count in failed
    ]
