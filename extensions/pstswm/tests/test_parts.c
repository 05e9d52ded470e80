/* SPDX-License-Identifier: BSD-3-Clause */
/* The model in parts: the stages on some latitudes and orders are those of the whole sphere. The
 * test adds what ranks would add. */
#include "extensions/pstswm/numerics/stages.h"
#include "extensions/pstswm/parallel/parallel_plan.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

enum { STEPS = 10, LEVELS = 2 };

static const struct test_case wave = {6, 0};

static struct model *part_of(const char *name, int columns, int x, int rows, int y)
{
    const struct truncation *truncation = truncation_find(name);
    const struct share pairs = share_of(truncation->latitudes / 2, rows, y);
    int m[TRUNCATION_MOST + 1];
    const int orders = share_orders(m, truncation->waves, columns, x);
    struct model *model = model_create_part(
        truncation, LEVELS, truncation->dt, &fft_blocked,
        &(struct part){pairs.first, pairs.count, 0, truncation->longitudes, orders, m});

    model_start(model, wave);
    return model;
}

/* A serial run, in which order i is m = i. */
static struct model *whole_of(const char *name)
{
    const struct truncation *truncation = truncation_find(name);
    struct model *model = model_create(truncation, LEVELS, truncation->dt, &fft_blocked);

    model_start(model, wave);
    return model;
}

static double complex *coefficients(const struct model *model, int order)
{
    return model->coefficients + model->rows[order] * LEVELS * PROGNOSTIC;
}

static size_t count_of(const struct model *model, int order)
{
    return (size_t)(model->truncation->waves - model->m[order] + 1) * LEVELS * PROGNOSTIC;
}

TEST(shares_are_contiguous_complete_and_differ_by_one)
{
    for (int total = 1; total < 40; total++)
        for (int ranks = 1; ranks <= total; ranks++) {
            int next = 0;

            for (int rank = 0; rank < ranks; rank++) {
                const struct share share = share_of(total, ranks, rank);

                CHECK(share.first == next && share.count - total / ranks <= 1);
                CHECK(share.count >= total / ranks);
                next += share.count;
            }
            CHECK(next == total);
        }
}

TEST(each_order_is_on_one_rank_and_loads_differ_by_a_pair_of_orders)
{
    for (int number = 0; truncations[number].name; number++)
        for (int ranks = 1; ranks <= 14 && ranks <= truncations[number].waves / 2; ranks++) {
            const int waves = truncations[number].waves;
            int seen[TRUNCATION_MOST + 1] = {0}, least = waves * waves, most = 0;

            for (int rank = 0; rank < ranks; rank++) {
                int m[TRUNCATION_MOST + 1], load = 0;
                const int orders = share_orders(m, waves, ranks, rank);

                for (int i = 0; i < orders; i++) {
                    CHECK(i == 0 || m[i - 1] + m[i] == waves ||
                          (i > 1 && m[i - 2] + m[i - 1] == waves));
                    seen[m[i]]++;
                    load += waves - m[i] + 1;
                }
                least = load < least ? load : least;
                most = load > most ? load : most;
            }
            for (int m = 0; m <= waves; m++)
                CHECK(seen[m] == 1);
            CHECK(most - least <= waves + 2 + (waves + 2) / 2);
        }
}

/* All latitudes, some orders. */
static void check_orders(struct model *part, const struct model *whole)
{
    const size_t fields = HEMISPHERES * 2 * FIELDS * LEVELS * (size_t)part->legendre->stride;
    const struct step step = model_next(part);

    stage_terms(part);
    for (int order = 0; order < part->orders; order++) {
        const int m = part->m[order];

        stage_sums(part, order, step);
        CHECK(stage_solve(part, order, step));
        stage_fields(part, order);
        CHECK(memcmp(coefficients(part, order), coefficients(whole, m),
                     count_of(part, order) * sizeof *part->coefficients) == 0);
        CHECK(memcmp(part->fields + (size_t)order * fields, whole->fields + (size_t)m * fields,
                     fields * sizeof *part->fields) == 0);
    }
}

