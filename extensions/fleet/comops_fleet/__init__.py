# SPDX-License-Identifier: BSD-3-Clause
"""Many nodes: one campaign on each, which of them is odd, and what changed when."""
