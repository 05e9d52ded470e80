# SPDX-License-Identifier: BSD-3-Clause
"""What a check found, as text, Markdown, JSON, a node set and a script."""
