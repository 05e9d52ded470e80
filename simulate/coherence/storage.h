/* SPDX-License-Identifier: BSD-3-Clause */
/* The engine's own memory, outside the watched heap: zero, and taken from the system only when
 * touched. */
#pragma once

#include <stddef.h>

void *storage_map(size_t bytes); /* ends the program if there is none */
void storage_unmap(void *memory, size_t bytes);
