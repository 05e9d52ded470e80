# SPDX-License-Identifier: BSD-3-Clause
"""The engines, coherence and SMPI, and their workers, several at a time."""
