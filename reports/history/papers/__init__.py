# SPDX-License-Identifier: BSD-3-Clause
"""The five documents: their items by paper and name."""

from reports.history.items import Item
from reports.history.papers import arsc, luecke, luo, thesis, worley

TITLES = {
    "luo": "Luo 1996, the COMOPS paper",
    "luecke": "Luecke, Spanoyannis and Kraeva 2004",
    "arsc": "ARSC T3D Users' Newsletter 56, 1995",
    "worley": "Worley 1999",
    "thesis": "Texas Tech thesis",
}
PAPERS: dict[str, dict[str, Item]] = {
    name: {item.name: item for item in module.ITEMS}
    for name, module in zip(TITLES, (luo, luecke, arsc, worley, thesis), strict=True)
}
ITEMS = [item for some in PAPERS.values() for item in some.values()]
