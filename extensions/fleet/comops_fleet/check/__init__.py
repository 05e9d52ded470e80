# SPDX-License-Identifier: BSD-3-Clause
"""What is odd in a sweep: its table, the verdicts, and how they are told."""
