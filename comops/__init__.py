# SPDX-License-Identifier: BSD-3-Clause
"""COMOPS compares shared memory with message passing on one node."""

__version__ = "0.1.0"
