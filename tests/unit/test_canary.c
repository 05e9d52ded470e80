/* SPDX-License-Identifier: BSD-3-Clause */
/* Canaries on this machine's hardware threads. No time is asserted: only that each is one. */
#include "comops/ranks/canary/canary.h"
#include "tests/tap.h"
#include "tests/two_pus.h"

#include <math.h>
#include <sched.h>

enum { NO_SUCH_PU = 1 << 20 };

static bool is_time(double us)
{
    return isfinite(us) && us > 0;
}

static void check_times(const struct canary *canary)
{
    CHECK(is_time(canary->handover_us));
    CHECK(is_time(canary->cache_us));
    CHECK(is_time(canary->arithmetic_us));
#if defined __x86_64__ || defined __aarch64__
    CHECK(is_time(canary->memory_us));
#endif
}

TEST(each_canary_of_two_ranks_is_a_time)
{
    struct canary canary;

    find_pus();
    if (pu_count < 2)
        return;
    CHECK(canary_measure(pus, 2, &canary));
    check_times(&canary);
    CHECK(is_time(canary.remote_us));
    CHECK(canary_measure(pus, 2, &canary)); /* nothing is left over */
    check_times(&canary);
}

TEST(one_rank_alone_hands_over_to_itself)
{
    struct canary canary;

    CHECK(canary_measure(pus, 1, &canary));
    check_times(&canary);
    CHECK(canary.remote_us == 0);
}

TEST(a_hardware_thread_that_does_not_exist_is_refused_by_all_ranks)
{
    const int missing[] = {pus[0], NO_SUCH_PU};
    struct canary canary;

    CHECK(!canary_measure(missing, 2, &canary));
    CHECK(!canary_measure(missing + 1, 1, &canary));
}

TEST(the_caller_stays_where_it_was_bound)
{
    struct canary canary;
    cpu_set_t before, after;

    sched_getaffinity(0, sizeof before, &before);
    canary_measure(pus, 1, &canary);
    sched_getaffinity(0, sizeof after, &after);
    CHECK(CPU_EQUAL(&before, &after));
    bind_close();
}
