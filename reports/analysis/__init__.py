# SPDX-License-Identifier: BSD-3-Clause
"""What the cells say: winners, series, panels, causes."""
