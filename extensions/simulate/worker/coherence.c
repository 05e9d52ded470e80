/* SPDX-License-Identifier: BSD-3-Clause */
/* comops-coherence: runs the cells of a batch on a simulated machine. The implementations are those
 * of the workers, compiled watched: each of their accesses to memory is charged by the engine
 * (extensions/simulate/coherence). All ranks are in this thread. */
#include "comops/ranks/contract/registry.h"
#include "comops/ranks/text/text.h"
#include "comops/ranks/text/usage.h"
#include "comops/ranks/worker/batch_cell.h"
#include "comops/ranks/worker/offers/offer.h"
#include "extensions/simulate/worker/execution.h"

#include <errno.h>
#include <getopt.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

enum { USAGE = 2, RETURNED_FALSE = 3 /* a status that nothing else ends with */ };

static const struct usage_option options[] = {
    {"list", 'l', NULL, "Print the implementations, one JSON object per line"},
    {"patterns", 'p', NULL,
     "Print the patterns, one JSON object per line; with --ranks their series too"},
    {"machine", 'm', "FILE", "The machine's description (extensions/simulate/docs/simulation.md)"},
    {"ranks", 'n', "N", "Number of ranks: the machine's first cores"},
    {"batch", 'b', "FILE", "Run the cells of FILE, words NAME=VALUE"},
    {0}};
static const struct usage usage = {
    "comops-coherence", "The worker of COMOPS for shared memory that is simulated.", options};

static struct {
    bool list, patterns;
    const char *machine, *batch;
    int ranks;
} wanted;

#define REFUSE(...) (text_say(__VA_ARGS__), exit(USAGE))

static void parse(int argc, char **argv)
{
    for (int letter; (letter = usage_next(&usage, argc, argv));)
        switch (letter) {
        case 'l': wanted.list = true; break;
        case 'p': wanted.patterns = true; break;
        case 'm': wanted.machine = optarg; break;
        case 'b': wanted.batch = optarg; break;
        case 'n':
            if (!text_parse_ranks(optarg, &wanted.ranks))
                usage_error(&usage, "`%s` is not a number of ranks from 1 to %d", optarg,
                            TEXT_RANKS_MOST);
        }
    if (!wanted.list && !wanted.patterns && (!wanted.machine || !wanted.batch || !wanted.ranks))
        usage_error(&usage, "needs --list, --patterns, or all of --machine FILE, --ranks N and "
                            "--batch FILE");
}

/* The lines of all cells, none of them run before all have been read. *count receives their number.
 */
