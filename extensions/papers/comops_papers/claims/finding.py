# SPDX-License-Identifier: BSD-3-Clause
"""A campaign's finding on a claim: verdict, sentence, and the cells behind it."""

import shlex
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import inf
from typing import ClassVar

from comops.reports.words.formats import interval_text, list_text, number_text
from comops.results.cell import CellRecord
from comops.results.keys import Interval
from comops.statistics.decisions import MARGIN
from comops_papers.claims.evidence import Evidence, Place, Side, missing_text, place_of

VERDICTS = HOLDS, FAILS, UNDECIDED = "holds", "does not hold", "undecided"
MISSING_NAMED = 2  # unmeasured items named in a reason


@dataclass(frozen=True, slots=True)
class Observation:
    """One comparison: its cells, their ratio, and whether that is as claimed.

    `supports` is None if the interval does not decide, or there is none.
    """

    cells: tuple[CellRecord, ...]
    value: float
    ci95: Interval | None
    supports: bool | None

    @property
    def place(self) -> Place:
        """The place of the last of its cells."""
        return place_of(self.cells[-1])

    @property
    def figures(self) -> str:
        """Ratio and interval: 3.9 [3.8, 4.0]; of simulated cells the ratio alone."""
        if self.ci95 and self.ci95[0] == self.ci95[1]:
            return number_text(self.value)
        return interval_text(self.value, self.ci95) + ("" if self.ci95 else " (no interval)")


@dataclass(frozen=True, slots=True)
class ClaimFinding:
    """The verdict on a claim; if undecided, the reason and the command that would decide it."""

    verdict: str
    words: str
    reason: str = ""
    command: str = ""


def command_of(patterns: Iterable[str], sides: Sequence[Side], ranks: int = 2,
               further: Sequence[str] = ()) -> str:
    """Measures these sides."""
    named = [name.partition(" (")[0] for side in sides for name in side.patterns or patterns]
    words = ["comops", "run", "--patterns", ",".join(dict.fromkeys(named)), "--paths",
             ",".join(dict.fromkeys(side.path for side in sides))]
    if all(side.protocols for side in sides):
        protocols = dict.fromkeys(name for side in sides for name in side.protocols)
        words += ["--protocols", ",".join(protocols)]
    if ranks > 2:
        words += ["--ranks", str(ranks)]
    return shlex.join([*words, *further])


def supports(ci95: Interval | None, low: float, high: float) -> bool | None:
    """Whether an interval is between the bounds; None if it overlaps one or there is none.

    The interval of simulated times is a point; a difference of theirs within the margin of
    equivalence is none.
    """
    if ci95 is None:
        return None
    if ci95[0] == ci95[1]:
        least, most = low * (MARGIN if low == 1 else 1), high / (MARGIN if high == 1 else 1)
        return least < ci95[0] < most
    if low < ci95[0] and ci95[1] < high:
        return True
    return False if ci95[1] <= low or ci95[0] >= high else None


def bounds_text(low: float, high: float) -> str:
    """Bounds of a ratio, in words: more than 2; from 4 to 16."""
    if high == inf:
        return f"more than {low:.3g}"
    return f"from {low:.3g} to {high:.3g}" if low > 0 else f"at most {high:.3g}"


def span_text(observations: Sequence[Observation]) -> str:
    """The smallest and the largest ratio: 0.81 [0.80, 0.82] to 3.9 [3.8, 4.0] times.

    Ratios without an interval are left out if others have one.
    """
    known = [observation for observation in observations if observation.ci95] or observations
    ordered = sorted(known, key=lambda observation: observation.value)
    texts = list(dict.fromkeys((ordered[0].figures, ordered[-1].figures)))
    return f"{' to '.join(texts)} times"


def where_text(observations: Sequence[Observation]) -> str:
    """The places: at 8 B; at 12 sizes, 8 B to 4 MiB; in 48 cases of 4 operations, 8 B to 4 MiB."""
    places = sorted({observation.place for observation in observations})
    names = [name for name in (place.words for place in places) if name]
    ends = f", {names[0]} to {names[-1]}" if len(names) > 1 else ""
    if len(observations) == 1:
        return f" at {names[0]}" if names else ""
    if len(places) == len(observations):
        return f" at {len(observations)} sizes{ends}"
    patterns = dict.fromkeys(observation.cells[-1].key.pattern for observation in observations)
    across = f" of {len(patterns)} operations" if len(patterns) > 1 else ""
    return f" in {len(observations)} cases{across}{ends}"


def tally_text(observations: Sequence[Observation], faster: str = "") -> str:
    """How many observations are as claimed, or have that side faster, if not all: as claimed in 9,
    otherwise in 2."""
    said = [observation.supports for observation in observations]
    if len(set(said)) < 2:
        return ""
    names = ((True, f"{faster} faster" if faster else "as claimed"), (False, "otherwise"),
             (None, "undecided"))
    return "; " + ", ".join(f"{name} in {said.count(answer)}" for answer, name in names
                            if answer in said)


@dataclass(frozen=True, slots=True)
class Observed:
    """The observations of a test, what was missing, and a sentence about the former."""

    observations: list[Observation]
    missing: list[str]
    words: str

    @property
    def by_pattern(self) -> list[list[bool | None]]:
        """Whether the observations support the claim, by pattern and place."""
        said: dict[str, list[bool | None]] = {}
        for observation in self.observations:
            said.setdefault(observation.cells[0].key.pattern, []).append(observation.supports)
        return list(said.values())


