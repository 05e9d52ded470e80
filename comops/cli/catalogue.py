# SPDX-License-Identifier: BSD-3-Clause
"""`comops list --catalogue`: what does not depend on the machine, for other programs and the tests:
what C knows, and what is decided here."""

import json
from dataclasses import asdict
from typing import Any

from comops.common.catalogue import CATALOGUE
from comops.common.files import build
from comops.common.sizes import UNITS
from comops.measure.launch.launchers import LAUNCHERS
from comops.measure.planning.names import BUFFERS, DEFAULT_PROTOCOLS
from comops.measure.planning.option_values import LAUNCHES_LEAST
from comops.results.keys import CELL_KEY
from comops.results.methods import methods
from comops.statistics.decisions import MARGIN
from comops.statistics.intervals import CONFIDENCE, OUTLIER
from comops.statistics.verdicts import KINDS
from comops.statistics.warnings import WARNINGS


def _decided() -> dict[str, Any]:
    return {
        "paths": [{"name": path["label"],
                   "default_protocols": DEFAULT_PROTOCOLS.get(path["label"], ())}
                  for path in build()["paths"]],
        "methods": [{"name": method.name, "buffers": method.buffers, "consume": method.consume}
                    for method in methods().values()],
        "buffers": BUFFERS,
        "warnings": [{"name": name, **asdict(warning)} for name, warning in WARNINGS.items()],
        "verdicts": list(map(asdict, KINDS.values())),
        "cell_key": CELL_KEY,
        "mpi_launchers": [{"version": part, "words": words} for part, words in LAUNCHERS.items()],
        "size_suffixes": UNITS,
        "statistics": {"confidence": CONFIDENCE, "outlier": OUTLIER, "equivalence_margin": MARGIN,
                       "launches_least": LAUNCHES_LEAST},
    }


def catalogue_json() -> str:
    return json.dumps(CATALOGUE | _decided(), indent=2, ensure_ascii=False) + "\n"
