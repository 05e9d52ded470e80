# SPDX-License-Identifier: BSD-3-Clause
"""What a ratio allows to be said of its first cell; analysis/decisions.py says when."""

DECISIONS = FASTER, SLOWER, EQUIVALENT, UNDECIDED = "faster", "slower", "equivalent", "undecided"
REVERSED = {FASTER: SLOWER, SLOWER: FASTER}
