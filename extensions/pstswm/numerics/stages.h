/* SPDX-License-Identifier: BSD-3-Clause */
/* The stages of a step, on this rank's pairs and orders. The comments say what ranks that share the
 * sphere exchange after each stage. */
#pragma once

#include "extensions/pstswm/numerics/model.h"

/* The size, in numbers, that all stages need at model->work. */
size_t stage_work(const struct model *model);

/* now, before -> terms: products on the grid and their Fourier transforms. Here all longitudes of a
 * line and all orders are on this rank. */
void stage_terms(struct model *model);

/* Only the products, of one level and pair: [TERMS][HEMISPHERES][longitudes]. */
void stage_products(struct model *model, int level, int pair, double *lines);

/* The next three stages process one of the part's orders m. If no other rank is involved, all three
 * can be done for one order after another, so that its tables are read from memory only once. */

/* terms -> coefficients of the next step, of eta, F and G: the sums over this rank's latitudes, to
 * be added to those of the other latitudes. */
void stage_sums(struct model *model, int order, struct step step);

/* Coefficients eta, F, G -> eta, delta, phi. False if one is not finite. */
bool stage_solve(struct model *model, int order, struct step step);

/* coefficients -> fields: their Fourier coefficients at this rank's latitudes. */
void stage_fields(struct model *model, int order);

/* fields -> the grid of the next step, in place of `before`. Here too all longitudes and orders are
 * on this rank. */
void stage_grid(struct model *model);

/* For one order, the Fourier coefficients of both hemispheres, [count][HEMISPHERES], of `count`
 * fields from number `first` on, which are numbered [levels][pairs][FIELDS]. */
void stage_coefficients(const struct model *model, int order, int first, int count,
                        double complex *to);
