# SPDX-License-Identifier: BSD-3-Clause
"""Options, plan, workers and their supervision, schedule, stop rules, resume."""
