/* SPDX-License-Identifier: BSD-3-Clause */
/* coverage REPETITIONS: how often our intervals hold what they should. Measurements of a pair of
 * cells are drawn at random: launches of rounds, each a block of samples of both in another place,
 * while the machine drifts. What comops would report of them is held against the truth. A line of
 * JSON for each kind of noise. */
#include "comops/findings/ratio.h"
#include "comops/run/group_state.h"

#include <gsl/gsl_cdf.h>
#include <gsl/gsl_randist.h>
#include <math.h>
#include <stdio.h>
#include <stdlib.h>

enum { SAMPLES = 5, ROUNDS = 3, ROUNDS_MOST = 15 }; /* of a block; of a launch: at first, at most */
enum { LAUNCHES_SIMULATED = 30 }; /* about what a default campaign's time is good for */
enum { TRUTH_DRAWS = 400000 };
static const double launch_cost = 4; /* rounds */
static const double precision = 0.02, true_ratio = 1.25, drift = 0.05, correlation = 0.9;

enum noise { NORMAL, LOG_NORMAL, TWO_MODES, AUTOCORRELATED };
enum shape { SYMMETRIC, SKEWED, HEAVY, MODES }; /* of launches and rounds */

static const struct kind {
    const char *name;
    enum noise noise;
    double samples, launches; /* relative standard deviation of samples, of launches */
    bool drifts;              /* the machine's speed walks: then no cell has a median of its own */
    double rounds;            /* as of launches */
    enum shape shape;
} kinds[] = {
    {"normal, 10 %", NORMAL, 0.1, 0},
    {"log-normal, 30 %", LOG_NORMAL, 0.3, 0},
    {"two modes, 1 and 1.5, of 70 and 30 % of the samples", TWO_MODES, 0.02, 0},
    {"two modes, 1 and 1.2, of 70 and 30 % of the launches", NORMAL, 0.02, 0.01, false, 0, MODES},
    {"autocorrelated within a launch (AR(1), 0.9), 5 %", AUTOCORRELATED, 0.05, 0},
    {"normal, 2 %, and launches that differ by 1 %", NORMAL, 0.02, 0.01},
    {"normal, 2 %, and launches that differ by 2 %", NORMAL, 0.02, 0.02},
    {"normal, 2 %, and launches that differ by 4 %", NORMAL, 0.02, 0.04},
    {"normal, 10 %, on a machine that drifts by 5 % a round", NORMAL, 0.1, 0, true},
    {"log-normal, 30 %, on a machine that drifts by 5 % a round", LOG_NORMAL, 0.3, 0, true},
    {"normal, 2 %, launches that differ by 2 %, on a machine that drifts by 5 % a round", NORMAL,
     0.02, 0.02, true},
    {"normal, 2 %; launches by 5 %, rounds by 5 %", NORMAL, 0.02, 0.05, false, 0.05, SYMMETRIC},
    {"normal, 2 %; launches by 2 %, rounds by 8 %", NORMAL, 0.02, 0.02, false, 0.08, SYMMETRIC},
    {"normal, 2 %; skewed launches (exponential), 5 %, and rounds, 5 %", NORMAL, 0.02, 0.05, false,
     0.05, SKEWED},
    {"log-normal, 30 %; skewed launches (exponential), 10 %, and rounds, 10 %", LOG_NORMAL, 0.3,
     0.1, false, 0.1, SKEWED},
    {"normal, 2 %; heavy-tailed launches (Student's t, 2 degrees), 3 %, and rounds, 3 %", NORMAL,
     0.02, 0.03, false, 0.03, HEAVY},
    {"two modes, 1 and 1.2, of 70 and 30 % of the rounds", NORMAL, 0.02, 0, false, 0.01, MODES},
};

/* When measuring ends: at the first count at which comops looks, six launches; at the first at
 * which the interval is narrow enough, or the ratio's is; or one look later. */
enum end { FIXED, OWN, SHOWN };
static const struct rule {
    const char *name;
    enum end end;
    bool later;
} rules[] = {{"six", FIXED, false},
             {"own", OWN, false},
             {"own, one look later", OWN, true},
             {"run", SHOWN, true}};
enum { RULES = sizeof rules / sizeof *rules };

