/* SPDX-License-Identifier: BSD-3-Clause */
/* The double transpose: from some longitudes of all lines to whole lines, and after their
 * transform to some orders of all lines; back the same way. A line has two hemispheres: it is those
 * of one level, pair of latitudes and term or field, in this order. */
#include "pstswm/numerics/stages.h"
#include "pstswm/parallel/fourier.h"
#include "pstswm/parallel/transpose.h"
#include "pstswm/transforms/arrays.h"

#include <stdlib.h>

struct lines {
    int *longitudes, *orders; /* of each rank of the row */
    int *terms, *fields;      /* how many lines of terms, or of fields, each transforms */
    int **m;                  /* the orders */
    double *line;             /* [lines of this rank][HEMISPHERES][all longitudes] */
    double complex *spectrum; /* likewise, fft_stride apart */
    struct remap to_lines, to_orders, from_orders, from_lines;
};

static int sum_before(const int *count, int rank)
{
    int sum = 0;

    for (int i = 0; i < rank; i++)
        sum += count[i];
    return sum;
}

/* One copy of all that this rank has, and of all that it transforms, in either form. */
static size_t bytes_needed(const struct parallel_model *parallel)
{
    const struct model *model = parallel->model;
    const size_t lines = (size_t)(model->levels * model->pairs * TERMS * HEMISPHERES);
    const size_t share = lines / (size_t)parallel->plan.columns + HEMISPHERES;
    const size_t points = lines * (size_t)model->longitudes * sizeof(double);
    const size_t orders = lines * (size_t)model->orders * sizeof(double complex);
    const size_t whole = share * (size_t)model->truncation->longitudes * sizeof(double);
    const size_t spectra = share * (size_t)(model->truncation->waves + 1) * sizeof(double complex);
    const size_t before = points > orders ? points : orders;
    const size_t during = whole > spectra ? whole : spectra;

    return before > during ? before : during;
}

static struct lines *lines_create(const struct parallel_model *parallel)
{
    const struct model *model = parallel->model;
    const int ranks = parallel->plan.columns;
    const size_t count = (size_t)ranks;
    struct lines *lines = array_take(sizeof *lines);
    int **const tables[] = {&lines->longitudes, &lines->orders, &lines->terms, &lines->fields};

    for (size_t i = 0; i < sizeof tables / sizeof *tables; i++)
        *tables[i] = array_take(count * sizeof **tables[i]);
    lines->m = array_take(count * sizeof *lines->m);
    for (int rank = 0; rank < ranks; rank++) {
        lines->m[rank] = array_take((size_t)(model->truncation->waves + 1) * sizeof **lines->m);
        lines->orders[rank] = share_orders(lines->m[rank], model->truncation->waves, ranks, rank);
        lines->longitudes[rank] = share_of(model->truncation->longitudes, ranks, rank).count;
        lines->terms[rank] = share_of(model->levels * model->pairs * TERMS, ranks, rank).count;
        lines->fields[rank] = share_of(model->levels * model->pairs * FIELDS, ranks, rank).count;
    }
    const size_t point = HEMISPHERES * sizeof(double);

    lines->to_lines = (struct remap){lines->longitudes, lines->terms, point};
    lines->to_orders = (struct remap){lines->terms, lines->orders, 2 * point};
    lines->from_orders = (struct remap){lines->orders, lines->fields, 2 * point};
    lines->from_lines = (struct remap){lines->fields, lines->longitudes, point};
    return lines;
}

static bool lines_open(struct parallel_model *parallel, const struct team *team)
{
    struct lines *lines = parallel->fourier = lines_create(parallel);
    const struct model *model = parallel->model;
    const size_t own = HEMISPHERES * (size_t)lines->terms[parallel->row.job.rank];
    const size_t stride = (size_t)fft_stride(model->truncation->longitudes);

    lines->line = array_take(own * (size_t)model->truncation->longitudes * sizeof *lines->line);
    lines->spectrum = array_take(own * stride * sizeof *lines->spectrum);
    return transpose_open(parallel->plan.fourier.transpose, &parallel->row, team,
                          (const struct remap *[]){&lines->to_lines, &lines->to_orders,
                                                   &lines->from_orders, &lines->from_lines, NULL});
}

static void lines_close(struct parallel_model *parallel)
{
    struct lines *lines = parallel->fourier;

    for (int rank = 0; rank < parallel->plan.columns; rank++)
        free(lines->m[rank]);
    free(lines->m);
    free(lines->longitudes);
    free(lines->orders);
    free(lines->terms);
    free(lines->fields);
    free(lines->line);
    free(lines->spectrum);
    transpose_close(parallel->plan.fourier.transpose, &parallel->row);
    free(lines);
}

static void transpose(struct parallel_model *parallel, const struct remap *remap)
{
    stopwatch_turn(&parallel->watch, IN_ROWS);
    parallel->plan.fourier.transpose->run(&parallel->row.job, remap);
    stopwatch_turn(&parallel->watch, PACKING);
}

/* [rank][line][its longitudes] <-> [line][longitudes]. */
static void join_lines(const struct parallel_model *parallel, const struct lines *lines)
{
    const int longitudes = parallel->model->truncation->longitudes;
    const int count = HEMISPHERES * lines->terms[parallel->row.job.rank];
    const double *from = (const double *)parallel->row.job.recv;

    for (int rank = 0; rank < parallel->plan.columns; rank++) {
        const int own = lines->longitudes[rank];
        double *to = lines->line + sum_before(lines->longitudes, rank);

        for (int line = 0; line < count; line++, from += own, to += longitudes)
            memcpy(to, from, (size_t)own * sizeof *to);
    }
}

