/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/canary_record.h"

#include "comops/results/results.h"
#include "comops/text/text.h"

static json_t *rate_of(double bytes, double us)
{
    return us > 0 ? json_real(bytes / us) : json_null();
}

json_t *canary_record(const struct placement *placement, int launch, const struct canary *canary)
{
    char started[TEXT_TIME];
    struct timespec now;

    clock_gettime(CLOCK_REALTIME, &now);
    return json_pack("{ss so si si ss sf so so sf so}", "record", "canary", "placement",
                     results_text(placement->name), "ranks", placement->ranks, "launch", launch,
                     "started", text_time(started, now), "handover_us", canary->handover_us,
                     "cache_MBps", rate_of(CANARY_CACHE_BYTES, canary->cache_us), "memory_MBps",
                     rate_of(CANARY_MEMORY_BYTES, canary->memory_us), "arithmetic_us",
                     canary->arithmetic_us, "remote_MBps",
                     rate_of(CANARY_REMOTE_BYTES, canary->remote_us));
}
