# SPDX-License-Identifier: BSD-3-Clause
"""What only C knows: catalogue.json, which `comops-threads --catalogue` prints when it is built. It
lies beside build.json (campaign/launch/places.py)."""

import json
import os
import re
from pathlib import Path
from typing import Any

_ROOT = Path(__file__).resolve().parents[1]


def _file() -> Path:
    if named := os.environ.get("COMOPS_CATALOGUE"):
        return Path(named)
    if build := os.environ.get("COMOPS_BUILD"):
        return Path(build).parent / "catalogue.json"
    installed = _ROOT / "catalogue.json"
    return installed if installed.exists() else _ROOT / "build/catalogue.json"


CATALOGUE: dict[str, Any] = json.loads(_file().read_text(encoding="utf-8"))

PATTERNS: dict[str, dict[str, Any]] = {one["name"]: one for one in CATALOGUE["patterns"]}


def family_of(protocol: str) -> str | None:
    """The family of a protocol: "(x,y)", Worley's, for "(0,6)"; None for a protocol of its own."""
    for family, names in CATALOGUE["families"].items():
        if re.fullmatch(names, protocol):
            return family
    return None
