/* SPDX-License-Identifier: BSD-3-Clause */
/* A group of cells while it is measured. */
#pragma once

#include "comops/plan/plan.h"
#include "comops/results/cell.h"
#include "comops/run/sampling.h"

/* A cell being measured. */
struct sampled {
    struct cell *cell;
    const struct candidate *candidate;
    uint64_t repetition;
    uint32_t layout;      /* of the next block: arena.h */
    double run_ns;        /* one run, as calibrated */
    double computing_ns;  /* of computing in each run of a pattern that computes; 0: none */
    bool computing_alone; /* its next block only computes */
    double around_ns;     /* from one stamp to the next, without the runs */
    struct sampling sampling;
    bool cut;             /* some of its method's trials did not fit the budget */
    const char *counters; /* the group to be read instead of times; NULL: none */
};

/* A group being measured. A turn is a launch or, with a single launch, a round. */
struct group_state {
    const struct group *group;
    struct cell *cells;            /* group->count */
    struct sampled *cells_sampled; /* of the cells; changed by sampler.c alone */
    bool begun, ended;
    int turns;                  /* so far */
    int rounds;                 /* of its next turn */
    int rounds_taken;           /* in all turns */
    double seconds;             /* for all turns */
    double calibration_seconds; /* of these, before the first round */
    int precise_looks;          /* stop.h */
};

/* Cells without samples; group_state_free frees them. */
void group_state_init(struct group_state *state, const struct group *group,
                      const struct options *options);
void group_state_free(struct group_state *state);

/* The next blocks belong to a new launch of the workers, the stage's number-th. */
void group_state_next_launch(struct group_state *state, int number);

/* What is shown of a group are the ratios of its verdicts and of its libraries or, without any, all
 * cells and their ratios. True if all their intervals are as narrow as cell_precise says. */
bool group_state_precise(const struct group_state *state, double precision);
/* How the launches and rounds of what is shown differ: those of the ratio or, without any, the cell
 * with the widest interval. False if nothing has levels. */
bool group_state_levels(const struct group_state *state, struct levels *levels);
/* True if a cell has had fewer trials than its method asks for. */
bool group_state_cut(const struct group_state *state);
/* True if a cell has no sample yet because a rank was late for every start. */
bool group_state_starved(const struct group_state *state);

bool group_states_ended(const struct group_state *groups, size_t count); /* all of them */
size_t group_states_cells(const struct group_state *groups, size_t count);

/* Sets the key of the cell of the group's candidate `index`. */
void group_state_key(struct cell *cell, const struct group *group, int index,
                     const struct method *method);
