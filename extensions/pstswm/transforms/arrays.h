/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include <stddef.h>

/* The precision in which tables are computed before they are rounded. */
typedef long double extended;

/* Zeroed and aligned to a cache line, which also suffices for vectors; ends the program if there is
 * no memory. For free(). */
void *array_take(size_t bytes);
