# SPDX-License-Identifier: BSD-3-Clause
"""Two campaigns and what of their differences is more than chance: docs/compare.md."""
