/* SPDX-License-Identifier: BSD-3-Clause */
/* The programs that run Worley's model on ranks, one for each path. They are started anew for each
 * list of plans, because a run takes much longer than a start. */
#pragma once

#include "comops/launch/paths.h"

struct pstswm_worker {
    const struct path *path;
    char *program;
    json_t *offer; /* protocols, collectives, fourier, legendre (pstswm/worker/plan_json.h) */
};

struct pstswm_workers {
    struct path *paths;
    int path_count;
    struct pstswm_worker *list; /* of the paths that can run here */
    int count;
    int ranks;
    char *pus; /* "0,1" */
    bool oversubscribed;
};

/* On the first cores of this machine, for the given paths (NULL: all). False, with a message, if
 * there are none. */
bool pstswm_workers_open(struct pstswm_workers *workers, char *const *asked, int ranks,
                         bool oversubscribe);
void pstswm_workers_close(struct pstswm_workers *workers);

/* A record for each plan, in order; NULL, with a message, if the worker fails. A plan that cannot
 * run has `refused`. Takes no reference. */
json_t *pstswm_worker_run(const struct pstswm_workers *workers, const struct pstswm_worker *worker,
                          const json_t *plans);
