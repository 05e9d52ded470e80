/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/ranks/front/front.h"
#include "comops/ranks/arena/clock.h"
#include "comops/ranks/calibration/calibration.h"
#include "comops/ranks/canary/canary.h"
#include "comops/ranks/contract/registry.h"
#include "comops/ranks/contract/vectors.h"
#include "comops/ranks/text/json.h"
#include "comops/ranks/text/text.h"
#include "topology/bind.h"

#include <errno.h>
#include <fcntl.h>
#include <math.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <sys/prctl.h>
#include <sys/wait.h>
#include <unistd.h>

void front_free(void *text)
{
    free(text);
}

struct arena *front_arena_open(int ranks_most)
{
    struct arena *arena = memory_or_die(calloc(1, sizeof *arena));

    if (arena_create(arena, ranks_most))
        return arena;
    free(arena);
    return NULL;
}

void front_arena_close(struct arena *arena)
{
    arena_close(arena);
    free(arena);
}

int front_arena_fd(const struct arena *arena)
{
    return arena->fd;
}

/* Nanoseconds; with a skew, ranks may end before the start of the last one. */
static double since(uint64_t start, uint64_t time)
{
    return (double)(int64_t)(time - start);
}

void front_times(const uint64_t *starts, const struct arena_stamp *stamps, size_t each, int ranks,
                 int empty_runs, int count, bool less_overshoot, double latest_ns, double *times)
{
    for (int i = 0; i < count; i++) {
        double took = 0, overshoot = 0;
        uint64_t last = 0;
        bool in_time = true;

        for (int rank = 0; rank < ranks; rank++) {
            const struct arena_stamp *stamp = &stamps[(size_t)rank * each + (size_t)i];
            const double late = since(starts[i], stamp->began);

            in_time = in_time && stamp->ended && !(less_overshoot && late > latest_ns);
            last = stamp->ended > last ? stamp->ended : last;
            took += since(stamp->began, stamp->ended);
            overshoot += late;
        }
        const double elapsed =
            since(starts[i], last) - (less_overshoot ? overshoot / ranks : 0);

        times[i] = !in_time ? NAN : i < empty_runs ? took / ranks : elapsed;
    }
}

void front_clock(double *step_ns, double *cost_ns)
{
    const struct clock_quality quality = clock_measure();

    *step_ns = quality.step_ns;
    *cost_ns = quality.cost_ns;
}

const char *front_vectors(void)
{
    return vector_set_names[vectors_chosen()];
}

bool front_series(const char *name, int ranks, int index, uint64_t *series)
{
    const struct pattern *pattern = registry_pattern(name);

    *series = pattern->series ? pattern->series(ranks, index) : 0;
    return pattern->series ? *series != SERIES_END : index == 0;
}

bool front_size(const char *name, uint64_t series, int index, uint64_t *bytes)
{
    const struct pattern *pattern = registry_pattern(name);

    *bytes = pattern->size ? pattern->size(series, index) : 0;
    return *bytes > 0;
}

void front_cell(const char *name, int ranks, uint64_t bytes, uint64_t series, int reduction,
                struct front_cell *cell)
{
    struct job job = {.pattern = registry_pattern(name),
                      .ranks = ranks,
                      .bytes = bytes,
                      .series = series,
                      .reduction = (enum reduction)reduction};
    const struct pattern *pattern = job.pattern;
    const char *why = pattern_refusal(&job);

    *cell = (struct front_cell){.rate_bytes = pattern->rate_bytes(&job),
                                .rate_messages =
                                    pattern->rate_messages ? pattern->rate_messages(&job) : NAN};
    snprintf(cell->refusal, sizeof cell->refusal, "%s", why ? why : "");
    for (job.rank = 0; job.rank < ranks; job.rank++)
        cell->buffer_bytes +=
            (double)pattern->send_bytes(&job) + (double)pattern->recv_bytes(&job);
}

