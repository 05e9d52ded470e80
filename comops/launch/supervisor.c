/* SPDX-License-Identifier: BSD-3-Clause */
/* The life of workers; paths.c finds them. */
#include "comops/arena/clock.h"
#include "comops/launch/paths.h"
#include "comops/launch/process.h"
#include "comops/launch/signals.h"
#include "comops/text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/syscall.h>
#include <unistd.h>

/* Bringing up MPI on a busy machine takes seconds, whatever the watchdog of a block is. */
static const double start_seconds = 60, quit_seconds = 5;

struct worker_process {
    struct supervisor *supervisor;
    const struct path *path;
    int slot, ranks;
    bool alive;
    struct process process;
    int *handles; /* pidfds of the ranks that are processes of their own */
    int handle_count;
};

struct supervisor {
    struct arena arena;
    int notify[2]; /* the last rank to end a command writes its team's slot */
    double timeout;
    struct worker_process workers[ARENA_TEAMS];
    int count;
    sigset_t waiting; /* signals let through while waiting */
};

struct supervisor *supervisor_open(int ranks_most, double timeout, char *why, size_t why_size)
{
    struct supervisor *supervisor = memory_or_die(calloc(1, sizeof *supervisor));

    supervisor->timeout = timeout;
    if (!arena_create(&supervisor->arena, ranks_most) ||
        pipe2(supervisor->notify, O_CLOEXEC) != 0) {
        snprintf(why, why_size, "cannot create the shared arena: %s", strerror(errno));
        free(supervisor);
        return NULL;
    }
    signals_catch(&supervisor->waiting);
    return supervisor;
}

/* No rank may live on when its slot in the arena is used again. */
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

static void end_worker(struct worker_process *worker)
{
    if (!worker->alive)
        return;
    worker->alive = false;
    process_kill(&worker->process);
    end_ranks(worker);
    close(worker->process.output);
}

/* Which rank or program has ended, in words; the worker is ended with it. */
static void describe_death(struct worker_process *worker, char *why, size_t why_size)
{
    char words[256];
    int used = 0;

    for (int i = 0; i < worker->handle_count && !used; i++)
        if (process_ended(worker->handles[i], 0))
            used =
                snprintf(why, why_size, "rank %d of %s (process %d) died", i, worker->path->program,
                         arena_rank(&worker->supervisor->arena, worker->slot, i)->pid);
    if (!used)
        used = snprintf(why, why_size, "%s died", worker->path->program);
    process_last_words(&worker->process, words, sizeof words);
    if (words[0] && (size_t)used < why_size)
        snprintf(why + used, why_size - (size_t)used, ": %s", words);
}

/* Sleeps until the team has ended its command, somebody died, a signal came, or time is up. */
static enum outcome await_team(struct worker_process *worker, double seconds)
{
    struct supervisor *supervisor = worker->supervisor;
    const nfds_t count = (nfds_t)worker->handle_count + 2;
    struct pollfd *fds = memory_or_die(calloc(count, sizeof *fds));
    const uint64_t deadline = clock_now() + (uint64_t)(seconds * 1e9);
    enum outcome outcome = OUTCOME_DIED;
    unsigned char slot;

    fds[0] = (struct pollfd){.fd = supervisor->notify[0], .events = POLLIN};
    fds[1] = (struct pollfd){.fd = worker->process.handle, .events = POLLIN};
    for (int i = 0; i < worker->handle_count; i++)
        fds[i + 2] = (struct pollfd){.fd = worker->handles[i], .events = POLLIN};
    for (;;) {
        const uint64_t now = clock_now();
        const uint64_t left = now < deadline ? deadline - now : 0;
        const struct timespec time = {(time_t)(left / 1000000000u), (long)(left % 1000000000u)};
        const int ready = ppoll(fds, count, &time, &supervisor->waiting);

        if (ready < 0 || signals_seen()) {
            outcome = OUTCOME_INTERRUPTED;
            break;
        }
        if (ready == 0) {
            outcome = OUTCOME_HUNG;
            break;
        }
        if (!(fds[0].revents & POLLIN))
            break; /* somebody died */
        /* A byte of a worker that has died since is not ours. */
        if (read(supervisor->notify[0], &slot, 1) == 1 && slot == worker->slot) {
            outcome = OUTCOME_DONE;
            break;
        }
    }
    free(fds);
    return outcome;
}

/* Ranks that are processes of their own get a handle each: their death is noticed at once, and
 * their process id cannot be taken for another's. */
static void hold_ranks(struct worker_process *worker)
{
    if (!worker->path->launcher)
        return;
    worker->handles = memory_or_die(calloc((size_t)worker->ranks, sizeof *worker->handles));
    for (int rank = 0; rank < worker->ranks; rank++)
        worker->handles[worker->handle_count++] =
            process_pidfd(arena_rank(&worker->supervisor->arena, worker->slot, rank)->pid);
}

