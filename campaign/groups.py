# SPDX-License-Identifier: BSD-3-Clause
"""A group of cells while it is measured."""

from collections.abc import Sequence
from dataclasses import dataclass, field
from itertools import combinations
from typing import TYPE_CHECKING, Any

from analysis.cells import Cell
from analysis.levels import Levels
from analysis.ratios import Ratio
from analysis.times import levels, precise
from analysis.verdicts import Verdict
from campaign.plan import Candidate, Group, key_of
from campaign.sampling import Sampling

if TYPE_CHECKING:
    from campaign.methods import Method

LEAD_FIRST = 1000  # ns, MEETING_LEAD_FIRST
