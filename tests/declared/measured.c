/* SPDX-License-Identifier: BSD-3-Clause */
#include "tests/declared/measured.h"
#include "tests/declared/team.h"

#include <stdlib.h>

/* Runs, of which the first ones bring every line to where it is at the beginning of a run. Fewer
 * than a ring has slots: what is looked at once in so many runs is no part of an operation. */
enum { RUNS = 7, WARM = 2 };

static const struct implementation *implementation;
static struct setting setting;
static struct job jobs[TEAM_MOST];
static struct job *peers[TEAM_MOST];
static struct measured found;

static void add_calls(int rank, struct calls calls)
{
    found.total.messages += calls.messages;
    found.total.fences += calls.fences;
    found.total.moves += calls.moves;
    found.total.others |= calls.others;
    if (calls.messages || calls.moves)
        found.acting |= 1U << rank;
}

static void add_chain(const struct job *job, struct chain chain)
{
    const int copies = counts_copies(job->recv, job->pattern->recv_bytes(job));

    found.crossings = counts_crossings();
    found.longest.lines = chain.lines > found.longest.lines ? chain.lines : found.longest.lines;
    found.longest.waits = chain.waits > found.longest.waits ? chain.waits : found.longest.waits;
    found.copies = copies > found.copies ? copies : found.copies;
}

static void begin(const struct job *job)
{
    counts_fill(job->send, job->pattern->send_bytes(job));
    team_meet();
    if (job->rank == 0) {
        counts_begin();
        calls_begin();
        messages_begin();
        constructs_begin();
    }
    team_meet();
}

/* Each rank in turn comes late, so that who is first where order is free changes. */
static void run_once(struct job *job, int run)
{
    begin(job);
    if (run % job->ranks == job->rank)
        team_last();
    implementation->run(job);
    const struct chain chain = counts_chain();
    const int uses = counts_uses();
    const struct calls calls = calls_so_far();

    if (implementation->complete)
        implementation->complete(job);
    if (setting.used && !job->use_bytes)
        data_use(job->recv, job->pattern->recv_bytes(job));
    team_meet();
    found.uses_right = found.uses_right && uses == (job->use_bytes > 0);
    if (run == RUNS)
        add_calls(job->rank, calls);
    if (run > WARM)
        add_chain(job, chain);
}

/* The longest of all ranks: buffers are at the same place in each one's memory. */
static size_t buffer_bytes(size_t bytes_of(const struct job *job))
{
    size_t most = 0;

    for (int rank = 0; rank < jobs[0].ranks; rank++)
        most = bytes_of(&jobs[rank]) > most ? bytes_of(&jobs[rank]) : most;
    return most;
}

static void live(int rank)
{
    struct job *job = &jobs[rank];

    /* A message without bytes has a place too. */
    job->send = team_memory(buffer_bytes(job->pattern->send_bytes) + 1);
    job->recv = team_memory(buffer_bytes(job->pattern->recv_bytes) + 1);
    if (rank == 0 && implementation->temporary_bytes)
        job->temporary = aligned_alloc(4096, implementation->temporary_bytes(job));
    team_meet();
    job->temporary = jobs[0].temporary;
    if (implementation->setup && !implementation->setup(job))
        abort();
    team_meet();
    for (int run = 1; run <= RUNS; run++)
        run_once(job, run);
    if (implementation->teardown)
        implementation->teardown(job);
}

/* A volume of one message; a partner. */
static size_t series_of(const struct pattern *pattern)
{
    if (pattern->size)
        return setting.bytes;
    if (!pattern->series)
        return 0;
    const bool own = pattern->series(setting.ranks, 0) == ROOT;

    return pattern->series(setting.ranks, setting.value + own);
}

static struct job job_of(const struct pattern *pattern, int rank)
{
    const struct sharing sharing = setting.sharing;
    struct job job = {.pattern = pattern,
                      .rank = rank,
                      .ranks = setting.ranks,
                      .bytes = pattern->unit ? setting.bytes : 0,
                      .series = series_of(pattern),
                      .variant = implementation->variant,
                      .cache = sharing.on_cache ? rank / sharing.on_cache : 0,
                      .package = sharing.in_package ? rank / sharing.in_package : 0,
                      .peers = peers};

    if (setting.used && pattern->answers && rank != ROOT)
        job.use_bytes = pattern->recv_bytes(&job);
    return job;
}

struct measured measure(const struct implementation *its, struct setting asked)
{
    const struct pattern *pattern = registry_pattern(its->pattern);

    implementation = its;
    setting = asked;
    found = (struct measured){.uses_right = true};
    counts_open();
    for (int rank = 0; rank < setting.ranks; rank++) {
        jobs[rank] = job_of(pattern, rank);
        peers[rank] = &jobs[rank];
    }
    team_run(setting.ranks, live);
    const size_t sent = buffer_bytes(pattern->send_bytes),
                 received = buffer_bytes(pattern->recv_bytes);

    found.buffer = sent > received ? sent : received;
    found.rate_bytes = pattern->rate_bytes(&jobs[0]);
    found.levels = jobs[ROOT].levels;
    found.grouped = jobs[ROOT].grouped;
    return found;
}
