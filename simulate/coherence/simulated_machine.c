/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads and checks a description with jansson. */
#include "simulate/coherence/simulated_machine.h"
#include "simulate/coherence/members.h"

#include <stdlib.h>
#include <string.h>

/* The machine that is being read. */
static struct machine *machine;

static const char *const protocol_names[PROTOCOLS] = {"mesi", "mesif", "moesi", "intel"};
static const char *const distance_names[DISTANCES] = {NULL, "llc", "node", "socket", "far"};
static const char *const kind_names[RESOURCE_KINDS] = {"bus", "port", "link", "memory"};

enum distance machine_distance(const struct machine *its, int core, int other)
{
    const struct core *a = &its->core[core], *b = &its->core[other];

    if (core == other)
        return DISTANCE_OWN;
    if (a->llc == b->llc)
        return DISTANCE_LLC;
    if (a->node == b->node)
        return DISTANCE_NODE;
    return a->socket == b->socket ? DISTANCE_SOCKET : DISTANCE_FAR;
}

void machine_free(struct machine *its)
{
    if (!its)
        return;
    free((void *)its->transfer);
    free((void *)its->memory);
    free((void *)its->memory_of);
    free((void *)its->routes);
    free(its);
}

static int larger(int a, int b)
{
    return a > b ? a : b;
}

static void cores_read(const json_t *root)
{
    const json_t *cores = member_list(root, "cores", 1, CORES_MOST);
    size_t i;
    json_t *one;

    machine->cores = (int)json_array_size(cores);
    json_array_foreach(cores, i, one)
    {
        struct core *core = &machine->core[i];

        core->llc = member_count(one, "llc", 0, CORES_MOST - 1);
        core->node = member_count(one, "node", 0, CORES_MOST - 1);
        core->socket = member_count(one, "socket", 0, CORES_MOST - 1);
        core->domain = member_count(one, "domain", 0, CORES_MOST - 1);
        machine->llcs = larger(machine->llcs, core->llc + 1);
        machine->domains = larger(machine->domains, core->domain + 1);
    }
}

static void resources_read(const json_t *root)
{
    const json_t *resources = member_list(root, "resources", 0, RESOURCES_MOST);
    size_t i;
    json_t *one;

    machine->resources = (int)json_array_size(resources);
    json_array_foreach(resources, i, one)
    {
        struct resource *resource = &machine->resource[i];

        member_text(one, "name", resource->name, sizeof resource->name);
        resource->kind = (enum resource_kind)member_choice(one, "kind", kind_names, RESOURCE_KINDS);
        resource->rate = member_number(one, "MBps", 1e-3) / 1e3;
    }
}

/* Nodes are those with a memory; cores belong to no others. */
static void memory_read(const json_t *root)
{
    const json_t *list = member_list(root, "memory_of", 1, CORES_MOST);
    int *memory_of = calloc(json_array_size(list) + 1, sizeof *memory_of);

    machine->nodes = (int)json_array_size(list);
    machine->memory_of = memory_of;
    for (int i = 0; memory_of && i < machine->nodes; i++)
        memory_of[i] = element_count(list, "memory_of", i, -1, machine->resources - 1);
    for (int i = 0; i < machine->cores; i++)
        if (machine->core[i].node >= machine->nodes)
            description_refuse("core %d lies on node %d, but `memory_of` lists %d nodes", i,
                               machine->core[i].node, machine->nodes);
    machine->memory = member_square(root, "memory_ns", machine->nodes, false);
}

/* Optional: the resource at this place of the list; -1: none. */
static int port_read(const json_t *root, const char *name, int count, int index)
{
    if (!json_object_get(root, name))
        return -1;
    return element_count(member_list(root, name, count, count), name, index, -1,
                         machine->resources - 1);
}

static void ports_read(const json_t *root)
{
    for (int i = 0; i < machine->cores; i++) {
        struct core *core = &machine->core[i];

        core->cache_port = port_read(root, "cache_of", machine->cores, i);
        core->llc_port = port_read(root, "llc_of", machine->llcs, core->llc);
    }
}

static void route_read(const json_t *row, int from, int to, int *route)
{
    const json_t *list = json_array_get(row, (size_t)to);
    const size_t length = json_array_size(list);

    if (!json_is_array(list) || length > ROUTE_MOST)
        description_refuse("`routes`[%d][%d] must list at most %d resources", from, to, ROUTE_MOST);
    for (size_t i = 0; i < ROUTE_MOST; i++)
        route[i] =
            i < length ? element_count(list, "routes", (int)i, 0, machine->resources - 1) : -1;
}

