/* SPDX-License-Identifier: BSD-3-Clause */
/* comops-xhc MACHINE PROTOCOL RANKS BYTES...: simulates osu_bcast with changing data over this
 * protocol, and prints an object per size: the time of each rank, us. The root writes all data, the
 * ranks meet in a barrier, and each rank reads the clock before and after its call, which begins
 * with MPI's software (`send_ns`). */
#include "comops/contract/registry.h"
#include "simulate/coherence/engine.h"
#include "simulate/watch/watch.h"
#include "simulate/xhc/entry_barrier.h"

#include <stdio.h>
#include <stdlib.h>

enum { RUNS = 4, FAILED = 1, USAGE = 2 }; /* the last run counts */

static const struct machine *machine;
static const struct implementation *implementation;
static struct entry_barrier barrier;
static struct job jobs[CORES_MOST];
static struct job *peers[CORES_MOST];
static double took_us[CORES_MOST];
static int ranks, near;

static void fill(char *to, size_t bytes, unsigned char value)
{
    const uint64_t word = value * 0x0101010101010101u;

    for (; bytes >= sizeof word; to += sizeof word, bytes -= sizeof word)
        *(volatile uint64_t *)to = word;
    for (; bytes; to++, bytes--)
        *(volatile char *)to = (char)value;
}

static void live(int rank)
{
    struct job *job = &jobs[rank];
    double took = 0;

    for (unsigned char run = 1; run <= RUNS; run++) {
        if (rank == ROOT)
            fill(job->send, job->bytes, run);
        entry_meet(&barrier, rank, ranks, near, 2 * run - 1);
        const double begin = engine_now();

        engine_work(machine->mpi.send);
        implementation->run(job);
        took = engine_now() - begin;
        entry_meet(&barrier, rank, ranks, near, 2 * run);
    }
    took_us[rank] = took / 1e3;
}

static void *allocate(size_t bytes)
{
    void *memory = aligned_alloc(4096, (bytes + 4095) / 4096 * 4096);

    if (!memory)
        exit(FAILED);
    memset(memory, 0, bytes);
    return memory;
}

/* Each rank's memory is allocated by its own core. */
static void prepare(size_t bytes)
{
    watch_reset();
    engine_open(machine, ranks);
    barrier.ranks = allocate((size_t)ranks * sizeof *barrier.ranks);
    barrier.groups = allocate(ENTRY_GROUPS * sizeof *barrier.groups);
    near = 0;
    for (int rank = 0; rank < ranks; rank++) {
        engine_allocates(rank);
        jobs[rank] = (struct job){.pattern = registry_pattern("broadcast"),
                                  .rank = rank,
                                  .ranks = ranks,
                                  .bytes = bytes,
                                  .variant = implementation->variant,
                                  .send = allocate(bytes),
                                  .recv = allocate(bytes),
                                  .cache = machine->core[rank].llc,
                                  .peers = peers};
        peers[rank] = &jobs[rank];
        near += jobs[rank].cache == jobs[ROOT].cache;
    }
    for (int rank = 0; rank < ranks; rank++) {
        engine_allocates(rank);
        if (!implementation->setup(&jobs[rank]))
            exit(FAILED);
    }
}

static const char *simulate(size_t bytes)
{
    const char *why;

    prepare(bytes);
    why = engine_run(live);
    for (int rank = 1; !why && rank < ranks; rank++)
        for (size_t i = 0; i < bytes; i++)
            if (jobs[rank].recv[i] != RUNS)
                why = "wrong data";
    engine_close();
    return why;
}

static void print(size_t bytes)
{
    printf("{\"protocol\":\"%s\",\"ranks\":%d,\"bytes\":%zu,\"rank_us\":[",
           implementation->protocol, ranks, bytes);
    for (int rank = 0; rank < ranks; rank++)
        printf("%s%.6g", rank ? "," : "", took_us[rank]);
    puts("]}");
}

static const struct implementation *implementation_named(const char *protocol)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++)
        if (strcmp(all[i]->protocol, protocol) == 0)
            return all[i];
    return NULL;
}

int main(int argc, char **argv)
{
    const char *why = NULL;

    if (argc < 5)
        why = "usage: comops-xhc MACHINE PROTOCOL RANKS BYTES...";
    else if (!(machine = machine_read(argv[1], &why)))
        ;
    else if (!(implementation = implementation_named(argv[2])))
        why = "no such protocol";
    else if ((ranks = atoi(argv[3])) < 2 || ranks > machine->cores)
        why = "the machine has no such number of cores";
    if (why) {
        fprintf(stderr, "comops-xhc: %s\n", why);
        return USAGE;
    }
    for (int i = 4; i < argc && !why; i++) {
        const size_t bytes = strtoull(argv[i], NULL, 10);

        why = simulate(bytes);
        if (!why)
            print(bytes);
    }
    if (why)
        fprintf(stderr, "comops-xhc: %s\n", why);
    return why ? FAILED : EXIT_SUCCESS;
}
