/* SPDX-License-Identifier: BSD-3-Clause */
/* Page-aligned memory straight from the kernel: no page of it has been touched before, so its first
 * toucher decides on which NUMA node it lies. (malloc hands out pages touched in another life.) */
#ifndef COMOPS_MEMORY_H
#define COMOPS_MEMORY_H

#include <stddef.h>

void *memory_map(size_t bytes); /* NULL if bytes is 0 or there is no memory */
void memory_unmap(void *memory, size_t bytes);

#endif
