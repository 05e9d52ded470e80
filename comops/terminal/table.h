/* SPDX-License-Identifier: BSD-3-Clause */
/* A table of the sizes of an operation: the fastest of threads against the fastest of the other
 * paths. Times in microseconds. */
#pragma once

#include "comops/findings/verdict.h"
#include "comops/plan/plan.h"
#include "comops/results/cell_percentiles.h"
#include "comops/text/text.h"

#include <stdio.h>

/* A verdict, or a comparison of libraries, at one size. The cells need no longer exist. */
struct comparison {
    struct side {
        double time_us;       /* NAN if there is no valid cell */
        double half_width;    /* of its interval; 0: no interval */
        const char *protocol; /* "barrier"; NULL if there is no valid cell */
        const char *path;
        struct cell_percentile percentiles[CELL_PERCENTILES]; /* only for VERDICT_BEST */
    } sides[2];
    struct ratio ratio; /* second over first; its value is NAN if one is missing */
    enum decision decision;
};

/* One size. */
struct row {
    size_t bytes;
    struct comparison of[COMPARISONS];
};

struct table {
    const struct group *group; /* any of its groups: they differ only in bytes */
    const char *columns[2];    /* "threads", "mpi" */
    struct row *rows;
    size_t count;
    char **notes; /* lines below it, NULL-terminated; NULL: none */
};

/* The row of a measured group; `verdicts` are those of its cells. */
struct row table_row(const struct group *group, const struct verdict verdicts[COMPARISONS]);
/* Inserts a row by its size. */
void table_add(struct table *table, const struct group *group, struct row row);
/* Adds a line below it; takes the text. */
void table_note(struct table *table, char *text);
void table_free(struct table *table);

/* "broadcast on bus, 2 ranks, rewrite buffers". The caller frees. */
char *table_name(const struct table *table);
/* The same of a group, with these words in place of "bus". */
char *table_group_name(const struct group *group, const char *where);

/* At most 100 columns; colour only when asked for. */
void table_print(FILE *out, const struct table *table, bool colour);
