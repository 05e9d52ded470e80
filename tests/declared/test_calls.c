/* SPDX-License-Identifier: BSD-3-Clause */
/* Which call of MPI is inside the time of a collective. */
#include "comops/ranks/contract/registry.h"
#include "comops/ranks/watch/watch.h"
#include "tests/declared/counted.h"
#include "tests/tap.h"

#include <string.h>

static const char *calls_of(const char *protocol, const char *pattern, enum reduction reduction)
{
    static char send[64], recv[64];
    const struct implementation *implementation =
        registry_implementation(NULL, protocol, pattern);
    struct job job = {.ranks = 2, .bytes = 24, .reduction = reduction, .send = send, .recv = recv};

    if (implementation->setup && !implementation->setup(&job))
        return "it cannot be set up";
    watch_rank = 0;
    calls_begin();
    implementation->run(&job);
    const char *called = calls_names();

    watch_rank = -1;
    if (implementation->teardown)
        implementation->teardown(&job);
    return called;
}

TEST(one_collective_alone_is_inside_the_time)
{
    static const struct {
        const char *protocol, *pattern;
        enum reduction reduction;
        const char *calls;
    } cases[] = {
        {"library", "broadcast", MAX_DOUBLE, "Bcast 24 byte"},
        {"library", "reduce", SUM_INT32, "Reduce sum of 6 int32"},
        {"library", "allreduce", SUM_INT32, "Allreduce sum of 6 int32"},
        {"library", "allreduce", SUM_DOUBLE, "Allreduce sum of 3 double"},
        {"library", "alltoall", MAX_DOUBLE, "Alltoall 24 byte"},
        {"vector", "alltoall", MAX_DOUBLE, "Alltoallv 24 at 0, 24 at 24 byte"},
    };

    for (size_t i = 0; i < sizeof cases / sizeof *cases; i++) {
        const char *called = calls_of(cases[i].protocol, cases[i].pattern, cases[i].reduction);
        const bool same = strcmp(called, cases[i].calls) == 0;

        CHECK(same);
        if (!same)
            printf("# %s/%s: %s\n", cases[i].protocol, cases[i].pattern, called);
    }
}
