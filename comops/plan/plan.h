/* SPDX-License-Identifier: BSD-3-Clause */
/* The cells of a campaign and their order. */
#pragma once

#include "comops/arena/page_size.h"
#include "comops/comops.h"
#include "comops/launch/paths.h"
#include "comops/plan/options.h"
#include "topology/pages.h"
#include "topology/placement.h"

/* A cell to measure: an implementation of one path. */
struct candidate {
    const struct path *path;
    const struct offer *offer;
};

/* Cells that differ only in path or protocol; their blocks alternate. */
struct group {
    const struct pattern *pattern;
    const struct placement *placement;
    const struct pages *memory;
    int ranks, table; /* groups of a table differ only in bytes and are adjacent */
    int bundle;       /* its tables differ only in placement, and are adjacent */
    size_t bytes, series;
    enum reduction reduction;
    int buffers;          /* enum buffers */
    enum page_size pages; /* of the buffers */
    const char *skew;     /* "100us": how late the last rank arrives; NULL: it does not */
    enum consumption consume;
    struct candidate *candidates;
    int count;
};

struct plan {
    struct group *groups;
    size_t count, cells;
    int tables;
    struct placement **placements; /* those in use, each once */
    int placement_count;
    struct pages **memories; /* where the pages lie */
    int memory_count;
    char **notes; /* what was left out, and why; NULL-terminated */
    bool details; /* what is noted now is only shown with -v: nobody asked for it */
};

/* Plans a campaign: placements, pages, patterns, buffer modes and series make tables, sizes make
 * the groups of a table. What this machine cannot do is left out with a note. False (exit status 2)
 * if the options name something that does not exist, which is then reported on standard error. */
bool planner_make(struct plan *plan, const struct options *options, const struct machine *machine,
                  struct path *paths, int path_count);
void plan_free(struct plan *plan);

/* Notes what was left out and why, each note once. With plan->details it is only printed, with -v.
 */
__attribute__((format(printf, 2, 3))) void plan_note(struct plan *plan, const char *format, ...);

int plan_ranks_most(const struct plan *plan);

/* "pingpong"; with its series "distant (partner 2)"; a reduction other than the paper's maximum of
 * doubles "reduce (sum of float)". */
enum { PLAN_TITLE = 64 };
char *plan_title(const struct group *group, char into[PLAN_TITLE]);

/* Whether two groups of a plan differ in nothing but placement; true of a group and itself. */
bool plan_differ_in_placement(const struct group *a, const struct group *b);
/* Makes tables that differ in placement alone adjacent, so that they are measured in the same
 * launches; numbers tables and bundles anew. */
void plan_bundle(struct plan *plan);

/* The group's page size as a cell's key has it: "2m"; NULL: the system's setting. */
const char *plan_pages(const struct group *group);

/* The implementations that are measured, in the order in which the paths offer them: [{path,
 * protocol, pattern, summary, copies, lines, waits}]. */
json_t *plan_implementations(const struct plan *plan, const struct path *paths, int path_count);

/* One cell a line on standard output; with options->json as a worker's --batch reads it. */
void plan_print(const struct plan *plan, const struct options *options);

/* Seconds the campaign takes: the budget, or a time for each table and each cell. */
double plan_seconds(const struct plan *plan, const struct options *options);
