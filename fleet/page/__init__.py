# SPDX-License-Identifier: BSD-3-Clause
"""The pages of a sweep and of the history."""
