# SPDX-License-Identifier: BSD-3-Clause
"""python3 -m commands COMMAND [OPTION...]"""

import sys

from commands.main import main

sys.exit(main())
