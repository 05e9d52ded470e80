# SPDX-License-Identifier: BSD-3-Clause
"""The command comops: one file for each of its commands."""
