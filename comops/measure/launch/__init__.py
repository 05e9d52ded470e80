# SPDX-License-Identifier: BSD-3-Clause
"""Workers: which there are, and their processes."""
