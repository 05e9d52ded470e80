/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/pairs.h"

#include "comops/statistics/statistics.h"
#include "comops/text/text.h"
#include "comops/tuning/tuning_json.h"
#include "topology/locality.h"

#include <math.h>
#include <stdlib.h>

/* A number takes six columns; maps of more cores show only colours or digits. */
enum { NUMBERS_MOST = 14, SHADES = 10 };

/* Viridis in xterm's colours: dark blue to yellow, legible in grey and by the colour-blind. */
static const int shades[SHADES] = {53, 54, 60, 24, 30, 29, 35, 71, 112, 226};

static int shade_of(double value, double least, double most)
{
    const double place = most > least ? log(value / least) / log(most / least) : 0;

    return (int)fmin(fmax(place * SHADES, 0), SHADES - 1);
}

static void find_bounds(const double *values, size_t count, double *least, double *most)
{
    *least = INFINITY;
    *most = 0;
    for (size_t i = 0; i < count; i++)
        if (!isnan(values[i])) {
            *least = fmin(*least, values[i]);
            *most = fmax(*most, values[i]);
        }
}

static void print_entry(FILE *out, double value, int shade, bool numbers, bool colour)
{
    const int width = numbers ? 6 : 2;

    if (isnan(value)) {
        fprintf(out, "%*s", width, ".");
        return;
    }
    if (colour)
        fprintf(out, "\033[48;5;%dm\033[38;5;%dm", shades[shade], shade < 6 ? 231 : 16);
    if (numbers)
        fprintf(out, value < 1000 ? "%6.1f" : "%6.0f", value);
    else if (colour)
        fprintf(out, "  ");
    else
        fprintf(out, "%2d", shade);
    if (colour)
        fputs("\033[0m", out);
}

static void print_map(FILE *out, const struct pairs *pairs, const double *values, double unit,
                      const char *title, bool colour)
{
    const bool numbers = pairs->count <= NUMBERS_MOST;
    double least, most;

    find_bounds(values, (size_t)pairs->count * (size_t)pairs->count, &least, &most);
    fprintf(out, "%s, %.1f to %.1f\n", title, least * unit, most * unit);
    for (int i = 0; i < pairs->count; i++) {
        fprintf(out, "  %5d ", pairs->pus[i]);
        for (int j = 0; j < pairs->count; j++) {
            const double value = values[i * pairs->count + j];

            print_entry(out, value * unit, isnan(value) ? 0 : shade_of(value, least, most), numbers,
                        colour);
        }
        fputc('\n', out);
    }
    if (!numbers)
        fprintf(out, "  0 to 9, dark to light: lowest to highest, on a logarithmic scale\n");
    fputc('\n', out);
}

/* The values of the pairs at this distance; returns how many. */
static size_t collect(const struct pairs *pairs, const struct locality *locality, int level,
                      const double *values, double *into)
{
    size_t count = 0;

    for (int i = 0; i < pairs->count; i++)
        for (int j = i + 1; j < pairs->count; j++)
            if (locality_level(locality, pairs->pus[i], pairs->pus[j]) == level &&
                !isnan(values[i * pairs->count + j]))
                into[count++] = values[i * pairs->count + j];
    return count;
}

static void print_level(FILE *out, const struct pairs *pairs, const struct locality *locality,
                        int level, double *room)
{
    const size_t count = collect(pairs, locality, level, pairs->latency_us, room);
    double least, most;

    if (!count)
        return;
    find_bounds(room, count, &least, &most);
    fprintf(out, "  %-36s %6zu %9.1f %7.1f %7.1f", locality_text(locality, level), count,
            least * 1e3, statistics_median(room, count) * 1e3, most * 1e3);
    collect(pairs, locality, level, pairs->rate_MBps, room);
    find_bounds(room, count, &least, &most);
    fprintf(out, " %11.0f %7.0f %7.0f\n", least, statistics_median(room, count), most);
}

void pairs_draw(FILE *out, const struct machine *machine, const struct pairs *pairs, bool colour)
{
    struct locality *locality = locality_find(machine);
    double *room = memory_or_die(calloc((size_t)pairs->count * (size_t)pairs->count, sizeof *room));

    if (pairs->count < pairs->cores)
        fprintf(out, "%d of %d cores, evenly spread, numbered by hardware thread\n\n", pairs->count,
                pairs->cores);
    print_map(out, pairs, pairs->latency_us, 1e3, "One-way time of 8 bytes, ns", colour);
    print_map(out, pairs, pairs->rate_MBps, 1e-3, "One-way bandwidth of 1 MiB, GB/s", colour);
    fprintf(out, "  %-36s %6s %9s %7s %7s %11s %7s %7s\n", "distance", "pairs", "ns: min", "median",
            "max", "MB/s: min", "median", "max");
    for (int level = 1; level <= locality_levels(locality); level++)
        print_level(out, pairs, locality, level, room);
    free(room);
    locality_free(locality);
}

static json_t *matrix_json(const struct pairs *pairs, const double *values)
{
    json_t *rows = json_array();

    for (int i = 0; i < pairs->count; i++) {
        json_t *row = json_array();

        for (int j = 0; j < pairs->count; j++) {
            const double value = values[i * pairs->count + j];

            json_array_append_new(row, isnan(value) ? json_null() : json_real(value));
        }
        json_array_append_new(rows, row);
    }
    return rows;
}

static json_t *distances_json(const struct pairs *pairs, const struct locality *locality)
{
    json_t *rows = json_array();

    for (int i = 0; i < pairs->count; i++) {
        json_t *row = json_array();

        for (int j = 0; j < pairs->count; j++)
            json_array_append_new(
                row,
                json_integer(i == j ? 0 : locality_level(locality, pairs->pus[i], pairs->pus[j])));
        json_array_append_new(rows, row);
    }
    return rows;
}

json_t *pairs_json(const struct machine *machine, const struct pairs *pairs)
{
    struct locality *locality = locality_find(machine);
    json_t *pus = json_array(), *words = json_array();

    for (int i = 0; i < pairs->count; i++)
        json_array_append_new(pus, json_integer(pairs->pus[i]));
    for (int level = 1; level <= locality_levels(locality); level++)
        json_array_append_new(words, json_string(locality_text(locality, level)));
    const struct tuning tuning = tuning_or_fixed(&pairs->tuning);
    json_t *all = json_pack(
        "{so so so so so so}", "pus", pus, "latency_us", matrix_json(pairs, pairs->latency_us),
        "rate_MBps", matrix_json(pairs, pairs->rate_MBps), "distance",
        distances_json(pairs, locality), "distances", words, "tuning", tuning_json(&tuning));

    locality_free(locality);
    return all;
}
