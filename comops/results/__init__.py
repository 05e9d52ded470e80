# SPDX-License-Identifier: BSD-3-Clause
"""The only writer and reader of results files, and their schema."""
