/* SPDX-License-Identifier: BSD-3-Clause */
/* Memory of the engine's own: zero, beside the heap that is watched, and taken from the system only
 * where it is touched. */
#pragma once

#include <stddef.h>

void *storage_map(size_t bytes); /* ends the program if there is none */
void storage_unmap(void *memory, size_t bytes);
