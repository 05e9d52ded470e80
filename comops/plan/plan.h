/* SPDX-License-Identifier: BSD-3-Clause */
/* From options and what this machine offers to the cells of a campaign and their order. */
#ifndef COMOPS_PLAN_H
#define COMOPS_PLAN_H

#include "comops/comops.h"
#include "comops/launch/paths.h"
#include "comops/plan/options.h"
#include "topology/pages.h"
#include "topology/placement.h"

/* A cell to come: an implementation of one path. */
struct candidate {
    const struct path *path;
    const struct offer *offer;
};

/* Cells that differ in path or protocol alone: they are measured together, in turn. */
struct group {
    const struct pattern *pattern;
    const struct placement *placement;
    const struct pages *memory;
    int ranks, table; /* groups of one table differ in bytes alone and follow each other */
    size_t bytes, series;
    enum reduction reduction;
    int buffers; /* enum buffers */
    struct candidate *candidates;
    int count;
};

struct plan {
    struct group *groups;
    size_t count, cells;
    int tables;
    struct placement **placements; /* all that are measured, each seat once */
    int placement_count;
    struct pages **memories; /* the same of the pages */
    int memory_count;
    char **notes; /* what was left out, and why; NULL-terminated */
    size_t note_count;
};

/* Never fails on a machine too small: what cannot be is left out with a note. A name that does not
 * exist is reported on standard error with those that do, and false returned (exit status 2). */
bool plan_make(struct plan *plan, const struct options *options, const struct machine *machine,
               struct path *paths, int path_count);
void plan_free(struct plan *plan);

int plan_ranks_most(const struct plan *plan);

/* The pattern and, where it has series, which: "distant (partner 2)"; where it is not the paper's
 * maximum of doubles, what it combines: "reduce (sum of float)". */
enum { PLAN_TITLE = 64 };
char *plan_title(const struct group *group, char into[PLAN_TITLE]);

/* What is measured, and what it says of itself: [{path, protocol, pattern, summary, copies, lines,
 * waits}], in the order in which the paths offer it. */
json_t *plan_implementations(const struct plan *plan, const struct path *paths, int path_count);

/* A cell a line on standard output, as a worker's --batch reads it if options->json. */
void plan_print(const struct plan *plan, const struct options *options);

/* Seconds the campaign is to take: the budget, or so much for each table and each cell. */
double plan_seconds(const struct plan *plan, const struct options *options);

#endif
