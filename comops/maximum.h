/* SPDX-License-Identifier: BSD-3-Clause */
/* The operation of the reductions, the same code for every implementation. */
#ifndef MAXIMUM_H
#define MAXIMUM_H

#include <stddef.h>

/* Element by element; `into` may be `a` or `b`. */
static inline void maximum(double *into, const double *a, const double *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        into[i] = a[i] > b[i] ? a[i] : b[i];
}

#endif