def missing_reason(missing: Sequence[str], oversubscribed: bool) -> str:
    """Why a claim is undecided without the missing cells."""
    more = len(missing) - MISSING_NAMED
    named = [*missing[:MISSING_NAMED], *([f"{more} more"] if more > 0 else [])]
    rest = " (cells with more ranks than cores are not used)" if oversubscribed else ""
    return f"not measured: {list_text(named)}{rest}"


def width_reason(observations: Sequence[Observation]) -> str:
    """Why a claim is undecided although everything was measured."""
    bare = sum(observation.ci95 is None for observation in observations)
    wide = sum(observation.supports is None for observation in observations) - bare
    many = len(observations)
    reasons = [f"the interval is too wide in {wide} of {many}"] if wide else []
    reasons += [f"no interval was recorded in {bare} of {many}"] if bare else []
    return " and ".join(reasons) or "the measured sizes do not show it"


class Test:
    """Decides a claim from the observations of the patterns that test it.

    A claim does not hold while a part of it was not measured, unless `partial`.
    """

    partial: ClassVar[bool] = False
    everywhere: ClassVar[bool] = False  # of simulated machines, it needs all
    further: ClassVar[tuple[str, ...]] = ()  # options of the command
    ranks: ClassVar[int] = 2
    patterns: tuple[str, ...]

    @property
    def sides(self) -> tuple[Side, ...]:
        """The sides that must be measured."""

    @property
    def bounds(self) -> str:
        """What the ratios must be, in words."""

    @property
    def command(self) -> str:
        """Measures what it needs."""
        return command_of(self.patterns, self.sides, self.ranks, self.further)

    def in_pattern(self, evidence: Evidence, pattern: str) -> tuple[str, list[Observation]]:
        """The observations of one pattern, and under which circumstances they were made."""

    def lacking(self, evidence: Evidence, pattern: str) -> list[str]:
        """What was not measured of a pattern without observations."""
        return [missing_text(pattern, self.sides)]

    def sentence(self, observations: Sequence[Observation], circumstances: str) -> str:
        """What was observed, in words."""

    def observe(self, evidence: Evidence) -> Observed:
        observations, missing, circumstances = [], [], {}
        for pattern in self.patterns:
            circumstance, of_pattern = self.in_pattern(evidence, pattern)
            observations += of_pattern
            if of_pattern:
                circumstances[circumstance] = True
            else:
                missing += self.lacking(evidence, pattern)
        words = self.sentence(observations, "; ".join(circumstances)) if observations else ""
        return Observed(observations, missing, words)

    def verdict(self, seen: Observed) -> str:
        """One observation against the claim refutes it."""
        said = [observation.supports for observation in seen.observations]
        if False in said:
            return FAILS
        return HOLDS if said and None not in said else UNDECIDED

    def find(self, evidence: Evidence) -> ClaimFinding:
        seen = self.observe(evidence)
        verdict, reason, command = self.verdict(seen), "", ""
        if verdict == HOLDS and seen.missing and not self.partial:
            verdict = UNDECIDED
        if verdict == UNDECIDED and seen.missing:
            reason = missing_reason(seen.missing, evidence.oversubscribed)
            command = self.command
        elif verdict == UNDECIDED:
            reason = width_reason(seen.observations)
            command = f"{self.command} --precision 1 --budget 20m"
        return ClaimFinding(verdict, seen.words, reason, command)


class Both(Test):
    """A claim with several parts that must all hold."""

    def __init__(self, *parts: Test) -> None:
        self.parts = parts

    @property
    def bounds(self) -> str:
        return "; ".join(dict.fromkeys(part.bounds for part in self.parts))

    def find(self, evidence: Evidence) -> ClaimFinding:
        findings = [part.find(evidence) for part in self.parts]
        verdicts = {finding.verdict for finding in findings}
        verdict = next((verdict for verdict in (FAILS, UNDECIDED) if verdict in verdicts), HOLDS)
        lacking = [finding for finding in findings if finding.verdict == verdict == UNDECIDED]
        return ClaimFinding(
            verdict, " ".join(finding.words for finding in findings if finding.words),
            "; ".join(dict.fromkeys(finding.reason for finding in lacking)),
            "\n".join(dict.fromkeys(finding.command for finding in lacking)))


class Typically(Both):
    """A claim that holds in more than half of the cases of its parts."""

    find = Test.find

    @property
    def bounds(self) -> str:
        return f"{super().bounds}, in more than half of the cases"

    @property
    def command(self) -> str:
        return command_of(*([what for part in self.parts for what in getattr(part, name)]
                            for name in ("patterns", "sides")))

    def observe(self, evidence: Evidence) -> Observed:
        seen = [part.observe(evidence) for part in self.parts]
        return Observed([row for observed in seen for row in observed.observations],
                        [what for observed in seen for what in observed.missing],
                        " ".join(observed.words for observed in seen if observed.words))

    def verdict(self, seen: Observed) -> str:
        said = [observation.supports for observation in seen.observations]
        yes, unsure = said.count(True), said.count(None)
        if yes > len(said) / 2 and not seen.missing:
            return HOLDS
        return FAILS if yes + unsure <= len(said) / 2 and not seen.missing else UNDECIDED
