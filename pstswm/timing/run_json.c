/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/timing/run_json.h"

static json_t *norms_json(struct norms norms)
{
    return json_pack("{sf sf sf}", "l1", norms.l1, "l2", norms.l2, "linf", norms.linf);
}

static json_t *drift_json(struct invariants drift)
{
    return json_pack("{sf sf sf}", "mass", drift.mass, "energy", drift.energy, "enstrophy",
                     drift.enstrophy);
}

void run_json_add(json_t *record, const struct timed_run *run, double mflops)
{
    json_t *times =
        json_pack("{sf sf sf sf so}", "seconds", run->seconds, "step_min_us", run->shortest_us,
                  "step_median_us", run->median_us, "step_max_us", run->longest_us, "mflops",
                  mflops > 0 ? json_real(mflops) : json_null());

    json_object_update(record, times);
    json_decref(times);
    json_object_set_new(record, "errors",
                        json_pack("{so so}", "depth", norms_json(run->errors.depth), "wind",
                                  norms_json(run->errors.wind)));
    json_object_set_new(record, "drift", drift_json(run->drift));
}
