/* SPDX-License-Identifier: BSD-3-Clause */
/* Which MPI library this process has loaded, and what its handles stand for. */
#include "extensions/programs/preload/profile.h"

#include <link.h>
#include <stdio.h>
#include <string.h>

struct library library;

/* Python loads libraries so that only those that ask for them see their symbols. */
static int object_look(struct dl_phdr_info *object, size_t size, void *argument)
{
    void **symbol_found = argument;
    if (!size || !*object->dlpi_name || strstr(object->dlpi_name, "libcomops-profile"))
        return 0;
    void *handle = dlopen(object->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
    symbol_found[1] = handle ? dlsym(handle, symbol_found[0]) : NULL;
    if (handle)
        dlclose(handle);
    return symbol_found[1] != NULL;
}

void *symbol_find(void *where, const char *symbol)
{
    void *symbol_found[] = {(void *)symbol, dlsym(where, symbol)};
    if (!symbol_found[1])
        dl_iterate_phdr(object_look, symbol_found);
    return symbol_found[1];
}

void library_find(void)
{
    char version[8192 + 1] = ""; /* the longest that a library gives: MPICH's */
    int length = 0;
    Dl_info info;
    functions_find();
    if (!library.Get_library_version || !dladdr((void *)library.Get_library_version, &info))
        return;
    library.Get_library_version(version, &length);
    snprintf(head->version, sizeof head->version, "%.255s", version);
    snprintf(head->library, sizeof head->library, "%s", info.dli_fname);
    /* Not the next ones: a program may have its own copy. */
    library.openmpi_world = (word)symbol_find(RTLD_DEFAULT, "ompi_mpi_comm_world");
    library.in_place_fortran = (word)symbol_find(RTLD_DEFAULT, "mpi_fortran_in_place_");
    bool mpich = strstr(version, "MPICH") || strstr(version, "Intel(R) MPI"); /* and MVAPICH */
    head->abi = library.abi = library.openmpi_world ? OPENMPI : mpich ? MPICH : UNKNOWN;
}

word handle_at(const void *handles, int at, word (*from_fortran)(int), bool fortran)
{
    if (library.abi == MPICH)
        return (word)((const uint32_t *)handles)[at];
    return fortran ? from_fortran(((const int *)handles)[at]) : ((const word *)handles)[at];
}

struct type_facts type_ask(word type)
{
    enum { SEEN = 16 };
    static _Thread_local struct type_facts seen[SEEN]; /* to ask takes longer than most calls */
    struct type_facts *facts = &seen[((uint64_t)type * 0x9e3779b97f4a7c15ull >> 32) % SEEN];
    if (facts->type == type && facts->generation == generation)
        return *facts;
    intptr_t low, extent = 0, true_extent = 0;
    int size = 0, integers = 0, addresses = 0, types = 0, combiner; /* what it is made of */
    library.Type_size(type, &size);
    library.Type_get_extent(type, &low, &extent);
    library.Type_get_true_extent(type, &low, &true_extent);
    library.Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    *facts = (struct type_facts){type, generation, size, extent == size && true_extent == size,
                                 !integers && !addresses && !types};
    return *facts;
}

struct group_facts group_ask(word handle, bool window, int peer)
{
    enum { SEEN = 64 };
    static _Thread_local struct group_facts seen[SEEN]; /* as long */
    uint64_t place = ((uint64_t)handle + (unsigned)peer) * 0x9e3779b97f4a7c15ull >> 32;
    struct group_facts *facts = &seen[place % SEEN];
    if (facts->handle == handle && facts->peer == peer && facts->generation == generation)
        return *facts;
    *facts = (struct group_facts){handle, generation, peer, .partner = peer};
    int inter = 0, topology = 0, dimensions = 0, in, weighted;
    word group = 0, world = 0;
    if (!window) {
        library.Comm_test_inter(handle, &inter);
        library.Topo_test(handle, &topology);
    }
    (window ? library.Win_get_group : inter ? library.Comm_remote_group : library.Comm_group)(
        handle, &group);
    library.Comm_group(WORLD, &world);
    library.Group_size(group, &facts->ranks);
    library.Group_rank(group, &facts->rank);
    if (peer >= 0)
        library.Group_translate_ranks(group, 1, &peer, world, &facts->partner);
    library.Group_free(&group);
    library.Group_free(&world);
    if (topology == CARTESIAN)
        library.Cartdim_get(handle, &dimensions);
    facts->neighbours = 2 * dimensions;
    if (topology == DISTRIBUTED_GRAPH)
        library.Dist_graph_neighbors_count(handle, &in, &facts->neighbours, &weighted);
    return *facts;
}
