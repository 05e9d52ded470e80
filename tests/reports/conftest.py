# SPDX-License-Identifier: BSD-3-Clause
"""Fixtures of the tests of reports."""

from page_fixtures import *  # noqa: F403
