# SPDX-License-Identifier: BSD-3-Clause
"""The machine itself, beside and during campaigns: its canaries, calibration, pairs and distances."""
