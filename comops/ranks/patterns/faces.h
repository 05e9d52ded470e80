/* SPDX-License-Identifier: BSD-3-Clause */
/* The data of faces: halo.c has the patterns. */
#pragma once

#include "comops/ranks/contract/halo.h"

static size_t dimensions(int ranks, int index)
{
    (void)ranks;
    return index < HALO_DIMENSIONS ? (size_t)index + 1 : SERIES_END;
}

static size_t bytes_of(const struct job *job, enum halo_kind kind)
{
    const struct halo halo = halo_of(job, kind);

    return halo_place(job, halo.faces, halo.step);
}

/* What a rank receives that has as many other ranks around it as any. */
static double rate_of(const struct job *job, bool open)
{
    int grid[HALO_DIMENSIONS], faces = 0;

    halo_grid(job->ranks, job->series, grid);
    for (int i = 0; i < HALO_DIMENSIONS; i++)
        faces += grid[i] == 1 ? 0 : open && grid[i] == 2 ? 1 : 2;
    return faces * (double)job->bytes;
}

/* Each word of a column has a place of its own. */
static int place_of(int face, size_t word)
{
    return face + HALO_FACES * (int)word;
}

static void fill_of(struct job *job, enum halo_kind kind, uint64_t repetition)
{
    const struct halo halo = halo_of(job, kind);
    const size_t part = kind == HALO_STRIDED ? HALO_WORD : job->bytes;

    for (int face = 0; face < halo.faces; face++)
        for (size_t word = 0; word * part < job->bytes; word++)
            marks_write(job->send + halo_place(job, face, halo.step) + word * halo.step, part,
                        job->rank, place_of(face, word), repetition);
}

static bool check_of(const struct job *job, enum halo_kind kind, uint64_t repetition,
                     struct fault *fault)
{
    const struct halo halo = halo_of(job, kind);
    const size_t part = kind == HALO_STRIDED ? HALO_WORD : job->bytes;

    for (int face = 0; face < halo.faces; face++)
        for (size_t word = 0; word * part < job->bytes; word++) {
            const size_t at = halo_place(job, face, halo.step) + word * halo.step;

            if (!marks_check(job->recv + at, part, halo.neighbour[face],
                             place_of(halo.theirs[face], word), repetition, fault)) {
                fault->offset += at;
                return false;
            }
        }
    return true;
}
