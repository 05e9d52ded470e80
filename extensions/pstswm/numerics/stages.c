/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/numerics/stages.h"

#include "extensions/pstswm/transforms/lanes.h"
#include "extensions/pstswm/transforms/transforms.h"

#include <math.h>
#include <string.h>

enum { LINES_FORWARD = TERMS * HEMISPHERES, LINES_INVERSE = FIELDS * HEMISPHERES, CHUNK = 8 };

/* The integrands of one m at all latitudes, as columns of real numbers, for each parity; and their
 * sums. H_n^m has fewer columns. */
struct sums_work {
    int columns_p, columns_h;
    double *p[2], *h[2], *sum_p, *sum_h;
};

static struct sums_work sums_work(const struct model *model)
{
    const int columns_p = lanes_round_up(2 * SUMS_P * model->levels);
    const int columns_h = lanes_round_up(2 * SUMS_H * model->levels);
    const ptrdiff_t p = (ptrdiff_t)model->pairs * columns_p,
                    h = (ptrdiff_t)model->pairs * columns_h;
    double *sum_p = model->work + 2 * (p + h);

    return (struct sums_work){
        columns_p,
        columns_h,
        {model->work, model->work + p},
        {model->work + 2 * p, model->work + 2 * p + h},
        sum_p,
        sum_p + (ptrdiff_t)(model->truncation->waves + 1) * columns_p,
    };
}

static size_t larger(size_t a, size_t b)
{
    return a > b ? a : b;
}

size_t stage_work(const struct model *model)
{
    const struct sums_work sums = sums_work(model);
    const size_t columns = (size_t)(sums.columns_p + sums.columns_h);
    const size_t rows = (size_t)model->truncation->waves + 1;
    const size_t length = (size_t)model->truncation->longitudes;
    const size_t spectrum = 2 * (size_t)fft_stride(model->truncation->longitudes);
    const size_t forward = LINES_FORWARD * (length + spectrum);
    const size_t inverse = CHUNK * LINES_INVERSE * spectrum;
    const size_t fields = rows * 2 * (FIELDS + WINDS) * (size_t)model->levels;

    return larger(larger((2 * (size_t)model->pairs + rows) * columns, fields),
                  larger(forward, inverse));
}

/* The lines of all fields on one circle of latitude. */
static void find_lines(double *lines[FIELDS], const struct model *model, double *state, int level,
                       int pair, int hemisphere)
{
    for (int field = 0; field < FIELDS; field++)
        lines[field] = model_line(model, state, level, pair, field, hemisphere);
}

static void multiply_fields(struct model *model, int level, int pair, int hemisphere, double *lines)
{
    double *terms[TERMS], *now[FIELDS], *before[FIELDS];
    const int length = model->longitudes;

    for (int term = 0; term < TERMS; term++)
        terms[term] = lines + (term * HEMISPHERES + hemisphere) * length;
    find_lines(now, model, model->now, level, pair, hemisphere);
    find_lines(before, model, model->before, level, pair, hemisphere);
    equations_terms(terms, (const double *const *)now, (const double *const *)before, length,
                    model->quadrature->mu[model->first_pair + pair]);
}

void stage_products(struct model *model, int level, int pair, double *lines)
{
    multiply_fields(model, level, pair, 0, lines);
    multiply_fields(model, level, pair, 1, lines);
}

/* From lines of spectra to all lines of an order beside each other. */
static void store_terms(struct model *model, const double complex *spectra, int level, int pair)
{
    const int stride = fft_stride(model->truncation->longitudes);
    double complex *to = model->terms + (level * model->pairs + pair) * LINES_FORWARD;

    for (int i = 0; i < model->orders; i++)
        for (int line = 0; line < LINES_FORWARD; line++)
            to[i * model->terms_stride + line] = spectra[line * stride + model->m[i]];
}

void stage_terms(struct model *model)
{
    double *lines = model->work;
    double complex *spectra =
        (double complex *)(lines + LINES_FORWARD * model->truncation->longitudes);

    for (int level = 0; level < model->levels; level++)
        for (int pair = 0; pair < model->pairs; pair++) {
            stage_products(model, level, pair, lines);
            model->fft->kind->forward(model->fft, LINES_FORWARD, lines, spectra);
            store_terms(model, spectra, level, pair);
        }
}

