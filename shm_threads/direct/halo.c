/* SPDX-License-Identifier: BSD-3-Clause */
/* A rank waits only for its neighbours. Packed columns cross between cores in full lines. */
#include "comops/ranks/contract/halo.h"
#include "shm_threads/direct/copy.h"
#include "shm_threads/direct/line.h"

struct exchange {
    struct endpoint endpoint; /* first, for endpoint_of */
    struct halo halo;
    struct line lines[]; /* two slots, with lines for every face; then what is packed */
};

static bool setup(struct job *job)
{
    const size_t lines = 2 * HALO_FACES * lines_of_message(job);
    const size_t bytes = lines * CACHE_LINE + halo_space(job);
    struct exchange *mine = direct_allocate(job, sizeof *mine + bytes);

    if (mine)
        halo_set(&mine->halo, job, (char *)&mine->lines[lines]);
    return mine;
}

/* Two slots suffice: neighbours whose faces of a step are there have read this rank's last ones. */
static struct line *lines_at(const struct job *job, int rank, int face, uint64_t step)
{
    struct exchange *exchange = job->peers[rank]->state;

    return &exchange->lines[(step % 2 * HALO_FACES + (size_t)face) * lines_of_message(job)];
}

static void small(struct job *job, const struct halo *halo, uint64_t step)
{
    for (int face = 0; face < halo->others; face++) {
        lines_write(job, lines_at(job, job->rank, face, step), halo_out(job, halo, face), step);
        lines_prefetch_next(job, lines_at(job, job->rank, face, step + 1));
    }
    for (int face = 0; face < halo->others; face++)
        lines_read(job, lines_at(job, halo->neighbour[face], halo->theirs[face], step),
                   halo_in(job, halo, face), step);
    halo_unpack(job, halo);
}

static void large(struct job *job, struct endpoint *mine, const struct halo *halo, uint64_t step)
{
    flag_set(&mine->arrived, step); /* this rank's faces are ready */
    for (int face = 0; face < halo->others; face++) {
        const struct exchange *other = job->peers[halo->neighbour[face]]->state;
        const char *from = halo_out(job, &other->halo, halo->theirs[face]);

        flag_wait(&other->endpoint.arrived, step);
        halo->step == HALO_WORD
            ? copy_long(job, halo_received(job, halo, face), from, job->bytes)
            : halo_copy(halo_received(job, halo, face), HALO_ROW, from, HALO_WORD, job->bytes);
    }
    flag_set(&mine->finished, step);
    for (int i = 0; i < halo->partners; i++) /* they have read: the faces may be rewritten */
        flag_wait(&endpoint_of(job, halo->partner[i])->finished, step);
}

static void run(struct job *job)
{
    struct exchange *mine = job->state;
    const uint64_t step = ++mine->endpoint.step;

    halo_pack(job, &mine->halo);
    is_small(job) ? small(job, &mine->halo, step)
                  : large(job, &mine->endpoint, &mine->halo, step);
    halo_copy_own(job, &mine->halo);
}

#define EXCHANGE .run = run, .shared = true, .setup = setup, .teardown = state_free,               \
    .summary = "small: each rank reads its neighbours' cache lines; large: it copies their faces"
IMPLEMENTATION(DIRECT_PATH, direct, halo, EXCHANGE, .copies = "1", .crossings = "P", .lines = "2",
               .waits = "2");
IMPLEMENTATION(DIRECT_PATH, direct, halo_open, EXCHANGE, .variant = HALO_OPEN, .copies = "1",
               .crossings = "P-1, 2 with 2 ranks", .lines = "2, 1 with 2 ranks",
               .waits = "2, 1 with 2 ranks");
IMPLEMENTATION(DIRECT_PATH, direct, halo_strided, EXCHANGE, .variant = HALO_STRIDED, .copies = "2",
               .crossings = "P", .lines = "2", .waits = "2");
