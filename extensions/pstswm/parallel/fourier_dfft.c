/* SPDX-License-Identifier: BSD-3-Clause */
/* The FFT itself is distributed over a row (transforms/split_fft.h). The two hemispheres of a line
 * are the real and the imaginary part of a complex one; a last exchange, with the rank that has the
 * frequencies -m, separates them. Orders stay where the transform leaves them. */
#include "extensions/pstswm/worley/exchange.h"
#include "extensions/pstswm/numerics/stages.h"
#include "extensions/pstswm/parallel/algorithms.h"
#include "extensions/pstswm/transforms/arrays.h"
#include "extensions/pstswm/transforms/split_fft.h"

#include <stdlib.h>

struct dfft {
    struct split_fft fft;
    int remainder;                 /* this rank's orders have it, modulo the ranks */
    int opposite, opposite_orders; /* the rank that has -m; how many orders it has */
    double *lines;                 /* [TERMS][HEMISPHERES][points] */
    double complex *coefficients;  /* [fields][HEMISPHERES] of an order */
};

static int groups_of(const struct model *model, int kinds)
{
    return lanes_round_up(model->levels * model->pairs * kinds) / LANES;
}

static size_t bytes_needed(const struct parallel_model *parallel)
{
    const struct model *model = parallel->model;

    return (size_t)groups_of(model, TERMS) * (size_t)model->longitudes * 2 * LANES * sizeof(double);
}

static bool dfft_open(struct parallel_model *parallel, const struct team *team)
{
    struct dfft *dfft = parallel->fourier = array_take(sizeof *dfft);
    const struct model *model = parallel->model;
    const int ranks = parallel->plan.columns, rank = parallel->row.job.rank;
    const size_t lines = (size_t)(model->levels * model->pairs * FIELDS * HEMISPHERES);
    int m[TRUNCATION_MOST + 1];

    (void)team;
    dfft->fft = split_fft_create(model->truncation->longitudes, ranks, rank);
    dfft->remainder = bits_reversed(rank, ranks);
    dfft->opposite = bits_reversed((ranks - dfft->remainder) % ranks, ranks);
    dfft->opposite_orders =
        share_orders_reversed(m, model->truncation->waves, ranks, dfft->opposite);
    dfft->lines = array_take(TERMS * HEMISPHERES * (size_t)model->longitudes * sizeof(double));
    dfft->coefficients = array_take(lines * sizeof *dfft->coefficients);
    return exchange_open(&parallel->row.job,
                         (struct exchange_needs){.scratch = 2 * parallel->row.bytes,
                                                 .largest = parallel->row.bytes,
                                                 .open = 2});
}

static void dfft_close(struct parallel_model *parallel)
{
    struct dfft *dfft = parallel->fourier;

    exchange_close(&parallel->row.job);
    split_fft_free(&dfft->fft);
    free(dfft->lines);
    free(dfft->coefficients);
    free(dfft);
}

/* Number `t` of this rank's frequencies, or -m of number t of the opposite rank's orders. */
static int place_of(const struct dfft *dfft, int t)
{
    return bits_reversed(t, dfft->fft.points);
}

static int place_of_negative(const struct dfft *dfft, int t)
{
    const int points = dfft->fft.points;

    return bits_reversed((dfft->remainder ? points - 1 - t : points - t) % points, points);
}

typedef void split_fft_step(const struct split_fft *, int bit, double *block, const double *other,
                            int groups);

/* With one bit's partner. Where exchanges may overlap, in halves: one moves while the other is
 * computed. */
static void swap_blocks(struct parallel_model *parallel, int bit, int groups, split_fft_step *step)
{
    const struct dfft *dfft = parallel->fourier;
    struct job *job = &parallel->row.job;
    const int parts = exchange_overlaps(job) && groups > 1 ? 2 : 1;
    const int partner = job->rank ^ bit;

    stopwatch_turn(&parallel->watch, IN_ROWS);
    for (int part = 0; part < parts; part++) {
        const struct share share = share_of(groups, parts, part);
        const size_t begin = split_fft_numbers(&dfft->fft, share.first) * sizeof(double);
        const size_t bytes = split_fft_numbers(&dfft->fft, share.count) * sizeof(double);

        exchange_begin(job, part, (struct message){job->send + begin, bytes, partner},
                       (struct message){job->recv + begin, bytes, partner});
    }
    for (int part = 0; part < parts; part++)
        exchange_middle(job, part);
    for (int part = 0; part < parts; part++) {
        const struct share share = share_of(groups, parts, part);
        const size_t begin = split_fft_numbers(&dfft->fft, share.first);

        exchange_end(job, part);
        stopwatch_turn(&parallel->watch, COMPUTING);
        step(&dfft->fft, bit, (double *)job->send + begin, (double *)job->recv + begin,
             share.count);
        stopwatch_turn(&parallel->watch, IN_ROWS);
    }
    stopwatch_turn(&parallel->watch, COMPUTING);
}

