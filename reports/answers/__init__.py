# SPDX-License-Identifier: BSD-3-Clause
"""Results from cells: winners, series, panels, causes."""