/* Both parities of one level at one pair of latitudes. P_n^m of an even n - m and H_n^m of an odd
 * one see the sum of the hemispheres, the others the difference. */
static void integrate_pair(const struct model *model, const struct sums_work *work, int level,
                           int pair, int m, const double complex *terms, struct step step)
{
    const double mu = model->quadrature->mu[model->first_pair + pair];
    const double weight = model->quadrature->weight[model->first_pair + pair];

    for (int odd = 0; odd < 2; odd++) {
        double complex x[TERMS];
        double *p = work->p[odd] + (ptrdiff_t)pair * work->columns_p + 2 * SUMS_P * level;
        double *h = work->h[!odd] + (ptrdiff_t)pair * work->columns_h + 2 * SUMS_H * level;

        for (int term = 0; term < TERMS; term++)
            x[term] =
                odd ? terms[2 * term] - terms[2 * term + 1] : terms[2 * term] + terms[2 * term + 1];
        equations_integrands((double complex *)p, (double complex *)h, x, m, mu,
                             weight / model->truncation->longitudes, step);
    }
}

static void integrate(struct model *model, const struct sums_work *work, int order,
                      struct step step)
{
    const double complex *terms = model->terms + order * model->terms_stride;

    for (int level = 0; level < model->levels; level++)
        for (int pair = 0; pair < model->pairs; pair++, terms += LINES_FORWARD)
            integrate_pair(model, work, level, pair, model->m[order], terms, step);
}

static double complex *coefficients_of(const struct model *model, int order)
{
    return model->coefficients + model->rows[order] * (size_t)model->levels * PROGNOSTIC;
}

static void sum_order(struct model *model, const struct sums_work *work, int order)
{
    const ptrdiff_t stride = model->legendre->stride;
    const int m = model->m[order], rows = model->truncation->waves - m + 1;
    const double complex *p = (double complex *)work->sum_p, *h = (double complex *)work->sum_h;
    double complex *to = coefficients_of(model, order);

    for (int odd = 0; odd < 2; odd++) {
        sums_forward(work->sum_p + odd * work->columns_p, 2 * work->columns_p, (rows + !odd) / 2,
                     model->legendre->p + odd * stride, 2 * stride, model->pairs, work->p[odd],
                     work->columns_p);
        sums_forward(work->sum_h + odd * work->columns_h, 2 * work->columns_h, (rows + !odd) / 2,
                     model->legendre->h + odd * stride, 2 * stride, model->pairs, work->h[odd],
                     work->columns_h);
    }
    for (int row = 0; row < rows; row++)
        for (int level = 0; level < model->levels; level++, to += PROGNOSTIC)
            equations_explicit(to, p + row * work->columns_p / 2 + level * SUMS_P,
                               h + row * work->columns_h / 2 + level * SUMS_H, m + row);
}

void stage_sums(struct model *model, int order, struct step step)
{
    const struct sums_work work = sums_work(model);

    legendre_tabulate(model->legendre, order);
    integrate(model, &work, order, step);
    sum_order(model, &work, order);
}

bool stage_solve(struct model *model, int order, struct step step)
{
    double complex *at = coefficients_of(model, order), sum = 0;

    for (int n = model->m[order]; n <= model->truncation->waves; n++)
        for (int level = 0; level < model->levels; level++, at += PROGNOSTIC) {
            equations_solve(at, n, step);
            sum += at[ETA] + at[DELTA] + at[PHI];
        }
    return isfinite(creal(sum)) && isfinite(cimag(sum));
}

/* The coefficient of f, whose axis is tilted like the flow's. */
static double coriolis(double tilt, int n, int m)
{
    if (n == 1 && m == 0)
        return 2 * EARTH_ROTATION * sqrt(2.0 / 3) * cos(tilt);
    return n == 1 && m == 1 ? -2 * EARTH_ROTATION * sin(tilt) / sqrt(3) : 0;
}

