/* SPDX-License-Identifier: BSD-3-Clause */
#include "comops/launch/supervisor.h"

#include "comops/launch/signals.h"
#include "comops/text/text.h"

#include <errno.h>
#include <fcntl.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <unistd.h>

struct supervisor {
    struct arena arena;
    int notify[2];
    double timeout;
    struct worker_process workers[ARENA_TEAMS];
    int count;
    sigset_t waiting;
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

static struct worker_process *find_worker(struct supervisor *supervisor, const struct path *path,
                                          int ranks)
{
    for (int i = 0; i < supervisor->count; i++)
        if (supervisor->workers[i].path == path && supervisor->workers[i].ranks == ranks)
            return &supervisor->workers[i];
    return NULL;
}

struct worker_process *supervisor_worker(struct supervisor *supervisor, const struct path *path,
                                         int ranks, bool oversubscribed, char *why, size_t why_size)
{
    struct worker_process *worker = find_worker(supervisor, path, ranks);

    if (!worker && supervisor->count == ARENA_TEAMS) {
        snprintf(why, why_size, "too many numbers of ranks in one campaign");
        return NULL;
    }
    if (!worker) {
        worker = &supervisor->workers[supervisor->count];
        *worker = (struct worker_process){.path = path,
                                          .arena = &supervisor->arena,
                                          .notify = supervisor->notify,
                                          .waiting = &supervisor->waiting,
                                          .timeout = supervisor->timeout,
                                          .slot = supervisor->count++,
                                          .ranks = ranks};
    }
    if (worker->alive && worker_process_gone(worker))
        worker_process_end(worker); /* between two commands: no cell is lost */
    if (!worker->alive && !worker_process_start(worker, oversubscribed, why, why_size) &&
        !signals_seen()) /* one start may be disturbed */
        worker_process_start(worker, oversubscribed, why, why_size);
    return worker->alive ? worker : NULL;
}

void supervisor_restart(struct supervisor *supervisor, const struct path *path, int ranks)
{
    struct worker_process *worker = find_worker(supervisor, path, ranks);

    if (worker) {
        worker_process_quit(worker);
        worker_process_await_quit(worker);
    }
}

void supervisor_close(struct supervisor *supervisor)
{
    for (int i = 0; i < supervisor->count; i++)
        worker_process_quit(&supervisor->workers[i]);
    for (int i = 0; i < supervisor->count; i++)
        worker_process_await_quit(&supervisor->workers[i]);
    close(supervisor->notify[0]);
    close(supervisor->notify[1]);
    arena_close(&supervisor->arena);
    free(supervisor);
}
