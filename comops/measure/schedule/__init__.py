# SPDX-License-Identifier: BSD-3-Clause
"""Decides which group of cells gets the next blocks, and when it has had enough."""
