# SPDX-License-Identifier: BSD-3-Clause
"""A results file as records, checked."""
