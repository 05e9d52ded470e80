/* SPDX-License-Identifier: BSD-3-Clause */
/* Findings of a whole table: fits, crossovers, and how much the exchanges overlap. */
#pragma once

#include "comops/findings/ratio.h"
#include "comops/statistics/crossover.h"
#include "comops/statistics/fit.h"

struct finding {
    json_t
        *record; /* of the results file (docs/results-file.md); NULL of overlaps: cells have it */
    char *sentence; /* NULL of a fit */
};

struct findings {
    struct finding *all;
    size_t count;
};

/* The findings of a table's valid cells: they differ in path, protocol and bytes alone, no two are
 * alike, their order does not matter. Fits of each implementation; crossovers between each two
 * paths, either with its fastest protocol, and between each two protocols of a path that are its
 * fastest somewhere. Fits first. */
struct findings findings_of_table(const struct cell *const *cells, size_t count);
void findings_free(struct findings *findings);

/* All models that the points allow, each a record without its key (docs/results-file.md), in an
 * array. The caller owns it. */
json_t *fit_json(const struct fit_point *points, size_t count);

/* "mpi/library overtakes threads/barrier at 1.2K [900, 1.6K]". The path is left out of the second
 * where it is the same. The caller frees. */
char *findings_sentence(const struct cell *a, const struct cell *b,
                        const struct crossover *crossover);
