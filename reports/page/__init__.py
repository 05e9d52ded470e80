# SPDX-License-Identifier: BSD-3-Clause
"""The HTML page and its charts."""
