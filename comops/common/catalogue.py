# SPDX-License-Identifier: BSD-3-Clause
"""What only C knows: catalogue.json, which `comops-threads --catalogue` prints when it is built."""

import json
import re
from typing import Any

from comops.common.files import build_file

CATALOGUE: dict[str, Any] = json.loads(build_file("catalogue.json").read_text(encoding="utf-8"))

PATTERNS: dict[str, dict[str, Any]] = {one["name"]: one for one in CATALOGUE["patterns"]}

# Operation and datatype, in the order of enum reduction; the first is the paper's, and the default.
REDUCTIONS: list[tuple[str, str]] = [
    (operation, datatype) for operation in CATALOGUE["operations"]
    for datatype in CATALOGUE["datatypes"]]


def family_of(protocol: str) -> str | None:
    """The family of a protocol: "(x,y)", Worley's, for "(0,6)"; None for a protocol of its own."""
    for family, names in CATALOGUE["families"].items():
        if re.fullmatch(names, protocol):
            return family
    return None
