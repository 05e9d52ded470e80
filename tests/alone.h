/* SPDX-License-Identifier: BSD-3-Clause */
/* What the harness needs of one rank alone: a team, synchronization with a clock that moves only
 * when something is done, and a pattern that copies. */
#pragma once

#include "comops/ranks/worker/bench.h"

static uint64_t fake_time;
static int late_at = -1, starts_seen;

/* The including file defines it; fill, check, start and now are noted by their first letter. */
static void note(char call);

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

PATTERN(.name = "copy", .unit = 1, .min_ranks = 1, .messages = 1, .marked = true,
        .send_bytes = bytes_of, .recv_bytes = bytes_of, .rate_bytes = rate, .fill = fill,
        .check = check);

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
    note('s');
    *when = sync->began = fake_time += 1000;
    return starts_seen++ != late_at;
}

static uint64_t now(struct synchronization *sync)
{
    (void)sync;
    note('n');
    return fake_time;
}

static void meet_alone(void)
{
    fake_time += 5;
}

static void share_alone(void *root_value, size_t bytes)
{
    (void)root_value, (void)bytes;
}

static void gather_alone(const double *mine, double *all)
{
    *all = *mine;
}

static struct synchronization sync_alone = {meet, agree, start, now, 0};
static const struct team team = {.path = "fake",
                                 .ranks = 1,
                                 .meet = meet_alone,
                                 .share = share_alone,
                                 .gather = gather_alone,
                                 .shares_memory = true};
