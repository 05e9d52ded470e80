/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/policies/policy.h"

#include <ctype.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <strings.h>

/* The hardware threads of a location, sorted by their turns: cores come before their siblings,
 * unless siblings are listed explicitly. */
struct walk {
    const struct machine *machine;
    struct placement *placement; /* for refusals */
    hwloc_bitmap_t seen;
    int *pus, *turns;
    int count;
};

static void thread_add(struct walk *walk, int pu, int turn)
{
    int place = walk->count;

    if (hwloc_bitmap_isset(walk->seen, (unsigned)pu))
        return;
    hwloc_bitmap_set(walk->seen, (unsigned)pu);
    for (; place > 0 && walk->turns[place - 1] > turn; place--) {
        walk->pus[place] = walk->pus[place - 1];
        walk->turns[place] = walk->turns[place - 1];
    }
    walk->pus[place] = pu;
    walk->turns[place] = turn;
    walk->count++;
}

static void object_add(struct walk *walk, hwloc_obj_t object)
{
    const struct machine *machine = walk->machine;
    char *name;
    bool any = false;

    for (int i = 0; i < machine->core_count; i++) {
        const struct core *core = &machine->cores[i];
        int turn = 0;
        for (int sibling = 0; sibling < core->pu_count; sibling++)
            if (hwloc_bitmap_isset(object->cpuset, (unsigned)core->pus[sibling]))
                thread_add(walk, core->pus[sibling], turn++);
        any = any || turn;
    }
    if (any)
        return;
    name = object_text(object);
    if (hwloc_bitmap_iszero(object->cpuset))
        placement_refuse(walk->placement, "%s has no cores", name);
    else
        placement_refuse(walk->placement, "this process may use no core of %s", name);
    free(name);
}

/* Memory without cores also belongs to an object, but only according to its nodeset. */
static bool object_inside(hwloc_obj_t object, hwloc_obj_t part)
{
    return hwloc_bitmap_isincluded(object->cpuset, part->cpuset) &&
           (object->type != HWLOC_OBJ_NUMANODE ||
            hwloc_bitmap_isincluded(object->nodeset, part->nodeset));
}

/* Finds the objects of a level within an object, in logical order; returns their number. */
static int objects_find(const struct walk *walk, hwloc_obj_t part, int depth, hwloc_obj_t *found)
{
    hwloc_obj_t object = NULL;
    int count = 0;

    while ((object = hwloc_get_next_obj_by_depth(walk->machine->topology, depth, object)))
        if (object_inside(object, part))
            found[count++] = object;
    return count;
}

static void chain_walk(struct walk *walk, hwloc_obj_t part, const char *text);

static void objects_walk(struct walk *walk, hwloc_obj_t part, const struct tuple *tuple,
                         hwloc_obj_t *objects, int count)
{
    const struct range *range = &tuple->range;
    int index = range->first;
    bool more = true;

    for (int n = 1; more && !walk->placement->refused; n++, index += range->step) {
        if (index >= count && (n == 1 || !range->wraps)) {
            char *name = object_text(part);

            placement_refuse(walk->placement, "there is no %s:%d in %s, which has %d", tuple->type,
                             index, name, count);
            free(name);
        } else if (*tuple->rest == '.') {
            chain_walk(walk, objects[index % count], tuple->rest + 1);
        } else {
            object_add(walk, objects[index % count]);
        }
        more = range->amount == REST ? index + range->step < count : n < range->amount;
    }
}

/* Resolves "package:0.core:1", up to a plus or the end. */
static void chain_walk(struct walk *walk, hwloc_obj_t part, const char *text)
{
    hwloc_topology_t topology = walk->machine->topology;
    struct tuple tuple;
    hwloc_obj_t *objects;
    char why[256];
    int depth;

    if (!tuple_read(text, &tuple, why, sizeof(why)) ||
        hwloc_type_sscanf_as_depth(tuple.type, NULL, topology, &depth) ||
        depth == HWLOC_TYPE_DEPTH_UNKNOWN) {
        placement_refuse(walk->placement, "this machine has no %s that hwloc knows", tuple.type);
    } else if (depth == HWLOC_TYPE_DEPTH_MULTIPLE) {
        placement_refuse(walk->placement,
                         "this machine has several levels of %s; say which, as in %s0", tuple.type,
                         tuple.type);
    } else {
        objects = memory_zeroed(hwloc_get_nbobjs_by_depth(topology, depth), sizeof(*objects));
        objects_walk(walk, part, &tuple, objects, objects_find(walk, part, depth, objects));
        free(objects);
    }
}

