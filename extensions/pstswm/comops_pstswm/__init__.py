# SPDX-License-Identifier: BSD-3-Clause
"""Worley's model and his experiments A to E (Worley 1999, ORNL/TM-13682)."""
