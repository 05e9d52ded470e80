/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/numerics/norms.h"

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

/* Sums and maxima of a difference and of what it is relative to. */
struct distance {
    double sum[2], squares[2], most[2];
};

static void add_distance(struct distance *distance, double weight, double difference, double whole)
{
    const double both[] = {fabs(difference), fabs(whole)};

    for (int i = 0; i < 2; i++) {
        distance->sum[i] += weight * both[i];
        distance->squares[i] += weight * both[i] * both[i];
        distance->most[i] = fmax(distance->most[i], both[i]);
    }
}

static struct norms norms_of(const struct distance *distance)
{
    return (struct norms){distance->sum[0] / distance->sum[1],
                          sqrt(distance->squares[0] / distance->squares[1]),
                          distance->most[0] / distance->most[1]};
}

struct model_errors model_errors(const struct model *model, int level)
{
    struct distance depth = {}, wind = {};

    for (int pair = 0; pair < model->pairs; pair++)
        for (int i = 0; i < HEMISPHERES * model->longitudes; i++) {
            const struct point at = point_at(model, level, pair, i % 2, i / 2);
            const double start = at.start.geopotential / EARTH_GRAVITY;

            add_distance(&depth, at.weight, at.depth - start, start);
            add_distance(&wind, at.weight, hypot(at.u - at.start.u, at.v - at.start.v),
                         hypot(at.start.u, at.start.v));
        }
    return (struct model_errors){norms_of(&depth), norms_of(&wind)};
}

struct invariants model_invariants(const struct model *model, int level)
{
    struct invariants sum = {};

    for (int pair = 0; pair < model->pairs; pair++)
        for (int i = 0; i < HEMISPHERES * model->longitudes; i++) {
            const struct point at = point_at(model, level, pair, i % 2, i / 2);
            const double h = at.depth, speed2 = at.u * at.u + at.v * at.v;

            sum.mass += at.weight * EARTH_GRAVITY * h;
            sum.energy += at.weight * (h * speed2 / 2 + EARTH_GRAVITY * h * h / 2);
            sum.enstrophy += at.weight * at.eta * at.eta / (2 * h);
        }
    return sum;
}
