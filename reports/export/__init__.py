# SPDX-License-Identifier: BSD-3-Clause
"""Results files as CSV, OSU text and Markdown."""
