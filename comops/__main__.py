# SPDX-License-Identifier: BSD-3-Clause
"""python -m comops COMMAND [OPTION...]"""

import sys

from comops.cli.main import main

sys.exit(main())
