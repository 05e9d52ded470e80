# SPDX-License-Identifier: BSD-3-Clause
"""What the parts in Python have in common."""
