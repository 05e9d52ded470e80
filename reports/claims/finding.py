# SPDX-License-Identifier: BSD-3-Clause
"""What a campaign says of a claim: the verdict, the sentence, and the cells behind it."""

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from typing import Protocol

from claims.evidence import Evidence, Place, Side, place_of
from words.formats import list_text, number_text
from read.results import Cell, Interval

HOLDS, FAILS, OPEN = "holds", "does not hold", "can't tell here"
VERDICTS = (HOLDS, FAILS, OPEN)
MISSING_NAMED = 2  # of what was not measured


@dataclass(frozen=True, slots=True)
class Observation:
    """One comparison: what was compared, its ratio, and whether that is as claimed.

    `supports` is None where the interval, or that there is none, leaves it open.
    """

    cells: tuple[Cell, ...]
    value: float
    ci95: Interval | None
    supports: bool | None

    @property
    def place(self) -> Place:
        """The place of the last of its cells."""
        return place_of(self.cells[-1])

    @property
    def figures(self) -> str:
        """Ratio and interval: 3.9 [3.8, 4.0]."""
        value = number_text(self.value)
        if self.ci95 is None:
            return f"{value} (no interval)"
        return f"{value} [{', '.join(map(number_text, self.ci95))}]"


@dataclass(frozen=True, slots=True)
class Finding:
    """The verdict on a claim; of one that is open, why, and the command that would tell."""

    verdict: str
    words: str
    observations: tuple[Observation, ...] = ()
    reason: str = ""
    command: str = ""


class Test(Protocol):
    """How a claim is decided."""

    def find(self, evidence: Evidence) -> Finding:
        """What one campaign says."""


@dataclass(frozen=True, slots=True)
class Needs:
    """What must be measured to decide a claim, for the command that would."""

    patterns: tuple[str, ...]
    sides: tuple[Side, ...]
    ranks: int = 2
    further: tuple[str, ...] = ()

    @property
    def command(self) -> str:
        """What to type to measure it."""
        named = [name for side in self.sides for name in side.patterns or self.patterns]
        paths = dict.fromkeys(side.path for side in self.sides)
        words = ["comops", "run", "--patterns", ",".join(dict.fromkeys(named))]
        words += ["--paths", ",".join(paths)]
        if all(side.protocols for side in self.sides):
            protocols = dict.fromkeys(name for side in self.sides for name in side.protocols)
            words += ["--protocols", ",".join(protocols)]
        if self.ranks > 2:
            words += ["--ranks", str(self.ranks)]
        return shlex.join([*words, *self.further])

    @property
    def longer(self) -> str:
        """The same with narrower intervals."""
        return f"{self.command} --precision 1 --budget 20m"


def supports(ci95: Interval | None, low: float, high: float) -> bool | None:
    """True for an interval between the bounds, False beyond one of them, None for neither."""
    if ci95 is None:
        return None
    if low < ci95[0] and ci95[1] < high:
        return True
    return False if ci95[1] <= low or ci95[0] >= high else None


def every(observations: Iterable[Observation]) -> str:
    """The verdict on a claim that is about every one of them: one against it refutes it."""
    said = [one.supports for one in observations]
    if False in said:
        return FAILS
    return HOLDS if said and None not in said else OPEN


def span_text(observations: Sequence[Observation]) -> str:
    """From the least ratio to the greatest: 0.81 [0.80, 0.82] to 3.9 [3.8, 4.0] times.

    Those without an interval are left out where others have one.
    """
    known = [one for one in observations if one.ci95] or observations
    ordered = sorted(known, key=lambda one: one.value)
    texts = list(dict.fromkeys((ordered[0].figures, ordered[-1].figures)))
    return f"{' to '.join(texts)} times"


def where_text(observations: Sequence[Observation]) -> str:
    """The places: at 8 B; at 12 sizes, 8 B to 4 MiB; in 48 cases of 4 operations, 8 B to 4 MiB."""
    places = sorted({one.place for one in observations})
    names = [name for name in (place.words for place in places) if name]
    ends = f", {names[0]} to {names[-1]}" if len(names) > 1 else ""
    if len(observations) == 1:
        return f" at {names[0]}" if names else ""
    if len(places) == len(observations):
        return f" at {len(observations)} sizes{ends}"
    patterns = dict.fromkeys(one.cells[-1].key.pattern for one in observations)
    across = f" of {len(patterns)} operations" if len(patterns) > 1 else ""
    return f" in {len(observations)} cases{across}{ends}"


def tally_text(observations: Sequence[Observation], yes: str) -> str:
    """How many are as claimed, where they differ: as claimed in 9, otherwise in 2."""
    said = [one.supports for one in observations]
    if len(set(said)) < 2:
        return ""
    names = ((True, yes), (False, "otherwise"), (None, "undecided"))
    return "; " + ", ".join(f"{name} in {said.count(one)}" for one, name in names if one in said)


@dataclass(frozen=True, slots=True)
class Seen:
    """What a test found in a campaign, what it lacked, and the sentence on the former."""

    observations: list[Observation]
    missing: list[str]
    words: str

    @property
    def by_pattern(self) -> list[list[bool | None]]:
        """What the observations say, those of each pattern by place."""
        said: dict[str, list[bool | None]] = {}
        for one in self.observations:
            said.setdefault(one.cells[0].key.pattern, []).append(one.supports)
        return list(said.values())


def missing_reason(missing: Sequence[str], crowded: bool) -> str:
    """Why a claim is open for want of cells."""
    more = len(missing) - MISSING_NAMED
    named = [*missing[:MISSING_NAMED], *([f"{more} more"] if more > 0 else [])]
    rest = " (cells with more ranks than cores do not count)" if crowded else ""
    return f"not measured: {list_text(named)}{rest}"


def width_reason(observations: Sequence[Observation]) -> str:
    """Why a claim is open although all was measured."""
    bare = sum(one.ci95 is None for one in observations)
    wide = sum(one.supports is None for one in observations) - bare
    many = len(observations)
    reasons = [f"the interval is too wide in {wide} of {many}"] if wide else []
    reasons += [f"no interval was recorded in {bare} of {many}"] if bare else []
    return " and ".join(reasons) or "the sizes measured do not show it"


def decided(
    verdict: str, seen: Seen, needs: Needs, evidence: Evidence, partial: bool = False
) -> Finding:
    """The finding, and why it is open: nothing holds while a part is missing that is needed."""
    if verdict == HOLDS and seen.missing and not partial:
        verdict = OPEN
    reason = command = ""
    if verdict == OPEN and seen.missing:
        reason, command = missing_reason(seen.missing, evidence.crowded), needs.command
    elif verdict == OPEN:
        reason, command = width_reason(seen.observations), needs.longer
    return Finding(verdict, seen.words, tuple(seen.observations), reason, command)


@dataclass(frozen=True, slots=True)
class Both:
    """A claim of several parts, all of which must hold."""

    parts: tuple[Test, ...]

    def find(self, evidence: Evidence) -> Finding:
        """One part against it refutes it; else all must hold."""
        findings = [part.find(evidence) for part in self.parts]
        verdicts = {one.verdict for one in findings}
        verdict = FAILS if FAILS in verdicts else OPEN if OPEN in verdicts else HOLDS
        lacking = [one for one in findings if one.verdict == OPEN] if verdict == OPEN else []
        return Finding(
            verdict,
            " ".join(one.words for one in findings if one.words),
            tuple(row for one in findings for row in one.observations),
            "; ".join(dict.fromkeys(one.reason for one in lacking)),
            "\n".join(dict.fromkeys(one.command for one in lacking)),
        )
