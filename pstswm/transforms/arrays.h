/* SPDX-License-Identifier: BSD-3-Clause */
#pragma once

#include <stddef.h>

/* Zeroed, at the beginning of a cache line, which is also as much as vectors need; ends the program
 * if there is no memory. For free(). */
void *array_take(size_t bytes);
