/* SPDX-License-Identifier: BSD-3-Clause */
/* The parts of PSTSWM's numerics. */
#include "extensions/pstswm/numerics/model.h"
#include "extensions/pstswm/numerics/stages.h"
#include "extensions/pstswm/transforms/arrays.h"
#include "extensions/pstswm/transforms/fft.h"
#include "extensions/pstswm/transforms/legendre.h"
#include "extensions/pstswm/transforms/transforms.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

/* The tables of one m at all latitudes. */
struct tables {
    const struct truncation *truncation;
    struct quadrature *quadrature;
    struct legendre *legendre;
    int m;
};

static struct tables tables_create(const struct truncation *truncation, int m)
{
    struct quadrature *quadrature = quadrature_create(truncation->latitudes);
    struct legendre *legendre =
        legendre_create(truncation->waves, &m, 1, quadrature->mu, quadrature->pairs);

    legendre_tabulate(legendre, 0);
    return (struct tables){truncation, quadrature, legendre, m};
}

static void tables_free(struct tables *tables)
{
    legendre_free(tables->legendre);
    quadrature_free(tables->quadrature);
}

static double value(const double *table, const struct tables *tables, int n, int j)
{
    return table[(n - tables->m) * tables->legendre->stride + j];
}

/* The quadrature of P_n^m P_k^m over both hemispheres. */
static double product(const struct tables *tables, int n, int k)
{
    double sum = 0;

    for (int j = 0; j < tables->quadrature->pairs; j++)
        sum += tables->quadrature->weight[j] * value(tables->legendre->p, tables, n, j) *
               value(tables->legendre->p, tables, k, j);
    return sum * ((n - k) % 2 ? 0 : 2);
}

/* Evaluates d(P_n^m P_k^m)/dmu. */
static double product_derivative(const struct tables *tables, int n, int k)
{
    const double *p = tables->legendre->p, *h = tables->legendre->h;
    double sum = 0;

    for (int j = 0; j < tables->quadrature->pairs; j++) {
        const double mu = tables->quadrature->mu[j];

        sum += tables->quadrature->weight[j] / (1 - mu * mu) *
               (value(p, tables, n, j) * value(h, tables, k, j) +
                value(h, tables, n, j) * value(p, tables, k, j));
    }
    return sum * ((n - k) % 2 ? 2 : 0);
}

TEST(the_quadrature_is_exact_for_polynomials_up_to_twice_the_latitudes)
{
    for (int i = 0; truncations[i].name; i++) {
        const int latitudes = truncations[i].latitudes;
        struct quadrature *quadrature = quadrature_create(latitudes);

        for (int degree = 0; degree < 2 * latitudes; degree += 2) {
            double sum = 0;

            for (int j = 0; j < quadrature->pairs; j++)
                sum += 2 * quadrature->weight[j] * pow(quadrature->mu[j], degree);
            CHECK(fabs(sum * (degree + 1) / 2 - 1) < 1e-13);
        }
        CHECK(quadrature->pairs == latitudes / 2 && quadrature->mu[0] > quadrature->mu[1]);
        quadrature_free(quadrature);
    }
}

/* Some of them: n and k near both ends. */
static void check_orthonormal(const struct truncation *truncation, int m)
{
    struct tables tables = tables_create(truncation, m);
    const int step = 1 + (truncation->waves - m) / 12;

    for (int n = truncation->waves; n >= m; n -= step)
        for (int k = truncation->waves; k >= m; k -= step) {
            const double ends = m ? 0 : sqrt((2 * n + 1) * (2 * k + 1)) * ((n - k) % 2 ? 1 : 0);

            CHECK(fabs(product(&tables, n, k) - (n == k)) < 1e-13);
            CHECK(fabs(product_derivative(&tables, n, k) - ends) < 3e-12 * (n + k + 1));
        }
    tables_free(&tables);
}

TEST(legendre_functions_are_orthonormal_under_the_quadrature_and_so_are_their_derivatives)
{
    for (int i = 0; truncations[i].name; i++) {
        const struct truncation *truncation = &truncations[i];

        for (int m = 0; m <= truncation->waves; m += 1 + truncation->waves / 9)
            check_orthonormal(truncation, m);
    }
}

static void fill(double *values, int count)
{
    for (int i = 0; i < count; i++)
        values[i] = sin(1.7 * i) + 0.1 * (i % 13);
}

/* The definition. */
static double complex coefficient(const double *line, int length, int m)
{
    double complex sum = 0;

    for (int i = 0; i < length; i++)
        sum += line[i] * cexp(-2 * acos(-1) * I * m * i / length);
    return sum;
}

static void check_fft(const struct fft_kind *kind, int length, int lines)
{
    struct fft *fft = fft_create(kind, length, (length - 1) / 3);
    const int stride = fft_stride(length);
    double *x = array_take((size_t)(lines * length) * sizeof *x);
    double *back = array_take((size_t)(lines * length) * sizeof *back);
    double complex *spectra = array_take((size_t)(lines * stride) * sizeof *spectra);

    fill(x, lines * length);
    kind->forward(fft, lines, x, spectra);
    for (int line = 0; line < lines; line++)
        for (int m = 0; m <= fft->waves; m++)
            CHECK(cabs(spectra[line * stride + m] - coefficient(x + line * length, length, m)) <
                  1e-12 * length);
    kind->inverse(fft, lines, spectra, back);
    kind->forward(fft, lines, back, spectra);
    for (int line = 0; line < lines; line++) {
        for (int m = 0; m <= fft->waves; m++)
            CHECK(cabs(spectra[line * stride + m] / length -
                       coefficient(x + line * length, length, m)) < 1e-12 * length);
        CHECK(cabs(coefficient(back + line * length, length, fft->waves + 1)) < 1e-9 * length);
    }
    free(x);
    free(back);
    free(spectra);
    fft_free(fft);
}

