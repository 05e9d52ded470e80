/* SPDX-License-Identifier: BSD-3-Clause */
/* Times the merging of two vectors on one core, with all data in caches: nanoseconds a call, the
 * minimum of many. COMOPS_VECTORS chooses the instructions. */
#include "comops/contract/reduction.h"
#include "comops/arena/clock.h"

#include <stdio.h>
#include <string.h>

enum { MOST = 1 << 18, TRIALS = 30 };

static char into[MOST], other[MOST];

static double call_ns(enum reduction reduction, size_t bytes)
{
    const uint64_t calls = 200000 / (1 + bytes / 64) + 1;
    double least = 1e18;

    for (int trial = 0; trial < TRIALS; trial++) {
        const uint64_t begin = clock_now();

        for (uint64_t i = 0; i < calls; i++)
            reduce_local(reduction, into, into, other, bytes);
        const double each = (double)(clock_now() - begin) / (double)calls;

        least = each < least ? each : least;
    }
    return least;
}

int main(void)
{
    static const size_t sizes[] = {8, 64, 512, 4096, 32768, 262144};

    memset(into, 0, sizeof into);
    memset(other, 0, sizeof other);
    printf("%8s", "bytes");
    for (int i = 0; i < REDUCTIONS; i++)
        printf(" %3s %-6s", reduction_operation(i), reduction_datatype(i));
    puts("  ns");
    for (size_t i = 0; i < sizeof sizes / sizeof *sizes; i++) {
        printf("%8zu", sizes[i]);
        for (int j = 0; j < REDUCTIONS; j++)
            printf(" %10.4g", call_ns(j, sizes[i]));
        putchar('\n');
    }
}
