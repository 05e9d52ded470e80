/* SPDX-License-Identifier: BSD-3-Clause */
/* Reads and checks a description. */
#include "extensions/simulate/coherence/simulated_machine.h"
#include "extensions/simulate/coherence/members.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

/* The machine that is being read. */
static struct machine *machine;

static const char *const protocol_names[PROTOCOLS] = {"mesi", "mesif", "moesi", "intel", "skylake"};
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

static void cores_read(void)
{
    char place[MEMBER_PLACE];

    machine->cores = member_list("cores", 1, CORES_MOST);
    for (int i = 0; i < machine->cores; i++) {
        struct core *core = &machine->core[i];

        snprintf(place, sizeof place, "cores.%d.", i);
        core->llc = member_count(place, "llc", 0, CORES_MOST - 1);
        core->node = member_count(place, "node", 0, CORES_MOST - 1);
        core->socket = member_count(place, "socket", 0, CORES_MOST - 1);
        core->domain = member_count(place, "domain", 0, CORES_MOST - 1);
        machine->llcs = larger(machine->llcs, core->llc + 1);
        machine->domains = larger(machine->domains, core->domain + 1);
    }
}

static void resources_read(void)
{
    char place[MEMBER_PLACE];

    machine->resources = member_list("resources", 0, RESOURCES_MOST);
    for (int i = 0; i < machine->resources; i++) {
        struct resource *resource = &machine->resource[i];

        snprintf(place, sizeof place, "resources.%d.", i);
        member_text(place, "name", resource->name, sizeof resource->name);
        resource->kind =
            (enum resource_kind)member_choice(place, "kind", kind_names, RESOURCE_KINDS);
        resource->rate = member_number(place, "MBps", 1e-3) / 1e3;
    }
}

/* Nodes are those with a memory; cores belong to no others. */
static void memory_read(void)
{
    machine->nodes = member_list("memory_of", 1, CORES_MOST);
    int *memory_of = calloc((size_t)machine->nodes + 1, sizeof *memory_of);

    machine->memory_of = memory_of;
    for (int i = 0; memory_of && i < machine->nodes; i++)
        memory_of[i] = element_count("memory_of", "memory_of", i, -1, machine->resources - 1);
    for (int i = 0; i < machine->cores; i++)
        if (machine->core[i].node >= machine->nodes)
            description_refuse("core %d lies on node %d, but `memory_of` lists %d nodes", i,
                               machine->core[i].node, machine->nodes);
    machine->memory = member_square("memory_ns", machine->nodes, false);
}

/* Optional: the resource at this place of the list; -1: none. */
static int port_read(const char *name, int count, int index)
{
    if (!member_exists("", name))
        return -1;
    member_list(name, count, count);
    return element_count(name, name, index, -1, machine->resources - 1);
}

static void ports_read(void)
{
    for (int i = 0; i < machine->cores; i++) {
        struct core *core = &machine->core[i];

        core->cache_port = port_read("cache_of", machine->cores, i);
        core->llc_port = port_read("llc_of", machine->llcs, core->llc);
    }
}

static void route_read(int from, int to, int *route)
{
    char place[MEMBER_PLACE];

    snprintf(place, sizeof place, "routes.%d.%d", from, to);
    const int length = list_length(place);

    if (length < 0 || length > ROUTE_MOST)
        description_refuse("`routes`[%d][%d] must list at most %d resources", from, to, ROUTE_MOST);
    for (int i = 0; i < ROUTE_MOST; i++)
        route[i] =
            i < length ? element_count(place, "routes", i, 0, machine->resources - 1) : -1;
}

static void routes_read(void)
{
    const int domains = machine->domains, rows = member_list("routes", domains, domains);
    int *routes = calloc((size_t)domains * (size_t)domains * ROUTE_MOST + 1, sizeof *routes);
    char place[MEMBER_PLACE];

    machine->routes = routes;
    for (int from = 0; routes && from < rows; from++) {
        snprintf(place, sizeof place, "routes.%d", from);
        if (list_length(place) != domains)
            description_refuse("`routes`[%d] must have an entry for each of %d domains", from,
                               domains);
        for (int to = 0; to < domains; to++)
            route_read(from, to,
                       routes + ((size_t)from * (size_t)domains + (size_t)to) * ROUTE_MOST);
    }
}

static void numbers_read(void)
{
    member_object("shared_ns");
    for (int distance = DISTANCE_LLC; distance < DISTANCES; distance++)
        machine->shared[distance] = member_number("shared_ns.", distance_names[distance], 0);
    machine->hit = member_number("", "hit_ns", 0);
    machine->store = member_number("", "store_ns", 0);
    machine->pause = member_number("", "pause_ns", 1e-3);
    machine->atomic = member_number("", "atomic_ns", 0);
    machine->fence = member_number("", "fence_ns", 0);
    machine->window = member_number("", "window_ns", 0);
    machine->outstanding = member_count("", "outstanding", 1, 1 << 20);
    machine->stores = member_count("", "stores", 1, MACHINE_STORES_MOST);
    machine->copy_rate = member_number("", "copy_MBps", 1e-3) / 1e3;
    machine->reduce_per_byte = member_number("", "reduce_ns_per_byte", 0);
    machine->futex = member_number("", "futex_ns", 0);
    machine->futex_call = member_number("", "futex_call_ns", 0);
    machine->cache_bytes = (size_t)member_number("", "cache_bytes", 64);
    machine->llc_bytes = (size_t)member_number("", "llc_bytes", 0);
}

/* Optional: what only calibration knows. */
static void calibrated_read(void)
{
    machine->first_copy_rate = machine->copy_rate;
    if (member_exists("", "back_MBps"))
        machine->back_rate = member_number("", "back_MBps", 1e-3) / 1e3;
    machine->reader_takes =
        member_exists("", "reader_takes") ? member_count("", "reader_takes", 0, 1) : -1;
    if (!member_exists("", "first_bytes"))
        return;
    machine->first_bytes = (size_t)member_number("", "first_bytes", 0);
    machine->first_rate = member_number("", "first_MBps", 1e-3) / 1e3;
    machine->first_copy_rate = member_number("", "first_copy_MBps", 1e-3) / 1e3;
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
    if (!description_open(file, why))
        return NULL;
    machine = calloc(1, sizeof *machine);
    if (!machine)
        abort();
    member_text("", "name", machine->name, sizeof machine->name);
    machine->protocol = (enum protocol)member_choice("", "protocol", protocol_names, PROTOCOLS);
    cores_read();
    resources_read();
    memory_read();
    ports_read();
    routes_read();
    machine->transfer = member_square("transfer_ns", machine->cores, true);
    numbers_read();
    calibrated_read();
    check();
    description_close();
    *why = description_refusal();
    if (*why) {
        machine_free(machine);
        return NULL;
    }
    return machine;
}
