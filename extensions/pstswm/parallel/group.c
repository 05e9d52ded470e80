/* SPDX-License-Identifier: BSD-3-Clause */
#include "extensions/pstswm/parallel/group.h"

#include "extensions/pstswm/transforms/arrays.h"

#include <stdlib.h>

size_t team_largest(const struct team *team, size_t mine)
{
    double *all = array_take((size_t)team->ranks * sizeof *all), largest = 0;

    team->gather(&(double){(double)mine}, all);
    for (int rank = 0; rank < team->ranks; rank++)
        largest = all[rank] > largest ? all[rank] : largest;
    free(all);
    return (size_t)largest;
}

/* Where the jobs of a group of threads are. */
static struct job **find_peers(struct group *group, const struct team *team, const int *members)
{
    const size_t ranks = (size_t)team->ranks;
    struct job **all = team->rank == ROOT ? array_take(ranks * sizeof *all) : NULL;
    struct job **shared = all;
    struct job **peers = array_take((size_t)group->job.ranks * sizeof *peers);

    team->share(&shared, sizeof shared);
    shared[team->rank] = &group->job;
    team->meet(); /* all jobs are known */
    for (int rank = 0; rank < group->job.ranks; rank++)
        peers[rank] = shared[members[rank]];
    team->meet(); /* all have read */
    free(all);
    return peers;
}

static char *take_buffer(const struct team *team, size_t bytes)
{
    return team->allocate ? team->allocate(bytes) : array_take(bytes);
}

void group_open(struct group *group, const struct team *team, struct progression members,
                int variant, size_t bytes)
{
    int *list = array_take((size_t)members.count * sizeof *list);

    group->bytes = team_largest(team, (bytes / CACHE_LINE_PAIR + 1) * CACHE_LINE_PAIR);
    group->job.variant = variant;
    group->job.reduction = SUM_DOUBLE;
    group->job.cache = group->job.node = group->job.package = -1;
    group->job.ranks = members.count;
    group->job.rank = (team->rank - members.first) / members.stride;
    for (int rank = 0; rank < members.count; rank++)
        list[rank] = members.first + rank * members.stride;
    group->job.members = list;
    group->job.send = take_buffer(team, group->bytes);
    group->job.recv = take_buffer(team, group->bytes);
    group->job.peers = team->shares_memory ? find_peers(group, team, list) : NULL;
}

static void free_buffer(const struct team *team, char *buffer, size_t bytes)
{
    if (team->release)
        team->release(buffer, bytes);
    else
        free(buffer);
}

void group_close(struct group *group, const struct team *team)
{
    free_buffer(team, group->job.send, group->bytes);
    free_buffer(team, group->job.recv, group->bytes);
    free((void *)group->job.members);
    free((void *)group->job.peers);
}
