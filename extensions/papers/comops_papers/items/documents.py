# SPDX-License-Identifier: BSD-3-Clause
"""The five documents: their items by paper and name."""

from comops_papers.items import luo, one_sided, prose, thesis, worley
from comops_papers.items.items import Item

TITLES = {
    "luo": "Luo 1996, the COMOPS paper",
    "luecke": "Luecke, Spanoyannis and Kraeva 2004",
    "arsc": "ARSC T3D Users' Newsletter 56, 1995",
    "worley": "Worley 1999",
    "thesis": "Texas Tech thesis",
}
ITEMS = [*luo.ITEMS, prose.LUO, *one_sided.LUECKE, prose.LUECKE, *one_sided.ARSC, prose.ARSC,
         *worley.ITEMS, prose.WORLEY, *thesis.ITEMS]
PAPERS: dict[str, dict[str, Item]] = {
    paper: {item.name: item for item in ITEMS if item.paper == paper} for paper in TITLES}
