/* SPDX-License-Identifier: BSD-3-Clause */
/* When the harness reads what a rank received. After each run the receive buffer is made
 * inaccessible, so that the first access to it is a signal, which notes where the harness is. */
#include "tests/alone.h"
#include "tests/tap.h"

#include "comops/ranks/arena/arena.h"

#include <signal.h>
#include <string.h>
#include <sys/mman.h>

enum { BYTES = 3 * 4096 };

static char calls[64]; /* by their first letters; r: a run, u: the receive buffer is used */
static char *locked;
static size_t size_locked = BYTES;

static void note(char call)
{
    const size_t length = strlen(calls);

    if (length + 1 < sizeof calls)
        calls[length] = call;
}

static void lock(char *buffer)
{
    locked = buffer;
    mprotect(buffer, BYTES, PROT_NONE);
}

static void on_access(int number)
{
    (void)number;
    note('u');
    mprotect(locked, size_locked, PROT_READ | PROT_WRITE);
}

static void run(struct job *job)
{
    note('r');
    memcpy(job->recv, job->send, job->bytes);
    received_use(job);
    lock(job->recv);
}

IMPLEMENTATION(fake, memory, copy, .run = run);

/* The calls of two timed stamps, without the checks before and after them. */
static const char *calls_of(enum consumption consume, uint32_t runs, bool each)
{
    struct bench *bench = bench_open(&team, &sync_alone);
    struct arena_rank slot = {.pu_wanted = -1};
    uint64_t starts[2];
    struct arena_stamp stamps[2];
    const struct command command = {.pattern = "copy",
                                    .protocol = "memory",
                                    .bytes = BYTES,
                                    .rewrite = 1,
                                    .consume = consume,
                                    .runs = runs,
                                    .barrier_each = each,
                                    .stamps = 2,
                                    .begins = 1,
                                    .repetition = 1};

    signal(SIGSEGV, on_access);
    memset(calls, 0, sizeof calls);
    CHECK(bench_run(bench, &command, &slot, starts, stamps));
    bench_close(bench);
    signal(SIGSEGV, SIG_DFL);
    return strchr(strchr(calls, 'c'), 'f'); /* the first check is over */
}

/* fill, start, run, now; where nobody reads, the next run is the first to access the buffer, and
 * after the last one its check */
TEST(nobody_reads_what_arrived_unless_asked_to)
{
    CHECK(strcmp(calls_of(CONSUME_NO, 1, false), "fsrnfsruncu") == 0);
}

TEST(timed_data_are_used_before_the_end_stamp)
{
    CHECK(strcmp(calls_of(CONSUME_TIMED, 1, false), "fsrunfsrunc") == 0);
    CHECK(strcmp(calls_of(CONSUME_TIMED, 2, false), "fsrufrunfsrufrunc") == 0);
    CHECK(strcmp(calls_of(CONSUME_TIMED, 1, true), "fnrunsfnrunc") == 0);
}

TEST(data_used_between_runs_are_used_after_the_end_stamp)
{
    CHECK(strcmp(calls_of(CONSUME_BETWEEN, 1, false), "fsrnufsrnuc") == 0);
    CHECK(strcmp(calls_of(CONSUME_BETWEEN, 2, false), "fsrufrnufsrufrnuc") == 0);
    CHECK(strcmp(calls_of(CONSUME_BETWEEN, 1, true), "fnrnusfnrnuc") == 0);
}

/* The buffer's last bytes lie before a page that cannot be read. */
TEST(all_bytes_are_used_and_none_beyond)
{
    char *pages = mmap(NULL, 8192, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0);

    signal(SIGSEGV, on_access);
    size_locked = 4096;
    for (size_t bytes = 1; bytes <= 700; bytes++) {
        memset(calls, 0, sizeof calls);
        locked = pages + 4096;
        mprotect(locked, 4096, PROT_NONE);
        data_use(pages + 4096 - bytes, bytes);
        CHECK(!calls[0]);
        data_use(pages + 4096 - bytes + 1, bytes);
        CHECK(calls[0]);
    }
    signal(SIGSEGV, SIG_DFL);
    munmap(pages, 8192);
}
