/* SPDX-License-Identifier: BSD-3-Clause */
/* Gauss-Legendre quadrature over mu = sin(latitude). The nodes are symmetric about the equator:
 * only northern ones are stored, from the pole, each for its pair of latitudes mu and -mu. */
#pragma once

struct quadrature {
    int pairs;      /* half the latitudes */
    double *mu;     /* [pairs], descending */
    double *weight; /* [pairs], of each of the two; over all latitudes the sum is 2 */
};

/* For an even number of latitudes. */
struct quadrature *quadrature_create(int latitudes);
void quadrature_free(struct quadrature *quadrature);
