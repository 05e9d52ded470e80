/* SPDX-License-Identifier: BSD-3-Clause */
/* PSTSWM on the standard test set. Words: problems, "T42", for the steady flow; none: all that is
 * quick. */
#define TAP_OWN_MAIN
#include "extensions/pstswm/numerics/model.h"
#include "extensions/pstswm/numerics/norms.h"
#include "tests/tap.h"

#include <math.h>
#include <string.h>

enum { DAY = 86400 };

static const struct test_case steady = {2, 0}, tilted = {2, 0.78539816339744831}, wave = {6, 0};

/* With the model's own step, on one level. */
static struct model *model_of(const char *problem, const struct fft_kind *fft,
                              struct test_case test)
{
    const struct truncation *truncation = truncation_find(problem);
    struct model *model = model_create(truncation, 1, truncation->dt, fft);

    model_start(model, test);
    return model;
}

static void run_days(struct model *model, int days)
{
    for (int i = 0; i < days * DAY / model->dt; i++)
        CHECK(model_step(model));
}

static void check_steady(const char *problem, const struct fft_kind *fft, struct test_case test)
{
    struct model *model = model_of(problem, fft, test);

    run_days(model, 5);
    const struct part_norms norms = part_norms(model, 0);
    const struct model_errors errors = part_errors(&norms);

    printf("# %s, %s, tilt %.2f: depth l2 %.1e, linf %.1e; wind l2 %.1e, linf %.1e\n", problem,
           fft->name, test.tilt, errors.depth.l2, errors.depth.linf, errors.wind.l2,
           errors.wind.linf);
    CHECK(errors.depth.l2 < 1e-12);
    CHECK(errors.wind.l2 < 1e-11);
    CHECK(errors.depth.l1 <= errors.depth.l2 && errors.depth.l2 <= errors.depth.linf * 2);
    model_free(model);
}

static const char *problem = "T42";

static void zonal_flow_is_steady_to_rounding_over_five_days(void)
{
    for (int kind = 0; fft_kinds[kind]; kind++)
        if (!fft_kinds[kind]->absent) {
            check_steady(problem, fft_kinds[kind], steady);
            check_steady(problem, fft_kinds[kind], tilted);
        }
}

/* The angle by which wavenumber 4 near 22 degrees north has moved east, modulo 90 degrees. */
static double phase(const struct model *model)
{
    const int longitudes = model->truncation->longitudes;
    int pair = 0;
    double complex sum = 0;

    while (model->quadrature->mu[pair] > sin(22 * acos(-1) / 180))
        pair++;
    const double *phi = model_line(model, model->now, 0, pair, PHI, 0);

    for (int i = 0; i < longitudes; i++)
        sum += phi[i] * cexp(-2 * acos(-1) * I * 4 * i / longitudes);
    return -carg(sum) * 180 / acos(-1) / 4;
}

static void the_rossby_haurwitz_wave_moves_and_conserves_as_published(void)
{
    struct model *model = model_of("T42", &fft_blocked, wave);
    const struct invariants start = part_norms(model, 0).invariants;
    double moved = 0, last = phase(model);

    for (int day = 0; day < 5; day++) {
        run_days(model, 1);
        moved += fmod(phase(model) - last + 90, 90);
        last = phase(model);
    }
    const struct invariants end = part_norms(model, 0).invariants;

    printf("# %.2f degrees a day; mass %.1e, energy %.1e, enstrophy %.1e\n", moved / 5,
           end.mass / start.mass - 1, end.energy / start.energy - 1,
           end.enstrophy / start.enstrophy - 1);
    CHECK(fabs(moved / 5 - 11.3) < 0.1);
    CHECK(fabs(end.mass / start.mass - 1) < 1e-13);
    CHECK(fabs(end.energy / start.energy - 1) < 1e-5);
    CHECK(fabs(end.enstrophy / start.enstrophy - 1) < 1e-3);
    model_free(model);
}