static void location_decide(const struct request *request, struct placement *placement)
{
    size_t most = (size_t)request->machine->pu_count;
    struct walk walk = {.machine = request->machine, .placement = placement};
    const char *text = request->parameter;

    walk.seen = hwloc_bitmap_alloc();
    walk.pus = memory_zeroed(most, sizeof(*walk.pus));
    walk.turns = memory_zeroed(most, sizeof(*walk.turns));
    for (; text && !placement->refused; text = strchr(text, '+') ? strchr(text, '+') + 1 : NULL)
        chain_walk(&walk, hwloc_get_root_obj(request->machine->topology), text);
    if (!placement->refused)
        slots_assign_pus(request, placement, walk.pus, walk.count);
    hwloc_bitmap_free(walk.seen);
    free(walk.pus);
    free(walk.turns);
}

static bool location_check(const char *parameter, char *why, size_t why_size)
{
    struct tuple tuple = {.rest = parameter};
    bool begins = true;

    do {
        if (!tuple_read(tuple.rest, &tuple, why, why_size))
            return false;
        if (begins && !strcasecmp(tuple.type, "pu")) {
            snprintf(why, why_size,
                     "pu: cannot be part of a location: its numbers are the operating "
                     "system's, those of locations are logical");
            return false;
        }
        begins = *tuple.rest == '+';
    } while (*tuple.rest++);
    return true;
}

const struct policy policy_location = {
    .name = "location",
    .form = "TYPE:RANGE[.TYPE:RANGE]",
    .meaning = "the cores at these locations, as hwloc-calc resolves them",
    .siblings = true,
    .decide = location_decide,
    .check = location_check,
};

/* ---- locations as they are written ----------------------------------------------------------- */

enum { MOST_INDEX = 1 << 16 };

bool number_read(const char **text, int *number)
{
    long value = 0;

    if (!isdigit((unsigned char)**text))
        return false;
    for (; isdigit((unsigned char)**text) && value < MOST_INDEX; ++*text)
        value = value * 10 + **text - '0';
    *number = (int)value;
    return value < MOST_INDEX;
}

static bool word_read(const char **text, const char *word)
{
    size_t length = strlen(word);

    if (strncmp(*text, word, length))
        return false;
    *text += length;
    return true;
}

/* "N", "N-M", "N-" or "N:COUNT". */
static bool numbers_read(const char **text, struct range *range)
{
    int last;

    if (!number_read(text, &range->first))
        return false;
    range->amount = 1;
    if (word_read(text, ":")) {
        range->wraps = true;
        return number_read(text, &range->amount) && range->amount > 0;
    }
    if (!word_read(text, "-"))
        return true;
    range->amount = REST;
    if (!isdigit((unsigned char)**text))
        return true;
    if (!number_read(text, &last) || last < range->first)
        return false;
    range->amount = last - range->first + 1;
    return true;
}

static bool range_read(const char **text, struct range *range)
{
    *range = (struct range){.amount = REST, .step = 1};
    if (word_read(text, "all"))
        return true;
    range->step = 2;
    if (word_read(text, "even"))
        return true;
    range->first = 1;
    if (word_read(text, "odd"))
        return true;
    range->step = 1;
    return numbers_read(text, range);
}

/* hwloc accepts "core7" as core; only caches and groups have digits in their names. */
static bool type_has_cores(const char *name)
{
    union hwloc_obj_attr_u attributes;
    hwloc_obj_type_t type;

    if (hwloc_type_sscanf(name, &type, &attributes, sizeof(attributes)))
        return false;
    if (name[strcspn(name, "0123456789")] && type != HWLOC_OBJ_GROUP &&
        !hwloc_obj_type_is_cache(type))
        return false;
    return hwloc_obj_type_is_normal(type) || type == HWLOC_OBJ_NUMANODE;
}

bool tuple_read(const char *text, struct tuple *tuple, char *why, size_t why_size)
{
    size_t length = strcspn(text, ":.+");

    snprintf(tuple->type, sizeof(tuple->type), "%.*s", (int)length, text);
    if (text[length] != ':') {
        snprintf(why, why_size, "`%s` is not a location like numa:0.core:0-3", text);
        return false;
    }
    if (strspn(tuple->type, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789") !=
            length ||
        !type_has_cores(tuple->type)) {
        snprintf(why, why_size, "`%.*s` is not a part of a machine with cores in it", (int)length,
                 text);
        return false;
    }
    tuple->rest = text + length + 1;
    if (range_read(&tuple->rest, &tuple->range) && strchr(".+", *tuple->rest))
        return true; /* strchr finds the end too */
    snprintf(why, why_size, "`%s` is not N, N-M, N-, N:COUNT, all, odd or even", text + length + 1);
    return false;
}