static double normal(gsl_rng *random)
{
    return gsl_ran_gaussian_ziggurat(random, 1);
}

/* What a launch or a round multiplies a time by. */
static double level(enum shape shape, double deviation, gsl_rng *random)
{
    if (!deviation)
        return 1;
    switch (shape) {
    case SKEWED: return exp(deviation * (gsl_ran_exponential(random, 1) - log(2)));
    case HEAVY: return exp(deviation * gsl_ran_tdist(random, 2));
    case MODES: return (gsl_rng_uniform(random) < 0.3 ? 1.2 : 1) + deviation * normal(random);
    default: return 1 + deviation * normal(random);
    }
}

/* One path's worker, from launch to end. */
struct launch {
    const struct kind *kind;
    double level; /* of this launch */
    double state; /* of the autocorrelated noise */
};

static struct launch begin_launch(const struct kind *kind, gsl_rng *random)
{
    return (struct launch){kind, level(kind->shape, kind->launches, random), normal(random)};
}

static double sample(struct launch *launch, gsl_rng *random)
{
    const struct kind *kind = launch->kind;
    const double z = normal(random);

    switch (kind->noise) {
    case LOG_NORMAL: return launch->level * exp(kind->samples * z);
    case TWO_MODES:
        return launch->level * ((gsl_rng_uniform(random) < 0.3 ? 1.5 : 1) + kind->samples * z);
    case AUTOCORRELATED:
        launch->state = correlation * launch->state + sqrt(1 - correlation * correlation) * z;
        return launch->level * (1 + kind->samples * launch->state);
    default: return launch->level * (1 + kind->samples * z);
    }
}

/* Of the times of single rounds. */
static double drawn_median(const struct kind *kind, gsl_rng *random)
{
    double *draws = malloc(TRUTH_DRAWS * sizeof *draws), samples[SAMPLES];

    for (int i = 0; i < TRUTH_DRAWS; i++) {
        struct launch launch = begin_launch(kind, random);

        for (int j = 0; j < SAMPLES; j++)
            samples[j] = sample(&launch, random);
        draws[i] = statistics_median(samples, SAMPLES) * level(kind->shape, kind->rounds, random);
    }
    const double median = statistics_median(draws, TRUTH_DRAWS);

    free(draws);
    return median;
}

/* The median of what kinds[] describes. */
static double true_median(const struct kind *kind, gsl_rng *random)
{
    if (kind->noise == TWO_MODES) /* 70 % of the values are in the lower */
        return 1 + kind->samples * gsl_cdf_ugaussian_Pinv(0.5 / 0.7);
    return kind->shape == SKEWED || kind->shape == MODES ? drawn_median(kind, random) : 1;
}

/* A block of samples, of a machine of this speed. */
static void take_block(struct cell *cell, struct launch *launch, double factor, gsl_rng *random)
{
    cell_begin_block(cell, 0);
    for (int i = 0; i < SAMPLES; i++)
        cell_add_sample(cell, factor * sample(launch, random));
}

/* One launch more of both; the second cell takes true_ratio times as long. */
static void take_launch(const struct kind *kind, struct cell cells[2], int rounds, double *speed,
                        gsl_rng *random)
{
    struct launch a = begin_launch(kind, random), b = begin_launch(kind, random);

    for (int i = 0; i < rounds; i++) {
        *speed *= kind->drifts ? exp(drift * normal(random)) : 1;
        take_block(&cells[0], &a, *speed * level(kind->shape, kind->rounds, random), random);
        take_block(&cells[1], &b, *speed * true_ratio * level(kind->shape, kind->rounds, random),
                   random);
    }
}

/* What comops says of a median or a ratio. */
struct statement {
    double value, truth;
    struct interval interval;
};

static bool holds(const struct statement *statement)
{
    return statement->interval.low <= statement->truth &&
           statement->truth <= statement->interval.high;
}

/* How often a rule's interval held the truth, and how many launches it took. */
struct tally {
    double held, launches;
    bool ended, narrow; /* in this measurement; at the look before */
};

