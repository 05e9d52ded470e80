# SPDX-License-Identifier: BSD-3-Clause
"""What changed in a fleet, when, and on which nodes (docs/fleet.md)."""
