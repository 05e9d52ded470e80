# SPDX-License-Identifier: BSD-3-Clause
"""What only a campaign itself can know of its trustworthiness: what the libraries say, quotas on
processor time, processors that slow themselves down; and the record on trust at its end."""

import time
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import TYPE_CHECKING, Any

from comops.measure.environment import hidden_note
from comops.measure.facts import throttle_count
from comops.measure.planning.machine import Machine, batch_note
from comops.measure.planning.quota import Quota, quota_here
from comops.results.read import campaign_written
from comops.results.write import ResultsError
from comops.statistics.trust import UNUSABLE, trust_made, trust_of

if TYPE_CHECKING:
    from comops.measure.launch.workers import Worker
    from comops.results.write import ResultsFile

Record = dict[str, Any]


def notes_of(machine: Machine) -> list[str]:
    """What of this machine may not be used, before measuring."""
    quota = quota_here()
    return [note for note in (batch_note(machine), hidden_note(), quota and quota.text) if note]


def is_unusable(results: "ResultsFile") -> bool:
    """Whether the results of a file that an earlier run has finished are not to be used."""
    trust = trust_of(campaign_written(results))
    return trust is not None and trust.verdict == UNUSABLE


@dataclass
class Judging:
    """From before the workers start to the end. `unusable`: the results are not to be used."""

    quota: Quota | None = field(default_factory=quota_here)
    throttles: int | None = field(default_factory=throttle_count)
    begun: float = field(default_factory=time.monotonic)
    shared_ranks: dict[str, list[int]] = field(default_factory=dict)  # path -> sharing, of
    unusable: bool = False

    def __post_init__(self) -> None:
        self.throttled_s = self.quota.throttled_s if self.quota else 0.0

    def started(self, path: str, worker: "Worker") -> None:
        """What the library says; of several numbers of ranks the first that do not all share."""
        known = self.shared_ranks.get(path)
        if worker.shared_ranks and (not known or known[0] == known[1]):
            self.shared_ranks[path] = [worker.shared_ranks, worker.ranks]

    def facts(self) -> Record:
        """Members of the campaign's record."""
        quota = {"quota": self.quota.record} if self.quota else {}
        return quota | ({"shared_ranks": self.shared_ranks} if self.shared_ranks else {})

    def _seen(self, explained: Mapping[str, int]) -> Record:
        seen: Record = {"explained": dict(explained)} if explained else {}
        if self.quota:
            took = time.monotonic() - self.begun
            # The kernel adds up the cores.
            seen["throttled"] = min((self.quota.throttled_s - self.throttled_s) / took, 1.0)
        if self.throttles is not None and (more := (throttle_count() or 0) - self.throttles) > 0:
            seen["throttles"] = more
        return seen

    def ended(self, results: "ResultsFile", explained: Mapping[str, int]) -> None:
        """Records how far the results can be trusted, those of an earlier part included.
        ResultsError if that cannot be written."""
        try:
            campaign = campaign_written(results)
        except ResultsError:  # nothing was measured
            return
        before = Counter(campaign.trust and campaign.trust.explained)
        record = trust_made(campaign, self._seen(before + Counter(explained)))
        self.unusable = record["verdict"] == UNUSABLE
        results.append(record)
