/* SPDX-License-Identifier: BSD-3-Clause */
/* The double transpose: from some longitudes of all lines to whole lines, and after their transform
 * to some orders of all lines; back the same way. A line belongs to one level, pair of latitudes,
 * and term or field, in this order, and has two hemispheres. */
#include "extensions/pstswm/numerics/stages.h"
#include "extensions/pstswm/parallel/algorithms.h"
#include "extensions/pstswm/parallel/transpose.h"
#include "extensions/pstswm/transforms/arrays.h"

#include <stdlib.h>

enum { LINES_AT_ONCE = 16 };

struct lines {
    int *longitudes, *orders; /* of each rank of the row */
    int *terms, *fields;      /* how many lines of terms, or of fields, each transforms */
    int **m;                  /* the orders */
    double *line;             /* [LINES_AT_ONCE][all longitudes] */
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
    const size_t longitudes = (size_t)model->truncation->longitudes;
    const size_t stride = (size_t)fft_stride(model->truncation->longitudes);

    lines->line = array_take(LINES_AT_ONCE * longitudes * sizeof *lines->line);
    lines->spectrum = array_take(LINES_AT_ONCE * stride * sizeof *lines->spectrum);
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

static size_t largest_block(const struct parallel_model *parallel)
{
    const struct lines *lines = parallel->fourier;

    return remap_largest((const struct remap *[]){&lines->to_lines, &lines->to_orders,
                                                  &lines->from_orders, &lines->from_lines, NULL},
                         &parallel->row.job);
}

static void transpose(struct parallel_model *parallel, const struct remap *remap)
{
    stopwatch_turn(&parallel->watch, IN_ROWS);
    parallel->plan.fourier.transpose->run(&parallel->row.job, remap);
    stopwatch_turn(&parallel->watch, PACKING);
}

/* From [rank][line][its longitudes] to lines. */
static void join_lines(const struct parallel_model *parallel, const struct lines *lines,
                       struct share some)
{
    const int longitudes = parallel->model->truncation->longitudes;
    const int count = HEMISPHERES * lines->terms[parallel->row.job.rank];
    const double *from = (const double *)parallel->row.job.recv;
    double *to = lines->line;

    for (int rank = 0; rank < parallel->plan.columns; to += lines->longitudes[rank++]) {
        const int own = lines->longitudes[rank];

        for (int i = 0; i < some.count; i++)
            memcpy(to + i * longitudes, from + (some.first + i) * own, (size_t)own * sizeof *to);
        from += count * own;
    }
}

/* And back. */
static void split_lines(const struct parallel_model *parallel, const struct lines *lines,
                        struct share some)
{
    const int longitudes = parallel->model->truncation->longitudes;
    const int count = HEMISPHERES * lines->fields[parallel->row.job.rank];
    const double *from = lines->line;
    double *to = (double *)parallel->row.job.send;

    for (int rank = 0; rank < parallel->plan.columns; from += lines->longitudes[rank++]) {
        const int own = lines->longitudes[rank];

        for (int i = 0; i < some.count; i++)
            memcpy(to + (some.first + i) * own, from + i * longitudes, (size_t)own * sizeof *to);
        to += count * own;
    }
}

/* From spectra to [rank][its orders][line]. */
static void split_spectra(const struct parallel_model *parallel, const struct lines *lines,
                          struct share some)
{
    const int stride = fft_stride(parallel->model->truncation->longitudes);
    const int count = HEMISPHERES * lines->terms[parallel->row.job.rank];
    double complex *to = (double complex *)parallel->row.job.send + some.first;

    for (int rank = 0; rank < parallel->plan.columns; rank++)
        for (int order = 0; order < lines->orders[rank]; order++, to += count)
            for (int i = 0; i < some.count; i++)
                to[i] = lines->spectrum[i * stride + lines->m[rank][order]];
}

/* And back. */
static void join_spectra(const struct parallel_model *parallel, const struct lines *lines,
                         struct share some)
{
    const int stride = fft_stride(parallel->model->truncation->longitudes);
    const int count = HEMISPHERES * lines->fields[parallel->row.job.rank];
    const double complex *from = (const double complex *)parallel->row.job.recv + some.first;

    for (int rank = 0; rank < parallel->plan.columns; rank++)
        for (int order = 0; order < lines->orders[rank]; order++, from += count)
            for (int i = 0; i < some.count; i++)
                lines->spectrum[i * stride + lines->m[rank][order]] = from[i];
}

/* Lines that stay in a cache, from line `first` on. */
static struct share some_lines(int first, int all)
{
    return (struct share){first, all - first < LINES_AT_ONCE ? all - first : LINES_AT_ONCE};
}

static void transform_forward(struct parallel_model *parallel, const struct lines *lines)
{
    const struct fft *fft = parallel->model->fft;
    const int all = HEMISPHERES * lines->terms[parallel->row.job.rank];

    for (int first = 0; first < all; first += LINES_AT_ONCE) {
        const struct share some = some_lines(first, all);

        join_lines(parallel, lines, some);
        stopwatch_turn(&parallel->watch, COMPUTING);
        fft->kind->forward(fft, some.count, lines->line, lines->spectrum);
        stopwatch_turn(&parallel->watch, PACKING);
        split_spectra(parallel, lines, some);
    }
}

static void transform_inverse(struct parallel_model *parallel, const struct lines *lines)
{
    const struct fft *fft = parallel->model->fft;
    const int all = HEMISPHERES * lines->fields[parallel->row.job.rank];

    for (int first = 0; first < all; first += LINES_AT_ONCE) {
        const struct share some = some_lines(first, all);

        join_spectra(parallel, lines, some);
        stopwatch_turn(&parallel->watch, COMPUTING);
        fft->kind->inverse(fft, some.count, lines->spectrum, lines->line);
        stopwatch_turn(&parallel->watch, PACKING);
        split_lines(parallel, lines, some);
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
    transform_forward(parallel, lines);
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
    transform_inverse(parallel, lines);
    transpose(parallel, &lines->from_lines);
    memcpy(model->before, parallel->row.job.recv, model_state(model) * sizeof *model->before);
    stopwatch_turn(&parallel->watch, COMPUTING);
}

const struct fourier fourier_transposed = {.bytes = bytes_needed,
                                           .block = largest_block,
                                           .open = lines_open,
                                           .close = lines_close,
                                           .forward = forward,
                                           .inverse = inverse};
