# SPDX-License-Identifier: BSD-3-Clause
"""Results files of nodes, and a sweep's folder, as one table."""
