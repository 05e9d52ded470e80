/* SPDX-License-Identifier: BSD-3-Clause */
/* A reduction in progress. */
#pragma once

#include "extensions/simulate/runtime/mpi/collectives/collective.h"

/* One rank's part of it. If the number of ranks is no power of two, the first ranks are folded: one
 * of each pair takes part for both. */
struct merging {
    char *vector, *theirs; /* merged data; arrived data */
    bool own_vector;
    size_t bytes;
    MPI_Datatype type;
    MPI_Op op;
    enum collective tag;
    int power, rest;              /* ranks that take part; folded pairs */
    int survivor;                 /* which of a pair takes part: 0 or 1 */
    int number;                   /* among those that take part; -1: this rank does not */
    size_t begin[RANKS_MOST + 1]; /* where each one's part of the vector begins, while halving */
    int low;                      /* the first part that this rank has */
};

/* `bytes`, `type`, `op`, `tag` and `survivor` are set. `vector` NULL: it gets one. `from` is copied
 * there, unless it is MPI_IN_PLACE. */
void merging_open(struct process *self, struct merging *merging, const void *from);
void merging_close(struct process *self, struct merging *merging);

int merging_rank(const struct merging *merging, int number);
void merging_fold(struct process *self, struct merging *merging);
/* Sends the result to the ranks that did not take part. */
void merging_unfold(struct process *self, struct merging *merging);

/* Merges what has arrived into these bytes of the vector. */
void merging_merge(const struct merging *merging, size_t begin, size_t bytes);

/* Divides the vector into equal parts of whole elements for the ranks that take part. */
void merging_divide(struct merging *merging);
/* In each step a rank keeps one half of its remaining parts and sends the other half to its
 * partner, which is the nearest one in the first step if `near`, otherwise the farthest. */
void merging_halve(struct process *self, struct merging *merging, bool near);
/* After merging_halve with the nearest partner first: all parts to all ranks; all parts to number
 * 0. */
void merging_double(struct process *self, struct merging *merging);
void merging_gather(struct process *self, struct merging *merging);
