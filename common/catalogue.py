# SPDX-License-Identifier: BSD-3-Clause
"""The facts that comops itself decides: catalogue.json, from `comops list --catalogue`."""

import json
import os
import re
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[1]
_INSTALLED, _BUILT = _ROOT / "catalogue.json", _ROOT / "build/comops/commands/catalogue.json"
_FILE = os.environ.get("COMOPS_CATALOGUE", _INSTALLED if _INSTALLED.exists() else _BUILT)
CATALOGUE: dict[str, Any] = json.loads(Path(_FILE).read_text(encoding="utf-8"))

PATTERNS: dict[str, dict[str, Any]] = {one["name"]: one for one in CATALOGUE["patterns"]}
# What is compared in each verdict, by its name in records; of protocols that are None, any.
VERDICTS: dict[str, dict[str, Any]] = {one["name"]: one for one in CATALOGUE["verdicts"]}
# Times are equivalent within this factor.
MARGIN: float = CATALOGUE["statistics"]["equivalence_margin"]
WARNINGS: dict[str, dict[str, Any]] = {one["name"]: one for one in CATALOGUE["warnings"]}
# The protocols of each path that are measured where no pattern is named.
DEFAULT_PROTOCOLS: dict[str, list[str]] = {
    one["name"]: one["default_protocols"] for one in CATALOGUE["paths"]}


def family_of(protocol: str) -> str | None:
    """The family of a protocol: "(x,y)", Worley's, for "(0,6)"; None for a protocol of its own."""
    for family, names in CATALOGUE["families"].items():
        if re.fullmatch(names, protocol):
            return family
    return None
