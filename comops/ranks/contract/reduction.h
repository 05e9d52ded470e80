/* SPDX-License-Identifier: BSD-3-Clause */
/* Reductions of vectors: the same code for all our implementations. */
#pragma once

#include "comops/ranks/contract/loops.h"

#include <stdbool.h>
#include <stddef.h>

/* Operation and datatype; the first is the paper's, and the default. */
enum reduction {
    MAX_DOUBLE,
    MAX_FLOAT,
    MAX_INT64,
    MAX_INT32,
    SUM_DOUBLE,
    SUM_FLOAT,
    SUM_INT64,
    SUM_INT32,
    REDUCTIONS
};

/* Their names: "max", "sum"; "double", "float", "int64", "int32". The lists are NULL-terminated. */
extern const char *const reduction_operations[], *const reduction_datatypes[];
const char *reduction_operation(enum reduction reduction);
const char *reduction_datatype(enum reduction reduction);

/* False, with *reduction unchanged, if there is no such operation or datatype. */
bool reduction_named(const char *operation, const char *datatype, enum reduction *reduction);

/* Bytes of an element. */
static inline size_t reduction_size(enum reduction reduction)
{
    switch (reduction) {
    case MAX_FLOAT:
    case SUM_FLOAT:
    case MAX_INT32:
    case SUM_INT32: return 4;
    default: return 8;
    }
}

LOOPS_CHOICE reduction_function *reduction_loop(enum reduction reduction);

/* into = a op b, element by element, as MPI_Reduce_local does. `into` may be `a` or `b`, but must
 * not overlap them otherwise. `bytes` is a multiple of the element's size. Each element is one
 * operation, so results depend only on the order of the calls. The maximum of a NaN and b's element
 * is b's element. */
static inline void reduce_local(enum reduction reduction, void *into, const void *a, const void *b,
                                size_t bytes)
{
#ifdef COMOPS_WATCHED /* comops/ranks/watch */
    watch_reduce(reduction_loop(reduction), into, a, b, bytes);
#else
    loops_used->reductions[reduction](into, a, b, bytes);
#endif
}
