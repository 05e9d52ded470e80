# SPDX-License-Identifier: BSD-3-Clause
"""Machines as the coherence engine reads them: from matrices, from hwloc, and from the papers."""
