/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/timing/run_json.h"

#include <math.h>

static void add_norms(struct json *json, const char *name, struct norms norms)
{
    json_begin_object(json, name);
    json_add_number(json, "l1", norms.l1);
    json_add_number(json, "l2", norms.l2);
    json_add_number(json, "linf", norms.linf);
    json_end(json, '}');
}

void run_json_add(struct json *json, const struct timed_run *run, double mflops)
{
    json_add_number(json, "seconds", run->seconds);
    json_add_number(json, "step_min_us", run->shortest_us);
    json_add_number(json, "step_median_us", run->median_us);
    json_add_number(json, "step_max_us", run->longest_us);
    json_add_number(json, "mflops", mflops > 0 ? mflops : NAN);
    json_begin_object(json, "depth_m");
    json_add_number(json, "least", run->least_depth);
    json_add_number(json, "greatest", run->greatest_depth);
    json_end(json, '}');
    json_begin_object(json, "errors");
    add_norms(json, "depth", run->errors.depth);
    add_norms(json, "wind", run->errors.wind);
    json_end(json, '}');
    json_begin_object(json, "drift");
    json_add_number(json, "mass", run->drift.mass);
    json_add_number(json, "energy", run->drift.energy);
    json_add_number(json, "enstrophy", run->drift.enstrophy);
    json_end(json, '}');
    if (run->failed)
        json_add_integer(json, "failed", run->failed);
    else
        json_add_null(json, "failed");
}
