/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads against the other paths: three comparisons, each between other protocols. */
#pragma once

#include "comops/results/cell.h"

enum { VERDICT_PAPER, VERDICT_BEST, VERDICT_SAME_CODE, VERDICTS };

/* Which protocols each side has; of a path whose `path` is NULL, and where `protocols` is NULL,
 * any. The first side is a. */
extern const struct verdict_kind {
    const char *name, *title; /* "paper" in records; "as in the paper" */
    struct verdict_side {
        const char *path;
        char *const *protocols; /* NULL-terminated */
        const char *words;      /* "MPI collectives and sends" */
    } sides[2];
    const char *command; /* that measures both sides */
} verdicts_all[VERDICTS];

/* A comparison at one size. Each side's cell is the fastest of its protocols; NULL: there is none.
 *
 * The fastest is chosen by the same times that are compared, so its time tends to be too low. Hence
 * the intervals are the smallest that contain those of every pair that may be the fastest two: of
 * each side the fastest, and all that are not shown to be slower. They hold whichever of these was
 * chosen. There is none if one of these pairs has none. */
struct verdict {
    const struct cell *cells[2];
    struct ratio ratio;
    enum decision decision; /* of threads */
};

/* Of the cells of a group, which differ in path or protocol alone. */
struct verdict verdict_of(int kind, const struct cell *cells, int count);

/* "MPICH 3.4.3, ch3:nemesis" from what the library says of itself. The caller frees. */
char *verdict_library(const char *runtime);

/* A record of the results file; NULL if a side has no cell. `runtimes`: what each path's runtime
 * says of itself. The caller owns it. */
json_t *verdict_record(int kind, const struct verdict *verdict, const json_t *runtimes);
