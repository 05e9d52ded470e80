# SPDX-License-Identifier: BSD-3-Clause
"""The sweeps of a fleet over time: their store, what changed in it, and its page."""
