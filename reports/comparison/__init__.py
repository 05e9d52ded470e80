# SPDX-License-Identifier: BSD-3-Clause
"""What a comparison of campaigns says: as text, in Markdown and as JSON (docs/compare.md)."""
