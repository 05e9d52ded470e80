# SPDX-License-Identifier: BSD-3-Clause
"""Results files as pages, tables and comparisons."""
