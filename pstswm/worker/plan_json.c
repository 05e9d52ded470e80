/* SPDX-License-Identifier: BSD-3-Clause */
#include "pstswm/worker/plan_json.h"

#include "comops/worley/exchange.h"
#include "pstswm/parallel/protocols.h"
#include "pstswm/timing/run_json.h"

#include <math.h>
#include <stdio.h>
#include <string.h>

static struct algorithm find(struct algorithm get(int), const char *name)
{
    int number = 0;

    while (get(number).name && strcmp(get(number).name, name) != 0)
        number++;
    return get(number);
}

/* "(0,1)"; -1 if this path has no such protocol. */
static int parse_protocol(const char *text)
{
    int order, x, end = 0;

    if (sscanf(text, "(%1d,%1d)%n", &order, &x, &end) != 2 || (size_t)end != strlen(text))
        return -1;
    return protocol_exists(VARIANT(order, x)) ? VARIANT(order, x) : -1;
}

/* What one of the two transforms is to be done by. */
static bool find_algorithm(struct algorithm *algorithm, int *protocol, struct algorithm get(int),
                           const char *name, const char *protocol_name, char *why, size_t why_size)
{
    *algorithm = find(get, name);
    *protocol = parse_protocol(protocol_name);
    if (!algorithm->name)
        snprintf(why, why_size, "there is no algorithm `%s`", name);
    else if (algorithm->collective && !collectives_exist())
        snprintf(why, why_size, "this path has no collective for %s", name);
    else if (!algorithm->collective && *protocol < 0)
        snprintf(why, why_size, "this path has no protocol %s", protocol_name);
    return !why[0];
}

bool plan_json_parse(const json_t *line, struct plan_request *request, int ranks, char *why,
                     size_t why_size)
{
    const char *truncation, *fourier, *legendre, *protocols[2];
    struct plan *plan = &request->plan;

    why[0] = '\0';
    *request = (struct plan_request){};
    if (json_unpack((json_t *)line, "{ss si sF si sF si si si ss ss ss ss}", "truncation",
                    &truncation, "levels", &plan->levels, "dt", &plan->dt, "case",
                    &request->test.number, "tilt", &request->test.tilt, "steps", &request->steps,
                    "columns", &plan->columns, "rows", &plan->rows, "fourier", &fourier,
                    "fourier_protocol", &protocols[0], "legendre", &legendre, "legendre_protocol",
                    &protocols[1]) ||
        !(plan->truncation = truncation_find(truncation))) {
        snprintf(why, why_size, "it is no plan");
        return false;
    }
    request->test.tilt *= acos(-1) / 180;
    return find_algorithm(&plan->fourier, &plan->fourier_protocol, plan_fourier, fourier,
                          protocols[0], why, why_size) &&
           find_algorithm(&plan->legendre, &plan->legendre_protocol, plan_legendre, legendre,
                          protocols[1], why, why_size) &&
           plan_fits(plan, ranks, why, why_size);
}

void plan_json_add(json_t *record, const struct parallel_run *result, double mflops)
{
    run_json_add(record, &result->run, mflops);
    json_object_set_new(record, "failed",
                        result->run.failed ? json_integer(result->run.failed) : json_null());
    json_object_set_new(record, "shares",
                        json_pack("{sf sf sf sf}", "computing", result->shares[COMPUTING],
                                  "packing", result->shares[PACKING], "rows",
                                  result->shares[IN_ROWS], "columns", result->shares[IN_COLUMNS]));
}

/* Those that this path can do. */
static json_t *algorithms(struct algorithm get(int))
{
    json_t *list = json_array();

    for (int i = 0; get(i).name; i++)
        if (!get(i).collective || collectives_exist())
            json_array_append_new(list, json_pack("{ss sb sb}", "name", get(i).name,
                                                  "power_of_two", get(i).power_of_two,
                                                  "collective", get(i).collective));
    return list;
}

void plan_json_list(void)
{
    json_t *protocols = json_array();
    char name[16];

    for (int i = 0; protocol_get(i) >= 0; i++) {
        snprintf(name, sizeof name, "(%d,%d)", protocol_get(i) / 10, protocol_get(i) % 10);
        json_array_append_new(protocols, json_string(name));
    }
    json_t *all =
        json_pack("{so sb so so}", "protocols", protocols, "collectives", collectives_exist(),
                  "fourier", algorithms(plan_fourier), "legendre", algorithms(plan_legendre));

    json_dumpf(all, stdout, JSON_COMPACT);
    putchar('\n');
    json_decref(all);
}
