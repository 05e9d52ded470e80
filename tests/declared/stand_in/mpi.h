/* SPDX-License-Identifier: BSD-3-Clause */
/* As much of MPI as is needed here. Of messages and epochs only who waits for whom; no data are
 * moved, but in the shared memory of mpi/shared. What is called is written down (calls_name):
 * messages with data in capitals, as Worley's report prints them; those without, which it omits, as
 * "go" and "await-go"; collectives by name, and for what. The simulator's stand-in
 * (runtime) is another: it moves data, and takes the time that a library would, by steps
 * that are not declared. */
#pragma once

#include "comops/ranks/watch/watch.h"
#include "tests/declared/counted.h"
#include "tests/declared/messages.h"

typedef int MPI_Info, MPI_Win, MPI_Status, MPI_Datatype, MPI_Op, MPI_Comm;
typedef long MPI_Aint;
typedef struct waited MPI_Request;
typedef struct peers_of MPI_Group;
enum { MPI_COMM_WORLD, MPI_LAND, MPI_MAX, MPI_SUM, MPI_REPLACE };
enum { MPI_INT, MPI_BYTE, MPI_DOUBLE, MPI_FLOAT, MPI_INT64_T, MPI_INT32_T };
enum { MPI_MODE_NOCHECK, MPI_MODE_NOPRECEDE, MPI_MODE_NOSUCCEED, MPI_MODE_NOPUT, MPI_MODE_NOSTORE };
enum { POSTED = 1 << 20, COMPLETED }; /* tags */
enum { MPI_PROC_NULL = -1 };
#define MPI_IN_PLACE NULL
#define MPI_INFO_NULL 0
#define MPI_STATUS_IGNORE NULL
#define MPI_STATUSES_IGNORE NULL

/* Each rank has one. */
static void *stand_in_parts[TEAM_MOST]; /* of the shared memory */
static struct peers_of peers_origins[TEAM_MOST], peers_targets[TEAM_MOST]; /* of open epochs */

static inline void MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info,
                                           int communicator, void **memory, MPI_Win *window)
{
    *window = 0;
    *memory = stand_in_parts[watch_rank] = malloc((size_t)bytes);
    team_meet();
}

static inline void MPI_Win_shared_query(MPI_Win window, int rank, MPI_Aint *bytes, int *unit,
                                        void **memory)
{
    *memory = stand_in_parts[rank];
}

#define MPI_Info_create(info) *(info) = 0
#define MPI_Info_set(info, key, value) (void)(info)
#define MPI_Info_free(info) (void)(info)

static const char *const type_names[] = {"int", "byte", "double", "float", "int64", "int32"};
static const char *const op_names[] = {[MPI_LAND] = "and", [MPI_MAX] = "max", [MPI_SUM] = "sum"};

#define MPI_Alltoall(out, count, type, ...) calls_name("Alltoall %d %s", count, type_names[type])
#define MPI_Alltoallv(out, counts, places, type, ...)                                              \
    calls_name("Alltoallv %d at %d, %d at %d %s", (counts)[0], (places)[0], (counts)[1],           \
               (places)[1], type_names[type])
#define MPI_Bcast(data, count, type, ...) calls_name("Bcast %d %s", count, type_names[type])
#define MPI_Reduce(from, to, count, type, operation, ...)                                          \
    calls_name("Reduce %s of %d %s", op_names[operation], count, type_names[type])
#define MPI_Allreduce(from, to, count, type, operation, ...)                                       \
    calls_name("Allreduce %s of %d %s", op_names[operation], count, type_names[type])
#define MPI_Barrier(communicator) counts_barrier()

/* Eager: who sends does not wait. */
static inline int message_sent(const char *name, int count, int to, int tag)
{
    if (to == MPI_PROC_NULL)
        return 0;
    calls_name("%s", count ? name : "go");
    message_send(to, tag);
    return 0;
}

static inline MPI_Request message_expected(const char *name, int count, int from, int tag)
{
    const bool comes = from != MPI_PROC_NULL;

    if (comes)
        calls_name("%s", count ? name : "await-go");
    return (MPI_Request){.from = from, .tag = tag, .come = !comes, .has_data = comes && count};
}

