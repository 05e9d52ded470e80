/* SPDX-License-Identifier: BSD-3-Clause */
/* A table of the sizes of an operation, and the sentence that sums it up. Times in microseconds. */
#pragma once

#include "comops/plan/plan.h"
#include "comops/results/cell.h"

#include <stdio.h>

/* One size: the fastest cell of threads and the fastest of the other paths. */
struct row {
    size_t bytes;
    double time_us[2];       /* NAN where there is no valid cell */
    const char *protocol[2]; /* "barrier"; NULL where there is no valid cell */
    const char *path[2];     /* NULL if it is the column's */
    struct ratio ratio;      /* second over first */
};

struct table {
    const struct group *group; /* any of its groups: they differ in bytes alone */
    const char *columns[2];    /* "threads", "mpi" */
    struct row *rows;
    size_t count;
    char **notes; /* lines below it, NULL-terminated; NULL: none */
};

/* The row of a measured group. */
struct row table_row(const struct group *group, const struct cell *cells);
/* Adds a row where its size belongs. */
void table_add(struct table *table, const struct group *group, struct row row);
/* Adds a line below it; takes the text. */
void table_note(struct table *table, char *text);
void table_free(struct table *table);

/* At most 100 columns; colour only when asked for. */
void table_print(FILE *out, const struct table *table, bool colour);
/* Who is faster at which sizes, and by how much. */
void table_sentence(FILE *out, const struct table *table);
