# SPDX-License-Identifier: BSD-3-Clause
"""What commands print: tables, sentences, progress."""