TEST(each_fft_is_the_sum_that_defines_it_for_all_lengths_and_any_even_number_of_lines)
{
    for (int kind = 0; fft_kinds[kind]; kind++)
        for (int length = 8; length <= FFT_LONGEST && !fft_kinds[kind]->absent; length *= 2)
            for (int lines = 2; lines <= 18; lines += 8)
                check_fft(fft_kinds[kind], length, lines);
}

TEST(a_line_has_the_same_transform_whatever_lines_are_beside_it)
{
    enum { LENGTH = 128, LINES = 22 };
    static double x[LINES * LENGTH];
    const int stride = fft_stride(LENGTH);
    double complex *together = array_take(LINES * (size_t)stride * sizeof *together);
    double complex *alone = array_take(2 * (size_t)stride * sizeof *alone);

    fill(x, LINES * LENGTH);
    for (int kind = 0; fft_kinds[kind] && !fft_kinds[kind]->absent; kind++) {
        struct fft *fft = fft_create(fft_kinds[kind], LENGTH, 42);

        fft->kind->forward(fft, LINES, x, together);
        for (int line = 0; line < LINES; line += 2) {
            fft->kind->forward(fft, 2, x + line * LENGTH, alone);
            CHECK(memcmp(alone, together + line * stride, 43 * sizeof *alone) == 0);
            CHECK(memcmp(alone + stride, together + (line + 1) * stride, 43 * sizeof *alone) == 0);
        }
        fft_free(fft);
    }
    free(together);
    free(alone);
}

TEST(sums_over_latitudes_and_over_rows_are_those_of_plain_loops)
{
    enum { ROWS = 8, J = 16, COLUMNS = 16 };
    double *table = array_take(ROWS * J * sizeof *table), *x = array_take(J * COLUMNS * sizeof *x);
    double *out = array_take(COLUMNS * J * sizeof *out);

    fill(table, ROWS * J);
    fill(x, J * COLUMNS);
    for (int rows = 1; rows <= ROWS; rows++) {
        sums_forward(out, COLUMNS, rows, table, J, J - 3, x, COLUMNS);
        for (int at = 0; at < rows * COLUMNS; at++) {
            double sum = 0;

            for (int j = 0; j < J - 3; j++)
                sum += table[at / COLUMNS * J + j] * x[j * COLUMNS + at % COLUMNS];
            CHECK(fabs(out[at] - sum) < 1e-13);
        }
    }
    for (int columns = 1; columns <= ROWS; columns++) {
        memset(out, 0, COLUMNS * J * sizeof *out);
        sums_inverse(out, J, table, J, ROWS, x, COLUMNS, columns);
        for (int at = 0; at < COLUMNS * J; at++) {
            double sum = 0;

            for (int row = 0; row < ROWS && at / J < columns; row++)
                sum += table[row * J + at % J] * x[row * COLUMNS + at / J];
            CHECK(fabs(out[at] - sum) < 1e-13);
        }
    }
    free(table);
    free(x);
    free(out);
}

/* eta is P_n^m cos(m lambda), all else 0. */
static void set_harmonic(struct model *model, int n, int m)
{
    const size_t state = (size_t)(model->levels * model->pairs * FIELDS * HEMISPHERES) *
                         (size_t)model->truncation->longitudes;

    legendre_tabulate(model->legendre, m);
    memset(model->now, 0, state * sizeof *model->now);
    memset(model->before, 0, state * sizeof *model->before);
    for (int pair = 0; pair < model->pairs; pair++)
        for (int i = 0; i < model->truncation->longitudes; i++) {
            const double p = model->legendre->p[(n - m) * model->legendre->stride + pair] *
                             cos(2 * acos(-1) * m * i / model->truncation->longitudes);

            model_line(model, model->before, 0, pair, ETA, 0)[i] = p;
            model_line(model, model->before, 0, pair, ETA, 1)[i] = (n - m) % 2 ? -p : p;
        }
}

TEST(one_spherical_harmonic_has_one_coefficient)
{
    struct model *model = model_create(truncation_find("T21"), 1, 3600, &fft_blocked);

    for (int m = 0; m <= 21; m += 7)
        for (int n = m; n <= 21; n++) {
            set_harmonic(model, n, m);
            stage_terms(model);
            for (int order = 0; order <= 21; order++) {
                stage_sums(model, order, model_next(model));
                for (size_t row = model->rows[order]; row < model->rows[order + 1]; row++) {
                    const bool this = order == m && row == model->rows[m] + (size_t)(n - m);

                    CHECK(cabs(model->coefficients[row * PROGNOSTIC + ETA] -
                               (this ? m ? 0.5 : 1 : 0)) < 1e-14);
                }
            }
        }
    model_free(model);
}
