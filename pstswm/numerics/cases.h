/* SPDX-License-Identifier: BSD-3-Clause */
/* Initial states from the standard test set: Williamson, Drake, Hack, Jakob, Swarztrauber 1992
 * (J. Comput. Phys. 102). */
#pragma once

/* Case 2, global steady nonlinear zonal geostrophic flow, which is the paper's benchmark, along
 * circles tilted by `tilt` radians; case 6, a Rossby-Haurwitz wave of wavenumber 4. */
struct test_case {
    int number;
    double tilt;
};

/* At a point: wind u, v, whose divergence is 0; its relative vorticity; f; geopotential. */
struct flow {
    double u, v, zeta, f, geopotential;
};

struct flow case_flow(struct test_case test, double longitude, double latitude);
