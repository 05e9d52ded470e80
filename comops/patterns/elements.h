/* SPDX-License-Identifier: BSD-3-Clause */
/* The elements that reductions send, and the result to expect. All are integers so small that sums
 * over up to 4096 ranks are exact in the datatype, and so independent of the order. */
#pragma once

#include "comops/comops.h"

/* Each rank holds the maximum at some indices, and at each index in some repetition. No element is
 * 0 and no two ranks have the same, so a sum reveals an element that is missing, counted twice or
 * replaced by another; `mixed` distinguishes indices and repetitions. */
static inline int64_t element(enum reduction reduction, int rank, int ranks, size_t index,
                              uint64_t repetition)
{
    const int bits = reduction_size(reduction) == 4 ? 11 : 31; /* float has 24 */
    const uint32_t mixed = (uint32_t)index * 2654435761u + (uint32_t)repetition * 3266489917u;
    const uint32_t order =
        ((uint32_t)rank + (uint32_t)index + (uint32_t)repetition) % (uint32_t)ranks;

    return (int64_t)(mixed >> (32 - bits)) + order + 1;
}

/* Stores the element in the datatype and returns its size. */
static inline size_t element_store(enum reduction reduction, void *to, int64_t value)
{
    const double as_double = (double)value;
    const float as_float = (float)value;
    const int32_t as_int32 = (int32_t)value;
    const void *from = &as_double;

    switch (reduction) {
    case MAX_FLOAT:
    case SUM_FLOAT: from = &as_float; break;
    case MAX_INT64:
    case SUM_INT64: from = &value; break;
    case MAX_INT32:
    case SUM_INT32: from = &as_int32; break;
    default: break;
    }
    memcpy(to, from, reduction_size(reduction));
    return reduction_size(reduction);
}

static inline void elements_write(struct job *job, enum reduction reduction, size_t bytes,
                                  uint64_t repetition)
{
    for (size_t at = 0, i = 0; at < bytes; i++)
        at += element_store(reduction, job->send + at,
                            element(reduction, job->rank, job->ranks, i, repetition));
}

/* True if job->recv holds the result for the elements from index `first` on. */
static inline bool elements_check(const struct job *job, enum reduction reduction, size_t first,
                                  uint64_t repetition, struct fault *fault)
{
    for (size_t at = 0, i = first; at < job->pattern->recv_bytes(job); i++) {
        int64_t most = 0, sum = 0;
        char expected[8];

        for (int rank = 0; rank < job->ranks; rank++) {
            const int64_t value = element(reduction, rank, job->ranks, i, repetition);

            most = value > most ? value : most;
            sum += value;
        }
        const size_t bytes =
            element_store(reduction, expected, reduction >= SUM_DOUBLE ? sum : most);

        if (!fault_none(job->recv + at, expected, bytes, at, fault))
            return false;
        at += bytes;
    }
    return true;
}

/* For patterns whose result is the whole vector. */
static inline void elements_fill(struct job *job, uint64_t repetition)
{
    elements_write(job, job->reduction, job->pattern->send_bytes(job), repetition);
}

static inline bool elements_check_all(const struct job *job, uint64_t repetition,
                                      struct fault *fault)
{
    return elements_check(job, job->reduction, 0, repetition, fault);
}
