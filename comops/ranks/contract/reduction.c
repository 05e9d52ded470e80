/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/contract/reduction.h"

#include <string.h>

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

reduction_function *reduction_loop(enum reduction reduction)
{
    return loops_used->reductions[reduction];
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
