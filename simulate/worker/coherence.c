/* SPDX-License-Identifier: BSD-3-Clause */
/* comops-coherence: runs the cells of a batch on a simulated machine. The implementations are those
 * of the workers, compiled watched: each of their accesses to memory is charged by the engine
 * (simulate/coherence). All ranks are in this thread. */
#include "comops/contract/registry.h"
#include "comops/text/text.h"
#include "comops/worker/batch_cell.h"
#include "comops/worker/offer.h"
#include "simulate/worker/cell_process.h"
#include "simulate/worker/execution.h"

#include <argp.h>
#include <errno.h>
#include <stdio.h>
#include <stdlib.h>

enum { USAGE = 2 };

static const struct argp_option options[] = {
    {"list", 'l', NULL, 0, "Print the implementations, one JSON object per line", 0},
    {"patterns", 'p', NULL, 0,
     "Print the patterns, one JSON object per line; with --ranks their series too", 0},
    {"machine", 'm', "FILE", 0, "The machine's description (docs/simulation/machines.md)", 0},
    {"ranks", 'n', "N", 0, "Number of ranks: the machine's first cores", 0},
    {"batch", 'b', "FILE", 0, "Run the cells of FILE, one JSON object per line", 0},
    {0}};

static struct {
    bool list, patterns;
    const char *machine, *batch;
    int ranks;
} wanted;

__attribute__((format(printf, 1, 2), noreturn)) static void refuse(const char *format, ...)
{
    va_list arguments;
    char text[1024];

    va_start(arguments, format);
    vsnprintf(text, sizeof text, format, arguments);
    va_end(arguments);
    text_say("%s", text);
    exit(USAGE);
}

static error_t parse(int key, char *argument, struct argp_state *state)
{
    switch (key) {
    case 'l': wanted.list = true; break;
    case 'p': wanted.patterns = true; break;
    case 'm': wanted.machine = argument; break;
    case 'b': wanted.batch = argument; break;
    case 'n':
        if (!text_parse_ranks(argument, &wanted.ranks))
            argp_error(state, "`%s` is not a number of ranks from 1 to %d", argument,
                       TEXT_RANKS_MOST);
        break;
    case ARGP_KEY_END:
        if (!wanted.list && !wanted.patterns && (!wanted.machine || !wanted.batch || !wanted.ranks))
            argp_error(state, "needs --list, --patterns, or all of --machine FILE, --ranks N and "
                              "--batch FILE");
        break;
    default: return ARGP_ERR_UNKNOWN;
    }
    return 0;
}

static const char *word_of(const json_t *cell, const char *name)
{
    const char *word = json_string_value(json_object_get(cell, name));

    return word ? word : "";
}

/* Compares paths too, because several paths have protocols of the same name. */
static const struct implementation *implementation_of(const json_t *cell)
{
    int count;
    const struct implementation *const *all = registry_implementations(&count);

    for (int i = 0; i < count; i++)
        if (strcmp(all[i]->path, word_of(cell, "path")) == 0 &&
            strcmp(all[i]->protocol, word_of(cell, "protocol")) == 0 &&
            strcmp(all[i]->pattern, word_of(cell, "pattern")) == 0)
            return all[i];
    return NULL;
}

/* All cells, none of them run before all have been read. */
static json_t *read_batch(const char *name)
{
    FILE *file = fopen(name, "r");
    char line[BATCH_LINE_MOST];
    struct command command;
    json_t *cells = json_array();

    if (!file)
        refuse("cannot read %s: %s", name, strerror(errno));
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '\n' || line[0] == '#')
            continue;
        json_t *cell = json_loads(line, 0, NULL);

        if (!batch_cell_parse(cell, &command) || !*word_of(cell, "path"))
            refuse("not a cell, with a path: %.*s", (int)strcspn(line, "\n"), line);
        if (!registry_pattern(command.pattern))
            refuse("no pattern is called `%s`; --patterns lists them", command.pattern);
        json_array_append_new(cells, cell);
    }
    if (ferror(file))
        refuse("cannot read %s: %s", name, strerror(errno));
    fclose(file);
    return cells;
}

