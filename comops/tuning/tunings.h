/* SPDX-License-Identifier: BSD-3-Clause */
/* The tuning of each placement in which a campaign measures tuned implementations. */
#pragma once

#include "comops/launch/supervisor.h"
#include "comops/plan/plan.h"

#include <jansson.h>

struct tuned {
    const struct placement *placement;
    const struct group *group; /* the first one there with cells that depend on it */
    const struct path *path;
    struct tuning values;
    const char *source; /* "fixed", "file", "kept", "trial"; NULL: not known yet */
    json_t *ratios;     /* of the trials; NULL: not known */
};

struct tunings {
    struct tuned *all;
    int count;
};

/* `option` is that of --tuning: "off" takes the fixed values, another word those of a file, NULL
 * leaves them to tunings_find. False, with a message, if the file lacks some. */
bool tunings_prepare(struct tunings *tunings, const struct plan *plan, const char *option);

/* If it is not known yet: as an earlier campaign kept it, or by trials in the supervisor's workers.
 */
void tuned_find(struct tuned *tuned, const struct machine *machine, struct supervisor *supervisor);

/* All of them. */
void tunings_find(struct tunings *tunings, const struct machine *machine,
                  struct supervisor *supervisor);

/* Zero if nothing depends on it. */
struct tuning tunings_of(const struct tunings *tunings, const struct placement *placement);

json_t *tunings_json(const struct tunings *tunings);
void tunings_free(struct tunings *tunings);
