/* SPDX-License-Identifier: BSD-3-Clause */
/* What is computed: problem sizes and initial states. */
#pragma once

/* The problem sizes of Worley 1999 (ORNL/TM-13682), tables 2 and 6: triangular truncations and
 * their grids, which resolve products of two fields without aliasing. */

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
/* Ascending; the one after the last has no name. */
extern const struct truncation truncations[];

/* ---- initial states from the standard test set -------------------------------------------- */

/* Williamson, Drake, Hack, Jakob, Swarztrauber 1992 (J. Comput. Phys. 102): case 2, global steady
 * nonlinear zonal geostrophic flow, which is the paper's benchmark, along circles tilted by `tilt`
 * radians; case 6, a Rossby-Haurwitz wave of wavenumber 4. */
struct test_case {
    int number;
    double tilt;
};

/* At a point: wind u, v, whose divergence is 0; its relative vorticity; f; geopotential. */
struct flow {
    double u, v, zeta, f, geopotential;
};

struct flow case_flow(struct test_case test, double longitude, double latitude);