static bool ends(const struct rule *rule, struct tally *tally, const struct statement *statement,
                 bool shown)
{
    const bool own =
        statistics_relative_half_width(statement->interval, statement->value) <= precision;
    const bool narrow = rule->end == FIXED || (rule->end == SHOWN ? shown : own);
    const bool before = tally->narrow;

    tally->narrow = narrow;
    return rule->later ? before : narrow;
}

/* Ends what ends after this many launches; returns how many rules go on. */
static int look(struct tally tallies[RULES], const struct statement *statement, bool shown,
                size_t launches)
{
    int left = 0;

    for (int i = 0; i < RULES; i++) {
        struct tally *tally = &tallies[i];

        if (!tally->ended &&
            (ends(&rules[i], tally, statement, shown) || launches == LAUNCHES_SIMULATED)) {
            tally->ended = true;
            tally->held += holds(statement);
            tally->launches += (double)launches;
        }
        left += !tally->ended;
    }
    return left;
}

static void begin_cell(struct cell *cell, const char *path)
{
    cell_init(cell, 1);
    cell->path = path;
    cell->protocol = "library";
    cell->method = method_named("adaptive");
}

static void measure(const struct kind *kind, double truth, gsl_rng *random,
                    struct tally of_median[RULES], struct tally of_ratio[RULES])
{
    const struct group group = {.count = 2};
    struct statement median = {.truth = truth}, ratio = {.truth = true_ratio};
    struct cell cells[2];
    const struct group_state state = {.group = &group, .cells = cells};
    double speed = 1;
    int left = 1, rounds = ROUNDS;

    begin_cell(&cells[0], "threads");
    begin_cell(&cells[1], "mpi");
    for (size_t launches = 1; left; launches++) {
        if (launches > 1)
            for (int i = 0; i < 2; i++)
                cell_begin_launch(&cells[i]);
        take_launch(kind, cells, rounds, &speed, random);
        if (!statistics_interval_is_close(launches))
            continue;
        const bool shown = group_state_precise(&state, precision);

        median.value = cell_time(&cells[0]);
        cell_interval(&cells[0], &median.interval);
        const struct ratio found = cell_ratio(&cells[0], &cells[1]);

        rounds = levels_rounds(found.levels, launch_cost, 1, ROUNDS_MOST);
        ratio.value = found.value;
        ratio.interval = found.interval;
        left = look(of_median, &median, shown, launches) + look(of_ratio, &ratio, shown, launches);
    }
    for (int i = 0; i < 2; i++)
        cell_free(&cells[i]);
}

static json_t *tallies_json(const struct tally *tallies, int repetitions)
{
    json_t *object = json_object();

    for (int i = 0; i < RULES; i++)
        json_object_set_new(object, rules[i].name,
                            json_pack("{sf sf}", "coverage", tallies[i].held / repetitions,
                                      "launches", tallies[i].launches / repetitions));
    return object;
}

static json_t *simulate(const struct kind *kind, int repetitions)
{
    struct tally of_median[RULES] = {0}, of_ratio[RULES] = {0};
    gsl_rng *random = gsl_rng_alloc(gsl_rng_mt19937); /* from its default seed */
    const double truth = true_median(kind, random);

    for (int i = 0; i < repetitions; i++) {
        for (int rule = 0; rule < RULES; rule++)
            of_median[rule].ended = of_median[rule].narrow = of_ratio[rule].ended =
                of_ratio[rule].narrow = false;
        measure(kind, truth, random, of_median, of_ratio);
    }
    gsl_rng_free(random);
    return json_pack("{ss so so}", "noise", kind->name, "median",
                     kind->drifts ? json_null() : tallies_json(of_median, repetitions), "ratio",
                     tallies_json(of_ratio, repetitions));
}

int main(int argument_count, char **arguments)
{
    const int repetitions = argument_count > 1 ? atoi(arguments[1]) : 0;

    if (repetitions < 1) {
        fprintf(stderr, "usage: coverage REPETITIONS\n");
        return 2;
    }
    for (size_t i = 0; i < sizeof kinds / sizeof *kinds; i++) {
        json_t *answer = simulate(&kinds[i], repetitions);

        json_dumpf(answer, stdout, JSON_COMPACT | JSON_REAL_PRECISION(9));
        putchar('\n');
        json_decref(answer);
    }
    return 0;
}
