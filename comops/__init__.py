# SPDX-License-Identifier: BSD-3-Clause
"""COMOPS compares shared memory with message passing on one node. In Python it reads results files:

    results = comops.read("results.jsonl")
    print(results.answer())

These names, the columns of the tables, and the format of results files stay as they are in later
versions, which may add to them. They are imported when they are used, because programs that only
list patterns do without.
"""

from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from comops.reports.tables import Results, ResultsError, read

    __version__: str

__all__ = ["Results", "ResultsError", "__version__", "read"]


def __getattr__(name: str) -> Any:
    if name in ("Results", "ResultsError", "read"):
        from comops.reports import tables

        return getattr(tables, name)
    if name == "__version__":
        from comops.common.files import build

        return build()["version"]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return __all__