static void routes_read(const json_t *root)
{
    const int domains = machine->domains;
    const json_t *rows = member_list(root, "routes", domains, domains);
    int *routes = calloc((size_t)domains * (size_t)domains * ROUTE_MOST + 1, sizeof *routes);

    machine->routes = routes;
    for (int from = 0; routes && from < domains; from++) {
        const json_t *row = json_array_get(rows, (size_t)from);

        if (json_array_size(row) != (size_t)domains)
            description_refuse("`routes`[%d] must have an entry for each of %d domains", from,
                               domains);
        for (int to = 0; to < domains; to++)
            route_read(row, from, to,
                       routes + ((size_t)from * (size_t)domains + (size_t)to) * ROUTE_MOST);
    }
}

static void numbers_read(const json_t *root)
{
    const json_t *shared = member_object(root, "shared_ns"), *mpi = member_object(root, "mpi");

    for (int distance = DISTANCE_LLC; distance < DISTANCES; distance++)
        machine->shared[distance] = member_number(shared, distance_names[distance], 0);
    machine->hit = member_number(root, "hit_ns", 0);
    machine->store = member_number(root, "store_ns", 0);
    machine->pause = member_number(root, "pause_ns", 1e-3);
    machine->atomic = member_number(root, "atomic_ns", 0);
    machine->fence = member_number(root, "fence_ns", 0);
    machine->window = member_number(root, "window_ns", 0);
    machine->outstanding = member_count(root, "outstanding", 1, 1 << 20);
    machine->stores = member_count(root, "stores", 1, MACHINE_STORES_MOST);
    machine->copy_rate = member_number(root, "copy_MBps", 1e-3) / 1e3;
    machine->reduce_per_byte = member_number(root, "reduce_ns_per_byte", 0);
    machine->futex = member_number(root, "futex_ns", 0);
    machine->futex_call = member_number(root, "futex_call_ns", 0);
    machine->cache_bytes = (size_t)member_number(root, "cache_bytes", 64);
    machine->llc_bytes = (size_t)member_number(root, "llc_bytes", 0);
    machine->mpi.send = member_number(mpi, "send_ns", 0);
    machine->mpi.receive = member_number(mpi, "receive_ns", 0);
    machine->mpi.eager = (size_t)member_number(mpi, "eager_bytes", 0);
    machine->mpi.collective = member_number(mpi, "collective_ns", 0);
    machine->mpi.kernel_call = member_number(mpi, "kernel_call_ns", 0);
    machine->mpi.kernel_page = member_number(mpi, "kernel_page_ns", 0);
}

/* Optional. */
static void first_cache_read(const json_t *root)
{
    machine->first_copy_rate = machine->copy_rate;
    if (!json_object_get(root, "first_bytes"))
        return;
    machine->first_bytes = (size_t)member_number(root, "first_bytes", 0);
    machine->first_rate = member_number(root, "first_MBps", 1e-3) / 1e3;
    machine->first_copy_rate = member_number(root, "first_copy_MBps", 1e-3) / 1e3;
}

static void check(void)
{
    if (machine->llc_bytes > 0 && machine->llcs > LLCS_MOST)
        description_refuse("cores have `llc` numbers up to %d, but the most is %d unless "
                           "`llc_bytes` is 0",
                           machine->llcs - 1, LLCS_MOST - 1);
}

struct machine *machine_read(const char *file, const char **why)
{
    json_t *root = description_open(file, why);

    if (!root)
        return NULL;
    machine = calloc(1, sizeof *machine);
    if (!machine)
        abort();
    member_text(root, "name", machine->name, sizeof machine->name);
    machine->protocol = (enum protocol)member_choice(root, "protocol", protocol_names, PROTOCOLS);
    cores_read(root);
    resources_read(root);
    memory_read(root);
    ports_read(root);
    routes_read(root);
    machine->transfer = member_square(root, "transfer_ns", machine->cores, true);
    numbers_read(root);
    first_cache_read(root);
    check();
    json_decref(root);
    *why = description_refusal();
    if (*why) {
        machine_free(machine);
        return NULL;
    }
    return machine;
}