#define BLOCKING_SEND(function, name)                                                              \
    static inline int function(const void *data, int count, MPI_Datatype type, int to, int tag,    \
                               MPI_Comm communicator)                                              \
    {                                                                                              \
        return message_sent(name, count, to, tag);                                                 \
    }
#define NONBLOCKING_SEND(function, name)                                                           \
    static inline int function(const void *data, int count, MPI_Datatype type, int to, int tag,    \
                               MPI_Comm communicator, MPI_Request *request)                        \
    {                                                                                              \
        *request = (MPI_Request){.come = true, .has_data = count && to != MPI_PROC_NULL};          \
        return message_sent(name, count, to, tag);                                                 \
    }
BLOCKING_SEND(MPI_Send, "SEND")
BLOCKING_SEND(MPI_Bsend, "BSEND")
BLOCKING_SEND(MPI_Rsend, "RSEND")
NONBLOCKING_SEND(MPI_Isend, "ISEND")
NONBLOCKING_SEND(MPI_Irsend, "IRSEND")
NONBLOCKING_SEND(MPI_Issend, "ISSEND")

static inline int MPI_Irecv(void *data, int count, MPI_Datatype type, int from, int tag,
                            MPI_Comm communicator, MPI_Request *request)
{
    *request = message_expected("IRECV", count, from, tag);
    return 0;
}

static inline int MPI_Waitall(int count, MPI_Request *requests, MPI_Status *statuses)
{
    messages_await(requests, count);
    return 0;
}

static inline int MPI_Wait(MPI_Request *request, MPI_Status *status)
{
    if (request->has_data)
        calls_name("WAIT");
    return MPI_Waitall(1, request, status);
}

static inline int MPI_Recv(void *data, int count, MPI_Datatype type, int from, int tag,
                           MPI_Comm communicator, MPI_Status *status)
{
    MPI_Request request = message_expected("RECV", count, from, tag);

    return MPI_Waitall(1, &request, status);
}

static inline int MPI_Sendrecv(const void *data, int count, MPI_Datatype type, int to, int tag,
                               void *data_in, int count_in, MPI_Datatype type_in, int from,
                               int tag_in, MPI_Comm communicator, MPI_Status *status)
{
    MPI_Request request = {.from = from, .tag = tag_in, .come = from == MPI_PROC_NULL};

    calls_name("SENDRECV");
    if (to != MPI_PROC_NULL)
        message_send(to, tag);
    return MPI_Waitall(1, &request, status);
}

#define MPI_Test(request, is_there, status) (void)(*(is_there) = message_test(request))

#define MPI_Win_create(base, bytes, unit, info, communicator, window) *(window) = 0
#define MPI_Win_free(window) (void)(window)
#define MPI_Win_lock_all(mode, window) (void)(window)
#define MPI_Win_unlock_all(window) (void)(window)
#define MPI_Win_sync(window) (void)(window)
#define MPI_Win_flush(rank, window) (void)(window)
#define MPI_Win_flush_local(rank, window) (void)(window)
#define MPI_Win_flush_all(window) (void)(window)
#define MPI_Put(data, count, type, rank, ...) calls_moved(rank)
#define MPI_Get(data, count, type, rank, ...) calls_moved(rank)
#define MPI_Accumulate(data, count, type, rank, ...) (void)(rank)
#define MPI_Win_fence(mode, window) (calls_fenced(), counts_barrier())

#define MPI_Comm_group(communicator, group)                                                        \
    *(group) = (struct peers_of)                                                                   \
    {                                                                                              \
        0                                                                                          \
    }
#define MPI_Group_incl(world, number, list, group) *(group) = peers_listed(number, list)
#define MPI_Group_free(group) (void)(group)
#define MPI_Win_post(group, mode, window) peers_tell((peers_origins[watch_rank] = (group)), POSTED)
#define MPI_Win_start(group, mode, window)                                                         \
    peers_await((peers_targets[watch_rank] = (group)), POSTED)
#define MPI_Win_complete(window) peers_tell(peers_targets[watch_rank], COMPLETED)
#define MPI_Win_wait(window) peers_await(peers_origins[watch_rank], COMPLETED)
