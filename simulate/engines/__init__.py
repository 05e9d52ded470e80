# SPDX-License-Identifier: BSD-3-Clause
"""What simulates: coherence and SMPI, their workers, and several of them at a time."""