static bool start_worker(struct worker_process *worker, bool impatient, char *why, size_t why_size)
{
    const struct supervisor *supervisor = worker->supervisor;
    char **argv = path_command_line(worker->path, worker->ranks, worker->slot, supervisor->arena.fd,
                                    supervisor->notify[1]);

    arena_reset(&worker->supervisor->arena, worker->slot, worker->ranks, impatient);
    worker->alive = process_start(&worker->process, argv);
    if (!worker->alive)
        snprintf(why, why_size, "cannot start %s: %s", argv[0], strerror(errno));
    text_list_free(argv);
    if (!worker->alive)
        return false;

    switch (await_team(worker, start_seconds)) {
    case OUTCOME_DONE:
        hold_ranks(worker);
        for (int rank = 0; rank < worker->ranks; rank++)
            if (worker_rank(worker, rank)->error[0]) {
                snprintf(why, why_size, "rank %d: %s", rank, worker_rank(worker, rank)->error);
                end_worker(worker);
                return false;
            }
        return true;
    case OUTCOME_DIED: describe_death(worker, why, why_size); break;
    case OUTCOME_HUNG:
        snprintf(why, why_size, "%s did not come up within %.0f s", worker->path->program,
                 start_seconds);
        break;
    case OUTCOME_INTERRUPTED: snprintf(why, why_size, "interrupted"); break;
    }
    end_worker(worker);
    return false;
}

static struct worker_process *find_worker(struct supervisor *supervisor, const struct path *path,
                                          int ranks)
{
    for (int i = 0; i < supervisor->count; i++)
        if (supervisor->workers[i].path == path && supervisor->workers[i].ranks == ranks)
            return &supervisor->workers[i];
    return NULL;
}

struct worker_process *supervisor_worker(struct supervisor *supervisor, const struct path *path,
                                         int ranks, bool impatient, char *why, size_t why_size)
{
    struct worker_process *worker = find_worker(supervisor, path, ranks);

    if (!worker && supervisor->count == ARENA_TEAMS) {
        snprintf(why, why_size, "too many numbers of ranks in one campaign");
        return NULL;
    }
    if (!worker) {
        worker = &supervisor->workers[supervisor->count];
        *worker = (struct worker_process){
            .supervisor = supervisor, .path = path, .slot = supervisor->count++, .ranks = ranks};
    }
    if (worker->alive) {
        bool gone = process_ended(worker->process.handle, 0);

        for (int i = 0; i < worker->handle_count && !gone; i++)
            gone = process_ended(worker->handles[i], 0);
        if (gone)
            end_worker(worker); /* it died in its sleep: no cell is lost */
    }
    if (!worker->alive && !start_worker(worker, impatient, why, why_size))
        return NULL;
    return worker;
}

enum outcome supervisor_command(struct supervisor *supervisor, struct worker_process *worker,
                                const struct command *command, const int *pus, const int *nodes,
                                char *why, size_t why_size)
{
    for (int rank = 0; rank < worker->ranks; rank++) {
        struct arena_rank *slot = arena_rank(&supervisor->arena, worker->slot, rank);

        slot->pu_wanted = pus[rank];
        slot->node_wanted = nodes[rank];
    }
    arena_command(arena_team(&supervisor->arena, worker->slot), command);

    const enum outcome outcome = await_team(worker, supervisor->timeout);

    switch (outcome) {
    case OUTCOME_DONE: return outcome;
    case OUTCOME_DIED: describe_death(worker, why, why_size); break;
    case OUTCOME_HUNG:
        snprintf(why, why_size, "no answer within %g s (--timeout); the worker was killed",
                 supervisor->timeout);
        break;
    case OUTCOME_INTERRUPTED: snprintf(why, why_size, "interrupted"); break;
    }
    end_worker(worker);
    return outcome;
}

static void tell_to_quit(struct worker_process *worker)
{
    const struct command quit = {.quit = 1};

    if (worker->alive)
        arena_command(arena_team(&worker->supervisor->arena, worker->slot), &quit);
}

static void await_quit(struct worker_process *worker)
{
    if (worker->alive)
        process_ended(worker->process.handle, quit_seconds);
    end_worker(worker);
}

void supervisor_restart(struct supervisor *supervisor, const struct path *path, int ranks)
{
    struct worker_process *worker = find_worker(supervisor, path, ranks);

    if (worker) {
        tell_to_quit(worker);
        await_quit(worker);
    }
}

void supervisor_close(struct supervisor *supervisor)
{
    for (int i = 0; i < supervisor->count; i++)
        tell_to_quit(&supervisor->workers[i]);
    for (int i = 0; i < supervisor->count; i++)
        await_quit(&supervisor->workers[i]);
    close(supervisor->notify[0]);
    close(supervisor->notify[1]);
    arena_close(&supervisor->arena);
    free(supervisor);
}

const char *worker_runtime(const struct worker_process *worker)
{
    return arena_team(&worker->supervisor->arena, worker->slot)->runtime;
}

const uint64_t *worker_starts(const struct worker_process *worker)
{
    return arena_team(&worker->supervisor->arena, worker->slot)->starts;
}

const uint64_t *worker_ends(const struct worker_process *worker, int rank)
{
    return arena_ends(&worker->supervisor->arena, worker->slot, rank);
}

const struct arena_rank *worker_rank(const struct worker_process *worker, int rank)
{
    return arena_rank(&worker->supervisor->arena, worker->slot, rank);
}
