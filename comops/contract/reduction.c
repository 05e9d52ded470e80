/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/contract/reduction.h"

#include "comops/contract/widest.h"

#include <stdint.h>
#include <string.h>

/* No element depends on an earlier one. */
#ifdef __clang__
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif

/* The comparison has the operand order of x86's maximum, so that the compiler may use it without
 * options that change the result for a NaN. Aligned, because the speed of a short loop depends on
 * where in a line it begins. */
#define REDUCTION_FUNCTION(name, type, expression)                                                 \
    WIDEST __attribute__((aligned(64))) static void name(void *into, const void *a, const void *b, \
                                                         size_t bytes)                             \
    {                                                                                              \
        typedef type __attribute__((may_alias)) element;                                           \
        element *const z = into;                                                                   \
        const element *const x = a, *const y = b;                                                  \
                                                                                                   \
        INDEPENDENT                                                                                \
        for (size_t i = 0; i < bytes / sizeof(element); i++)                                       \
            z[i] = expression;                                                                     \
    }
#define MAX x[i] > y[i] ? x[i] : y[i]
#define SUM x[i] + y[i]

REDUCTION_FUNCTION(max_double, double, MAX)
REDUCTION_FUNCTION(max_float, float, MAX)
REDUCTION_FUNCTION(max_int64, int64_t, MAX)
REDUCTION_FUNCTION(max_int32, int32_t, MAX)
REDUCTION_FUNCTION(sum_double, double, SUM)
REDUCTION_FUNCTION(sum_float, float, SUM)
REDUCTION_FUNCTION(sum_int64, int64_t, SUM)
REDUCTION_FUNCTION(sum_int32, int32_t, SUM)

void (*const reduction_functions[REDUCTIONS])(void *into, const void *a, const void *b,
                                              size_t bytes) = {
    [MAX_DOUBLE] = max_double, [MAX_FLOAT] = max_float,   [MAX_INT64] = max_int64,
    [MAX_INT32] = max_int32,   [SUM_DOUBLE] = sum_double, [SUM_FLOAT] = sum_float,
    [SUM_INT64] = sum_int64,   [SUM_INT32] = sum_int32};

const char *const reduction_operations[] = {"max", "sum", NULL};
const char *const reduction_datatypes[] = {"double", "float", "int64", "int32", NULL};
enum { DATATYPES = 4 };

const char *reduction_operation(enum reduction reduction)
{
    return reduction_operations[reduction / DATATYPES];
}

const char *reduction_datatype(enum reduction reduction)
{
    return reduction_datatypes[reduction % DATATYPES];
}

bool reduction_named(const char *operation, const char *datatype, enum reduction *reduction)
{
    for (int i = 0; i < REDUCTIONS; i++)
        if (strcmp(operation, reduction_operation(i)) == 0 &&
            strcmp(datatype, reduction_datatype(i)) == 0) {
            *reduction = i;
            return true;
        }
    return false;
}