static char **read_batch(const char *name, size_t *count)
{
    FILE *file = fopen(name, "r");
    char line[WORDS_LINE_MOST];
    struct command command;
    char **cells = NULL;

    *count = 0;
    if (!file)
        REFUSE("cannot read %s: %s", name, strerror(errno));
    while (fgets(line, sizeof line, file)) {
        if (line[0] == '\n' || line[0] == '#')
            continue;
        struct words words;

        if (!words_parse(&words, line) || !batch_cell_parse(&words, &command) ||
            !*words_text(&words, "path", ""))
            REFUSE("not a cell, with a path: %.*s", (int)strcspn(line, "\n"), line);
        if (!registry_pattern(command.pattern))
            REFUSE("no pattern is called `%s`; --patterns lists them", command.pattern);
        cells = memory_grow(cells, *count, sizeof *cells);
        cells[(*count)++] = text_copy(line);
    }
    if (ferror(file))
        REFUSE("cannot read %s: %s", name, strerror(errno));
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

static void add_object(struct json *json, const char *name, const char *const *names,
                       const double *times, double per)
{
    json_begin_object(json, name);
    for (int i = 0; names[i]; i++)
        json_add_number(json, names[i], times[i] / per);
    json_end(json, '}');
}

/* `per` nanoseconds of each time are a microsecond of the samples' mean. */
static void add_where(struct json *json, const struct engine_account *account, double per)
{
    static const char *const distances[] = {"llc", "node", "socket", "far", NULL};
    static const char *const kinds[] = {"bus", "port", "link", "memory", NULL};

    json_begin_object(json, "where");
    json_add_number(json, "own_us", account->own / per);
    add_object(json, "transfer_us", distances, account->transfer + DISTANCE_LLC, per);
    json_add_number(json, "memory_us", account->memory / per);
    add_object(json, "queue_us", kinds, account->queue, per);
    json_add_number(json, "line_us", account->line / per);
    json_add_number(json, "wait_us", account->wait / per);
    json_end(json, '}');
}

/* Microseconds of a run: of one message, as docs/method.md has it. */
static void add_times(struct json *json, const struct execution *execution, double messages)
{
    json_begin_array(json, "samples_us");
    for (int i = 0; i < execution->samples; i++)
        json_add_number(json, NULL, execution->sample[i] / messages / 1e3);
    json_end(json, ']');
    json_add_number(json, "rank_mean_us", execution->mean / (execution->samples * messages * 1e3));
    add_where(json, &execution->account, execution->samples * messages * 1e3);
    json_add_integer(json, "accesses", (int64_t)execution->accesses);
    if (!execution->levels)
        return;
    json_begin_object(json, "groups");
    json_add_integer(json, "levels", execution->levels);
    json_add_integer(json, "ranks", execution->grouped);
    json_end(json, '}');
}

static struct tuning tuning_of(const struct words *cell, const struct machine *machine)
{
    int64_t lines = TUNING_LINES, both_copy_from = (int64_t)machine->cache_bytes / 2;

    words_integer(cell, "lines", 0, TUNING_LINES_MOST, &lines);
    words_integer(cell, "both_copy_from", 0, UINT32_MAX, &both_copy_from);
    return (struct tuning){true, (uint32_t)lines, (uint32_t)both_copy_from};
}

static bool run_cell(const char *line, const struct machine *machine)
{
    static struct execution execution;
    struct json json = {.out = stdout};
    struct words words;
    const struct words *cell = &words;
    struct command command;

    words_parse(&words, line);
    batch_cell_parse(cell, &command);
    command.flush = strcmp(words_text(cell, "buffers", ""), "cold") == 0;
    if (!words_text(cell, "samples", NULL))
        command.stamps = 0;
    /* Several paths have protocols of the same name. */
    const struct implementation *with = registry_implementation(
        words_text(cell, "path", ""), command.protocol, command.pattern);
    const struct job job = {.pattern = registry_pattern(command.pattern),
                            .ranks = wanted.ranks,
                            .bytes = command.bytes,
                            .series = command.series,
                            .reduction = command.reduction,
                            .tuning = tuning_of(cell, machine)};
    const char *why = refusal(with, &job, &command);

    if (!why) {
        execution_run(&execution, machine, with, &job, &command);
        why = execution.error[0] ? execution.error : NULL;
    }
    batch_cell_begin(&json, cell);
    if (why)
        json_add_texts(&json, "samples_us", NULL);
    else
        add_times(&json, &execution, (double)command.runs * job.pattern->messages);
    batch_cell_end(&json, &job, why);
    return !why;
}

/* Exits with status 2 if the file is no machine, or has too few cores. */
static struct machine *read_machine(void)
{
    const char *why;
    struct machine *machine = machine_read(wanted.machine, &why);

    if (!machine)
        REFUSE("%s", why);
    if (wanted.ranks > machine->cores)
        REFUSE("%d ranks are too many: %s has %d cores", wanted.ranks, machine->name,
               machine->cores);
    return machine;
}

/* A process for each cell, so that nothing survives to the next one: neither static data of an
 * implementation, nor anything held by ranks that never ended. If the cell's does not return, this
 * process ends as that one does. */
static bool run_alone(const char *cell, const struct machine *machine)
{
    int status;

    fflush(stdout);
    const pid_t child = fork();

    if (child == 0) {
        prctl(PR_SET_PDEATHSIG, SIGKILL);
        exit(run_cell(cell, machine) ? EXIT_SUCCESS : RETURNED_FALSE);
    }
    if (child < 0 || waitpid(child, &status, 0) != child) {
        perror("cannot run a cell in a process of its own");
        exit(EXIT_FAILURE);
    }
    if (WIFSIGNALED(status))
        raise(WTERMSIG(status));
    if (WEXITSTATUS(status) != EXIT_SUCCESS && WEXITSTATUS(status) != RETURNED_FALSE)
        exit(WEXITSTATUS(status));
    return WEXITSTATUS(status) == EXIT_SUCCESS;
}

static bool run_batch(const struct machine *machine)
{
    size_t count;
    char **cells = read_batch(wanted.batch, &count);
    bool good = true;

    for (size_t i = 0; i < count; i++) {
        good = run_alone(cells[i], machine) && good;
        free(cells[i]);
    }
    free(cells);
    return good;
}

int main(int argc, char **argv)
{
    bool good = true;

    parse(argc, argv);
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
