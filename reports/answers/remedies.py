# SPDX-License-Identifier: BSD-3-Clause
"""XHC's flat broadcast and its remedies on a simulated machine: ranked, each beside flat and beside
what was measured (reference/xhc).

How far a ratio to flat can be believed is known from the study's two machines of Skylake's
generation (docs/accuracy.md): a remedy that is nearer to flat is undecided.
"""

from collections import defaultdict
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import groupby

from analysis.decisions import decision_of_broadcasts
from common.published_values import REMEDIES, remedy_us
from records.findings import FASTER
from records.read import Campaign
from reports.words.formats import list_text, size_text
from reports.words.phrases import Phrase

FLAT = "flat"


@dataclass(frozen=True, slots=True)
class Broadcasts:
    """The variants of a machine with some ranks: `times` by bytes and protocol, microseconds, the
    mean over the ranks, fastest first; `printed` likewise, empty if the study has none."""

    machine: str
    ranks: int
    times: dict[int, dict[str, float]]
    printed: dict[int, dict[str, float]]

    def decision(self, size: int, protocol: str) -> str:
        """Whether a remedy is faster than flat."""
        return decision_of_broadcasts(size, self.times[size][FLAT] / self.times[size][protocol])


def ranked(times: dict[str, float]) -> dict[str, float]:
    return dict(sorted(times.items(), key=lambda one: one[1]))


def _printed(machine: str, ranks: int) -> dict[int, dict[str, float]]:
    found: dict[int, dict[str, float]] = defaultdict(dict)
    for protocol in REMEDIES:
        for size, us in remedy_us(machine.upper(), ranks, protocol).items():
            found[size][protocol] = us
    return {size: ranked(times) for size, times in found.items()}


def broadcasts_of(campaign: Campaign) -> Iterator[Broadcasts]:
    """The broadcasts of which flat and another variant were simulated."""
    found: dict[tuple[str, int], dict[int, dict[str, float]]] = defaultdict(
        lambda: defaultdict(dict))
    for key, cell in campaign.cells.items():
        if cell.valid and key.protocol in REMEDIES:
            found[key.placement, key.ranks][key.bytes][key.protocol] = cell.rank_mean_us
    for (machine, ranks), sizes in found.items():
        times = {size: ranked(some) for size, some in sorted(sizes.items())
                 if FLAT in some and len(some) > 1}
        if times:
            yield Broadcasts(machine, ranks, times, _printed(machine, ranks))


def remedies_sentence(one: Broadcasts) -> list[Phrase]:
    """icx-48, 48 ranks: dual and opt4 are faster than flat at 8 to 128 B; no remedy is shown to be
    faster at 1 KiB."""
    def faster(size: int) -> list[str]:
        return [name for name in one.times[size] if one.decision(size, name) == FASTER]

    clauses = []
    for names, some in groupby(one.times, lambda size: sorted(faster(size))):
        first, *others = map(size_text, some)
        at = f"{first} to {others[-1]}" if others else first
        clauses.append(f"{list_text(names)} {'are' if len(names) > 1 else 'is'} faster than flat "
                       f"at {at}" if names else f"no remedy is shown to be faster at {at}")
    return [Phrase(f"{one.machine}, {one.ranks} ranks: {'; '.join(clauses)}.")]
