# SPDX-License-Identifier: BSD-3-Clause
"""Which differences between two campaigns are significant: docs/compare.md."""