/* Sends [orders][groups] points to the opposite rank; returns those received. */
static const double *swap_opposite(struct parallel_model *parallel, int groups, int out, int in)
{
    const struct dfft *dfft = parallel->fourier;
    struct job *job = &parallel->row.job;
    const size_t order = (size_t)groups * 2 * LANES * sizeof(double);
    char *packed = exchange_scratch(job), *arrived = packed + parallel->row.bytes;

    if (dfft->opposite == job->rank)
        return (double *)packed;
    stopwatch_turn(&parallel->watch, IN_ROWS);
    exchange(job, (struct message){packed, (size_t)out * order, dfft->opposite},
             (struct message){arrived, (size_t)in * order, dfft->opposite});
    stopwatch_turn(&parallel->watch, PACKING);
    return (double *)arrived;
}

/* The real parts of a group at a place of the block, which imaginary ones follow. */
static double *point_at(const struct parallel_model *parallel, int group, int place)
{
    const struct dfft *dfft = parallel->fourier;

    return (double *)parallel->row.job.send +
           ((ptrdiff_t)group * dfft->fft.points + place) * 2 * LANES;
}

/* How many lines of a group there are: fewer in the last one. */
static int lanes_of(int group, int lines)
{
    return lines - group * LANES < LANES ? lines - group * LANES : LANES;
}

/* [LANES][HEMISPHERES][points] <-> a group of the block. */
static void load_group(const struct parallel_model *parallel, const double *lines, int group)
{
    const int points = parallel->model->longitudes;
    double *to = point_at(parallel, group, 0);

    for (int i = 0; i < points; i++, to += 2 * LANES)
        for (int lane = 0; lane < LANES; lane++) {
            to[lane] = lines[HEMISPHERES * lane * points + i];
            to[LANES + lane] = lines[(HEMISPHERES * lane + 1) * points + i];
        }
}

static void store_group(const struct parallel_model *parallel, double *lines, int group, int count)
{
    const int points = parallel->model->longitudes;
    const double *from = point_at(parallel, group, 0);

    for (int i = 0; i < points; i++, from += 2 * LANES)
        for (int lane = 0; lane < count; lane++) {
            lines[HEMISPHERES * lane * points + i] = from[lane];
            lines[(HEMISPHERES * lane + 1) * points + i] = from[LANES + lane];
        }
}

/* z = x + i y has x^m = (z^m + conj z^-m) / 2 and y^m = (z^m - conj z^-m) / 2i. */
static void separate_group(const double *z, const double *negative, double complex *to, int count)
{
    for (int lane = 0; lane < count; lane++, to += HEMISPHERES) {
        const double re = negative[lane], im = negative[lane + LANES];

        to[0] = CMPLX(0.5 * (z[lane] + re), 0.5 * (z[lane + LANES] - im));
        to[1] = CMPLX(0.5 * (z[lane + LANES] + im), 0.5 * (re - z[lane]));
    }
}

static void separate(struct parallel_model *parallel, int groups)
{
    const struct dfft *dfft = parallel->fourier;
    struct model *model = parallel->model;
    const int lines = model->levels * model->pairs * TERMS;
    double *packed = (double *)exchange_scratch(&parallel->row.job);

    stopwatch_turn(&parallel->watch, PACKING);
    for (int t = 0; t < dfft->opposite_orders; t++)
        for (int group = 0; group < groups; group++, packed += 2 * LANES)
            memcpy(packed, point_at(parallel, group, place_of_negative(dfft, t)),
                   2 * LANES * sizeof *packed);
    const double *negative = swap_opposite(parallel, groups, dfft->opposite_orders, model->orders);

    for (int t = 0; t < model->orders; t++)
        for (int group = 0; group < groups; group++, negative += 2 * LANES)
            separate_group(point_at(parallel, group, place_of(dfft, t)), negative,
                           model->terms + t * model->terms_stride + group * LANES * HEMISPHERES,
                           lanes_of(group, lines));
    stopwatch_turn(&parallel->watch, COMPUTING);
}

