/* SPDX-License-Identifier: BSD-3-Clause */
/* Faces that ranks in a grid exchange with their neighbours: the patterns halo, halo_open, whose
 * outer ranks have no neighbour beyond the edge, and halo_strided, whose faces are columns. */
#pragma once

#include "comops/ranks/contract/state.h"

#include <limits.h>

enum halo_kind { HALO_PERIODIC, HALO_OPEN, HALO_STRIDED }; /* job->variant */

enum {
    HALO_DIMENSIONS = 3,
    HALO_FACES = 2 * HALO_DIMENSIONS,
    HALO_WORD = 8,
    HALO_ROW = 64 /* bytes: a word of a column, and what else is in its row */
};

/* One rank's faces that meet a neighbour's: in each dimension the lower one, then the upper one. A
 * dimension has its only rank as its neighbour. Such dimensions come last. */
struct halo {
    int faces, others; /* the first `others` faces meet another rank's */
    int neighbour[HALO_FACES];
    int theirs[HALO_FACES]; /* the number of the neighbour's face that meets it */
    int partners, partner[HALO_FACES]; /* other ranks around it, each once */
    size_t step;                       /* bytes from a word of a face to the next */
    char *out, *in; /* faces without gaps: the buffers, or space for packed ones */
};

/* Ranks in each dimension, by the rule of MPI_Dims_create: as close to each other as possible, and
 * not increasing. The last rank's coordinates change first, as in MPI_Cart_create. */
static inline void halo_grid(int ranks, size_t dimensions, int grid[HALO_DIMENSIONS])
{
    int least = INT_MAX;

    for (int last = 1; last * last * last <= ranks && (last == 1 || dimensions > 2); last++)
        for (int middle = last; last * middle * middle <= ranks && (middle == 1 || dimensions > 1);
             middle++) {
            const int first = ranks / last / middle, sizes[] = {first, middle, last};
            const int spread = first - (dimensions > 2 ? last : dimensions > 1 ? middle : first);

            if (first * middle * last != ranks ||
                spread > least || (spread == least && first > grid[0]))
                continue;
            least = spread;
            memcpy(grid, sizes, sizeof sizes);
        }
}

/* How far apart the numbers of neighbours in a dimension are. */
static inline int halo_distance(const int grid[], int dimension)
{
    int ranks = 1;

    while (++dimension < HALO_DIMENSIONS)
        ranks *= grid[dimension];
    return ranks;
}

/* The neighbour beyond a face, two of which are in each dimension; -1 at an edge. */
static inline int halo_neighbour(const int grid[], int rank, int face, bool open)
{
    const int size = grid[face / 2], apart = halo_distance(grid, face / 2);
    const int from = rank / apart % size, to = from + (face % 2 ? 1 : -1);

    if (open && (to < 0 || to == size))
        return -1;
    return rank + ((to + size) % size - from) * apart;
}

/* How many of a rank's faces before this one have a neighbour. */
static inline int halo_number(const int grid[], int rank, int face, bool open)
{
    int number = 0;

    while (face-- > 0)
        number += halo_neighbour(grid, rank, face, open) >= 0;
    return number;
}

static inline void halo_partner_add(struct halo *halo, int rank)
{
    for (int i = 0; i < halo->partners; i++)
        if (halo->partner[i] == rank)
            return;
    halo->partner[halo->partners++] = rank;
}

/* All but `out` and `in`. */
static inline struct halo halo_of(const struct job *job, enum halo_kind kind)
{
    struct halo halo = {.step = kind == HALO_STRIDED ? HALO_ROW : HALO_WORD};
    const bool open = kind == HALO_OPEN;
    int grid[HALO_DIMENSIONS];

    halo_grid(job->ranks, job->series, grid);
    for (int face = 0; face < 2 * (int)job->series; face++) {
        const int neighbour = halo_neighbour(grid, job->rank, face, open);

        if (neighbour < 0)
            continue;
        halo.neighbour[halo.faces] = neighbour;
        halo.theirs[halo.faces++] = halo_number(grid, neighbour, face ^ 1, open);
        if (neighbour == job->rank)
            continue;
        halo.others++;
        halo_partner_add(&halo, neighbour);
    }
    return halo;
}

/* A place of a face in a buffer of faces with this step. */
static inline size_t halo_place(const struct job *job, int face, size_t step)
{
    return (size_t)face * job->bytes * step / HALO_WORD;
}

/* Copies one face. */
static inline void halo_copy(char *to, size_t to_step, const char *from, size_t from_step,
                             size_t bytes)
{
    if (to_step == HALO_WORD && from_step == HALO_WORD) {
        memcpy(to, from, bytes);
        return;
    }
    for (size_t at = 0; at < bytes; at += HALO_WORD, to += to_step, from += from_step)
        memcpy(to, from, HALO_WORD);
}

/* A face in the buffers. */
static inline char *halo_sent(const struct job *job, const struct halo *halo, int face)
{
    return job->send + halo_place(job, face, halo->step);
}

static inline char *halo_received(const struct job *job, const struct halo *halo, int face)
{
    return job->recv + halo_place(job, face, halo->step);
}

/* And without gaps. */
static inline char *halo_out(const struct job *job, const struct halo *halo, int face)
{
    return halo->out + (size_t)face * job->bytes;
}

static inline char *halo_in(const struct job *job, const struct halo *halo, int face)
{
    return halo->in + (size_t)face * job->bytes;
}

/* Copies the faces that meet the rank's own. */
static inline void halo_copy_own(const struct job *job, const struct halo *halo)
{
    for (int face = halo->others; face < halo->faces; face++)
        halo_copy(halo_received(job, halo, face), halo->step,
                  halo_sent(job, halo, halo->theirs[face]), halo->step, job->bytes);
}

/* Columns into `out`, and from `in`. */
static inline void halo_pack(const struct job *job, const struct halo *halo)
{
    for (int face = 0; halo->step != HALO_WORD && face < halo->others; face++)
        halo_copy(halo_out(job, halo, face), HALO_WORD, halo_sent(job, halo, face), HALO_ROW,
                  job->bytes);
}

static inline void halo_unpack(const struct job *job, const struct halo *halo)
{
    for (int face = 0; halo->step != HALO_WORD && face < halo->others; face++)
        halo_copy(halo_received(job, halo, face), HALO_ROW, halo_in(job, halo, face), HALO_WORD,
                  job->bytes);
}

/* For `out` and `in` of columns. */
static inline size_t halo_space(const struct job *job)
{
    return job->variant == HALO_STRIDED ? 2 * HALO_FACES * job->bytes : 0;
}

static inline void halo_set(struct halo *halo, const struct job *job, char *space)
{
    const bool packs = job->variant == HALO_STRIDED;

    *halo = halo_of(job, (enum halo_kind)job->variant);
    halo->out = packs ? space : job->send;
    halo->in = packs ? space + HALO_FACES * job->bytes : job->recv;
}

/* The hooks of an implementation whose state is a struct halo. */
static inline bool halo_setup(struct job *job)
{
    if (!state_allocate(job, sizeof(struct halo) + halo_space(job)))
        return false;
    halo_set(job->state, job, (char *)job->state + sizeof(struct halo));
    return true;
}

#define HALO_STATE .setup = halo_setup, .teardown = state_free
