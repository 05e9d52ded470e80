/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/worker_process.h"

#include "comops/arena/clock.h"
#include "comops/launch/mpiexec.h"
#include "comops/launch/shared_files.h"
#include "comops/launch/signals.h"
#include "comops/text/text.h"

#include <errno.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Independent of --timeout: starting MPI on a busy machine takes seconds. */
static const double start_seconds = 60, quit_seconds = 5;
/* A launcher says why a rank died, and ends. */
static const double words_seconds = 1;

/* No rank may outlive its slot in the arena. */
static void end_ranks(struct worker_process *worker)
{
    for (int i = 0; i < worker->handle_count; i++) {
        syscall(SYS_pidfd_send_signal, worker->handles[i], SIGKILL, NULL, 0);
        process_ended(worker->handles[i], quit_seconds);
        close(worker->handles[i]);
    }
    free(worker->handles);
    worker->handles = NULL;
    worker->handle_count = 0;
}

void worker_process_end(struct worker_process *worker)
{
    if (!worker->alive)
        return;
    worker->alive = false;
    process_kill(&worker->process);
    end_ranks(worker);
    shared_files_remove(worker->shared_before, worker->process.pid);
    text_list_free(worker->shared_before);
    close(worker->process.output);
}

/* The rank that is a process of its own and has ended, or -1. */
static int dead_rank(const struct worker_process *worker)
{
    for (int rank = 0; rank < worker->handle_count; rank++)
        if (process_ended(worker->handles[rank], 0))
            return rank;
    return -1;
}

/* A page of shared memory that the system cannot provide is a bus error. */
static void explain_bus_error(char *words, size_t size)
{
    const double space = shared_files_space();

    if (strstr(words, "Bus error") && space > 0)
        snprintf(words, size,
                 "bus error, probably because /dev/shm (%.3g MiB) is too small; in a container, "
                 "enlarge it by --shm-size",
                 space / (1 << 20));
}

/* Which rank or program has ended, and its last words. */
static void describe_death(const struct worker_process *worker, char *why, size_t why_size)
{
    const int rank = dead_rank(worker);
    const char *program = worker->path->program;
    char words[512];

    process_ended(worker->process.handle, words_seconds);
    process_last_words(&worker->process, words, sizeof words);
    explain_bus_error(words, sizeof words);
    const char *colon = words[0] ? ": " : "";

    if (rank < 0)
        snprintf(why, why_size, "%s died%s%s", program, colon, words);
    else
        snprintf(why, why_size, "rank %d of %s (process %d) died%s%s", rank, program,
                 worker_rank(worker, rank)->pid, colon, words);
}

/* Sleeps until the team has finished, a process died, a signal arrived, or the time is up. */
static enum outcome await_team(struct worker_process *worker, double seconds)
{
    const nfds_t count = (nfds_t)worker->handle_count + 2;
    struct pollfd *fds = memory_or_die(calloc(count, sizeof *fds));
    const uint64_t deadline = clock_now() + (uint64_t)(seconds * 1e9);
    enum outcome outcome = OUTCOME_DIED;
    unsigned char slot;

    fds[0] = (struct pollfd){.fd = worker->notify[0], .events = POLLIN};
    fds[1] = (struct pollfd){.fd = worker->process.handle, .events = POLLIN};
    for (int i = 0; i < worker->handle_count; i++)
        fds[i + 2] = (struct pollfd){.fd = worker->handles[i], .events = POLLIN};
    for (;;) {
        const uint64_t now = clock_now();
        const uint64_t left = now < deadline ? deadline - now : 0;
        const struct timespec time = {(time_t)(left / 1000000000u), (long)(left % 1000000000u)};
        const int ready = ppoll(fds, count, &time, worker->waiting);

        if (ready < 0 || signals_seen()) {
            outcome = OUTCOME_INTERRUPTED;
            break;
        }
        if (ready == 0) {
            outcome = OUTCOME_HUNG;
            break;
        }
        if (!(fds[0].revents & POLLIN))
            break; /* a process died */
        /* The byte may be from a worker that has since died, even one in the same slot. */
        if (read(worker->notify[0], &slot, 1) == 1 && slot == worker->slot &&
            arena_all_done(arena_team(worker->arena, worker->slot))) {
            outcome = OUTCOME_DONE;
            break;
        }
    }
    free(fds);
    return outcome;
}

/* A pidfd for each rank that is a process: its death is noticed at once, and its process id cannot
 * be reused. */