/* Joins z^m and z^-m of order m, and the real parts of m = 0. */
static void join_group(const double complex *from, double *z, double *negative, int count, int m)
{
    for (int lane = 0; lane < count; lane++, from += HEMISPHERES) {
        const double complex x = from[0], y = from[1];

        z[lane] = creal(x) - (m ? cimag(y) : 0);
        z[lane + LANES] = creal(y) + (m ? cimag(x) : 0);
        negative[lane] = creal(x) + cimag(y);
        negative[lane + LANES] = creal(y) - cimag(x);
    }
}

/* Joins order number t into the block and into what the opposite rank gets. */
static void join_order(struct parallel_model *parallel, int t, int lines, double *negative)
{
    const struct dfft *dfft = parallel->fourier;

    stage_coefficients(parallel->model, t, 0, lines, dfft->coefficients);
    for (int group = 0; group * LANES < lines; group++)
        join_group(dfft->coefficients + group * LANES * HEMISPHERES,
                   point_at(parallel, group, place_of(dfft, t)), negative + group * 2 * LANES,
                   lanes_of(group, lines), parallel->model->m[t]);
}

static void join(struct parallel_model *parallel, int groups, int lines)
{
    const struct dfft *dfft = parallel->fourier;
    const int order = groups * 2 * LANES;
    double *packed = (double *)exchange_scratch(&parallel->row.job);

    stopwatch_turn(&parallel->watch, PACKING);
    memset(parallel->row.job.send, 0, split_fft_numbers(&dfft->fft, groups) * sizeof(double));
    for (int t = 0; t < parallel->model->orders; t++)
        join_order(parallel, t, lines, packed + (ptrdiff_t)t * order);
    const double *negative =
        swap_opposite(parallel, groups, parallel->model->orders, dfft->opposite_orders);

    for (int t = dfft->remainder ? 0 : 1; t < dfft->opposite_orders; t++)
        for (int group = 0; group < groups; group++)
            memcpy(point_at(parallel, group, place_of_negative(dfft, t)),
                   negative + (ptrdiff_t)t * order + group * 2 * LANES,
                   2 * LANES * sizeof *negative);
    stopwatch_turn(&parallel->watch, COMPUTING);
}

static void forward(struct parallel_model *parallel)
{
    const struct dfft *dfft = parallel->fourier;
    struct model *model = parallel->model;
    const int groups = groups_of(model, TERMS);

    _Static_assert(TERMS == LANES, "a group is the terms of one level and pair");
    for (int group = 0; group < groups; group++) {
        stage_products(model, group / model->pairs, group % model->pairs, dfft->lines);
        load_group(parallel, dfft->lines, group);
    }
    for (int bit = parallel->plan.columns / 2; bit; bit /= 2)
        swap_blocks(parallel, bit, groups, split_fft_forward_step);
    split_fft_forward(&dfft->fft, (double *)parallel->row.job.send, groups);
    separate(parallel, groups);
}

static void inverse(struct parallel_model *parallel)
{
    const struct dfft *dfft = parallel->fourier;
    struct model *model = parallel->model;
    const int groups = groups_of(model, FIELDS), lines = model->levels * model->pairs * FIELDS;

    join(parallel, groups, lines);
    split_fft_inverse(&dfft->fft, (double *)parallel->row.job.send, groups);
    for (int bit = 1; bit < parallel->plan.columns; bit *= 2)
        swap_blocks(parallel, bit, groups, split_fft_inverse_step);
    for (int group = 0; group < groups; group++)
        store_group(parallel, model->before + group * LANES * HEMISPHERES * model->longitudes,
                    group, lanes_of(group, lines));
}

const struct fourier fourier_dfft = {.reversed = true,
                                     .bytes = bytes_needed,
                                     .block = bytes_needed,
                                     .open = dfft_open,
                                     .close = dfft_close,
                                     .forward = forward,
                                     .inverse = inverse};
