/* SPDX-License-Identifier: BSD-3-Clause */
/* Which MPI library this process has loaded, and what its handles stand for. */
#include "extensions/programs/preload/profile.h"

#include <dlfcn.h>
#include <link.h>
#include <stdio.h>
#include <string.h>

struct library library;
struct search {
    const char *symbol;
    void *found;
};

/* Python loads libraries so that only those that ask for them see their symbols. */
static int object_look(struct dl_phdr_info *object, size_t size, void *argument)
{
    struct search *search = argument;
    if (!size || !*object->dlpi_name || strstr(object->dlpi_name, "libcomops-profile"))
        return 0;
    void *handle = dlopen(object->dlpi_name, RTLD_LAZY | RTLD_NOLOAD);
    search->found = handle ? dlsym(handle, search->symbol) : NULL;
    if (handle)
        dlclose(handle);
    return search->found != NULL;
}

void *symbol_find(void *where, const char *symbol)
{
    struct search search = {symbol, dlsym(where, symbol)};
    if (!search.found)
        dl_iterate_phdr(object_look, &search);
    return search.found;
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
    snprintf(head->version, sizeof head->version, "%.*s", (int)strcspn(version, "\n"), version);
    snprintf(head->library, sizeof head->library, "%s", info.dli_fname);
    library.world = (word)symbol_find(RTLD_DEFAULT, "ompi_mpi_comm_world"); /* the program's copy */
    library.in_place_fortran = (word)symbol_find(RTLD_DEFAULT, "mpi_fortran_in_place_");
    if (library.world)
        library.abi = OPENMPI;
    else if (strstr(version, "MPICH") || strstr(version, "Intel(R) MPI")) /* MVAPICH has both */
        library.abi = MPICH;
    if (library.abi == MPICH)
        library.world = MPICH_WORLD;
    head->abi = library.abi;
}

word handle_at(const void *handles, int at, word (*from_fortran)(int), bool fortran)
{
    if (library.abi == MPICH)
        return (word)((const uint32_t *)handles)[at];
    return fortran ? from_fortran(((const int *)handles)[at]) : ((const word *)handles)[at];
}

struct type_facts type_ask(word type)
{
    intptr_t low, extent = 0, true_extent = 0;
    int size = 0, integers = 0, addresses = 0, types = 0, combiner; /* what it is made of */
    library.Type_size(type, &size);
    library.Type_get_extent(type, &low, &extent);
    library.Type_get_true_extent(type, &low, &true_extent);
    library.Type_get_envelope(type, &integers, &addresses, &types, &combiner);
    return (struct type_facts){size, extent == size && true_extent == size,
                               !integers && !addresses && !types};
}

static word ranks_of(word handle, bool window) /* to whom one sends */
{
    int inter = 0;
    word group = 0;
    if (window)
        library.Win_get_group(handle, &group);
    else if (library.Comm_test_inter(handle, &inter), inter)
        library.Comm_remote_group(handle, &group);
    else
        library.Comm_group(handle, &group);
    return group;
}

static int neighbours_of(word comm)
{
    int topology = 0, count = 0, in, weighted;
    library.Topo_test(comm, &topology);
    if (topology == CARTESIAN)
        library.Cartdim_get(comm, &count);
    else if (topology == DISTRIBUTED_GRAPH)
        library.Dist_graph_neighbors_count(comm, &in, &count, &weighted);
    return topology == CARTESIAN ? 2 * count : count;
}

struct group_facts group_ask(word handle, bool window)
{
    struct group_facts facts = {.neighbours = window ? 0 : neighbours_of(handle)};
    word group = ranks_of(handle, window);
    library.Group_size(group, &facts.ranks);
    library.Group_rank(group, &facts.rank);
    library.Group_free(&group);
    return facts;
}

int partner_ask(word handle, bool window, int peer)
{
    int partner = peer;
    if (handle == library.world || peer < 0)
        return peer < 0 ? ANY : peer;
    word group = ranks_of(handle, window), world = ranks_of(library.world, false);
    library.Group_translate_ranks(group, 1, &peer, world, &partner);
    library.Group_free(&group);
    library.Group_free(&world);
    return partner < 0 ? ANY : partner; /* of another MPI_COMM_WORLD */
}
