/* SPDX-License-Identifier: BSD-3-Clause */
/* Locations as hwloc-calc writes them (hwloc(7), "Location Specification"): TYPE:RANGE. */
#pragma once

#include <stdbool.h>
#include <stddef.h>

enum { REST = -1 };

/* first, first + step and so on; `amount` of them, or REST. N:COUNT wraps around. */
struct range {
    int first, amount, step;
    bool wraps;
};

struct tuple {
    char type[32];
    struct range range;
    const char *rest; /* after the range: ".core:0", "+numa:1" or "" */
};

/* Reads one tuple. False, with the reason, if it is malformed or its type has no cores. */
bool tuple_read(const char *text, struct tuple *tuple, char *why, size_t why_size);

/* Reads a number below 65536 and advances past it. */
bool number_read(const char **text, int *number);
