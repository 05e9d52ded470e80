# SPDX-License-Identifier: BSD-3-Clause
"""Makes the script that draws charts in a page: bundle.py FILE."""

import sys
from pathlib import Path

import vl_convert

VEGA_LITE = "6.4"


def bundle() -> str:
    return vl_convert.javascript_bundle("globalThis.vegaEmbed = vegaEmbed;", vl_version=VEGA_LITE)


if __name__ == "__main__":
    Path(sys.argv[1]).write_text(bundle(), encoding="utf-8")
