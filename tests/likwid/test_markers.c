/* SPDX-License-Identifier: BSD-3-Clause */
/* The markers with a team of one, a module that writes down when it is called, and a pattern and an
 * implementation that do so too. */
#include "comops/worker/counters.h"
#include "comops/worker/markers.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

static char journal[256];
static double counts[2] = {6, 10};
static uint32_t forgotten;
static bool opens, announces;

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

static void enter(const char *region)
{
    note(strstr(region, "empty") ? '(' : '<');
}

static void leave(const char *region)
{
    note(strstr(region, "empty") ? ')' : '>');
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

static size_t bytes_of(const struct job *job)
{
    return job->bytes;
}

static double rate(const struct job *job)
{
    return (double)job->bytes;
}

static void fill(struct job *job, uint64_t repetition)
{
    note('f');
    marks_write(job->send, job->bytes, 0, 0, repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    note('c');
    return marks_check(job->recv, job->bytes, 0, 0, repetition, fault);
}

PATTERN(.name = "copy", .unit = 1, .min_ranks = 1, .messages = 1, .send_bytes = bytes_of,
        .recv_bytes = bytes_of, .rate_bytes = rate, .fill = fill, .check = check);

static void run(struct job *job)
{
    note('r');
    memcpy(job->recv, job->send, job->bytes);
}

IMPLEMENTATION(fake, memory, copy, .run = run);

static void meet(struct synchronization *sync)
{
    (void)sync;
}

static bool agree(struct synchronization *sync, bool mine)
{
    (void)sync;
    return mine;
}

static bool start(struct synchronization *sync, uint64_t *when)
{
    (void)sync;
    note('s');
    *when = 0;
    return true;
}

static uint64_t now(struct synchronization *sync)
{
    (void)sync;
    note('n');
    return 1;
}

static void meet_alone(void)
{
}

static void share_alone(void *root_value, size_t bytes)
{
    (void)root_value, (void)bytes;
}

static void gather_alone(const double *mine, double *all)
{
    *all = *mine;
}

static struct synchronization sync = {meet, agree, start, now};
static const struct team team = {.path = "fake",
                                 .ranks = 1,
                                 .meet = meet_alone,
                                 .share = share_alone,
                                 .gather = gather_alone,
                                 .shares_memory = true};

static bool count(struct arena_rank *slot, bool with_counters)
{
    const struct command command = {.pattern = "copy",
                                    .protocol = "memory",
                                    .bytes = 100,
                                    .rewrite = 1,
                                    .runs = 2,
                                    .stamps = 2,
                                    .repetition = 1,
                                    .counters = "GROUP"};
    struct bench *bench = bench_open(&team, &sync);
    uint64_t starts[2], ends[2];

    journal[0] = '\0';
    passes = command.stamps;
    *slot = (struct arena_rank){.pu_wanted = -1};
    const bool good = with_counters ? markers_run(bench, &sync, &team, &command, slot, starts, ends)
                                    : bench_run(bench, &command, slot, starts, ends);

    bench_close(bench);
    return good;
}

TEST(a_group_that_cannot_be_opened_is_an_error_and_nothing_is_run)
{
    struct arena_rank slot;

    opens = false;
    CHECK(!count(&slot, true));
    CHECK(strcmp(slot.error, "refused") == 0);
    CHECK(strcmp(journal, "") == 0);
    opens = true;
    announces = false;
    CHECK(!count(&slot, true));
    CHECK(strcmp(slot.error, "likwid does not accept the region copy/memory") == 0);
    announces = true;
}

TEST(counted_is_what_is_between_the_common_start_and_the_last_time_stamp_and_nothing_else)
{
    struct arena_rank slot;

    CHECK(count(&slot, true));
    CHECK(strcmp(journal,
                 "fnrnc"      /* verified */
                 "fs<rfr>()n" /* two runs a stamp, the second one's buffer written between */
                 "fs<rfr>()nc") == 0);
    CHECK(slot.counted.events == 2 && slot.counted.passes == 2);
    CHECK(strcmp(slot.counted.names[1], "TWO:PMC1") == 0);
    CHECK(slot.counted.timed[0] == 6 && slot.counted.empty[1] == 10);
}

TEST(a_block_that_is_not_counted_calls_no_marker)
{
    struct arena_rank slot;

    CHECK(count(&slot, false));
    CHECK(strcmp(journal, "fnrncfsrfrnfsrfrnc") == 0);
}

TEST(counts_of_other_runs_than_the_block_s_are_refused)
{
    struct arena_rank slot;

    forgotten = 1;
    CHECK(!count(&slot, true));
    CHECK(strcmp(slot.error, "likwid did not count every run") == 0);
    forgotten = 0;
}

TEST(a_group_of_which_nothing_can_be_counted_is_refused)
{
    struct arena_rank slot;

    counts[0] = NAN;
    counts[1] = 0;
    CHECK(!count(&slot, true));
    CHECK(strstr(slot.error, "likwid could count none of the group's events") == slot.error);
    counts[0] = 6;
    counts[1] = NAN;
    CHECK(count(&slot, true));
}

TEST(the_counters_are_given_back)
{
    journal[0] = '\0';
    markers_close(&team);
    CHECK(strcmp(journal, ".") == 0);
}
