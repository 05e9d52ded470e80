# SPDX-License-Identifier: BSD-3-Clause
"""The items of luecke."""

from reports.history.items import Item

ITEMS: tuple[Item, ...] = ()
