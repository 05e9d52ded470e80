# SPDX-License-Identifier: BSD-3-Clause
"""The sections of the page, in order. Section NAME is the module NAME.py here, whose
build(report) returns the variables of templates/NAME.html.j2, or None to leave the section out."""

SECTIONS = (
    "notices",
    "answer",
    "simulated_answer",
    "simulated",
    "operations",
    "paper",
    "placement",
    "why",
    "published",
    "printed",
    "claims",
    "methods",
)
