# SPDX-License-Identifier: BSD-3-Clause
"""Models of time over message size, and their fits."""
