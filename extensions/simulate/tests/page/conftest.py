# SPDX-License-Identifier: BSD-3-Clause
"""What is shown of simulated machines is tested as reports are."""

from page_fixtures import *  # noqa: F403
