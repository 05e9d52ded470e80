# SPDX-License-Identifier: BSD-3-Clause
"""What the commands write and print, as JSON Schemas."""

from comops.cli.answers import DIALECT, answers_schema
from comops.results.types import (TEXT, Json, answer, interval_of, list_of, map_of, number,
                                  object_of, objects, or_null, whole)
from comops_programs.profile import Profile

SECONDS = number("s")
SUM = object_of({"seconds": SECONDS, "ci95": (or_null(interval_of(SECONDS)), "null with fewer than "
                                              "6 launches")})
SHARES = map_of(number("", minimum=0))
ANSWERS: dict[str, Json] = {"comops answer --preset fft --json": answer("comops-answer/1", {
    "name": (TEXT, "the program's command, or the file that describes it"),
    "ranks": (whole(least=2), ""),
    "seconds": (or_null(SECONDS), "like all others of the mean rank; null if unknown"),
    "mpi_seconds": (or_null(SECONDS), "in MPI"),
    "communication": (SUM, "as measured"),
    "waiting": (or_null(SECONDS), "beyond that, in operations that were measured"),
    "rest": (map_of(SECONDS), "in other calls, by their name or operation"),
    "refusal": (or_null(TEXT), "why no total counts"),
    "ways": (objects({
        "name words path": TEXT, "takes saves": or_null(SUM),
        "lacking": (SHARES, "what it does not have and counts as it is, as parts of the "
                    "communication")}), ""),
    "where": (objects({"operation": TEXT, "share": number("", minimum=0, maximum=1)}), ""),
    "notes": list_of(TEXT)})}


def schemas() -> dict[str, Json]:
    return {"profile.schema.json": {"$schema": DIALECT, "title": "What comops profile writes",
                                    **Profile.SCHEMA},
            "answer.schema.json": answers_schema("What comops answer prints as JSON", ANSWERS, {})}
