/* SPDX-License-Identifier: BSD-3-Clause */
/* hwloc-calc's words for a location (hwloc(7), "Location Specification"): TYPE:RANGE. */
#ifndef TOPOLOGY_RANGE_H
#define TOPOLOGY_RANGE_H

#include <stdbool.h>
#include <stddef.h>

enum { REST = -1 };

/* first, first + step and so on; `amount` of them, or REST. N:COUNT begins anew behind the last. */
struct range {
    int first, amount, step;
    bool wraps;
};

struct tuple {
    char type[32];
    struct range range;
    const char *rest; /* behind the range: ".core:0", "+numa:1" or "" */
};

/* Reads one tuple. False, with the reason, if it is not well formed or the type has no seats. */
bool tuple_read(const char *text, struct tuple *tuple, char *why, size_t why_size);

/* Reads a number below 65536 and moves on behind it. */
bool number_read(const char **text, int *number);

#endif
