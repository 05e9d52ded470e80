# SPDX-License-Identifier: BSD-3-Clause
"""Machines that are not here."""
