# SPDX-License-Identifier: BSD-3-Clause
"""Numbers, names and sentences as a reader meets them."""
