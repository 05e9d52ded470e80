/* SPDX-License-Identifier: BSD-3-Clause */
/* The doubles that reductions send, and the maxima or sums that they must bring. All are whole and
 * below 2^53 / ranks, so that a sum is the same in every order. */
#ifndef DOUBLES_H
#define DOUBLES_H

#include "comops/comops.h"

/* Each rank holds the maximum in some places, and in each place in turn as repetitions go by. */
static inline double element(int rank, int ranks, size_t index, uint64_t repetition)
{
    const uint32_t mixed = (uint32_t)index * 2654435761u + (uint32_t)repetition * 3266489917u;
    const uint32_t order = (uint32_t)rank + (uint32_t)index + (uint32_t)repetition;

    return (double)(mixed >> 1) + 4294967296.0 * (double)(order % (uint32_t)ranks);
}

static inline void doubles_write(struct job *job, size_t bytes, uint64_t repetition)
{
    double *send = (double *)job->send;

    for (size_t i = 0; i < bytes / sizeof *send; i++)
        send[i] = element(job->rank, job->ranks, i, repetition);
}

/* True if job->recv holds the sums of all its elements. */
static inline bool sums_check(const struct job *job, uint64_t repetition, struct fault *fault)
{
    for (size_t i = 0; i < job->bytes / sizeof(double); i++) {
        double expected = 0;

        for (int rank = 0; rank < job->ranks; rank++)
            expected += element(rank, job->ranks, i, repetition);
        if (!fault_none(job->recv + i * sizeof expected, &expected, sizeof expected,
                        i * sizeof expected, fault))
            return false;
    }
    return true;
}

/* True if job->recv holds the maxima of job->bytes of elements, `first` being its first. */
static inline bool doubles_check(const struct job *job, size_t first, uint64_t repetition,
                                 struct fault *fault)
{
    for (size_t i = 0; i < job->bytes / sizeof(double); i++) {
        double expected = 0;

        for (int rank = 0; rank < job->ranks; rank++) {
            const double value = element(rank, job->ranks, first + i, repetition);
            expected = value > expected ? value : expected;
        }
        if (!fault_none(job->recv + i * sizeof expected, &expected, sizeof expected,
                        i * sizeof expected, fault))
            return false;
    }
    return true;
}

#endif
