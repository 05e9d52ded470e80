/* SPDX-License-Identifier: BSD-3-Clause */
/* The markers with a team of one, a module that writes down when it is called, and a pattern and an
 * implementation that do so too. */
#include "comops/ranks/worker/counters.h"
#include "comops/ranks/worker/markers.h"
#include "tests/alone.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

static char journal[256];
static double counts[2] = {6, 10};
static uint32_t forgotten;
static bool opens, announces, reuses;
static struct arena_rank slot;

static void note(char what)
{
    const size_t length = strlen(journal);

    journal[length] = what;
    journal[length + 1] = '\0';
}

static bool open_group(const char *group, const int *pus, int count, char *why)
{
    if (!opens || strcmp(group, "GROUP") != 0 || count != 1 || pus[0] != -1)
        strcpy(why, "refused");
    return opens;
}

static void close_group(void)
{
    note('.');
}

static uint32_t events(char names[COUNTERS_MOST][COUNTERS_NAME])
{
    strcpy(names[0], "ONE:PMC0");
    strcpy(names[1], "TWO:PMC1");
    return 2;
}

static bool announce(const char *region)
{
    (void)region;
    return announces;
}

static int enter(const char *region)
{
    note(strstr(region, "empty") ? '(' : '<');
    return 0;
}

static int leave(const char *region)
{
    note(strstr(region, "empty") ? ')' : '>');
    return 0;
}

static uint32_t passes;

static uint32_t read_region(const char *region, double into[COUNTERS_MOST])
{
    (void)region;
    memcpy(into, counts, sizeof counts);
    return passes - forgotten;
}

const struct counters *counters_load(char *why)
{
    static const struct counters module = {.open = open_group,
                                           .close = close_group,
                                           .events = events,
                                           .announce = announce,
                                           .enter = enter,
                                           .leave = leave,
                                           .read = read_region};

    (void)why;
    return &module;
}

static void run(struct job *job)
{
    note('r');
    memcpy(job->recv, job->send, job->bytes);
}

IMPLEMENTATION(fake, memory, copy, .run = run);

static bool count(bool with_counters)
{
    const struct command command = {.pattern = "copy",
                                    .protocol = "memory",
                                    .bytes = 100,
                                    .rewrite = !reuses,
                                    .runs = 2,
                                    .stamps = 2,
                                    .begins = 1,
                                    .repetition = 1,
                                    .counters = "GROUP"};
    struct bench *bench = bench_open(&team, &sync_alone);
    uint64_t starts[2];
    struct arena_stamp stamps[2];

    journal[0] = '\0';
    passes = command.stamps;
    slot = (struct arena_rank){.pu_wanted = -1};
    const bool good = with_counters
                          ? markers_run(bench, &sync_alone, &team, &command, &slot, starts, stamps)
                          : bench_run(bench, &command, &slot, starts, stamps);

    bench_close(bench);
    return good;
}

TEST(a_group_that_cannot_be_opened_is_an_error_and_nothing_is_run)
{
    opens = false;
    CHECK(!count(true));
    CHECK(strcmp(slot.error, "refused") == 0);
    CHECK(strcmp(journal, "") == 0);
    opens = true;
    announces = false;
    CHECK(!count(true));
    CHECK(strcmp(slot.error, "likwid does not accept the region copy/memory") == 0);
    announces = true;
}

TEST(counted_is_what_is_between_the_common_start_and_the_last_time_stamp_and_nothing_else)
{
    CHECK(count(true));
    CHECK(strcmp(journal,
                 "fnrnc"      /* verified */
                 "fs<rfr>()n" /* two runs a stamp, the second one's buffer written between */
                 "fs<rfr>()nc") == 0);
    CHECK(slot.counted.events == 2 && slot.counted.passes == 2);
    CHECK(strcmp(slot.counted.names[1], "TWO:PMC1") == 0);
    CHECK(slot.counted.timed[0] == 6 && slot.counted.empty[1] == 10);
}

TEST(a_run_that_only_checks_reused_buffers_is_not_counted)
{
    reuses = true;
    CHECK(count(true));
    CHECK(strcmp(journal, "fnrncs<rr>()ns<rr>()nfnrnc") == 0);
    CHECK(slot.counted.passes == 2);
    reuses = false;
}

TEST(a_block_that_is_not_counted_calls_no_marker)
{
    CHECK(count(false));
    CHECK(strcmp(journal, "fnrncfsrfrnfsrfrnc") == 0);
}

TEST(counts_of_other_runs_than_the_block_s_are_refused)
{
    forgotten = 1;
    CHECK(!count(true));
    CHECK(strcmp(slot.error, "likwid did not count every run") == 0);
    forgotten = 0;
}

TEST(a_group_of_which_nothing_can_be_counted_is_refused)
{
    counts[0] = NAN;
    counts[1] = 0;
    CHECK(!count(true));
    CHECK(strstr(slot.error, "likwid could count none of the group's events") == slot.error);
    counts[0] = 6;
    counts[1] = NAN;
    CHECK(count(true));
}

TEST(the_counters_are_given_back)
{
    journal[0] = '\0';
    markers_close(&team);
    CHECK(strcmp(journal, ".") == 0);
}