const char *front_pattern_refusal(const char *name, int ranks)
{
    const struct job job = {.pattern = registry_pattern(name), .ranks = ranks};

    return job.pattern->refusal ? job.pattern->refusal(&job) : NULL;
}

bool front_canary(const int *pus, int ranks, double values[5])
{
    struct canary canary;
    const bool good = canary_measure(pus, ranks, &canary);

    if (good) {
        values[0] = canary.handover_us;
        values[1] = canary.cache_us;
        values[2] = canary.memory_us;
        values[3] = canary.arithmetic_us;
        values[4] = canary.remote_us;
    }
    return good;
}

char *front_probes(void)
{
    char *text = NULL;
    size_t size;
    struct json json = {.out = open_memstream(&text, &size)};

    json_begin_array(&json, NULL);
    for (int i = 0; i < CALIBRATION_PROBES; i++) {
        const struct probe_name *probe = calibration_probe(i);

        json_begin_object(&json, NULL);
        json_add_text(&json, "name", probe->name);
        json_add_text(&json, "meaning", probe->meaning);
        json_add_boolean(&json, "pair", probe->pair);
        json_end(&json, '}');
    }
    json_end(&json, ']');
    fclose(json.out);
    return text;
}

bool front_calibrate(const int pus[2], size_t first_cache, size_t core_cache, double (*values)[3])
{
    struct quantity quantities[CALIBRATION_PROBES];
    char why[FRONT_TEXT];
    const bool good =
        bind_open(why, sizeof why) &&
        calibration_measure(pus, (struct core_caches){first_cache, core_cache}, quantities);

    for (int i = 0; i < CALIBRATION_PROBES && good; i++) {
        values[i][0] = quantities[i].median;
        values[i][1] = quantities[i].low;
        values[i][2] = quantities[i].high;
    }
    return good;
}

/* ---- starting a program ---------------------------------------------------------------------- */

/* Starting a program. Python copies its whole process for that, which takes milliseconds. */

/* Whose actions Python changes. */
static const int changed[] = {SIGINT, SIGTERM, SIGHUP, SIGPIPE, SIGXFSZ};

/* If memory runs out, the kernel kills the new program, and the front end says so. */
static void prefer_to_be_killed(void)
{
    const int file = open("/proc/self/oom_score_adj", O_WRONLY | O_CLOEXEC);

    if (file >= 0) {
        dprintf(file, "1000");
        close(file);
    }
}

/* In the child, which shares all memory with this process, but none of what is changed here. False,
 * with errno, on failure. */
static bool prepare(const char *folder, int input, int output)
{
    sigset_t none;

    sigemptyset(&none);
    for (size_t i = 0; i < sizeof changed / sizeof *changed; i++)
        if (signal(changed[i], SIG_DFL) == SIG_IGN && changed[i] == SIGHUP)
            signal(SIGHUP, SIG_IGN); /* as nohup wants it */
    prctl(PR_SET_PDEATHSIG, SIGTERM);
    prefer_to_be_killed();
    return setpgid(0, 0) == 0 && (!folder || chdir(folder) == 0) &&
           dup2(input, STDIN_FILENO) >= 0 && dup2(output, STDOUT_FILENO) >= 0 &&
           dup2(output, STDERR_FILENO) >= 0 && sigprocmask(SIG_SETMASK, &none, NULL) == 0;
}

int front_start(char *const *argv, char *const *environment, const char *folder, int input,
                int output, int *error)
{
    volatile int why = 0;
    sigset_t all, before;

    sigfillset(&all);
    sigprocmask(SIG_SETMASK, &all, &before); /* no handler of Python's runs in the child */
    const pid_t pid = vfork();

    if (pid == 0) {
        if (prepare(folder, input, output))
            execvpe(argv[0], argv, environment);
        why = errno;
        _exit(127);
    }
    *error = pid < 0 ? errno : why;
    if (pid > 0 && *error)
        waitpid(pid, NULL, 0);
    sigprocmask(SIG_SETMASK, &before, NULL);
    return *error ? -1 : pid;
}
