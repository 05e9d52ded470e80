/* SPDX-License-Identifier: BSD-3-Clause */
/* Page-aligned memory straight from the kernel: no page of it has been touched before, so its first
 * toucher decides on which NUMA node it lies. (malloc hands out pages touched in another life.) */
#ifndef COMOPS_MAPPING_H
#define COMOPS_MAPPING_H

#include "comops/arena/page_size.h"

#include <stddef.h>

/* NULL if bytes is 0, or there is no memory, or none of such pages. */
void *mapping_create(size_t bytes, enum page_size pages);
void mapping_free(void *memory, size_t bytes, enum page_size pages);

/* What so many bytes take in pages of this kind. */
size_t mapping_bytes(size_t bytes, enum page_size pages);

/* How many bytes of this mapping lie in huge pages, as the kernel says; 0 if it does not. */
size_t mapping_huge_bytes(const void *memory);

#endif