void stage_fields(struct model *model, int order)
{
    const ptrdiff_t stride = model->legendre->stride;
    const int m = model->m[order], rows = model->truncation->waves - m + 1, levels = model->levels;
    const int columns_p = 2 * FIELDS * levels, columns_h = 2 * WINDS * levels;
    double *p = model->work, *h = p + rows * columns_p;
    double *fields = model->fields + (ptrdiff_t)order * HEMISPHERES * columns_p * stride;
    const double complex *from = coefficients_of(model, order);

    for (int row = 0; row < rows; row++)
        for (int level = 0; level < levels; level++, from += PROGNOSTIC)
            equations_winds((double complex *)(p + row * columns_p) + level * FIELDS,
                            (double complex *)(h + row * columns_h) + level * WINDS, from,
                            coriolis(model->test.tilt, m + row, m), m + row, m);
    legendre_tabulate(model->legendre, order);
    memset(fields, 0, (size_t)(HEMISPHERES * columns_p * stride) * sizeof *fields);
    for (int odd = 0; odd < 2; odd++) {
        const double *table_p = model->legendre->p + odd * stride;
        const double *table_h = model->legendre->h + odd * stride;
        double *to_p = fields + odd * columns_p * stride;
        double *to_h = fields + !odd * columns_p * stride + 2 * U * stride;

        sums_inverse(to_p, (int)stride, table_p, 2 * stride, (rows + !odd) / 2, p + odd * columns_p,
                     2 * columns_p, columns_p);
        for (int level = 0; level < levels; level++)
            sums_inverse(to_h + level * 2 * FIELDS * stride, (int)stride, table_h, 2 * stride,
                         (rows + !odd) / 2, h + odd * columns_h + level * 2 * WINDS, 2 * columns_h,
                         2 * WINDS);
    }
}

/* The spectra of some pairs' lines, from sums and differences of the hemispheres. */
static void gather_spectra(const struct model *model, double complex *spectra, int level, int first,
                           int pairs)
{
    const ptrdiff_t stride = model->legendre->stride,
                    line = fft_stride(model->truncation->longitudes);
    const ptrdiff_t part = 2 * FIELDS * model->levels * stride;

    for (int order = 0; order < model->orders; order++) {
        const double *even =
            model->fields + (order * HEMISPHERES) * part + level * 2 * FIELDS * stride + first;
        const double *odd = even + part;
        double complex *to = spectra + model->m[order];

        for (int pair = 0; pair < pairs; pair++)
            for (int field = 0; field < FIELDS; field++, to += 2 * line) {
                const ptrdiff_t re = 2 * field * stride + pair, im = re + stride;

                to[0] = CMPLX(even[re] + odd[re], even[im] + odd[im]);
                to[line] = CMPLX(even[re] - odd[re], even[im] - odd[im]);
            }
    }
}

void stage_grid(struct model *model)
{
    double complex *spectra = (double complex *)model->work;

    for (int level = 0; level < model->levels; level++)
        for (int first = 0; first < model->pairs; first += CHUNK) {
            const int left = model->pairs - first, pairs = left < CHUNK ? left : CHUNK;

            gather_spectra(model, spectra, level, first, pairs);
            model->fft->kind->inverse(model->fft, pairs * LINES_INVERSE, spectra,
                                      model_line(model, model->before, level, first, 0, 0));
        }
}

void stage_coefficients(const struct model *model, int order, int first, int count,
                        double complex *to)
{
    const ptrdiff_t stride = model->legendre->stride;
    const ptrdiff_t part = 2 * FIELDS * model->levels * stride;

    int field = first % FIELDS, pair = first / FIELDS % model->pairs;
    int level = first / FIELDS / model->pairs;

    for (; count > 0; count--, to += HEMISPHERES) {
        const double *even = model->fields + order * HEMISPHERES * part +
                             2 * (level * FIELDS + field) * stride + pair;
        const double *odd = even + part;

        to[0] = CMPLX(even[0] + odd[0], even[stride] + odd[stride]);
        to[1] = CMPLX(even[0] - odd[0], even[stride] - odd[stride]);
        field = (field + 1) % FIELDS;
        pair = (pair + !field) % model->pairs;
        level += !field && !pair;
    }
}
