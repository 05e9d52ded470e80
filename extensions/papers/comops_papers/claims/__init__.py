# SPDX-License-Identifier: BSD-3-Clause
"""The papers' claims that a campaign can test, by paper, and how each is decided."""

from comops_papers.claims import luo, worley
from comops_papers.claims.one_sided import ARSC, LUECKE, THESIS

PAPERS = (luo.PAPER, ARSC, worley.PAPER, THESIS, LUECKE)
