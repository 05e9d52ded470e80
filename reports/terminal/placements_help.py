# SPDX-License-Identifier: BSD-3-Clause
"""What `comops machine --help` says of placements."""

import textwrap
from collections.abc import Mapping

COLUMNS, INDENT = 90, 14
HEAD = """A placement maps ranks to hardware threads. Ranks get distinct cores unless it says
otherwise, of one kind if there are enough, in hwloc's logical order.
"""
TAIL = """  numa:0.core:0-3
              locations as hwloc-calc writes them, in logical order; several are
              joined by +; ranges are N, N-M, N-, N:COUNT (wraps), all, odd, even
A LIST is like 0+2+5-7, as in pu:0+2+5-7.
What this machine cannot offer is refused with the reason.
"""


def placements_help(forms: Mapping[str, str]) -> str:
    """`forms`: what each placement is written as -> its meaning."""
    lines = (textwrap.fill(meaning, COLUMNS, initial_indent=f"  {form}".ljust(INDENT),
                           subsequent_indent=" " * INDENT, break_on_hyphens=False)
             for form, meaning in forms.items())
    return "".join((HEAD, *(f"{line}\n" for line in lines), TAIL))
