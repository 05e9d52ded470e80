# SPDX-License-Identifier: BSD-3-Clause
"""What of the papers a page, a text and a file for export show."""
