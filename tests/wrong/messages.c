/* SPDX-License-Identifier: BSD-3-Clause */
/* Wrong messages between two ranks or along a ring: each pattern must reject its own. */
#include "comops/ranks/contract/buffer_bytes.h"
#include "comops/ranks/contract/computing.h"
#include "comops/ranks/contract/halo.h"
#include "comops/ranks/contract/partner.h"
#include "comops/ranks/contract/volume.h"
#include "comops/ranks/contract/window.h"

static void all_done(struct job *job)
{
    (void)job;
#pragma omp barrier
}

/* Rank 1 sends back what it received, so rank 0 gets its own message. */
static void pingpong_run(struct job *job)
{
    if (job->rank == 0)
        memcpy(job->temporary, job->send, job->bytes);
#pragma omp barrier
    if (job->rank < 2)
        memcpy(job->recv, job->temporary, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, pingpong, .run = pingpong_run, .temporary_bytes = buffer_bytes,
               .summary = "directions exchanged");

/* One temporary for both directions, so that rank 1 gets its own message back. */
static void pingping_run(struct job *job)
{
    for (int rank = 0; rank < 2; rank++) {
        if (job->rank == rank)
            memcpy(job->temporary, job->send, job->bytes);
#pragma omp barrier
    }
    if (job->rank < 2)
        memcpy(job->recv, job->temporary, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, pingping, .run = pingping_run, .temporary_bytes = buffer_bytes,
               .summary = "directions collide");

/* Rank 0 counts its partners from one, so it listens to the rank after its partner. */
static void distant_run(struct job *job)
{
    const int partner = partner_of_root(job);

    if (partner_takes_part(job))
        memcpy(job->temporary + (size_t)job->rank * job->bytes, job->send, job->bytes);
#pragma omp barrier
    if (job->rank == ROOT)
        memcpy(job->recv, job->temporary + (size_t)((partner + 1) % job->ranks) * job->bytes,
               job->bytes);
    else if (job->rank == partner)
        memcpy(job->recv, job->temporary, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, distant, .run = distant_run, .temporary_bytes = buffer_bytes_all,
               .summary = "wrong partner");

/* The length is in words and is taken for one in bytes. */
static void distant_get_run(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->recv, job->peers[job->series]->send, job->bytes / sizeof(uint64_t));
}

IMPLEMENTATION(threads, wrong, distant_get, .run = distant_get_run, .complete = all_done,
               .summary = "an eighth read");

/* All but the last byte. */
static void distant_put_run(struct job *job)
{
    if (job->rank == ROOT)
        memcpy(job->peers[(int)job->series]->recv, job->send, job->bytes - 1);
}

IMPLEMENTATION(threads, wrong, distant_put, .run = distant_put_run, .complete = all_done,
               .summary = "a byte too few");

/* Each rank reads its own place of the temporary, so it gets its own message. */
static void shift_run(struct job *job)
{
    memcpy(job->temporary + (size_t)job->rank * job->bytes, job->send, job->bytes);
#pragma omp barrier
    memcpy(job->recv, job->temporary + (size_t)job->rank * job->bytes, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, shift, .run = shift_run, .temporary_bytes = buffer_bytes_all,
               .summary = "nothing shifted");

/* The length is in words and is taken for one in bytes. */
static void get_run(struct job *job)
{
    if (job->rank == 0)
        memcpy(job->recv, job->peers[1]->send, job->bytes / sizeof(uint64_t));
}

IMPLEMENTATION(threads, wrong, get, .run = get_run, .complete = all_done,
               .summary = "an eighth read");

/* The call returns when the data are on their way, and nothing ever completes it. */
static void put_run(struct job *job)
{
    if (job->rank == 0)
        memcpy(job->temporary, job->send, job->bytes);
}

IMPLEMENTATION(threads, wrong, put, .run = put_run, .temporary_bytes = buffer_bytes,
               .summary = "never completed");

/* Rank 1 watches a word that the last message has left there, and acknowledges that. */
static void put_acknowledged_run(struct job *job)
{
    if (job->rank == 1)
        memcpy(job->recv, job->temporary, job->bytes);
#pragma omp barrier
    if (job->rank == 0)
        memcpy(job->temporary, job->send, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, put_acknowledged, .run = put_acknowledged_run,
               .temporary_bytes = buffer_bytes, .summary = "acknowledged too early");

/* The last word is left out. */
static void remote_read_run(struct job *job)
{
    uint64_t sums[8] = {0};

    if (job->rank != ROOT)
        return;
    const uint64_t *words = (const uint64_t *)job->peers[1]->send;

    for (size_t i = 0; i + 1 < job->bytes / sizeof *words; i++)
        sums[i % 8] += words[i];
    memcpy(job->recv, sums, sizeof sums);
}

IMPLEMENTATION(threads, wrong, remote_read, .run = remote_read_run, .complete = all_done,
               .summary = "all words added up but the last");

/* All messages of the window go to the place of the first. */
static void bandwidth_run(struct job *job)
{
#pragma omp barrier
    for (size_t at = 0; job->rank == 0 && at < window_bytes(job->bytes); at += job->bytes)
        memcpy(job->peers[1]->recv, job->send + at, job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, bandwidth, .run = bandwidth_run,
               .summary = "one place for all messages");

/* Every receiver takes the window of the first pair's sender, and the last message not at
 * all. */
static void message_rate_run(struct job *job)
{
    const size_t all_but_one = window_bytes(job->bytes) - job->bytes;

#pragma omp barrier
    if (window_receives(job))
        memcpy(job->recv, job->peers[0]->send, all_but_one);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, message_rate, .run = message_rate_run,
               .summary = "one sender for all pairs");

/* One temporary for both directions, so that rank 1 gets its own messages back. */
static size_t bidirectional_temporary_bytes(const struct job *job)
{
    return window_bytes(job->bytes);
}

static void bidirectional_run(struct job *job)
{
    for (int rank = 0; rank < 2; rank++) {
        if (job->rank == rank)
            memcpy(job->temporary, job->send, window_bytes(job->bytes));
#pragma omp barrier
    }
    if (job->rank < 2)
        memcpy(job->recv, job->temporary, window_bytes(job->bytes));
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, bidirectional, .run = bidirectional_run,
               .temporary_bytes = bidirectional_temporary_bytes, .summary = "directions collide");

/* After it has computed, each rank takes its own message for its partner's. */
static void overlap_run(struct job *job)
{
    compute(job);
    if (volume_partner(job) != job->rank)
        memcpy(job->recv, job->send, job->bytes);
}

IMPLEMENTATION(threads, wrong, overlap, .run = overlap_run, .summary = "nothing exchanged");

/* Each face takes the neighbour's of the same side, not the one that it meets. */
static void halo_run(struct job *job)
{
    const struct halo *halo = job->state;

#pragma omp barrier
    for (int face = 0; face < halo->faces; face++)
        memcpy(halo_received(job, halo, face),
               job->peers[halo->neighbour[face]]->send + halo_place(job, face, halo->step),
               job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, halo, HALO_STATE, .run = halo_run,
               .summary = "the wrong side of each neighbour");

/* The last face is left out. */
static void halo_open_run(struct job *job)
{
    const struct halo *halo = job->state;

#pragma omp barrier
    for (int face = 0; face < halo->others - 1; face++)
        memcpy(halo_received(job, halo, face),
               job->peers[halo->neighbour[face]]->send +
                   halo_place(job, halo->theirs[face], halo->step),
               job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, halo_open, HALO_STATE, .variant = HALO_OPEN, .run = halo_open_run,
               .summary = "a neighbour left out");

/* The words of a column are taken to follow each other. */
static void halo_strided_run(struct job *job)
{
    const struct halo *halo = job->state;

#pragma omp barrier
    for (int face = 0; face < halo->faces; face++)
        memcpy(halo_received(job, halo, face),
               job->peers[halo->neighbour[face]]->send +
                   halo_place(job, halo->theirs[face], HALO_WORD),
               job->bytes);
#pragma omp barrier
}

IMPLEMENTATION(threads, wrong, halo_strided, HALO_STATE, .variant = HALO_STRIDED,
               .run = halo_strided_run, .summary = "columns taken for rows");
