/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include <stddef.h>

/* Zeroed and aligned to a cache line, which also suffices for vectors; ends the program if there is
 * no memory. For free(). */
void *array_take(size_t bytes);