static void hold_ranks(struct worker_process *worker)
{
    if (!worker->path->launcher)
        return;
    worker->handles = memory_or_die(calloc((size_t)worker->ranks, sizeof *worker->handles));
    for (int rank = 0; rank < worker->ranks; rank++)
        worker->handles[worker->handle_count++] =
            process_pidfd(arena_rank(worker->arena, worker->slot, rank)->pid);
}

bool worker_process_gone(const struct worker_process *worker)
{
    return process_ended(worker->process.handle, 0) || dead_rank(worker) >= 0;
}

static char **command_line(const struct worker_process *worker)
{
    char **words = mpiexec_words(worker->path, worker->ranks);

    if (worker->path->environment)
        text_list_add(&words, text_copy("env"));
    for (char **one = worker->path->environment; one && *one; one++)
        text_list_add(&words, text_copy(*one));
    text_list_add(&words, text_copy(worker->path->program));
    text_list_add(&words, text_format("--ranks=%d", worker->ranks));
    text_list_add(&words, text_format("--arena=/proc/%d/fd/%d", getpid(), worker->arena->fd));
    text_list_add(&words, text_format("--notify=/proc/%d/fd/%d", getpid(), worker->notify[1]));
    text_list_add(&words, text_format("--team=%d", worker->slot));
    return words;
}

static bool start_program(struct worker_process *worker, char *why, size_t why_size)
{
    char **words = command_line(worker);

    worker->shared_before = shared_files_list();
    worker->alive = process_start(&worker->process, words);
    if (!worker->alive) {
        snprintf(why, why_size, "cannot start %s: %s", words[0], strerror(errno));
        text_list_free(worker->shared_before);
    }
    text_list_free(words);
    return worker->alive;
}

/* Ends the worker unless it finishes its command within so many seconds. */
static enum outcome await_or_end(struct worker_process *worker, double seconds, const char *limit,
                                 char *why, size_t why_size)
{
    const enum outcome outcome = await_team(worker, seconds);

    switch (outcome) {
    case OUTCOME_DONE: return outcome;
    case OUTCOME_DIED: describe_death(worker, why, why_size); break;
    case OUTCOME_HUNG:
        snprintf(why, why_size, "no answer within %g s%s; the worker was killed", seconds, limit);
        break;
    case OUTCOME_INTERRUPTED: snprintf(why, why_size, "interrupted"); break;
    }
    worker_process_end(worker);
    return outcome;
}

bool worker_process_start(struct worker_process *worker, bool oversubscribed, char *why,
                          size_t why_size)
{
    arena_reset(worker->arena, worker->slot, worker->ranks, oversubscribed);
    if (!start_program(worker, why, why_size) ||
        await_or_end(worker, start_seconds, "", why, why_size) != OUTCOME_DONE)
        return false;
    hold_ranks(worker);
    for (int rank = 0; rank < worker->ranks; rank++)
        if (worker_rank(worker, rank)->error[0]) {
            snprintf(why, why_size, "rank %d: %s", rank, worker_rank(worker, rank)->error);
            worker_process_end(worker);
            return false;
        }
    return true;
}

enum outcome worker_process_command(struct worker_process *worker, const struct command *command,
                                    const int *pus, const int *nodes, char *why, size_t why_size)
{
    for (int rank = 0; rank < worker->ranks; rank++) {
        struct arena_rank *slot = arena_rank(worker->arena, worker->slot, rank);

        slot->pu_wanted = pus[rank];
        slot->node_wanted = nodes[rank];
    }
    arena_command(arena_team(worker->arena, worker->slot), command);
    return await_or_end(worker, worker->timeout, " (--timeout)", why, why_size);
}

void worker_process_quit(struct worker_process *worker)
{
    const struct command quit = {.quit = 1};

    if (worker->alive)
        arena_command(arena_team(worker->arena, worker->slot), &quit);
}

void worker_process_await_quit(struct worker_process *worker)
{
    if (worker->alive)
        process_ended(worker->process.handle, quit_seconds);
    worker_process_end(worker);
}

const char *worker_runtime(const struct worker_process *worker)
{
    return arena_team(worker->arena, worker->slot)->runtime;
}

const uint64_t *worker_starts(const struct worker_process *worker)
{
    return arena_team(worker->arena, worker->slot)->starts;
}

const struct arena_stamp *worker_stamps(const struct worker_process *worker, int rank)
{
    return arena_stamps(worker->arena, worker->slot, rank);
}

const struct arena_rank *worker_rank(const struct worker_process *worker, int rank)
{
    return arena_rank(worker->arena, worker->slot, rank);
}

const char *worker_error(const struct worker_process *worker)
{
    for (int rank = 0; rank < worker->ranks; rank++)
        if (worker_rank(worker, rank)->error[0])
            return worker_rank(worker, rank)->error;
    return NULL;
}
