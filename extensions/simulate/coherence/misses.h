/* SPDX-License-Identifier: BSD-3-Clause */
/* Waits for lines that a core does not have. A core issues a miss every latency / outstanding, so n
 * lines take latency + (n - 1) * latency / outstanding, or longer if the resources that carry them
 * are slower. */
#pragma once

#include "extensions/simulate/coherence/rank.h"

/* The rank waits until the lines have arrived. `data`: the hardware prefetches the next lines. */
void miss_load(struct rank *rank, const struct piece *piece, bool data);

/* Requests lines for writing, and returns the time at which the last one arrives; the rank goes on.
 */
double miss_own(struct rank *rank, const struct piece *piece);

/* Writes lines to memory, after which no cache has a copy, and returns the time at which the last
 * one is there; the rank goes on. */
double miss_write(struct rank *rank, const struct piece *piece);
/* Writes lines to memory, which the core keeps unmodified, and returns the time at which the last
 * one has left it; the rank goes on. */
double miss_write_back(struct rank *rank, const struct piece *piece);

/* The rank waits until it has the only copy of the line and has updated it. */
void miss_update(struct rank *rank, const struct piece *piece);

/* A request for a line travels to the line's home and waits there until the line can be given away.
 * Then it travels to the holder, who uses the line until then, and the line travels to the core.
 * Each of the three legs takes a third of the latency.
 *
 * The rank waits for all but the last third; while a holder is asked, other requests wait. Returns
 * when the request was made, or would have been if the line had been available: `asked`, or later.
 * *source receives where the line comes from. */
double request_travel(struct rank *rank, struct line *line, double asked,
                      struct source source_of(const struct line *line, int core),
                      struct source *source);

/* Advances the rank's clock to this time, for lines from this distance. */
void miss_spend(struct rank *rank, double time, enum distance distance);
/* The same, after ranks with earlier clocks. */
void miss_wait(struct rank *rank, double time, enum distance distance);

/* ---- bulk.c: data that a rank reads and writes sequentially -------------------------------- */

enum { BULK_LOADS = 2 };

struct bulk {
    const void *loads[BULK_LOADS]; /* NULL: no more */
    const void *store;             /* NULL: none */
    size_t bytes;                  /* of each */
    double per_byte;               /* of the core's own work */
    double first_per_byte;         /* of that on data in its first-level cache */
    bool nontemporal;
};
void bulk_run(struct rank *rank, const struct bulk *bulk);
