# SPDX-License-Identifier: BSD-3-Clause
"""Libraries: the same implementations over each OpenMP or MPI library."""

from typing import Any

from reports.answers.libraries import libraries_of
from reports.page.report import Report


def build(report: Report) -> dict[str, Any] | None:
    """The variables of the template; None if no path was measured over several libraries."""
    libraries = libraries_of(report.labelled, report.measured)
    return {"libraries": libraries} if libraries else None
