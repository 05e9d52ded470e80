/* SPDX-License-Identifier: BSD-3-Clause */
/* The elements that reductions send, and the result to expect. All are integers so small that sums
 * over up to 4096 ranks are exact in the datatype, and so independent of the order. */
#pragma once

#include "comops/comops.h"

/* Each rank holds the maximum at some indices, and at each index in some repetition. No element is
 * 0 and no two ranks have the same, so a sum reveals an element that is missing, counted twice or
 * replaced by another; `mixed` distinguishes indices and repetitions. The element of a rank is
 * mixed + order + 1, and over all ranks `order` is each number below `ranks` once. */
static inline int64_t mixed(enum reduction reduction, size_t index, uint64_t repetition)
{
    const int bits = reduction_size(reduction) == 4 ? 11 : 31; /* float has 24 */

    return ((uint32_t)index * 2654435761u + (uint32_t)repetition * 3266489917u) >> (32 - bits);
}

static inline uint64_t order_of(int rank, int ranks, size_t index, uint64_t repetition)
{
    return ((uint64_t)rank + index + repetition) % (uint64_t)ranks;
}

/* What the elements of all ranks reduce to. */
static inline int64_t element_result(enum reduction reduction, int ranks, size_t index,
                                     uint64_t repetition)
{
    const int64_t least = mixed(reduction, index, repetition), count = ranks;

    return reduction >= SUM_DOUBLE ? count * least + count * (count + 1) / 2 : least + count;
}

/* A statement for the datatype of a reduction, outside the loop over the elements. */
#define ELEMENTS_OF(reduction, STATEMENT)                                                          \
    switch (reduction) {                                                                           \
    case MAX_FLOAT:                                                                                \
    case SUM_FLOAT: STATEMENT(float); break;                                                       \
    case MAX_INT64:                                                                                \
    case SUM_INT64: STATEMENT(int64_t); break;                                                     \
    case MAX_INT32:                                                                                \
    case SUM_INT32: STATEMENT(int32_t); break;                                                     \
    default: STATEMENT(double);                                                                    \
    }

static inline void elements_write(struct job *job, enum reduction reduction, size_t bytes,
                                  uint64_t repetition)
{
    uint64_t order = order_of(job->rank, job->ranks, 0, repetition);

#define WRITE(type)                                                                                \
    for (size_t i = 0; i < bytes / sizeof(type); i++) {                                            \
        const type value = (type)(mixed(reduction, i, repetition) + (int64_t)order + 1);           \
                                                                                                   \
        memcpy(job->send + i * sizeof value, &value, sizeof value);                                \
        order = order + 1 < (uint64_t)job->ranks ? order + 1 : 0;                                  \
    }
    ELEMENTS_OF(reduction, WRITE)
#undef WRITE
}

/* True if job->recv holds the result for the elements from index `first` on. */
static inline bool elements_check(const struct job *job, enum reduction reduction, size_t first,
                                  uint64_t repetition, struct fault *fault)
{
    const size_t bytes = job->pattern->recv_bytes(job);

#define CHECK_EACH(type)                                                                           \
    for (size_t i = 0; i < bytes / sizeof(type); i++) {                                            \
        const type right = (type)element_result(reduction, job->ranks, first + i, repetition);     \
        const size_t at = i * sizeof right;                                                        \
                                                                                                   \
        if (memcmp(job->recv + at, &right, sizeof right) != 0)                                     \
            return fault_none(job->recv + at, &right, sizeof right, at, fault);                    \
    }
    ELEMENTS_OF(reduction, CHECK_EACH)
#undef CHECK_EACH
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
