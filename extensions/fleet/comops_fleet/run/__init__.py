# SPDX-License-Identifier: BSD-3-Clause
"""Measures every node of a fleet: the plan, the engines that start its jobs, the sweep."""
