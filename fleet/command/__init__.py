# SPDX-License-Identifier: BSD-3-Clause
"""The programs: fleet run, status, check, report and history."""
