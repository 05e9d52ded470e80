/* SPDX-License-Identifier: BSD-3-Clause */
/* The harness with a team of one, a clock that moves only when the test says so, and an
 * implementation controlled by the test. */
#include "comops/worker/harness.h"
#include "tests/tap.h"

#include <string.h>

static uint64_t fake_time;
static int runs, late_at, starts_seen;
static enum { RIGHT, SKIPS_THE_WRITE, REPEATS_THE_FIRST, FAILS_TO_SET_UP } behaviour;
static int set_up, torn_down;

static size_t bytes_of(const struct job *job)
{
    return job->bytes;
}

static double rate(const struct job *job)
{
    return (double)job->bytes * job->ranks;
}

static void fill(struct job *job, uint64_t repetition)
{
    marks_write(job->send, job->bytes, 0, 0, repetition);
}

static bool check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    return marks_check(job->recv, job->bytes, 0, 0, repetition, fault);
}

PATTERN(.name = "copy", .unit = 1, .min_ranks = 1, .messages = 1, .send_bytes = bytes_of,
        .recv_bytes = bytes_of, .rate_bytes = rate, .fill = fill, .check = check);

static void run(struct job *job)
{
    fake_time += 100;
    runs++;
    if (behaviour == SKIPS_THE_WRITE || (behaviour == REPEATS_THE_FIRST && runs > 1))
        return;
    memcpy(job->recv, job->send, job->bytes);
}

static bool setup(struct job *job)
{
    (void)job;
    set_up++;
    return behaviour != FAILS_TO_SET_UP;
}

static void teardown(struct job *job)
{
    (void)job;
    torn_down++;
}

IMPLEMENTATION(fake, memory, copy, .run = run, .setup = setup, .teardown = teardown);

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
    *when = fake_time += 1000;
    return starts_seen++ != late_at;
}

static uint64_t now(struct synchronization *sync)
{
    (void)sync;
    return fake_time;
}

static void meet_alone(void)
{
    fake_time += 5;
}

static void share_alone(void *root_value, size_t bytes)
{
    (void)root_value;
    (void)bytes;
}

static struct synchronization sync = {meet, agree, start, now};
static const struct team team = {.path = "fake",
                                 .rank = 0,
                                 .ranks = 1,
                                 .meet = meet_alone,
                                 .share = share_alone,
                                 .shares_memory = true};

static struct command command(uint32_t stamps, uint32_t runs_between, bool rewrite)
{
    return (struct command){.pattern = "copy",
                            .protocol = "memory",
                            .bytes = 100,
                            .rewrite = rewrite,
                            .runs = runs_between,
                            .stamps = stamps,
                            .warmups = 3,
                            .repetition = 1};
}

static bool obey(struct bench *bench, struct command order, struct arena_rank *slot,
                 uint64_t *starts, uint64_t *ends)
{
    runs = starts_seen = 0;
    slot->pu_wanted = -1;
    return bench_run(bench, &order, slot, starts, ends);
}

TEST(a_stamp_spans_as_many_runs_as_asked_for_and_nothing_else)
{
    struct bench *bench = bench_open(&team, &sync);
    struct arena_rank slot = {0};
    uint64_t starts[4], ends[4];

    late_at = -1;
    behaviour = RIGHT;
    CHECK(obey(bench, command(4, 1, true), &slot, starts, ends));
    for (int i = 0; i < 4; i++)
        CHECK(ends[i] - starts[i] == 100);
    CHECK(runs == 1 + 3 + 4); /* checked, warmed up, timed */
    CHECK(obey(bench, command(2, 7, true), &slot, starts, ends));
    CHECK(ends[0] - starts[0] == 700 && ends[1] - starts[1] == 700);
    CHECK(obey(bench, command(1, 1, false), &slot, starts, ends));
    CHECK(runs == 1 + 3 + 1 + 1); /* reused bytes are checked by one more run with fresh ones */
    bench_close(bench);
}

TEST(empty_runs_are_stamped_before_the_others_and_run_nothing)
{
    struct bench *bench = bench_open(&team, &sync);
    struct arena_rank slot = {0};
    struct command order = command(2, 1, true);
    uint64_t starts[5], ends[5];

    late_at = 1; /* reported for an empty run too */
    behaviour = RIGHT;
    order.empty_runs = 3;
    CHECK(obey(bench, order, &slot, starts, ends));
    CHECK(ends[0] == starts[0] && ends[1] == 0 && ends[2] == starts[2]);
    CHECK(ends[3] - starts[3] == 100 && ends[4] - starts[4] == 100);
    CHECK(runs == 1 + 3 + 2); /* checked, warmed up, timed */
    bench_close(bench);
}

