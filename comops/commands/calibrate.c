/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/calibrate.h"

#include "comops/text/text.h"
#include "topology/bind.h"
#include "topology/locality.h"
#include "topology/placement.h"

#include <math.h>
#include <stdlib.h>
#include <string.h>

enum { PAIRS_EACH = 3 }; /* of a distance */

static int count_of_level(const struct calibrated_pairs *pairs, int level)
{
    int count = 0;

    for (int i = 0; i < pairs->count; i++)
        count += pairs->pairs[i].level == level;
    return count;
}

static void add_pair(struct calibrated_pairs *pairs, int one, int other, int level)
{
    pairs->pairs = memory_grow(pairs->pairs, (size_t)pairs->count, sizeof *pairs->pairs);
    pairs->pairs[pairs->count++] = (struct calibrated_pair){.pus = {one, other}, .level = level};
}

/* A hardware thread of each core; the first pairs of each distance. */
static bool choose_pairs(struct calibrated_pairs *pairs, const struct machine *machine)
{
    struct placement *all = placement_plan(machine, "core", machine_cores(machine), false);
    struct locality *locality = locality_find(machine);

    for (int i = 0; !all->refused && i < all->ranks; i++)
        for (int j = i + 1; j < all->ranks; j++) {
            const int level = locality_level(locality, all->pus[i], all->pus[j]);

            if (count_of_level(pairs, level) < PAIRS_EACH)
                add_pair(pairs, all->pus[i], all->pus[j], level);
        }
    if (!pairs->count)
        text_say("%s", all->refused ? all->refused : "--calibrate needs two cores");
    locality_free(locality);
    placement_free(all);
    return pairs->count;
}

bool calibrate_measure(struct calibrated_pairs *pairs, const struct machine *machine)
{
    const struct core_caches caches = {machine_first_cache(machine), machine_core_cache(machine)};
    char why[512];
    bool good;

    *pairs = (struct calibrated_pairs){0};
    if (!choose_pairs(pairs, machine))
        return false;
    good = bind_open(why, sizeof why);
    if (!good)
        text_say("%s", why);
    for (int i = 0; i < pairs->count && good; i++) {
        struct calibrated_pair *pair = &pairs->pairs[i];

        good = calibration_measure(pair->pus, caches, pair->quantities);
        if (!good)
            text_say("hardware threads %d and %d could not be measured", pair->pus[0],
                     pair->pus[1]);
    }
    bind_close();
    return good;
}

void calibrate_free(struct calibrated_pairs *pairs)
{
    free(pairs->pairs);
}

static void print_quantity(FILE *out, const struct probe_name *probe,
                           const struct quantity *quantity)
{
    if (isnan(quantity->median))
        fprintf(out, "  %-20s %10s %21s  %s\n", probe->name, "-", "", probe->meaning);
    else
        fprintf(out, "  %-20s %10.4g %10.4g %10.4g  %s\n", probe->name, quantity->median,
                quantity->low, quantity->high, probe->meaning);
}

static void print_quantities(FILE *out, const struct calibrated_pair *pair, bool of_pair)
{
    for (int i = 0; i < CALIBRATION_PROBES; i++)
        if (calibration_probe(i)->pair == of_pair)
            print_quantity(out, calibration_probe(i), &pair->quantities[i]);
}

void calibrate_print(FILE *out, const struct machine *machine, const struct calibrated_pairs *pairs)
{
    struct locality *locality = locality_find(machine);

    fprintf(out, "Median and quartiles over places in memory\n\nHardware thread %d\n",
            pairs->pairs[0].pus[0]);
    print_quantities(out, &pairs->pairs[0], false);
    for (int i = 0; i < pairs->count; i++) {
        const struct calibrated_pair *pair = &pairs->pairs[i];

        fprintf(out, "\nHardware threads %d and %d, %s\n", pair->pus[0], pair->pus[1],
                locality_text(locality, pair->level));
        print_quantities(out, pair, true);
    }
    locality_free(locality);
}

static json_t *quantity_json(const struct quantity *quantity)
{
    return isnan(quantity->median) ? json_null()
                                   : json_pack("{sf sf sf}", "median", quantity->median, "low",
                                               quantity->low, "high", quantity->high);
}

static void add_quantities(json_t *to, const struct calibrated_pair *pair, bool of_pair)
{
    for (int i = 0; i < CALIBRATION_PROBES; i++)
        if (calibration_probe(i)->pair == of_pair)
            json_object_set_new(to, calibration_probe(i)->name,
                                quantity_json(&pair->quantities[i]));
}

json_t *calibrate_json(const struct machine *machine, const struct calibrated_pairs *pairs)
{
    struct locality *locality = locality_find(machine);
    json_t *core = json_object(), *list = json_array();

    add_quantities(core, &pairs->pairs[0], false);
    for (int i = 0; i < pairs->count; i++) {
        const struct calibrated_pair *pair = &pairs->pairs[i];
        json_t *one = json_pack("{s[ii] si ss}", "pus", pair->pus[0], pair->pus[1], "level",
                                pair->level, "distance", locality_text(locality, pair->level));

        add_quantities(one, pair, true);
        json_array_append_new(list, one);
    }
    locality_free(locality);
    return json_pack("{so so}", "core", core, "pairs", list);
}
