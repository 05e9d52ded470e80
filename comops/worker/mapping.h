/* SPDX-License-Identifier: BSD-3-Clause */
/* Page-aligned memory straight from the kernel. Its pages have never been touched, so first touch
 * decides their NUMA node; malloc may return pages that were touched before. */
#pragma once

#include "comops/arena/page_size.h"

#include <stddef.h>

/* NULL if bytes is 0, or if there is no memory or no such page left. */
void *mapping_create(size_t bytes, enum page_size pages);
void mapping_free(void *memory, size_t bytes, enum page_size pages);

/* `bytes` rounded up to whole pages of this kind. */
size_t mapping_bytes(size_t bytes, enum page_size pages);

/* Bytes of this mapping in huge pages according to the kernel; 0 if unknown. */
size_t mapping_huge_bytes(const void *memory);
