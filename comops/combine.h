/* SPDX-License-Identifier: BSD-3-Clause */
/* How reductions combine vectors: the same code for every implementation of ours. */
#ifndef COMOPS_COMBINE_H
#define COMOPS_COMBINE_H

#include <stdbool.h>
#include <stddef.h>

/* Operation and datatype; the first is that of the paper, and of every job that says nothing else. */
enum combining { MAX_DOUBLE, MAX_FLOAT, MAX_INT64, SUM_DOUBLE, SUM_FLOAT, SUM_INT64, COMBININGS };

/* Their names: "max", "sum"; "double", "float", "int64". The lists are NULL-terminated. */
extern const char *const combining_operations[], *const combining_datatypes[];
const char *combining_operation(enum combining combining);
const char *combining_datatype(enum combining combining);

/* False, with *combining unchanged, if there is no such operation or datatype. */
bool combining_named(const char *operation, const char *datatype, enum combining *combining);

/* Bytes of an element. */
static inline size_t combining_size(enum combining combining)
{
    return combining == MAX_FLOAT || combining == SUM_FLOAT ? sizeof(float) : 8;
}

extern void (*const combine_vectors[COMBININGS])(void *into, const void *a, const void *b,
                                                 size_t bytes);

/* into = a combined with b, element by element; `into` may be `a` or `b`, but no other part of
 * them. `bytes` is a multiple of the element's. Each element is one operation, so a result depends
 * on nothing but the order of the calls. A maximum with a NaN is b's element. */
static inline void combine(enum combining combining, void *into, const void *a, const void *b,
                           size_t bytes)
{
    combine_vectors[combining](into, a, b, bytes);
}

#endif
