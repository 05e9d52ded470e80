/* SPDX-License-Identifier: BSD-3-Clause */
/* The part of a vector that each rank reduces. */
#pragma once

#include "comops/comops.h"

enum { WORD = 8 }; /* bytes: a whole number of elements of every datatype */

struct slice {
    size_t first, bytes;
};

/* reduce_scatter: job->bytes is one slice. */
static inline struct slice slice_given(const struct job *job, int rank)
{
    return (struct slice){(size_t)rank * job->bytes, job->bytes};
}

/* allreduce: job->bytes is the vector, cut into slices of whole words, which may be empty. */
static inline struct slice slice_cut(const struct job *job, int rank)
{
    const size_t words = job->bytes / WORD, ranks = (size_t)job->ranks;
    const size_t first = words * (size_t)rank / ranks * WORD;

    return (struct slice){first, words * ((size_t)rank + 1) / ranks * WORD - first};
}

/* Bytes of the longest slice of slice_cut. */
static inline size_t slice_most(const struct job *job)
{
    return (job->bytes / WORD + (size_t)job->ranks - 1) / (size_t)job->ranks * WORD;
}
