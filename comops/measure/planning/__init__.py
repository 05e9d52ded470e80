# SPDX-License-Identifier: BSD-3-Clause
"""From options and the machine to the cells of a campaign."""
