# SPDX-License-Identifier: BSD-3-Clause
"""The only statistics, ratios, verdicts, warnings, fits and comparisons."""
