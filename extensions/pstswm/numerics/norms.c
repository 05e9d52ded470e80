/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/numerics/norms.h"

#include <math.h>

/* At a point: the wind, the absolute vorticity, the depth; of the run and of the initial state. */
struct point {
    double weight;
    double u, v, eta, depth;
    struct flow start;
};

static struct point point_at(const struct model *model, int level, int pair, int hemisphere, int i)
{
    const double mu = model->quadrature->mu[model->first_pair + pair], c = sqrt(1 - mu * mu);
    const double latitude = hemisphere ? -asin(mu) : asin(mu);
    const double longitude =
        2 * acos(-1) * (model->first_longitude + i) / model->truncation->longitudes;
    double value[FIELDS];

    for (int field = 0; field < FIELDS; field++)
        value[field] = model_line(model, model->now, level, pair, field, hemisphere)[i];
    return (struct point){
        .weight = model->quadrature->weight[model->first_pair + pair] /
                  (2 * model->truncation->longitudes),
        .u = value[U] / c,
        .v = value[V] / c,
        .eta = value[ETA],
        .depth = (value[PHI] + model->mean) / EARTH_GRAVITY,
        .start = case_flow(model->test, longitude, latitude),
    };
}

static void add_distance(struct distance_sums *sums, double most[2], double weight,
                         double difference, double whole)
{
    const double both[] = {fabs(difference), fabs(whole)};

    for (int i = 0; i < 2; i++) {
        sums->difference[i] += weight * both[i];
        sums->squares[i] += weight * both[i] * both[i];
        most[i] = fmax(most[i], both[i]);
    }
}

static void add_invariants(struct invariants *sum, const struct point *at)
{
    const double h = at->depth, speed2 = at->u * at->u + at->v * at->v;

    sum->mass += at->weight * EARTH_GRAVITY * h;
    sum->energy += at->weight * (h * speed2 / 2 + EARTH_GRAVITY * h * h / 2);
    sum->enstrophy += at->weight * at->eta * at->eta / (2 * h);
}

struct part_norms part_norms(const struct model *model, int level)
{
    struct part_norms sums = {.range = {-INFINITY, -INFINITY}};

    for (int pair = 0; pair < model->pairs; pair++)
        for (int i = 0; i < HEMISPHERES * model->longitudes; i++) {
            const struct point at = point_at(model, level, pair, i % 2, i / 2);
            const double start = at.start.geopotential / EARTH_GRAVITY;

            add_distance(&sums.depth, sums.most_depth, at.weight, at.depth - start, start);
            add_distance(&sums.wind, sums.most_wind, at.weight,
                         hypot(at.u - at.start.u, at.v - at.start.v),
                         hypot(at.start.u, at.start.v));
            add_invariants(&sums.invariants, &at);
            sums.range[0] = fmax(sums.range[0], -at.depth);
            sums.range[1] = fmax(sums.range[1], at.depth);
        }
    return sums;
}

static struct norms norms_of(const struct distance_sums *sums, const double most[2])
{
    return (struct norms){sums->difference[0] / sums->difference[1],
                          sqrt(sums->squares[0] / sums->squares[1]), most[0] / most[1]};
}

struct model_errors part_errors(const struct part_norms *whole)
{
    return (struct model_errors){norms_of(&whole->depth, whole->most_depth),
                                 norms_of(&whole->wind, whole->most_wind)};
}
