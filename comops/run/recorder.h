/* SPDX-License-Identifier: BSD-3-Clause */
/* Writes a campaign's measurements to the results file, and tables and progress to the terminal. */
#pragma once

#include "comops/launch/supervisor.h"
#include "comops/results/results.h"
#include "comops/results/warnings.h"
#include "comops/run/group_state.h"
#include "comops/terminal/placed.h"
#include "comops/terminal/progress.h"
#include "comops/terminal/table.h"
#include "comops/terminal/warned.h"

/* The facts of the campaign record: those of the node, and the files of the libraries that the
 * plan's workers run; they have started. The caller owns it. */
json_t *node_facts(struct supervisor *supervisor, const struct plan *plan);
/* The batch system of this job, and the resources that it allows; NULL outside a job. The caller
 * owns it. */
json_t *node_batch(const struct machine *machine);
/* The same on standard error, with the option that would allow the whole node. */
void node_batch_note(const struct machine *machine);

struct recorder {
    struct results *results;
    struct table *tables;
    int table_count;
    struct progress progress;
    struct warned warned;
    struct placed placed;
    const json_t *runtimes; /* what each path's runtime says of itself */
    double precision;       /* as requested */
    bool percentiles;       /* below the tables; as requested */
    bool lost;              /* data were wrong, or something could not be written */
};

void recorder_open(struct recorder *recorder, struct results *results, const struct plan *plan,
                   const json_t *runtimes, const struct options *options);
/* Prints the advice of the warnings, how to continue and, last, what the tables show. */
void recorder_conclude(struct recorder *recorder, bool interrupted);
void recorder_close(struct recorder *recorder);

/* Takes the record, which may be NULL. False, with a message, if it cannot be written. */
bool recorder_append(struct recorder *recorder, json_t *record);
/* Records a group's cells and pairs, and adds its row to its table. False if it cannot be written.
 */
bool recorder_group(struct recorder *recorder, const struct group_state *state);
/* Records the ratio of each cell that two recorded groups have in common, `other` over `first`; the
 * groups differ only in placement. False if it cannot be written. */
bool recorder_placed(struct recorder *recorder, const struct group_state *first,
                     const struct group_state *other);
/* Shows a table with what its groups have so far; if it is `whole`, also records its fits and
 * crossovers. False if they cannot be written. */
bool recorder_table(struct recorder *recorder, const struct group_state *groups, size_t count,
                    bool whole);