static void split_lines(const struct parallel_model *parallel, const struct lines *lines)
{
    const int longitudes = parallel->model->truncation->longitudes;
    const int count = HEMISPHERES * lines->fields[parallel->row.job.rank];
    double *to = (double *)parallel->row.job.send;

    for (int rank = 0; rank < parallel->plan.columns; rank++) {
        const int own = lines->longitudes[rank];
        const double *from = lines->line + sum_before(lines->longitudes, rank);

        for (int line = 0; line < count; line++, to += own, from += longitudes)
            memcpy(to, from, (size_t)own * sizeof *to);
    }
}

/* [line][m] <-> [rank][its orders][line], some lines at a time, whose spectra stay in a cache. */
enum { LINES_AT_ONCE = 16 };

static void split_spectra(const struct parallel_model *parallel, const struct lines *lines)
{
    const int stride = fft_stride(parallel->model->truncation->longitudes);
    const int count = HEMISPHERES * lines->terms[parallel->row.job.rank];

    for (int first = 0; first < count; first += LINES_AT_ONCE) {
        const int end = count - first < LINES_AT_ONCE ? count : first + LINES_AT_ONCE;
        double complex *to = (double complex *)parallel->row.job.send;

        for (int rank = 0; rank < parallel->plan.columns; rank++)
            for (int order = 0; order < lines->orders[rank]; order++, to += count)
                for (int line = first; line < end; line++)
                    to[line] = lines->spectrum[line * stride + lines->m[rank][order]];
    }
}

static void join_spectra(const struct parallel_model *parallel, const struct lines *lines)
{
    const int stride = fft_stride(parallel->model->truncation->longitudes);
    const int count = HEMISPHERES * lines->fields[parallel->row.job.rank];

    for (int first = 0; first < count; first += LINES_AT_ONCE) {
        const int end = count - first < LINES_AT_ONCE ? count : first + LINES_AT_ONCE;
        const double complex *from = (const double complex *)parallel->row.job.recv;

        for (int rank = 0; rank < parallel->plan.columns; rank++)
            for (int order = 0; order < lines->orders[rank]; order++, from += count)
                for (int line = first; line < end; line++)
                    lines->spectrum[line * stride + lines->m[rank][order]] = from[line];
    }
}

/* [rank][orders][its lines] -> terms. */
static void store_terms(struct parallel_model *parallel, const struct lines *lines)
{
    struct model *model = parallel->model;
    const double complex *from = (const double complex *)parallel->row.job.recv;

    for (int rank = 0; rank < parallel->plan.columns; rank++) {
        const int count = HEMISPHERES * lines->terms[rank];
        double complex *to = model->terms + HEMISPHERES * sum_before(lines->terms, rank);

        for (int order = 0; order < model->orders; order++, from += count)
            memcpy(to + order * model->terms_stride, from, (size_t)count * sizeof *to);
    }
}

/* fields -> [rank][orders][its lines]. */
static void load_fields(const struct parallel_model *parallel, const struct lines *lines)
{
    double complex *to = (double complex *)parallel->row.job.send;

    for (int rank = 0; rank < parallel->plan.columns; rank++)
        for (int order = 0; order < parallel->model->orders; order++) {
            stage_coefficients(parallel->model, order, sum_before(lines->fields, rank),
                               lines->fields[rank], to);
            to += HEMISPHERES * lines->fields[rank];
        }
}

static void forward(struct parallel_model *parallel)
{
    struct lines *lines = parallel->fourier;
    struct model *model = parallel->model;
    double *to = (double *)parallel->row.job.send;

    for (int level = 0; level < model->levels; level++)
        for (int pair = 0; pair < model->pairs; pair++) {
            stage_products(model, level, pair, to);
            to += TERMS * HEMISPHERES * model->longitudes;
        }
    transpose(parallel, &lines->to_lines);
    join_lines(parallel, lines);
    stopwatch_turn(&parallel->watch, COMPUTING);
    model->fft->kind->forward(model->fft, HEMISPHERES * lines->terms[parallel->row.job.rank],
                              lines->line, lines->spectrum);
    stopwatch_turn(&parallel->watch, PACKING);
    split_spectra(parallel, lines);
    transpose(parallel, &lines->to_orders);
    store_terms(parallel, lines);
    stopwatch_turn(&parallel->watch, COMPUTING);
}

/* What arrives at last are the lines of the state in their order. */
static void inverse(struct parallel_model *parallel)
{
    struct lines *lines = parallel->fourier;
    struct model *model = parallel->model;

    stopwatch_turn(&parallel->watch, PACKING);
    load_fields(parallel, lines);
    transpose(parallel, &lines->from_orders);
    join_spectra(parallel, lines);
    stopwatch_turn(&parallel->watch, COMPUTING);
    model->fft->kind->inverse(model->fft, HEMISPHERES * lines->fields[parallel->row.job.rank],
                              lines->spectrum, lines->line);
    stopwatch_turn(&parallel->watch, PACKING);
    split_lines(parallel, lines);
    transpose(parallel, &lines->from_lines);
    memcpy(model->before, parallel->row.job.recv, model_state(model) * sizeof *model->before);
    stopwatch_turn(&parallel->watch, COMPUTING);
}

const struct fourier fourier_transposed = {.bytes = bytes_needed,
                                           .open = lines_open,
                                           .close = lines_close,
                                           .forward = forward,
                                           .inverse = inverse};
