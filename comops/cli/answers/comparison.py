# SPDX-License-Identifier: BSD-3-Clause
"""What comops compare prints."""

from comops.results.keys import KEY
from comops.results.types import (COUNT, FLAG, TEXT, Json, answer, extending, list_of, number,
                                  object_of, objects, or_null, reference, words)

# A cell's key, and what all cells of a node share of it.
KEY_NAMES = ("pattern", "path", "protocol", "placement", "ranks", "bytes", "buffers", "mode",
             "method")
PARTS: dict[str, Json] = {
    "part": {"type": "object", "properties": KEY["properties"]},
    "key": reference("part") | {"required": list(KEY_NAMES)},
    "chance": or_null(number("", minimum=0, maximum=1)),
    "ratio": or_null(number("", exclusiveMinimum=0)),
    "interval": or_null(list_of(number("", minimum=0), 2)),
    "level": words("campaign", "path", "pattern", "implementation", "cell"),
    "seen": object_of({"seen of": COUNT}),
    "place": extending("part", {"level": reference("level"), "ratio": reference("ratio")}),
    "cell": extending("key", {
        "base_us": (number("", exclusiveMinimum=0), "geometric mean of the launches, robust"),
        "new_us": number("", exclusiveMinimum=0),
        "verdict": words("slower", "faster", "equivalent", "undecided", "untested"),
        "ratio": reference("ratio"),
        "ci95": (reference("interval"), "of the change, with and without what all did together"),
        "p": (reference("chance"), "of the cell alone, not corrected"),
    }),
}
COMPARISON = answer("comops-compare/2", {
    "base": (list_of(TEXT), "results files of BASE"),
    "new": (list_of(TEXT), "results files of NEW"),
    "smallest": (number("", minimum=0.02), "the smallest change that counts, as a fraction"),
    "moved": (number("", exclusiveMinimum=0), "the ratio by which all paths moved together, which "
              "is not attributable; 1 if that is less than what counts as a change"),
    "machines": (FLAG, "two machines: what all did together is not left out"),
    "canaries": (objects({
        "placement": TEXT,
        "ranks": COUNT,
        "canary": words("handover", "cache", "memory", "arithmetic", "rounds"),
        "ratio": reference("ratio"),
        "ci95": reference("interval"),
        "drifted": (FLAG, "the interval excludes 1"),
    }), "how the machine drifted: ratios of the canaries' times"),
    "variation": (
        object_of({"cell implementation": number("", minimum=0)}),
        "standard deviations, in logarithms, between campaigns beyond launches"),
    "power": (objects({
        "change": number("", exclusiveMinimum=0),
        "cell implementation pattern path campaign": reference("seen"),
    }), "how many nodes of each level could show a change of this size"),
    "summary": (object_of({
        "compared slower faster equivalent undecided only_base only_new lost": COUNT,
        "untested": (COUNT, "without an interval over launches on both sides"),
    }), "numbers of cells"),
    "rules": (objects({
        "rule": TEXT,
        "outcome": words("holds", "violated", "undecided"),
        "violated_by": list_of(reference("place")),
        "undecided": (list_of(reference("place")), "implementations that may violate it"),
        "together": (FLAG, "what all did together may violate it"),
        "cells": (COUNT, "tested cells that may violate it, each by itself"),
        "missing": (COUNT, "cells of both sides that are lost, or of implementations without a "
                    "tested cell"),
    }), "rules of --fail-if"),
    "differences": (objects({"name": TEXT, "base new": list_of(TEXT)}),
                    "facts in which the campaigns differ"),
    "nodes": (list_of(extending("part", {
        "level": reference("level"),
        "cells": COUNT,
        "verdict": words("slower", "faster"),
        "ratio": (reference("ratio"), "weighted geometric mean over the cells"),
        "ci95": reference("interval"),
    })), "implementations, patterns, paths, and the campaign, that changed as a whole"),
    "explained": (list_of(extending("part", {
        "level": reference("level"),
        "ratio": reference("ratio"),
        "why": TEXT,
    })), "what changed, but for a cause outside the code"),
    "cells": list_of(reference("cell")),
    "lost": (list_of(extending("key", {})),
             "keys of the cells that are valid in BASE and invalid in NEW"),
})
