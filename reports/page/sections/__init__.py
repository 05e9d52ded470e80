# SPDX-License-Identifier: BSD-3-Clause
"""The sections of the page, in order. Section NAME is the module NAME.py here, whose
build(report) returns the variables of templates/sections/NAME.html.j2, or None to leave the
section out. Its value here is its word in the bar of contents; without one it is not there."""

SECTIONS = {
    "answer": "Answer",
    "simulated_answer": "Simulated answer",
    "libraries": "Libraries",
    "why": "Why",
    "simulated": "Simulated machines",
    "operations": "Operations",
    "placement": "Placement",
    "methods": "Methods and data",
}
# What was published from 1995 to 2004, on a tab of its own.
HISTORY = {
    "paper": "Luo's figures",
    "published": "Published values",
    "printed": "Printed tables and figures",
    "claims": "Claims",
}
