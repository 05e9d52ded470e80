# SPDX-License-Identifier: BSD-3-Clause
"""What only C knows: catalogue.json, which `comops-threads --catalogue` prints when it is built."""

import json
from typing import Any

from comops.common.files import build_file

CATALOGUE: dict[str, Any] = json.loads(build_file("catalogue.json").read_text(encoding="utf-8"))

PATTERNS: dict[str, dict[str, Any]] = {row["name"]: row for row in CATALOGUE["patterns"]}

# Operation and datatype, in the order of enum reduction; the first is the paper's, and the default.
REDUCTIONS: list[tuple[str, str]] = [
    (operation, datatype) for operation in CATALOGUE["operations"]
    for datatype in CATALOGUE["datatypes"]]


def in_family(protocol: str) -> bool:
    """Whether a protocol is one of a family, whose names are in parentheses: "(0,6)"."""
    return protocol.startswith("(")
