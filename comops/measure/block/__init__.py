# SPDX-License-Identifier: BSD-3-Clause
"""Runs a block: a few time stamps of one cell."""
