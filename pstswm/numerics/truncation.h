/* SPDX-License-Identifier: BSD-3-Clause */
/* The problem sizes of Worley 1999 (ORNL/TM-13682), tables 2 and 6: triangular truncations and
 * their grids, which resolve products of two fields without aliasing. */
#pragma once

struct truncation {
    const char *name; /* "T42" */
    int waves;        /* M: spherical harmonics with 0 <= m <= n <= M */
    int longitudes, latitudes;
    double flops; /* of a step and a level, as printed; all rates are based on it; 0: not printed */
    int steps[2]; /* of runs; printed for T42, T85 and T170 */
    double dt; /* time step in seconds, stable for the steady flow: our choice, none is printed */
};

enum { TRUNCATION_MOST = 170 }; /* waves */

/* NULL if there is none of that name. */
const struct truncation *truncation_find(const char *name);
/* By number from 0, ascending; NULL after the last. */
const struct truncation *truncation_get(int number);
