/* SPDX-License-Identifier: BSD-3-Clause */
/* Compiled once for each set of vectors. */
#include "comops/ranks/contract/reduction.h"

#include <stdint.h>

/* No element depends on an earlier one. */
#ifdef __clang__
#define INDEPENDENT _Pragma("clang loop vectorize(assume_safety)")
#else
#define INDEPENDENT _Pragma("GCC ivdep")
#endif

/* The comparison has the operand order of x86's maximum, so that the compiler may use it without
 * options that change the result for a NaN. */
#define REDUCTION_FUNCTION(name, type, expression)                                                 \
    static void name(void *into, const void *a, const void *b, size_t bytes)                       \
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

static reduction_function *const reductions[REDUCTIONS] = {
    [MAX_DOUBLE] = max_double, [MAX_FLOAT] = max_float,   [MAX_INT64] = max_int64,
    [MAX_INT32] = max_int32,   [SUM_DOUBLE] = sum_double, [SUM_FLOAT] = sum_float,
    [SUM_INT64] = sum_int64,   [SUM_INT32] = sum_int32};

extern line_sums_function VECTOR_NAME(line_sums_add);
extern ordered_sums_function VECTOR_NAME(ordered_sums);
extern const struct loops VECTOR_NAME(loops);
const struct loops VECTOR_NAME(loops) = {VECTOR_NAME(line_sums_add),
                                         VECTOR_NAME(ordered_sums), reductions};
