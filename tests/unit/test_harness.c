/* SPDX-License-Identifier: BSD-3-Clause */
/* The harness with a team of one, a clock that moves only when the test says so, and an
 * implementation controlled by the test. */
#include "tests/alone.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>
#include <sys/mman.h>

static enum behaviour {
    RIGHT,
    SKIPS_THE_WRITE,
    REPEATS_THE_FIRST,
    FAILS_TO_SET_UP,
    ALLOCATES,
    GETS_FASTER
} behaviour;
static int runs, set_up, torn_down;
static struct bench *bench;
static struct arena_rank slot;
static int node_wanted;
static uint64_t starts[10];
static struct arena_stamp stamps[10];

static void note(char call)
{
    (void)call;
}

static void touch_a_new_page(void)
{
    char *page = mmap(NULL, 1, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    *(volatile char *)page = 1;
    munmap(page, 1);
}

static void run(struct job *job)
{
    if (behaviour == ALLOCATES)
        touch_a_new_page();
    fake_time += behaviour == GETS_FASTER && runs < 10 ? 1000 - 90 * (uint64_t)runs : 100;
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

/* The last job run by an implementation that accesses its peers' memory, or by one that does not.
 */
static const struct job *last_job;

static void run_noted(struct job *job)
{
    last_job = job;
    memcpy(job->recv, job->send, job->bytes);
}

COMOPS_IMPLEMENTATION(apart, "fake", "apart", "copy", .run = run_noted);
COMOPS_IMPLEMENTATION(together, "fake", "together", "copy", .shared = true, .run = run_noted);

static struct command command(uint32_t stamp_count, uint32_t runs_between, bool rewrite)
{
    return (struct command){.pattern = "copy",
                            .protocol = "memory",
                            .bytes = 100,
                            .rewrite = rewrite,
                            .runs = runs_between,
                            .stamps = stamp_count,
                            .warmups = 3,
                            .begins = 1,
                            .repetition = 1};
}

/* A new bench; the start `late` is missed, -1: none. */
static void begin(enum behaviour as, int late)
{
    bench = bench_open(&team, &sync_alone);
    behaviour = as;
    late_at = late;
    set_up = torn_down = 0;
}

static bool obey(struct command order)
{
    runs = starts_seen = 0;
    slot = (struct arena_rank){.pu_wanted = -1, .node_wanted = node_wanted};
    return bench_run(bench, &order, &slot, starts, stamps);
}

TEST(a_stamp_spans_as_many_runs_as_asked_for_and_nothing_else)
{
    begin(RIGHT, -1);
    CHECK(obey(command(4, 1, true)));
    for (int i = 0; i < 4; i++)
        CHECK(stamps[i].ended - starts[i] == 100);
    CHECK(runs == 1 + 3 + 4); /* checked, warmed up, timed */
    CHECK(obey(command(2, 7, true)));
    CHECK(stamps[0].ended - starts[0] == 700 && stamps[1].ended - starts[1] == 700);
    CHECK(obey(command(1, 1, false)));
    CHECK(runs == 1 + 3 + 1 + 1); /* reused bytes are checked by one more run with fresh ones */
    bench_close(bench);
}

TEST(empty_runs_are_spread_among_the_stamps_and_run_nothing)
{
    struct command order = command(2, 1, true);

    begin(RIGHT, 2); /* reported for an empty run too */
    order.empty_runs = 3;
    CHECK(obey(order));
    CHECK(stamps[0].ended == starts[0] && stamps[1].ended == 0 && stamps[2].ended == starts[2]);
    CHECK(stamps[3].ended - starts[3] == 100 && stamps[4].ended - starts[4] == 100);
    CHECK(starts[0] < starts[3] && starts[3] < starts[1] && starts[2] < starts[4]);
    CHECK(stamps[0].began == starts[0] && stamps[4].began == starts[4]);
    CHECK(runs == 1 + 3 + 2); /* checked, warmed up, timed */
    bench_close(bench);
}

/* Whose runs compute. */
static uint64_t computing;

static void run_computing(struct job *job)
{
    computing = job->computing;
    memcpy(job->recv, job->send, job->bytes);
    runs++;
}

COMOPS_IMPLEMENTATION(busy, "fake", "busy", "copy", .run = run_computing);

/* A clock that each reading moves on. */
static uint64_t now_moving(struct synchronization *sync)
{
    (void)sync;
    return fake_time += 50;
}

TEST(a_run_computes_as_long_as_asked_and_alone_if_asked)
{
    struct command order = command(2, 1, true);
    struct synchronization sync = sync_alone;

    strcpy(order.protocol, "busy");
    sync.now = now_moving;
    bench = bench_open(&team, &sync);
    behaviour = RIGHT;
    late_at = -1;
    CHECK(obey(order) && computing == 0);
    CHECK(runs == 1 + 3 + 2); /* checked, warmed up, timed */
    order.computing_ns = 100; /* twice as long as the trial, between two readings */
    CHECK(obey(order) && computing == 8000);
    order.computing_alone = 1;
    CHECK(obey(order));
    CHECK(runs == 1); /* checked */
    bench_close(bench);
}

TEST(a_late_rank_comes_when_told_and_the_time_begins_then)
{
    struct command order = command(2, 1, true);
    struct synchronization sync = sync_alone;

    sync.now = now_moving;
    bench = bench_open(&team, &sync); /* its only rank is the last one */
    behaviour = RIGHT;
    late_at = -1;
    CHECK(obey(order));
    const uint64_t interval = starts[1] - starts[0];

    order.skew_ns = 5000;
    CHECK(obey(order));
    for (int i = 0; i < 2; i++) {
        CHECK(stamps[i].began >= starts[i] && stamps[i].began < starts[i] + 50);
        CHECK(stamps[i].ended - starts[i] < 300); /* 100 of the run, and the clock's */
    }
    CHECK(starts[1] - starts[0] > interval + 5000 - 300);
    bench_close(bench);
}

TEST(runs_apart_are_timed_alone_without_the_barrier_between_them)
{
    struct command order = command(2, 7, true);

    begin(RIGHT, 0); /* no reason to drop it */
    order.barrier_each = 1;
    CHECK(obey(order));
    CHECK(stamps[0].ended - starts[0] == 700 && stamps[1].ended - starts[1] == 700);
    CHECK(runs == 1 + 3 + 2 * 7);
    order.flush = 2 * sizeof *bench->flush;
    CHECK(obey(order) && bench->flush[1] > 0);
    order.clear = 1;
    CHECK(obey(order) && bench->flush[1] == 0);
    bench_close(bench);
}

TEST(without_preparation_the_first_run_is_timed_and_data_are_checked_at_the_end)
{
    struct command order = command(2, 1, false);

    order.warmups = 0;
    order.unprepared = order.barrier_each = 1;
    begin(RIGHT, -1);
    CHECK(obey(order));
    CHECK(stamps[0].ended - starts[0] == 100 && stamps[1].ended - starts[1] == 100);
    CHECK(runs == 2 + 1 + 1); /* timed, checked, checked as at first */
    bench_close(bench);
    begin(GETS_FASTER, -1); /* a first run of 1000 ns */
    CHECK(obey(order));
    CHECK(stamps[0].ended - starts[0] == 1000 && stamps[1].ended - starts[1] == 910);
    bench_close(bench);
    begin(REPEATS_THE_FIRST, -1); /* timed right, and then nothing new */
    CHECK(!obey(order) && strstr(slot.error, "wrong data"));
    bench_close(bench);
}

TEST(a_later_block_of_a_launch_is_checked_when_it_has_been_timed)
{
    struct command order = command(4, 1, true);

    order.begins = 0;
    begin(RIGHT, -1);
    CHECK(obey(order));
    CHECK(runs == 3 + 4); /* warmed up, timed */
    CHECK(isnan(slot.first_ns) && isnan(slot.reading_ns));
    behaviour = REPEATS_THE_FIRST;
    CHECK(!obey(order) && strstr(slot.error, "wrong data"));
    CHECK(runs == 3 + 4);
    bench_close(bench);
}

/* How often the harness asked its team for memory, and gave some back. */
static int taken, given_back;

static void *allocate_counted(size_t bytes)
{
    taken++;
    return aligned_alloc(mapping_bytes(1, PAGE_SIZE_4K), mapping_bytes(bytes, PAGE_SIZE_4K));
}

static void release_counted(void *memory, size_t bytes)
{
    (void)bytes;
    given_back += memory != NULL;
    free(memory);
}

static struct team placing_team(void)
{
    struct team placing = team;

    placing.allocate = allocate_counted;
    placing.release = release_counted;
    taken = given_back = 0;
    return placing;
}

/* After a command of an implementation that notes its job. */
static const char *receives_at(const struct command *order)
{
    CHECK(obey(*order));
    return last_job->recv;
}

TEST(another_layout_displaces_the_buffers_by_as_many_pages_in_the_same_memory)
{
    const size_t page = mapping_bytes(1, PAGE_SIZE_4K);
    const struct team placing = placing_team();
    struct command order = command(1, 1, true);

    begin(RIGHT, -1);
    bench->team = &placing;
    strcpy(order.protocol, "apart");
    order.layout = 5;
    const char *fifth = receives_at(&order);

    CHECK(receives_at(&order) == fifth);
    order.layout = 9;
    CHECK(receives_at(&order) == fifth + 4 * page);
    order.layout = 0;
    CHECK(receives_at(&order) == fifth - 5 * page);
    CHECK(taken == 2 && given_back == 0); /* what is sent, what is received */
    bench_close(bench);
    CHECK(given_back == 2);
}

TEST(another_layout_sets_up_again)
{
    struct command order = command(1, 1, true);

    begin(RIGHT, -1);
    CHECK(obey(order) && set_up == 1 && torn_down == 0);
    order.layout = 5;
    CHECK(obey(order) && set_up == 2 && torn_down == 1);
    bench_close(bench);
}

TEST(memory_is_kept_for_shorter_messages_and_taken_anew_for_longer_ones)
{
    const struct team placing = placing_team();
    struct command order = command(1, 1, true);

    begin(RIGHT, -1);
    bench->team = &placing;
    CHECK(obey(order) && taken == 2);
    order.bytes = 8;
    CHECK(obey(order) && taken == 2 && given_back == 0);
    order.bytes = 1 << 20;
    CHECK(obey(order) && taken == 4 && given_back == 2);
    bench_close(bench);
}

TEST(memory_is_taken_anew_where_the_placement_changes)
{
    const struct team placing = placing_team();
    struct command order = command(1, 1, true);

    begin(RIGHT, -1);
    bench->team = &placing;
    CHECK(obey(order) && taken == 2);
    order.pages = PAGE_SIZE_4K;
    CHECK(obey(order) && taken == 4 && given_back == 2);
    node_wanted = 1; /* for first touch no more than a word */
    CHECK(obey(order) && taken == 6 && given_back == 4);
    node_wanted = 0;
    bench_close(bench);
    CHECK(given_back == taken);
}

TEST(a_late_start_voids_its_stamp_alone)
{
    begin(RIGHT, 1);
    CHECK(obey(command(3, 1, true)));
    CHECK(stamps[0].ended != 0 && stamps[1].ended == 0 && stamps[2].ended != 0);
    bench_close(bench);
}

TEST(a_launch_begins_with_a_first_run_and_runs_until_its_times_are_steady)
{
    struct command order = command(2, 1, true);

    begin(GETS_FASTER, -1);
    order.first = 1;
    order.settle_ns = 100000;
    CHECK(obey(order));
    CHECK(slot.first_ns == 1000);
    CHECK(slot.settled && slot.settled_ns == 2460 + 1650 + 840 + 3 * 300);
    CHECK(slot.trended);
    CHECK(stamps[0].ended - starts[0] == 100);
    behaviour = RIGHT;
    CHECK(obey(order));
    CHECK(slot.settled && slot.settled_ns == 5 * 300 && !slot.trended);
    order.settle_ns = 300; /* a single group of runs */
    CHECK(obey(order));
    CHECK(!slot.settled);
    behaviour = ALLOCATES; /* never without a page fault */
    order.settle_ns = 3000;
    CHECK(obey(order));
    CHECK(!slot.settled && slot.settled_ns == 3000 && slot.trended);
    order.settle_ns = order.first = 0;
    CHECK(obey(order));
    CHECK(isnan(slot.first_ns) && isnan(slot.settled_ns));
    bench_close(bench);
}

TEST(page_faults_of_the_timed_runs_are_counted)
{
    begin(ALLOCATES, -1);
    CHECK(obey(command(4, 50, true)));
    CHECK(slot.disturbances.of[DISTURBANCE_FAULTS] >= 4 * 50);
    CHECK(slot.disturbances.watched_us > 0);
    behaviour = RIGHT;
    CHECK(obey(command(4, 50, true)));
    CHECK(slot.disturbances.of[DISTURBANCE_FAULTS] < 4 * 50);
    bench_close(bench);
}

TEST(a_write_that_is_skipped_is_found_before_anything_is_timed)
{
    begin(SKIPS_THE_WRITE, -1);
    CHECK(!obey(command(1, 1, true)));
    CHECK(strstr(slot.error, "wrong data: rank 0, byte 0 is 0xa5"));
    CHECK(runs == 1);
    bench_close(bench);
}

TEST(stale_data_are_found_in_both_buffer_modes)
{
    begin(REPEATS_THE_FIRST, -1);
    CHECK(!obey(command(2, 2, true)));
    CHECK(strstr(slot.error, "wrong data"));
    CHECK(!obey(command(2, 2, false)));
    CHECK(strstr(slot.error, "wrong data"));
    bench_close(bench);
}

/* What goes wrong in one run, and in which: in the middle of the timed ones. */
static enum { NOTHING, SWAPS_LINES, LEAVES_A_LINE, FLIPS_A_BIT } error;
enum { SPOILT = 9, LINE_WRONG = 17 };

static void spoil(char *line)
{
    char kept[CACHE_LINE];

    memcpy(kept, line, sizeof kept);
    if (error == SWAPS_LINES) {
        memcpy(line, line + 2 * CACHE_LINE, sizeof kept);
        memcpy(line + 2 * CACHE_LINE, kept, sizeof kept);
    } else if (error == FLIPS_A_BIT)
        line[5] ^= 64;
}

static void run_spoilt(struct job *job)
{
    char *line = job->recv + (size_t)LINE_WRONG * CACHE_LINE, before[CACHE_LINE];
    const bool spoilt = ++runs == SPOILT;

    memcpy(before, line, sizeof before);
    memcpy(job->recv, job->send, job->bytes);
    if (spoilt && error == LEAVES_A_LINE)
        memcpy(line, before, sizeof before);
    else if (spoilt)
        spoil(line);
}

COMOPS_IMPLEMENTATION(spoilt, "fake", "spoilt", "copy", .run = run_spoilt);

/* Whether a block of ten timed runs, of which the fifth goes wrong so, is found wrong. */
static bool finds(int what, struct command order)
{
    error = what;
    strcpy(order.protocol, "spoilt");
    begin(RIGHT, -1);
    const bool good = obey(order);

    bench_close(bench);
    CHECK(runs >= 1 + 3 + 10 && (good || strstr(slot.error, "wrong data in a timed run")));
    return !good;
}

static struct command long_messages(bool rewrite, enum consumption consume)
{
    struct command order = command(10, 1, rewrite);

    order.bytes = 8192 + 40; /* with words behind the lines */
    order.consume = consume;
    return order;
}

TEST(wrong_data_in_one_timed_run_are_found_though_the_last_one_s_are_right)
{
    for (enum consumption consume = CONSUME_BETWEEN; consume <= CONSUME_TIMED; consume++)
        for (int rewrite = 0; rewrite < 2; rewrite++) {
            const struct command order = long_messages(rewrite, consume);

            CHECK(!finds(NOTHING, order));
            CHECK(finds(SWAPS_LINES, order));
            CHECK(finds(FLIPS_A_BIT, order));
            CHECK(finds(LEAVES_A_LINE, order) == rewrite); /* otherwise the same data */
        }
}

/* Then nothing is read, or only the last run of several. */
TEST(without_sums_of_each_run_the_last_one_s_data_are_checked)
{
    struct command order = long_messages(true, CONSUME_BETWEEN);

    CHECK(!finds(FLIPS_A_BIT, long_messages(true, CONSUME_NO)));
    order.runs = 2;
    CHECK(!finds(FLIPS_A_BIT, order));
    order.runs = 1;
    order.bytes += 3;
    CHECK(!finds(FLIPS_A_BIT, order));
}

TEST(an_implementation_is_set_up_once_per_size_and_taken_down_again)
{
    struct command order = command(1, 1, true);

    begin(RIGHT, -1);
    CHECK(obey(order));
    CHECK(obey(order));
    CHECK(set_up == 1 && torn_down == 0);
    order.bytes = 50;
    CHECK(obey(order));
    CHECK(set_up == 2 && torn_down == 1);
    bench_close(bench);
    CHECK(torn_down == 2);
}

TEST(a_failed_set_up_costs_the_command_and_not_the_next_one)
{
    begin(FAILS_TO_SET_UP, -1);
    CHECK(!obey(command(1, 1, true)));
    CHECK(strstr(slot.error, "setting up"));
    behaviour = RIGHT;
    CHECK(obey(command(1, 1, true)));
    CHECK(!slot.error[0]);
    bench_close(bench);
}

TEST(an_implementation_is_taken_down_when_another_is_set_up)
{
    struct command order = command(1, 1, true);

    begin(RIGHT, -1);
    CHECK(obey(order) && set_up == 1 && torn_down == 0);
    strcpy(order.protocol, "apart");
    CHECK(obey(order) && torn_down == 1);
    CHECK(obey(command(1, 1, true)) && set_up == 2 && torn_down == 1);
    bench_close(bench);
    CHECK(torn_down == 2);
}

TEST(all_time_of_a_command_is_accounted_for)
{
    struct command order = command(4, 1, true);
    double spent = 0;

    begin(RIGHT, -1);
    order.settle_ns = 1000;
    const uint64_t from = bench->since = clock_now();

    CHECK(obey(order));
    for (int what = 0; what < SPENDINGS; what++)
        spent += slot.spent_ns[what];
    CHECK(spent == (double)(bench->since - from) && bench->since <= clock_now());
    CHECK(slot.spent_ns[SPENT_TIMED] > 0 && slot.spent_ns[SPENT_CHECKS] > 0);
    CHECK(slot.spent_ns[SPENT_PLACES] > 0 && slot.spent_ns[SPENT_FILLING] == 0);
    order.begins = 0;
    slot.spent_ns[SPENT_FILLING] = 0;
    CHECK(obey(order) && slot.spent_ns[SPENT_FILLING] > 0);
    bench_close(bench);
}

static struct job job_over(const char *protocol)
{
    struct command order = command(1, 1, true);

    strcpy(order.protocol, protocol);
    CHECK(obey(order));
    return *last_job;
}

TEST(of_processes_only_those_that_access_each_other_s_buffers_share_them)
{
    struct team processes = team;

    processes.shares_memory = false;
    bench = bench_open(&processes, &sync_alone);
    late_at = -1;
    const struct job private = job_over("apart"), shared = job_over("together");

    CHECK(private.send != shared.send && private.recv != shared.recv);
    CHECK(!private.peers && !private.allocate);
    CHECK(shared.peers && shared.peers[0]->send == shared.send && shared.allocate);
    /* Their buffers stay where they are while blocks alternate. */
    CHECK(job_over("apart").send == private.send && job_over("together").send == shared.send);
    bench_close(bench);
}

TEST(threads_have_one_set_of_buffers)
{
    begin(RIGHT, -1);
    const struct job one = job_over("apart"), other = job_over("together");

    CHECK(one.send == other.send && one.recv == other.recv && one.peers && other.peers);
    bench_close(bench);
}

TEST(an_unknown_implementation_is_refused)
{
    struct command order = command(1, 1, true);

    begin(RIGHT, -1);
    strcpy(order.protocol, "telepathy");
    CHECK(!obey(order));
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

TEST(the_stack_begins_at_a_place_of_its_page_that_the_layout_alone_decides)
{
    enum { PAGE = 4096, NUMBERS = 1 << 13, ALL = 256 };
    static bool seen[PAGE];
    int places = 0;

    for (uint32_t number = 0; number < ALL * NUMBERS; number += NUMBERS / 2) {
        const char *frame = (const char *)(uintptr_t)0x7ffc12345670;
        const uintptr_t place = (uintptr_t)(frame - layout_stack(number, frame)) % PAGE;

        for (int step = 0; step < PAGE; step += 16) {
            const char *other = frame + step;

            CHECK((uintptr_t)(other - layout_stack(number, other)) % PAGE == place);
        }
        CHECK(place % 16 == 0);
        places += !seen[place];
        seen[place] = true;
    }
    CHECK(places == ALL);
}
