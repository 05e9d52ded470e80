/* SPDX-License-Identifier: BSD-3-Clause */
/* Threads against the other paths: three comparisons, each between different protocols; and the
 * libraries of a path against each other. */
#pragma once

#include "comops/findings/ratio.h"

enum {
    VERDICT_PAPER,
    VERDICT_BEST,
    VERDICT_SAME_CODE,
    VERDICTS,
    LIBRARIES_OPENMP = VERDICTS,
    LIBRARIES_MPI,
    COMPARISONS
};

/* The protocols of each side; `path` NULL: any path, `protocols` NULL: any protocol. The first side
 * is a. */
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
 * The fastest is chosen by the same times that are compared, so its time tends to be too low.
 * Therefore the intervals are the smallest that contain those of every pair that may be the fastest
 * two: on each side the fastest, and all that are not shown to be slower. They are valid whichever
 * of these was chosen. If one of these pairs has no interval, there is none. */
struct verdict {
    const struct cell *cells[2];
    struct ratio ratio;
    enum decision decision; /* of threads */
};

/* For the cells of a group, which differ only in path or protocol; `kind` is below COMPARISONS. Of
 * libraries the first side is the path's own, or the first of them, and the second side all others,
 * both without `direct`, which calls no library. */
struct verdict verdict_of(int kind, const struct cell *cells, int count);

/* True of "mpi" and of "mpi@NAME" for "mpi". */
bool verdict_is_path(const char *label, const char *path);

/* The path whose libraries are compared: "threads" of LIBRARIES_OPENMP. */
const char *verdict_libraries_path(int kind);

/* "MPICH 3.4.3, ch3:nemesis" from what the library says of itself. The caller frees. */
char *verdict_library(const char *runtime);

/* A record of the results file; NULL if a side has no cell. `runtimes`: what each path's runtime
 * says of itself. The caller owns it. */
json_t *verdict_record(int kind, const struct verdict *verdict, const json_t *runtimes);
