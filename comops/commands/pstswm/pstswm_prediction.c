/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/commands/pstswm/pstswm_prediction.h"

#include "comops/commands/pstswm/pstswm_campaign.h"
#include "comops/commands/pstswm/pstswm_plans.h"
#include "comops/launch/installed.h"
#include "comops/launch/process.h"
#include "comops/text/text.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* A ratio of the times of two paths; without intervals it is undecided. */
struct compared {
    bool known;
    double ratio;
    struct interval ci95;
    enum decision decision; /* of the first path */
};

/* For each path, the ping-pong that its users would write. */
static const char *protocol_of(const struct pstswm_worker *worker)
{
    return path_is(worker->path, "threads") ? "direct"
           : path_is(worker->path, "mpi")   ? "sendrecv"
                                            : "put";
}

const char *prediction_of(enum decision pingpong, enum decision model)
{
    if (pingpong == DECISION_UNDECIDED || model == DECISION_UNDECIDED)
        return "undecided";
    return pingpong == model ? "predicted" : "did not predict";
}

static json_int_t block_of(const json_t *record)
{
    return json_integer_value(json_object_get(record, "block_bytes"));
}

/* "2097152,745472": those of all records; the caller frees. */
static char *sizes_of(const json_t *fastest)
{
    char **sizes = NULL, *all = text_copy("");
    const json_t *records, *record;
    size_t i, k;

    json_array_foreach(fastest, i, records) json_array_foreach(records, k, record)
    {
        char *size = text_format("%lld", (long long)block_of(record));

        if (!text_list_has(sizes, size)) {
            char *longer = text_format("%s%s%s", all, *all ? "," : "", size);

            free(all);
            all = longer;
        }
        text_list_add(&sizes, size);
    }
    text_list_free(sizes);
    return all;
}

/* The records of a campaign at these sizes; NULL, after saying why, without one. */
static json_t *measure_pingpong(const struct parallel_request *request, const char *sizes)
{
    char **words = NULL, why[512];

    text_list_add(&words, installed_program("comops", "comops/commands"));
    text_list_add(&words, text_copy("run"));
    pstswm_campaign_add(&words, "pingpong", request, "-");
    text_list_add(&words, text_copy("--protocols=direct,sendrecv,put"));
    text_list_add(&words, text_format("--sizes=%s", sizes));
    char *text = process_result(words, why, sizeof why);
    json_t *records = text ? pstswm_campaign_read(fmemopen(text, strlen(text), "r")) : NULL;

    if (!text)
        text_say("no ping-pong to predict the winner by: %s", why);
    free(text);
    text_list_free(words);
    return records;
}

/* Whether a side of a pair is this path's ping-pong of this size. */
static bool is_side(const json_t *side, const struct pstswm_worker *worker, json_int_t bytes)
{
    const char *path = json_string_value(json_object_get(side, "path"));
    const char *protocol = json_string_value(json_object_get(side, "protocol"));

    return path && protocol && strcmp(path, worker->path->label) == 0 &&
           strcmp(protocol, protocol_of(worker)) == 0 &&
           json_integer_value(json_object_get(side, "bytes")) == bytes;
}

static struct compared read_pair(const json_t *pair, bool turned)
{
    const char *said = json_string_value(json_object_get(pair, "decision"));
    struct compared compared = {.ratio = json_number_value(json_object_get(pair, "ratio"))};

    for (int i = 0; i < DECISIONS; i++)
        if (said && strcmp(said, decision_names[i]) == 0)
            compared.decision = i;
    compared.known =
        !json_unpack((json_t *)pair, "{s[FF]}", "ci95", &compared.ci95.low, &compared.ci95.high);
    if (!turned)
        return compared;
    const struct interval ci95 = compared.ci95;

    compared.ratio = 1 / compared.ratio;
    compared.ci95 = (struct interval){1 / ci95.high, 1 / ci95.low};
    if (compared.decision == DECISION_FASTER || compared.decision == DECISION_SLOWER)
        compared.decision =
            compared.decision == DECISION_FASTER ? DECISION_SLOWER : DECISION_FASTER;
    return compared;
}

