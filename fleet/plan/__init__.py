# SPDX-License-Identifier: BSD-3-Clause
"""The plan of a sweep, its folder, and the state of its jobs."""
