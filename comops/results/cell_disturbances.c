/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/results/cell_disturbances.h"

#include "comops/text/text.h"

#include <math.h>
#include <stdlib.h>

static const char *const names[DISTURBANCES] = {
    [DISTURBANCE_WAITED] = "waited_us",
    [DISTURBANCE_STOLEN] = "stolen_us",
    [DISTURBANCE_SWITCHES] = "involuntary_switches",
    [DISTURBANCE_MIGRATIONS] = "migrations",
    [DISTURBANCE_FAULTS] = "page_faults",
};

/* 0 if the kernel does not say. */
static double known(const struct disturbances *rank, enum disturbance what)
{
    return isfinite(rank->of[what]) ? fmax(rank->of[what], 0) : 0;
}

static void add(struct cell_disturbances *cell, const struct disturbed *disturbed)
{
    cell->all = memory_grow(cell->all, cell->count, sizeof *cell->all);
    cell->all[cell->count++] = *disturbed;
}

void cell_disturbances_add(struct cell_disturbances *cell, const struct disturbances *ranks,
                           int count, double runs)
{
    struct block_disturbances block = {0, 0, 0};

    for (int rank = 0; rank < count; rank++) {
        const struct disturbances *of = &ranks[rank];
        const double lost = known(of, DISTURBANCE_WAITED) + known(of, DISTURBANCE_STOLEN);

        block.watched_us = fmax(block.watched_us, of->watched_us);
        block.lost_us = fmax(block.lost_us, lost);
        block.faults_per_run = fmax(block.faults_per_run, known(of, DISTURBANCE_FAULTS) / runs);
        for (enum disturbance what = 0; what < DISTURBANCES; what++) {
            cell->unknown[what] |= !isfinite(of->of[what]);
            if (known(of, what) > 0)
                add(cell, &(struct disturbed){(uint32_t)cell->block_count, (uint32_t)rank, what,
                                              known(of, what)});
        }
    }
    cell->watched_us += block.watched_us;
    cell->blocks = memory_grow(cell->blocks, cell->block_count, sizeof *cell->blocks);
    cell->blocks[cell->block_count++] = block;
}

void cell_disturbances_free(struct cell_disturbances *cell)
{
    free(cell->all);
    free(cell->blocks);
    *cell = (struct cell_disturbances){0};
}

static json_t *much_json(const struct disturbed *disturbed)
{
    const bool time =
        disturbed->what == DISTURBANCE_WAITED || disturbed->what == DISTURBANCE_STOLEN;

    return time ? json_real(disturbed->much) : json_integer((json_int_t)disturbed->much);
}

/* [block, rank, how much] of one kind; null if the kernel does not say. */
static json_t *kind_json(const struct cell_disturbances *cell, enum disturbance what)
{
    json_t *list = json_array();

    for (size_t i = 0; i < cell->count; i++)
        if (cell->all[i].what == what)
            json_array_append_new(list,
                                  json_pack("[i, i, o]", (int)cell->all[i].block,
                                            (int)cell->all[i].rank, much_json(&cell->all[i])));
    if (!cell->unknown[what] || json_array_size(list))
        return list;
    json_decref(list);
    return json_null();
}

json_t *cell_disturbances_json(const struct cell_disturbances *cell)
{
    if (cell->watched_us <= 0)
        return NULL;
    json_t *record = json_pack("{sf}", "watched_us", cell->watched_us);

    for (enum disturbance what = 0; what < DISTURBANCES; what++)
        json_object_set_new(record, names[what], kind_json(cell, what));
    return record;
}
