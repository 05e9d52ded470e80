/* SPDX-License-Identifier: BSD-3-Clause */
/* Small: each rank writes its vector into its own lines, the root reads and merges them in rank
 * order. Large: each rank merges its slice of all vectors straight into the root's buffer. */
#include "comops/comops.h"
#include "shm_threads/direct/direct.h"

static void maximum(double *into, const double *a, const double *b, size_t count)
{
    for (size_t i = 0; i < count; i++)
        into[i] = a[i] > b[i] ? a[i] : b[i];
}

static void small(struct job *job, struct box *mine, uint64_t step)
{
    double *result = (double *)job->recv;
    double from[SMALL / sizeof(double)];

    if (job->rank != ROOT) {
        if (slots_due(step))
            wait_for(&box_of(job, ROOT)->finished, step - SLOTS / 2);
        lines_write(mine->slots[step % SLOTS], job->send, job->bytes, step);
        return;
    }
    copy_words(job->recv, job->send, job->bytes);
    for (int rank = 1; rank < job->ranks; rank++) {
        lines_read(box_of(job, rank)->slots[step % SLOTS], (char *)from, job->bytes, step);
        for (size_t i = 0; i < job->bytes / sizeof *from; i++)
            result[i] = from[i] > result[i] ? from[i] : result[i];
    }
    set(&mine->finished, step); /* all slots of this step are free */
}

static void large(struct job *job, struct box *mine, uint64_t step)
{
    const size_t lines = job->bytes / 64, ranks = (size_t)job->ranks, rank = (size_t)job->rank;
    const size_t begin = lines * rank / ranks * 8; /* doubles; slices are whole lines */
    const size_t end = rank + 1 == ranks ? job->bytes / sizeof(double)
                                         : lines * (rank + 1) / ranks * 8;
    double *result = (double *)job->peers[ROOT]->recv;

    set(&mine->arrived, step);
    WAIT_FOR_ALL(job, arrived, step); /* all vectors are ready, and the root's buffer is free */
    for (size_t at = begin; at < end; at += 512) { /* 4 KiB of the result stay in the L1 cache */
        const size_t count = end - at < 512 ? end - at : 512;

        maximum(result + at, (double *)job->peers[0]->send + at, (double *)job->peers[1]->send + at,
                count);
        for (int other = 2; other < job->ranks; other++)
            maximum(result + at, result + at, (double *)job->peers[other]->send + at, count);
    }
    set(&mine->finished, step);
    WAIT_FOR_ALL(job, finished, step); /* the result is whole, and all have read my vector */
}

static void run(struct job *job)
{
    struct box *mine = job->state;

    (job->bytes <= SMALL ? small : large)(job, mine, ++mine->step);
}

IMPLEMENTATION(threads, direct, reduce, .run = run, .setup = direct_setup,
               .teardown = direct_teardown,
               .summary = "small: the root merges the others' cache lines; large: each rank merges "
                          "a slice of all vectors into the root's buffer");
