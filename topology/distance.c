/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/policies/policy.h"

#include <stdlib.h>

/* False if hwloc does not know. The two directions may differ; the larger counts. */
static bool latency_find(struct hwloc_distances_s *latencies, hwloc_obj_t one, hwloc_obj_t other,
                         uint64_t *latency)
{
    hwloc_uint64_t there, back;

    if (!latencies || !one || !other ||
        hwloc_distances_obj_pair_values(latencies, one, other, &there, &back))
        return false;
    *latency = there > back ? there : back;
    return true;
}

static hwloc_obj_t ancestor(const struct distances *distances, const struct core *one,
                            const struct core *other)
{
    return hwloc_get_common_ancestor_obj(distances->machine->topology, one->object, other->object);
}

struct distance distance_between(const struct distances *distances, const struct core *one,
                                 const struct core *other)
{
    hwloc_topology_t topology = distances->machine->topology;
    hwloc_obj_t node = core_part(one, HWLOC_OBJ_NUMANODE),
                other_node = core_part(other, HWLOC_OBJ_NUMANODE);
    hwloc_obj_t common = ancestor(distances, one, other);
    bool together = core_part(one, HWLOC_OBJ_PACKAGE) == core_part(other, HWLOC_OBJ_PACKAGE);
    struct distance distance = {0};

    if (one == other)
        return distance;
    distance.value = (uint64_t)(hwloc_topology_get_depth(topology) - common->depth);
    /* A cache that spans NUMA nodes (Intel's sub-NUMA clusters) does not make their cores nearer to
     * each other than those of one node. */
    if (hwloc_obj_type_is_cache(common->type) && node == other_node) {
        distance.kind = DISTANCE_CACHE;
        distance.value = common->attr->cache.depth;
    } else if (node == other_node ? node || together : together && (!node || !other_node)) {
        distance.kind = together ? DISTANCE_LOCAL : DISTANCE_NODE;
    } else {
        distance.kind = together ? DISTANCE_PACKAGE : DISTANCE_REMOTE;
        latency_find(distances->latencies, node, other_node, &distance.value);
    }
    return distance;
}

static int distance_compare(const void *one, const void *other)
{
    const struct distance *first = one, *second = other;

    if (first->kind != second->kind)
        return first->kind < second->kind ? -1 : 1;
    return first->value < second->value ? -1 : first->value > second->value;
}

bool distance_equal(struct distance one, struct distance other)
{
    return !distance_compare(&one, &other);
}

bool distance_farther(struct distance one, struct distance other)
{
    return distance_compare(&one, &other) > 0;
}

static void distance_note(struct distances *distances, struct distance distance)
{
    for (int i = 0; i < distances->count; i++)
        if (distance_equal(distances->list[i], distance))
            return;
    distances->list =
        memory_grow(distances->list, (size_t)distances->count, sizeof(*distances->list));
    distances->list[distances->count++] = distance;
}

struct distances distances_open(const struct machine *machine)
{
    struct distances distances = {.machine = machine,
                                  .latencies = memory_latencies_find(machine->topology)};

    for (int i = 0; i < machine->core_count; i++)
        distances.nodeless |= !core_part(&machine->cores[i], HWLOC_OBJ_NUMANODE);
    return distances;
}

struct distances distances_find(const struct machine *machine)
{
    struct distances distances = distances_open(machine);
    const struct core *cores = machine->cores;

    for (int i = 0; i < machine->core_count; i++) {
        if (cores[i].pu_count > 1)
            distance_note(&distances, distance_between(&distances, &cores[i], &cores[i]));
        for (int j = 0; j < i; j++)
            distance_note(&distances, distance_between(&distances, &cores[j], &cores[i]));
    }
    if (distances.count)
        qsort(distances.list, (size_t)distances.count, sizeof(*distances.list), distance_compare);
    return distances;
}

void distances_free(struct distances *distances)
{
    if (distances->latencies)
        hwloc_distances_release(distances->machine->topology, distances->latencies);
    free(distances->list);
}

static char *remote_text(const struct distances *distances, const struct core *one,
                         const struct core *other)
{
    hwloc_obj_t package = core_part(one, HWLOC_OBJ_PACKAGE);
    hwloc_obj_t node = core_part(one, HWLOC_OBJ_NUMANODE),
                other_node = core_part(other, HWLOC_OBJ_NUMANODE);
    const char *within = package != core_part(other, HWLOC_OBJ_PACKAGE) ? "in different packages"
                         : package ? "in different NUMA nodes of one package"
                                   : "in different NUMA nodes";
    uint64_t latency;

    if (latency_find(distances->latencies, node, other_node, &latency))
        return text_format("%s (latency %llu)", within, (unsigned long long)latency);
    return text_format("%s", within);
}

char *distance_text(const struct distances *distances, const struct core *one,
                    const struct core *other)
{
    hwloc_obj_t common = ancestor(distances, one, other);

    switch (distance_between(distances, one, other).kind) {
    case DISTANCE_SIBLINGS: return text_format("hardware threads of one core");
    case DISTANCE_NODE: return text_format("in different packages of one NUMA node");
    case DISTANCE_CACHE: return text_format("in one %s", object_noun(common));
    case DISTANCE_LOCAL:
        if (distances->nodeless) /* equal distances have one text */
            return text_format("in one %s",
                               common->type == HWLOC_OBJ_GROUP ? "group" : object_noun(common));
        return text_format("in one %s",
                           common->type == HWLOC_OBJ_MACHINE ? "NUMA node" : object_noun(common));
    default: return remote_text(distances, one, other);
    }
}

int placement_distances(const struct machine *machine)
{
    struct distances distances = distances_find(machine);
    int count = distances.count;

    distances_free(&distances);
    return count;
}

static const struct core *core_of(const struct machine *machine, int pu)
{
    for (int i = 0; i < machine->core_count; i++)
        if (core_contains(&machine->cores[i], pu))
            return &machine->cores[i];
    return NULL;
}

/* From 1; 0 if one of them is no core. */
static int level_between(const struct distances *distances, const struct core *one,
                         const struct core *other)
{
    for (int level = 1; one && other && level <= distances->count; level++)
        if (distance_equal(distances->list[level - 1], distance_between(distances, one, other)))
            return level;
    return 0;
}

/* The text of the first cores at this level. */
static char *level_text(const struct distances *distances, int level)
{
    const struct machine *machine = distances->machine;

    for (int i = 0; i < machine->core_count; i++)
        for (int j = i; j < machine->core_count; j++)
            if (level_between(distances, &machine->cores[i], &machine->cores[j]) == level)
                return distance_text(distances, &machine->cores[i], &machine->cores[j]);
    return NULL;
}

void distances_add_json(const struct machine *machine, const int *pus, int count,
                        struct json *json)
{
    struct distances distances = distances_find(machine);

    json_begin_array(json, "texts");
    for (int level = 1; level <= distances.count; level++) {
        char *text = level_text(&distances, level);

        json_add_text(json, NULL, text);
        free(text);
    }
    json_end(json, ']');
    json_begin_array(json, "levels");
    for (int i = 0; i < count; i++) {
        json_begin_array(json, NULL);
        for (int j = 0; j < count; j++)
            json_add_integer(json, NULL,
                             level_between(&distances, core_of(machine, pus[i]),
                                           core_of(machine, pus[j])));
        json_end(json, ']');
    }
    json_end(json, ']');
    distances_free(&distances);
}
