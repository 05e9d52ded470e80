/* SPDX-License-Identifier: BSD-3-Clause */
/* Checks every timed run of a block by the total of what a rank has received. */
#pragma once

#include "comops/ranks/arena/arena.h"
#include "comops/comops.h"

/* Bytes of the receive buffer that are read after a run: before the end stamp, after it. */
struct uses {
    size_t timed, between;
};

/* The totals of what this rank has received in the timed runs of a block, each run in a repetition
 * of its own. Taken after the end stamp, where the rank has used its data anyway: to look at data
 * that stay in the sender's cache would change the next run. */
struct tally {
    bool counts;
    uint64_t total, repetitions; /* sums over the runs */
    uint64_t runs;
};

/* Begins to count if the totals of this command's runs are known. */
struct tally tally_begin(const struct job *job, const struct command *command,
                         const struct uses *uses);
/* Counts the run of this repetition. */
void tally_add(struct tally *tally, const struct job *job, uint64_t repetition);
/* True unless a run had other data. job->recv holds those of this repetition, and is right. */
bool tally_is_right(const struct tally *tally, const struct job *job, uint64_t repetition);
