/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/harness.h"

#include "comops/memory.h"
#include "comops/registry.h"
#include "topology/bind.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* An implementation that has been set up for the bench's present buffers. */
struct prepared {
    struct job job;
    struct job **peers; /* of all ranks; rank 0's to free */
    bool ready;
    bool verified; /* it has passed its first, thorough check */
};

struct bench {
    const struct team *team;
    struct gate *gate;
    struct job job; /* buffers; temporary and state are those of the prepared implementation */
    int pu;
    struct prepared *prepared; /* one for each implementation */
    double *flush;             /* as large as the caches to be flushed */
    size_t flush_bytes;
};

struct bench *bench_open(const struct team *team, struct gate *gate)
{
    struct bench *bench = calloc(1, sizeof *bench);
    int count;

    registry_implementations(&count);
    if (bench)
        bench->prepared = calloc((size_t)count, sizeof *bench->prepared);
    if (!bench || !bench->prepared) {
        fputs("comops: out of memory\n", stderr);
        exit(EXIT_FAILURE);
    }
    bench->team = team;
    bench->gate = gate;
    bench->pu = -1;
    return bench;
}

/* Takes down everything that was set up for the present buffers, then the buffers. */
static void bench_clear(struct bench *bench)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++) {
        struct prepared *prepared = &bench->prepared[i];

        if (!prepared->ready)
            continue;
        bench->gate->meet(bench->gate); /* nobody is still running it */
        if (all[i]->teardown)
            all[i]->teardown(&prepared->job);
        if (bench->job.rank == ROOT && all[i]->temporary_bytes)
            memory_unmap(prepared->job.temporary, all[i]->temporary_bytes(&prepared->job));
        if (bench->job.rank == ROOT)
            free(prepared->peers);
        *prepared = (struct prepared){.ready = false};
    }
    if (bench->job.pattern) {
        memory_unmap(bench->job.send, bench->job.pattern->send_bytes(&bench->job));
        memory_unmap(bench->job.recv, bench->job.pattern->recv_bytes(&bench->job));
    }
    bench->job = (struct job){0};
}

void bench_close(struct bench *bench)
{
    bench_clear(bench);
    memory_unmap(bench->flush, bench->flush_bytes);
    free(bench->prepared);
    free(bench);
}

static bool fail(struct arena_rank *slot, const char *why)
{
    snprintf(slot->error, sizeof slot->error, "%s", why);
    return false;
}

/* Buffers for this pattern and size; the first touch is this rank's, after it has been pinned. */
static bool bench_allocate(struct bench *bench, const struct command *command,
                           struct arena_rank *slot)
{
    struct job *job = &bench->job;

    if (slot->pu_wanted >= 0 && slot->pu_wanted != bench->pu &&
        !bind_self(slot->pu_wanted, slot->error, sizeof slot->error))
        return false;
    bench->pu = slot->pu_wanted;
    *job = (struct job){.pattern = registry_pattern(command->pattern),
                        .rank = bench->team->rank,
                        .ranks = bench->team->ranks,
                        .bytes = command->bytes};
    if (!job->pattern)
        return fail(slot, "no such pattern in this worker");
    const size_t send = job->pattern->send_bytes(job), recv = job->pattern->recv_bytes(job);

    job->send = memory_map(send);
    job->recv = memory_map(recv);
    if ((send && !job->send) || (recv && !job->recv))
        return fail(slot, "no memory for the buffers");
    if (send)
        memset(job->send, 0, send);
    if (recv)
        memset(job->recv, 0, recv);
    slot->node_buffers = bind_node_of(recv ? job->recv : job->send, recv ? recv : send);
    return true;
}

static bool bench_share_temporary(struct bench *bench, const struct implementation *with,
                                  struct job *job)
{
    const size_t bytes = with->temporary_bytes(job);

    if (job->rank == ROOT && (job->temporary = memory_map(bytes)))
        memset(job->temporary, 0, bytes);
    bench->team->share(&job->temporary, sizeof job->temporary);
    return job->temporary;
}

/* Every rank's job where every rank can find it. */
static bool bench_introduce(struct bench *bench, struct prepared *prepared)
{
    if (prepared->job.rank == ROOT)
        prepared->peers = calloc((size_t)prepared->job.ranks, sizeof *prepared->peers);
    bench->team->share(&prepared->peers, sizeof prepared->peers);
    if (prepared->peers)
        prepared->peers[prepared->job.rank] = &prepared->job;
    prepared->job.peers = prepared->peers;
    bench->team->meet();
    return prepared->peers;
}

static bool bench_set_up(struct bench *bench, const struct implementation *with,
                         struct prepared *prepared, struct arena_rank *slot)
{
    bool good = true;

    prepared->job = bench->job;
    prepared->ready = true;
    if (with->temporary_bytes)
        good = bench_share_temporary(bench, with, &prepared->job);
    if (bench->team->shares_memory)
        good = bench_introduce(bench, prepared) && good;
    if (good && with->setup)
        good = with->setup(&prepared->job);
    return good || fail(slot, "setting up the implementation failed");
}

