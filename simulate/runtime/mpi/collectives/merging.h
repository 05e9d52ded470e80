/* SPDX-License-Identifier: BSD-3-Clause */
/* A reduction under way. */
#pragma once

#include "simulate/runtime/mpi/collectives/collective.h"

/* On a rank. Where ranks are no power of two, the first ones are folded: of each pair one takes
 * part, for both. */
struct merging {
    char *vector, *theirs; /* what has been merged; what has arrived */
    bool own_vector;
    size_t bytes;
    MPI_Datatype type;
    MPI_Op op;
    enum collective tag;
    int power, rest;              /* ranks that take part; pairs */
    int survivor;                 /* of a pair: 0 or 1 */
    int number;                   /* among those that take part; -1: this rank does not */
    size_t begin[RANKS_MOST + 1]; /* of each one's part in the vector, while halving */
    int low;                      /* the first part that this rank has */
};

/* `bytes`, `type`, `op`, `tag` and `survivor` are set. `vector` NULL: it gets one. `from` is copied
 * there, unless it is MPI_IN_PLACE. */
void merging_open(struct process *self, struct merging *merging, const void *from);
void merging_close(struct process *self, struct merging *merging);

int merging_rank(const struct merging *merging, int number);
void merging_fold(struct process *self, struct merging *merging);
/* The result to those that did not take part. */
void merging_unfold(struct process *self, struct merging *merging);

/* Merges what has arrived into these bytes of the vector. */
void merging_merge(const struct merging *merging, size_t begin, size_t bytes);

/* Parts of the vector for those that take part: equal ones, of whole elements. */
void merging_divide(struct merging *merging);
/* Each step keeps one half of the parts that are left and gives the other half away. The partner of
 * the first step is the nearest one if `near`, otherwise the farthest. */
void merging_halve(struct process *self, struct merging *merging, bool near);
/* After merging_halve with the nearest one first: all parts to all; all parts to number 0. */
void merging_double(struct process *self, struct merging *merging);
void merging_gather(struct process *self, struct merging *merging);
