/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/worker/plan_request.h"

#include "comops/ranks/text/text.h"
#include "extensions/pstswm/worley/exchange.h"

#include <stdio.h>
#include <string.h>

/* "(0,1)"; -1 if this path has no such protocol. */
static int parse_protocol(const char *text)
{
    int order, x, end = 0;

    if (sscanf(text, "(%1d,%1d)%n", &order, &x, &end) != 2 || (size_t)end != strlen(text))
        return -1;
    return protocol_exists(VARIANT(order, x)) ? VARIANT(order, x) : -1;
}

/* What one of the two transforms is to be done by. */
static bool find_algorithm(struct algorithm *algorithm, int *protocol, const struct algorithm *all,
                           const char *name, const char *protocol_name, char *why, size_t why_size)
{
    while (all->name && strcmp(all->name, name) != 0)
        all++;
    *algorithm = *all;
    *protocol = parse_protocol(protocol_name);
    if (!algorithm->name)
        snprintf(why, why_size, "there is no algorithm `%s`", name);
    else if (algorithm->collective && !collectives_exist())
        snprintf(why, why_size, "this path has no collective for %s", name);
    else if (!algorithm->collective && *protocol < 0)
        snprintf(why, why_size, "this path has no protocol %s", protocol_name);
    return !why[0];
}

bool plan_request_parse(const struct words *words, struct plan_request *request, int ranks,
                        char *why, size_t why_size)
{
    int64_t columns = 0, rows = 0;
    struct plan *plan = &request->plan;
    const bool good = run_request_parse(words, &request->run) &&
                      words_integer(words, "columns", 1, TEXT_RANKS_MOST, &columns) &&
                      words_integer(words, "rows", 1, TEXT_RANKS_MOST, &rows) && columns && rows;

    why[0] = '\0';
    if (!good) {
        snprintf(why, why_size, "it is no plan");
        return false;
    }
    *plan = (struct plan){.truncation = request->run.truncation,
                          .levels = request->run.levels,
                          .dt = request->run.dt,
                          .columns = (int)columns,
                          .rows = (int)rows};
    return find_algorithm(&plan->fourier, &plan->fourier_protocol, plan_fouriers,
                          words_text(words, "fourier", ""),
                          words_text(words, "fourier_protocol", ""), why, why_size) &&
           find_algorithm(&plan->legendre, &plan->legendre_protocol, plan_legendres,
                          words_text(words, "legendre", ""),
                          words_text(words, "legendre_protocol", ""), why, why_size) &&
           plan_fits(plan, ranks ? ranks : plan->columns * plan->rows, why, why_size);
}

/* Adds the algorithms that this path can do. */
static void add_algorithms(struct json *json, const char *name, const struct algorithm *one)
{
    json_begin_array(json, name);
    for (; one->name; one++) {
        if (one->collective && !collectives_exist())
            continue;
        json_begin_object(json, NULL);
        json_add_text(json, "name", one->name);
        json_add_boolean(json, "power_of_two", one->power_of_two);
        json_add_boolean(json, "collective", one->collective);
        json_end(json, '}');
    }
    json_end(json, ']');
}

bool plan_request_check(const char *name)
{
    FILE *plans = fopen(name, "r");
    char line[WORDS_LINE_MOST];

    while (plans && fgets(line, sizeof line, plans)) {
        static struct words words;
        struct plan_request request;
        char why[256] = "it is no plan";
        struct json json = {.out = stdout};

        json_begin_object(&json, NULL);
        if (!words_parse(&words, line) || !plan_request_parse(&words, &request, 0, why, sizeof why))
            json_add_text(&json, "refused", why);
        json_end(&json, '}');
        putchar('\n');
    }
    if (!plans)
        text_say("cannot read %s", name);
    return plans && fclose(plans) == 0;
}

void plan_request_list(void)
{
    struct json json = {.out = stdout};
    char name[16];

    json_begin_object(&json, NULL);
    json_begin_array(&json, "protocols");
    for (int i = 0; protocol_get(i) >= 0; i++) {
        snprintf(name, sizeof name, "(%d,%d)", protocol_get(i) / 10, protocol_get(i) % 10);
        json_add_text(&json, NULL, name);
    }
    json_end(&json, ']');
    json_add_boolean(&json, "collectives", collectives_exist());
    add_algorithms(&json, "fourier", plan_fouriers);
    add_algorithms(&json, "legendre", plan_legendres);
    json_end(&json, '}');
    putchar('\n');
}