TEST(runs_apart_are_timed_alone_without_the_barrier_between_them)
{
    struct bench *bench = bench_open(&team, &sync);
    struct arena_rank slot = {0};
    struct command order = command(2, 7, true);
    uint64_t starts[2], ends[2];

    late_at = 0; /* no reason to drop it */
    behaviour = RIGHT;
    order.barrier_each = 1;
    CHECK(obey(bench, order, &slot, starts, ends));
    CHECK(ends[0] - starts[0] == 700 && ends[1] - starts[1] == 700);
    CHECK(runs == 1 + 3 + 2 * 7);
    late_at = -1;
    bench_close(bench);
}

TEST(a_late_start_voids_its_stamp_alone)
{
    struct bench *bench = bench_open(&team, &sync);
    struct arena_rank slot = {0};
    uint64_t starts[3], ends[3];

    late_at = 1;
    behaviour = RIGHT;
    CHECK(obey(bench, command(3, 1, true), &slot, starts, ends));
    CHECK(ends[0] != 0 && ends[1] == 0 && ends[2] != 0);
    late_at = -1;
    bench_close(bench);
}

TEST(a_write_that_is_skipped_is_found_before_anything_is_timed)
{
    struct bench *bench = bench_open(&team, &sync);
    struct arena_rank slot = {0};
    uint64_t starts[1], ends[1];

    behaviour = SKIPS_THE_WRITE;
    CHECK(!obey(bench, command(1, 1, true), &slot, starts, ends));
    CHECK(strstr(slot.error, "wrong data: rank 0, byte 0 is 0xa5"));
    CHECK(runs == 1);
    bench_close(bench);
}

TEST(stale_data_are_found_in_both_buffer_modes)
{
    struct bench *bench = bench_open(&team, &sync);
    struct arena_rank slot = {0};
    uint64_t starts[2], ends[2];

    behaviour = REPEATS_THE_FIRST;
    CHECK(!obey(bench, command(2, 2, true), &slot, starts, ends));
    CHECK(strstr(slot.error, "wrong data"));
    CHECK(!obey(bench, command(2, 2, false), &slot, starts, ends));
    CHECK(strstr(slot.error, "wrong data"));
    bench_close(bench);
}

TEST(an_implementation_is_set_up_once_per_size_and_taken_down_again)
{
    struct bench *bench = bench_open(&team, &sync);
    struct arena_rank slot = {0};
    struct command order = command(1, 1, true);
    uint64_t starts[1], ends[1];

    behaviour = RIGHT;
    set_up = torn_down = 0;
    CHECK(obey(bench, order, &slot, starts, ends));
    CHECK(obey(bench, order, &slot, starts, ends));
    CHECK(set_up == 1 && torn_down == 0);
    order.bytes = 50;
    CHECK(obey(bench, order, &slot, starts, ends));
    CHECK(set_up == 2 && torn_down == 1);
    bench_close(bench);
    CHECK(torn_down == 2);
}

TEST(a_failed_set_up_costs_the_command_and_not_the_next_one)
{
    struct bench *bench = bench_open(&team, &sync);
    struct arena_rank slot = {0};
    uint64_t starts[1], ends[1];

    behaviour = FAILS_TO_SET_UP;
    CHECK(!obey(bench, command(1, 1, true), &slot, starts, ends));
    CHECK(strstr(slot.error, "setting up"));
    behaviour = RIGHT;
    CHECK(obey(bench, command(1, 1, true), &slot, starts, ends));
    CHECK(!slot.error[0]);
    bench_close(bench);
}

TEST(an_unknown_implementation_is_refused)
{
    struct bench *bench = bench_open(&team, &sync);
    struct arena_rank slot = {0};
    struct command order = command(1, 1, true);
    uint64_t starts[1], ends[1];

    strcpy(order.protocol, "telepathy");
    CHECK(!obey(bench, order, &slot, starts, ends));
    CHECK(strstr(slot.error, "no such implementation"));
    bench_close(bench);
}

TEST(marks_tell_sender_place_repetition_and_offset_apart)
{
    char data[64];
    struct fault fault;

    for (size_t bytes = 1; bytes <= 64; bytes++) {
        marks_write(data, bytes, 1, 2, 3);
        CHECK(marks_check(data, bytes, 1, 2, 3, &fault));
        CHECK(!marks_check(data, bytes, 2, 1, 3, &fault));
        CHECK(!marks_check(data, bytes, 0, 2, 3, &fault));
        CHECK(!marks_check(data, bytes, 1, 0, 3, &fault));
        CHECK(!marks_check(data, bytes, 1, 2, 4, &fault));
        data[bytes - 1] ^= 1;
        CHECK(!marks_check(data, bytes, 1, 2, 3, &fault) && fault.offset == bytes - 1);
    }
}