/* Luecke's way: an array as large as the cache is incremented, which pushes all else out. */
static void bench_flush(struct bench *bench)
{
    for (size_t i = 0; i < bench->flush_bytes / sizeof *bench->flush; i++)
        bench->flush[i] += 0.1;
    __asm__ volatile("" ::: "memory"); /* the compiler may not leave it out */
}

/* The array for it, first touched here; false if there is no memory. */
static bool bench_prepare_flush(struct bench *bench, size_t bytes)
{
    if (bytes == bench->flush_bytes)
        return true;
    memory_unmap(bench->flush, bench->flush_bytes);
    bench->flush = memory_map(bytes);
    bench->flush_bytes = bench->flush ? bytes : 0;
    return bench->flush_bytes == bytes;
}

/* Makes prepared->job that of this command, ready to run. False if any rank could not. */
static bool bench_select(struct bench *bench, const struct command *command,
                         const struct implementation *with, struct prepared *prepared,
                         struct arena_rank *slot)
{
    const struct job *job = &bench->job;
    const bool same = job->pattern && strcmp(job->pattern->name, command->pattern) == 0 &&
                      job->bytes == command->bytes && bench->pu == slot->pu_wanted;
    bool good = true;

    /* Seats may differ for one rank alone: all or none begin anew. */
    if (!bench->gate->agree(bench->gate, same)) {
        bench_clear(bench);
        good = bench->gate->agree(bench->gate, bench_allocate(bench, command, slot));
    }
    if (command->flush && !bench_prepare_flush(bench, command->flush))
        good = fail(slot, "no memory to flush the caches with");
    good = bench->gate->agree(bench->gate, good);
    if (good && !prepared->ready)
        good = bench->gate->agree(bench->gate, bench_set_up(bench, with, prepared, slot));
    if (!good) {
        bench_clear(bench);
        return false;
    }
    slot->node_temporary = BIND_NODE_UNKNOWN;
    if (with->temporary_bytes)
        slot->node_temporary =
            bind_node_of(prepared->job.temporary, with->temporary_bytes(&prepared->job));
    return true;
}

static bool bench_check(struct bench *bench, const struct job *job, uint64_t repetition,
                        struct arena_rank *slot)
{
    struct fault fault;
    const bool right = job->pattern->check(job, repetition, &fault);

    if (!right)
        snprintf(slot->error, sizeof slot->error,
                 "wrong data: rank %d, byte %zu is 0x%02x, expected 0x%02x", job->rank,
                 fault.offset, fault.found, fault.expected);
    return bench->gate->agree(bench->gate, right);
}

/* One run into a poisoned receive buffer: a skipped write cannot pass. */
static bool bench_verify(struct bench *bench, const struct implementation *with, struct job *job,
                         uint64_t repetition, struct arena_rank *slot)
{
    const size_t recv = job->pattern->recv_bytes(job);

    job->pattern->fill(job, repetition);
    if (recv)
        memset(job->recv, 0xA5, recv);
    bench->gate->meet(bench->gate);
    with->run(job);
    return bench_check(bench, job, repetition, slot);
}

/* The timed part. The first run's buffer is written before the start, the others' inside the loop.
 * Returns the last repetition. */
static uint64_t bench_stamp(struct bench *bench, const struct implementation *with,
                            struct job *job, const struct command *command, uint64_t repetition,
                            uint64_t *starts, uint64_t *ends)
{
    void (*const run)(struct job *) = with->run;
    struct gate *const gate = bench->gate;

    for (uint32_t stamp = 0; stamp < command->stamps; stamp++) {
        if (command->rewrite)
            job->pattern->fill(job, ++repetition);
        if (command->flush)
            bench_flush(bench);
        const bool in_time = gate->start(gate, &starts[stamp]);

        run(job);
        for (uint32_t i = 1; i < command->runs; i++) {
            if (command->rewrite)
                job->pattern->fill(job, ++repetition);
            run(job);
        }
        const uint64_t end = gate->now(gate);

        ends[stamp] = in_time ? end : 0;
    }
    return repetition;
}

bool bench_run(struct bench *bench, const struct command *command, struct arena_rank *slot,
               uint64_t *starts, uint64_t *ends)
{
    int index;
    const struct implementation *with =
        registry_implementation(command->protocol, command->pattern, &index);

    slot->error[0] = '\0';
    if (!with)
        return fail(slot, "no such implementation in this worker");
    struct prepared *prepared = &bench->prepared[index];
    struct job *job = &prepared->job;
    uint64_t repetition = command->repetition;

    if (!bench_select(bench, command, with, prepared, slot))
        return false;
    /* As often as there are ranks at first: a reduction of one element shows one rank a time. */
    for (int i = prepared->verified ? job->ranks - 1 : 0; i < job->ranks; i++)
        if (!bench_verify(bench, with, job, ++repetition, slot))
            return false;
    prepared->verified = true;
    for (uint32_t i = 0; i < command->warmups; i++)
        with->run(job);
    repetition = bench_stamp(bench, with, job, command, repetition, starts, ends);
    slot->pu_seen = bind_last_pu();

    if (command->rewrite)
        return bench_check(bench, job, repetition, slot);
    /* The same marks again and again cannot be told from stale ones: fresh marks, one more run. */
    return bench_verify(bench, with, job, repetition + 1, slot);
}
