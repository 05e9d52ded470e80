# SPDX-License-Identifier: BSD-3-Clause
"""What the commands write and print, as JSON Schemas."""

from comops.results.types import Json
from comops_programs.profile import PROFILE


def schemas() -> dict[str, Json]:
    return {"profile.schema.json": {"$schema": "https://json-schema.org/draft/2020-12/schema",
                                    "title": "What comops profile writes", **PROFILE}}
