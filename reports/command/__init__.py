# SPDX-License-Identifier: BSD-3-Clause
"""The programs: report and compare."""
