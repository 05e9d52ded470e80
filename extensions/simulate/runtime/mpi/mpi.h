/* SPDX-License-Identifier: BSD-3-Clause */
/* The part of MPI that the implementations in mpi/ use, over a model of MPICH's device ch3:nemesis
 * in simulated memory (extensions/simulate/docs/simulation.md, "MPI"). MPI_COMM_WORLD is the only
 * communicator for messages, MPI_COMM_SELF has one attribute, rank 0 is the only root, and
 * datatypes are contiguous. Errors, for example a message too long for its buffer, end the program,
 * as with MPI_ERRORS_ARE_FATAL. */
#pragma once

#include <stddef.h>

typedef int MPI_Comm, MPI_Datatype, MPI_Op, MPI_Info, MPI_Win, MPI_Status;
typedef ptrdiff_t MPI_Aint;
typedef struct request *MPI_Request;
typedef struct group *MPI_Group;

enum { MPI_SUCCESS };
enum { MPI_COMM_WORLD, MPI_COMM_SELF };
enum { MPI_INFO_NULL };
enum { MPI_BYTE, MPI_INT, MPI_FLOAT, MPI_DOUBLE, MPI_INT64_T, MPI_INT32_T };
enum { MPI_MAX, MPI_SUM, MPI_LAND };
enum { MPI_PROC_NULL = -1 };
enum { MPI_BSEND_OVERHEAD = 64 };
enum {
    MPI_MODE_NOCHECK = 1,
    MPI_MODE_NOPRECEDE = 2,
    MPI_MODE_NOSUCCEED = 4,
    MPI_MODE_NOPUT = 8,
    MPI_MODE_NOSTORE = 16
};
#define MPI_REQUEST_NULL ((MPI_Request)NULL)
#define MPI_STATUS_IGNORE ((MPI_Status *)NULL)
#define MPI_STATUSES_IGNORE ((MPI_Status *)NULL)
#define MPI_IN_PLACE ((void *)-1)
enum { MPI_KEYVAL_INVALID = -1 };
#define MPI_COMM_NULL_COPY_FN NULL
#define MPI_COMM_NULL_DELETE_FN NULL

int MPI_Comm_rank(MPI_Comm comm, int *rank);
int MPI_Comm_size(MPI_Comm comm, int *size);
int MPI_Comm_create_keyval(void *copy, void *remove, int *key, void *extra);
int MPI_Comm_set_attr(MPI_Comm comm, int key, void *value);
int MPI_Comm_get_attr(MPI_Comm comm, int key, void *value, int *found);

/* ---- messages ----------------------------------------------------------------------------- */

int MPI_Send(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int MPI_Bsend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm);
int MPI_Isend(const void *data, int count, MPI_Datatype type, int to, int tag, MPI_Comm comm,
              MPI_Request *request);
/* A ready send's receive has been posted, but this device does not use that. */
#define MPI_Rsend MPI_Send
#define MPI_Irsend MPI_Isend
int MPI_Recv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
             MPI_Status *status);
int MPI_Irecv(void *data, int count, MPI_Datatype type, int from, int tag, MPI_Comm comm,
              MPI_Request *request);
int MPI_Sendrecv(const void *data, int count, MPI_Datatype type, int to, int tag, void *data_in,
                 int count_in, MPI_Datatype type_in, int from, int tag_in, MPI_Comm comm,
                 MPI_Status *status);
int MPI_Wait(MPI_Request *request, MPI_Status *status);
int MPI_Waitall(int count, MPI_Request requests[], MPI_Status statuses[]);
int MPI_Test(MPI_Request *request, int *complete, MPI_Status *status);
int MPI_Buffer_attach(void *buffer, int bytes);
int MPI_Buffer_detach(void *buffer, int *bytes);

/* ---- collective operations ---------------------------------------------------------------- */

int MPI_Barrier(MPI_Comm comm);
int MPI_Bcast(void *data, int count, MPI_Datatype type, int root, MPI_Comm comm);
int MPI_Reduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op, int root,
               MPI_Comm comm);
int MPI_Allreduce(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                  MPI_Comm comm);
int MPI_Reduce_scatter_block(const void *from, void *to, int count, MPI_Datatype type, MPI_Op op,
                             MPI_Comm comm);
int MPI_Gather(const void *from, int count, MPI_Datatype type, void *to, int count_to,
               MPI_Datatype type_to, int root, MPI_Comm comm);
int MPI_Scatter(const void *from, int count, MPI_Datatype type, void *to, int count_to,
                MPI_Datatype type_to, int root, MPI_Comm comm);
int MPI_Allgather(const void *from, int count, MPI_Datatype type, void *to, int count_to,
                  MPI_Datatype type_to, MPI_Comm comm);
int MPI_Alltoall(const void *from, int count, MPI_Datatype type, void *to, int count_to,
                 MPI_Datatype type_to, MPI_Comm comm);

int MPI_Alltoallv(const void *from, const int counts[], const int places[], MPI_Datatype type,
                  void *to, const int counts_to[], const int places_to[], MPI_Datatype type_to,
                  MPI_Comm comm);

/* ---- windows ------------------------------------------------------------------------------ */

/* Each part of a shared window lies on its own pages anyway. */
#define MPI_Info_create(info) (*(info) = MPI_INFO_NULL)
#define MPI_Info_set(info, key, value) ((void)(info))
#define MPI_Info_free(info) (*(info) = MPI_INFO_NULL)
int MPI_Comm_group(MPI_Comm comm, MPI_Group *group);
int MPI_Group_incl(MPI_Group group, int count, const int ranks[], MPI_Group *into);
int MPI_Group_free(MPI_Group *group);
int MPI_Win_create(void *base, MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm,
                   MPI_Win *window);
int MPI_Win_allocate_shared(MPI_Aint bytes, int unit, MPI_Info info, MPI_Comm comm, void *memory,
                            MPI_Win *window);
int MPI_Win_shared_query(MPI_Win window, int rank, MPI_Aint *bytes, int *unit, void *memory);
int MPI_Win_free(MPI_Win *window);
int MPI_Put(const void *data, int count, MPI_Datatype type, int to, MPI_Aint place, int count_to,
            MPI_Datatype type_to, MPI_Win window);
int MPI_Get(void *data, int count, MPI_Datatype type, int from, MPI_Aint place, int count_from,
            MPI_Datatype type_from, MPI_Win window);
int MPI_Accumulate(const void *data, int count, MPI_Datatype type, int to, MPI_Aint place,
                   int count_to, MPI_Datatype type_to, MPI_Op op, MPI_Win window);
int MPI_Win_fence(int assertions, MPI_Win window);
int MPI_Win_post(MPI_Group origins, int assertions, MPI_Win window);
int MPI_Win_start(MPI_Group targets, int assertions, MPI_Win window);
int MPI_Win_complete(MPI_Win window);
int MPI_Win_wait(MPI_Win window);
int MPI_Win_lock_all(int assertions, MPI_Win window);
int MPI_Win_unlock_all(MPI_Win window);
int MPI_Win_flush(int rank, MPI_Win window);
int MPI_Win_flush_local(int rank, MPI_Win window);
int MPI_Win_flush_all(MPI_Win window);
int MPI_Win_sync(MPI_Win window);