static const char *refusal(const struct implementation *with, const struct job *job,
                           const struct command *command)
{
    if (!with)
        return "no such implementation in this worker";
    if (job->pattern->isolated && command->runs > 1)
        return "this pattern is never run in a loop: repeats must be 1";
    return pattern_refusal(job);
}

/* `per` nanoseconds of each time are a microsecond of the samples' mean. */
static json_t *where_json(const struct engine_account *account, double per)
{
    const double *transfer = account->transfer, *queue = account->queue;

    return json_pack("{sf s{sf sf sf sf} sf s{sf sf sf sf} sf sf}", "own_us", account->own / per,
                     "transfer_us", "llc", transfer[DISTANCE_LLC] / per, "node",
                     transfer[DISTANCE_NODE] / per, "socket", transfer[DISTANCE_SOCKET] / per,
                     "far", transfer[DISTANCE_FAR] / per, "memory_us", account->memory / per,
                     "queue_us", "bus", queue[RESOURCE_BUS] / per, "port",
                     queue[RESOURCE_PORT] / per, "link", queue[RESOURCE_LINK] / per, "memory",
                     queue[RESOURCE_MEMORY] / per, "line_us", account->line / per, "wait_us",
                     account->wait / per);
}

/* Microseconds of a run: of one message, as docs/method.md has it. */
static void add_times(json_t *cell, const struct execution *execution, double messages)
{
    json_t *samples = json_array();

    for (int i = 0; i < execution->samples; i++)
        json_array_append_new(samples, json_real(execution->sample[i] / messages / 1e3));
    json_object_set_new(cell, "samples_us", samples);
    json_object_set_new(cell, "where",
                        where_json(&execution->account, execution->samples * messages * 1e3));
    json_object_set_new(cell, "accesses", json_integer((json_int_t)execution->accesses));
    if (execution->levels)
        json_object_set_new(
            cell, "groups",
            json_pack("{si si}", "levels", execution->levels, "ranks", execution->grouped));
}

static bool run_cell(json_t *cell, const struct machine *machine)
{
    static struct execution execution;
    struct command command;

    batch_cell_parse(cell, &command);
    command.flush = strcmp(word_of(cell, "buffers"), "cold") == 0;
    if (!json_object_get(cell, "samples"))
        command.stamps = 0;
    const struct implementation *with = implementation_of(cell);
    const struct job job = {.pattern = registry_pattern(command.pattern),
                            .ranks = wanted.ranks,
                            .bytes = command.bytes,
                            .series = command.series,
                            .reduction = command.reduction};
    const char *why = refusal(with, &job, &command);

    if (!why) {
        execution_run(&execution, machine, with, &job, &command);
        why = execution.error[0] ? execution.error : NULL;
    }
    if (why)
        json_object_set_new(cell, "samples_us", json_array());
    else
        add_times(cell, &execution, (double)command.runs * job.pattern->messages);
    batch_cell_print(cell, &job, why);
    return !why;
}

/* Exits with status 2 if the file is no machine, or has too few cores. */
static struct machine *read_machine(void)
{
    const char *why;
    struct machine *machine = machine_read(wanted.machine, &why);

    if (!machine)
        refuse("%s", why);
    if (wanted.ranks > machine->cores)
        refuse("%d ranks are too many: %s has %d cores", wanted.ranks, machine->name,
               machine->cores);
    return machine;
}

static bool run_batch(const struct machine *machine)
{
    json_t *cells = read_batch(wanted.batch), *cell;
    bool good = true;
    size_t index;

    json_array_foreach(cells, index, cell) good = cell_process_run(run_cell, cell, machine) && good;
    json_decref(cells);
    return good;
}

int main(int argc, char **argv)
{
    const struct argp argp = {.options = options,
                              .parser = parse,
                              .doc = "The worker of COMOPS for shared memory that is simulated."};
    bool good = true;

    argp_err_exit_status = USAGE;
    argp_parse(&argp, argc, argv, 0, NULL, NULL);
    struct machine *machine = wanted.machine ? read_machine() : NULL;

    if (wanted.list)
        offer_print_implementations(NULL);
    if (wanted.patterns)
        offer_print_patterns(wanted.ranks);
    if (wanted.batch && machine && wanted.ranks)
        good = run_batch(machine);
    machine_free(machine);
    return good ? EXIT_SUCCESS : EXIT_FAILURE;
}
