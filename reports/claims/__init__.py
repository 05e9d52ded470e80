# SPDX-License-Identifier: BSD-3-Clause
"""The papers' claims that a campaign can test, by paper, and how each is decided."""

from reports.claims import arsc, luecke, luo, thesis, worley

PAPERS = (luo.PAPER, arsc.PAPER, worley.PAPER, thesis.PAPER, luecke.PAPER)
