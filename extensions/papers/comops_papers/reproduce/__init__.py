# SPDX-License-Identifier: BSD-3-Clause
"""The papers' tables and figures, measured here and simulated by one command."""
