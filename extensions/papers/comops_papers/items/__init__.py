# SPDX-License-Identifier: BSD-3-Clause
"""The papers beside this machine: their tables, their claims."""