static void depth_range(const struct model *model, double *least, double *most)
{
    *least = INFINITY;
    *most = 0;
    for (int pair = 0; pair < model->pairs; pair++)
        for (int hemisphere = 0; hemisphere < HEMISPHERES; hemisphere++)
            for (int i = 0; i < model->truncation->longitudes; i++) {
                const double *line = model_line(model, model->now, 0, pair, PHI, hemisphere);
                const double depth = (line[i] + model->mean) / EARTH_GRAVITY;

                *least = fmin(*least, depth);
                *most = fmax(*most, depth);
            }
}

static void the_wave_has_the_published_depths_after_five_days(void)
{
    struct model *model = model_of("T42", &fft_blocked, wave);
    double least, most;

    run_days(model, 5);
    depth_range(model, &least, &most);
    CHECK(fabs(least - 8181) < 1 && fabs(most - 10524) < 1);
    model_free(model);
}

static void all_levels_have_the_bits_of_a_single_one(void)
{
    const struct truncation *truncation = truncation_find("T21");
    struct model *single = model_of("T21", &fft_blocked, wave);
    struct model *several = model_create(truncation, 3, truncation->dt, &fft_blocked);
    const size_t level = (size_t)(truncation->latitudes * FIELDS * truncation->longitudes);

    model_start(several, wave);
    for (int i = 0; i < 10; i++)
        CHECK(model_step(single) && model_step(several));
    for (size_t i = 0; i < 3; i++)
        CHECK(memcmp(single->now, several->now + i * level, level * sizeof *single->now) == 0);
    model_free(single);
    model_free(several);
}

static void a_run_that_blows_up_is_noticed(void)
{
    const struct truncation *truncation = truncation_find("T42");
    struct model *model = model_create(truncation, 1, 4 * truncation->dt, &fft_blocked);

    model_start(model, wave);
    for (int i = 0; i < 300 && model_step(model); i++)
        ;
    printf("# after %d steps\n", model->steps);
    CHECK(model->steps < 300);
    model_start(model, steady);
    CHECK(model->steps == 0 && model_step(model));
    model_free(model);
}

/* The spectral coefficients of phi, T42's of both, without the mean. T85's step for the steady flow
 * is too long for the faster winds of the wave. */
static void the_wave_at_T42_agrees_with_T85(void)
{
    struct model *coarse = model_of("T42", &fft_blocked, wave);
    struct model *fine = model_create(truncation_find("T85"), 1, 450, &fft_blocked);
    double difference = 0, whole = 0;

    model_start(fine, wave);
    run_days(coarse, 5);
    run_days(fine, 5);
    for (int m = 0; m <= 42; m++)
        for (int n = m; n <= 42; n++) {
            const size_t in_coarse = coarse->rows[m] + (size_t)(n - m);
            const size_t in_fine = fine->rows[m] + (size_t)(n - m);
            const double complex x = coarse->coefficients[in_coarse * PROGNOSTIC + PHI];
            const double complex y = fine->coefficients[in_fine * PROGNOSTIC + PHI];

            difference += (m ? 2 : 1) * cabs(x - y) * cabs(x - y);
            whole += (m ? 2 : 1) * cabs(y) * cabs(y);
        }
    printf("# relative difference %.1e\n", sqrt(difference / whole));
    CHECK(sqrt(difference / whole) < 0.02);
    model_free(coarse);
    model_free(fine);
}

#define RUN(test) tap_run(#test, test)

int main(int count, char **words)
{
    if (count > 1 && strcmp(words[1], "fine") == 0) {
        RUN(the_wave_at_T42_agrees_with_T85);
        return tap_done();
    }
    for (int i = 1; i < count; i++) {
        problem = words[i];
        tap_run(words[i], zonal_flow_is_steady_to_rounding_over_five_days);
    }
    if (count == 1) {
        RUN(zonal_flow_is_steady_to_rounding_over_five_days);
        RUN(the_rossby_haurwitz_wave_moves_and_conserves_as_published);
        RUN(the_wave_has_the_published_depths_after_five_days);
        RUN(all_levels_have_the_bits_of_a_single_one);
        RUN(a_run_that_blows_up_is_noticed);
    }
    return tap_done();
}