TEST(what_a_rank_computes_of_its_orders_has_the_bits_of_a_serial_run)
{
    struct model *whole = whole_of("T21");

    CHECK(model_step(whole));
    for (int columns = 2; columns <= 5; columns++)
        for (int x = 0; x < columns; x++) {
            struct model *part = part_of("T21", columns, x, 1, 0);

            check_orders(part, whole);
            model_free(part);
        }
    model_free(whole);
}

/* What the ranks of a column do: each has all sums afterwards. */
static void add_sums(struct model **parts, int rows, int order)
{
    double complex *sum = coefficients(parts[0], order);
    const size_t count = count_of(parts[0], order);

    for (int y = 1; y < rows; y++)
        for (size_t i = 0; i < count; i++)
            sum[i] += coefficients(parts[y], order)[i];
    for (int y = 1; y < rows; y++)
        memcpy(coefficients(parts[y], order), sum, count * sizeof *sum);
}

static void step_parts(struct model **parts, int rows)
{
    const struct step step = model_next(parts[0]);

    for (int y = 0; y < rows; y++)
        stage_terms(parts[y]);
    for (int order = 0; order < parts[0]->orders; order++) {
        for (int y = 0; y < rows; y++)
            stage_sums(parts[y], order, step);
        add_sums(parts, rows, order);
        for (int y = 0; y < rows; y++) {
            CHECK(stage_solve(parts[y], order, step));
            stage_fields(parts[y], order);
        }
    }
    for (int y = 0; y < rows; y++) {
        stage_grid(parts[y]);
        model_advance(parts[y]);
    }
}

/* The largest difference of a field on any line, relative to its largest value. */
static double difference(struct model **parts, int rows, const struct model *whole, int field)
{
    double most = 0, largest = 0;

    for (int y = 0; y < rows; y++)
        for (int at = 0; at < LEVELS * parts[y]->pairs * HEMISPHERES; at++) {
            const int level = at / HEMISPHERES / parts[y]->pairs;
            const int pair = at / HEMISPHERES % parts[y]->pairs, hemisphere = at % HEMISPHERES;
            const double *a = model_line(parts[y], parts[y]->now, level, pair, field, hemisphere);
            const double *b = model_line(whole, whole->now, level, parts[y]->first_pair + pair,
                                         field, hemisphere);

            for (int i = 0; i < whole->truncation->longitudes; i++) {
                most = fmax(most, fabs(a[i] - b[i]));
                largest = fmax(largest, fabs(b[i]));
            }
        }
    return most / largest;
}

static double run_parts(int rows, bool stale)
{
    struct model *whole = whole_of("T21"), *parts[16];
    double most = 0;

    for (int y = 0; y < rows; y++)
        parts[y] = part_of("T21", 1, 0, rows, y);
    for (int i = 0; i < STEPS; i++) {
        CHECK(model_step(whole));
        step_parts(parts, rows);
        if (stale && i == 0)
            memcpy(parts[0]->now, parts[0]->before,
                   (size_t)whole->truncation->longitudes * sizeof *parts[0]->now);
    }
    for (int field = 0; field < FIELDS; field++)
        most = fmax(most, difference(parts, rows, whole, field));
    for (int y = 0; y < rows; y++)
        model_free(parts[y]);
    model_free(whole);
    return most;
}

TEST(ranks_that_add_their_sums_are_the_serial_run_to_rounding_with_uneven_latitudes_too)
{
    for (int rows = 1; rows <= 16; rows += rows < 4 ? 1 : 3) {
        const double most = run_parts(rows, false);

        printf("# %d ranks: %.1e\n", rows, most);
        CHECK(most < 1e-12);
        CHECK(rows > 1 || most == 0);
    }
}

TEST(a_stale_line_is_found)
{
    CHECK(run_parts(3, true) > 1e-9);
}
