# SPDX-License-Identifier: BSD-3-Clause
"""What is odd in a sweep: pure functions over its table."""