static struct compared compare_pingpong(const json_t *records, const struct pstswm_worker *a,
                                        const struct pstswm_worker *b, json_int_t bytes)
{
    const json_t *record;
    size_t i;

    json_array_foreach(records, i, record)
    {
        const json_t *left = json_object_get(record, "a"), *right = json_object_get(record, "b");

        if (is_side(left, a, bytes) && is_side(right, b, bytes))
            return read_pair(record, false);
        if (is_side(left, b, bytes) && is_side(right, a, bytes))
            return read_pair(record, true);
    }
    return (struct compared){};
}

/* Runs with the same number followed each other, so slow phases of the machine cancel; each is a
 * launch of its own. */
static struct compared compare_model(const json_t *a, const json_t *b)
{
    const json_t *times = json_object_get(a, "times"), *others = json_object_get(b, "times");
    const size_t count = json_array_size(times);
    double *ratios = memory_or_die(calloc(count, sizeof *ratios));
    struct compared compared = {};
    struct interval ci90;

    for (size_t i = 0; i < count; i++)
        ratios[i] =
            json_real_value(json_array_get(others, i)) / json_real_value(json_array_get(times, i));
    compared.ratio = statistics_median(ratios, count);
    compared.known =
        statistics_median_interval(ratios, count, STATISTICS_CONFIDENCE, &compared.ci95) &&
        statistics_median_interval(ratios, count, STATISTICS_CONFIDENCE_EQUIVALENCE, &ci90);
    if (compared.known)
        compared.decision = decision_of(compared.ci95, ci90);
    free(ratios);
    return compared;
}

static void print_compared(struct compared compared)
{
    if (compared.known)
        printf("  %7.3f [%.3f, %.3f]", compared.ratio, compared.ci95.low, compared.ci95.high);
    else
        printf("  %22s", "-");
}

static const json_t *find_variant(const json_t *records, const char *variant)
{
    const json_t *record;
    size_t i;

    json_array_foreach(records, i,
                       record) if (strcmp(json_string_value(json_object_get(record, "variant")),
                                          variant) == 0) return record;
    return NULL;
}

static void print_pair(const json_t *pingpong, const struct pstswm_worker *a, const json_t *ours,
                       const struct pstswm_worker *b, const json_t *theirs)
{
    const json_t *record;
    char paths[64], size[TEXT_SIZE];
    size_t i;

    snprintf(paths, sizeof paths, "%s, %s", a->path->label, b->path->label);
    json_array_foreach(ours, i, record)
    {
        const char *variant = json_string_value(json_object_get(record, "variant"));
        const json_t *other = find_variant(theirs, variant);

        if (!other)
            continue;
        const struct compared small = compare_pingpong(pingpong, a, b, block_of(record)),
                              whole = compare_model(record, other);

        printf("%-15s %-9s %8s", paths, variant, text_size(size, (size_t)block_of(record)));
        print_compared(small);
        print_compared(whole);
        printf("  %s\n", prediction_of(small.decision, whole.decision));
    }
}

bool prediction_print(const struct pstswm_workers *workers, const struct parallel_request *request,
                      const json_t *fastest)
{
    char *sizes = sizes_of(fastest);
    json_t *pingpong = measure_pingpong(request, sizes);
    const bool measured = pingpong;

    if (measured)
        printf("\nWhether the ping-pong predicted the winner: time of the second path over that of "
               "the first, with its 95 %% interval\n%-15s %-9s %8s  %-23s  %s\n",
               "paths", "variant", "bytes", "ping-pong", "model");
    for (int a = 0; measured && a < workers->count; a++)
        for (int b = a + 1; b < workers->count; b++)
            print_pair(pingpong, &workers->list[a], json_array_get(fastest, (size_t)a),
                       &workers->list[b], json_array_get(fastest, (size_t)b));
    fflush(stdout);
    free(sizes);
    json_decref(pingpong);
    return measured;
}
