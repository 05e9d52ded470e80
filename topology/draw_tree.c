/* SPDX-License-Identifier: BSD-3-Clause */
#include "topology/draw_internal.h"

#include <stdlib.h>
#include <string.h>

/* One traversal of the machine, to print it or only to measure its width. */
struct tree {
    const struct drawing *drawing;
    int widest;
    bool measured;
};

static bool placement_sits(const struct placement *placement, int rank, hwloc_const_bitmap_t pus)
{
    return hwloc_bitmap_isset(pus, (unsigned)placement->pus[rank]);
}

static bool pus_taken(const struct drawing *drawing, hwloc_const_bitmap_t pus)
{
    for (int i = 0; i < drawing->column_count; i++)
        for (int rank = 0; rank < drawing->columns[i].placement->ranks; rank++)
            if (placement_sits(drawing->columns[i].placement, rank, pus))
                return true;
    return false;
}

/* "3", "0,4", "0,4,+30" or "900 ranks"; the caller frees. */
static char *cell_text(const struct placement *placement, hwloc_const_bitmap_t pus)
{
    char *list = text_copy("");
    int count = 0, left = 0;

    for (int rank = 0; rank < placement->ranks; rank++) {
        if (!placement_sits(placement, rank, pus))
            continue;
        if (!count++ || (!left && strlen(list) < LIST_COLUMNS))
            text_join(&list, ",", text_format("%d", rank));
        else
            left++;
    }
    if (left)
        text_join(&list, ",", text_format("+%d", left));
    if (strlen(list) > CELL_COLUMNS) {
        free(list);
        list = text_format("%d ranks", count);
    }
    return list;
}

int column_width(const struct machine *machine, const struct placement *placement)
{
    int widest = (int)strlen(placement->name);

    for (int i = 0; i < machine->core_count; i++) {
        char *cell = cell_text(placement, machine->cores[i].object->cpuset);
        if ((int)strlen(cell) > widest)
            widest = (int)strlen(cell);
        free(cell);
    }
    return widest < CELL_COLUMNS ? widest : CELL_COLUMNS;
}

static void cells_print(const struct drawing *drawing, int used, hwloc_const_bitmap_t pus)
{
    int column = drawing->tree_width;

    for (int i = 0; i < drawing->column_count; i++) {
        char *cell = cell_text(drawing->columns[i].placement, pus);
        if (*cell)
            used += fprintf(drawing->out, "%*s%s", column - used, "", cell);
        column += drawing->columns[i].width + COLUMN_GAP;
        free(cell);
    }
}

/* Prints the tree's part of a line, then the columns. */
static void line_print(struct tree *tree, int depth, const char *text, hwloc_const_bitmap_t pus)
{
    const struct drawing *drawing = tree->drawing;
    int room = (pus ? TREE_COLUMNS - COLUMN_GAP : COLUMNS) - 2 * depth;
    int length = (int)strlen(text) < room ? (int)strlen(text) : room;
    bool cut = (int)strlen(text) > room;

    if (pus && 2 * depth + length > tree->widest)
        tree->widest = 2 * depth + length;
    if (tree->measured)
        return;
    fprintf(drawing->out, "%*s%.*s%s", 2 * depth, "", cut ? length - 2 : length, text,
            cut ? ".." : "");
    if (pus)
        cells_print(drawing, 2 * depth + length, pus);
    fputc('\n', drawing->out);
}

/* "Package #0, NUMA node #0 (31 GiB)": the object and its memory. */
static char *label_text(hwloc_obj_t object)
{
    bool anonymous =
        object->type == HWLOC_OBJ_MACHINE ||
        (object->type == HWLOC_OBJ_GROUP && (object_node(object) || object->arity == 1));
    char *text = anonymous ? text_copy("") : object_text(object);

    for (hwloc_obj_t node = object_node(object); node; node = object_node_next(node)) {
        text_join(&text, ", ", object_text(node));
        if (hwloc_bitmap_iszero(node->cpuset))
            text_join(&text, " ", text_format("without cores"));
    }
    return text;
}

static bool is_core(hwloc_obj_t object)
{
    return object->type == HWLOC_OBJ_CORE || object->type == HWLOC_OBJ_PU;
}

/* Descends to where the tree branches or a core begins, collecting labels. Private caches are
 * omitted: they do not matter for placement. */
static hwloc_obj_t chain_follow(const struct machine *machine, hwloc_obj_t object, char **label)
{
    bool single = object_cores(machine, object) == 1;

    *label = text_copy("");
    for (;; object = object->first_child) {
        if (is_core(object))
            return object;
        if (!single || !hwloc_obj_type_is_cache(object->type))
            text_join(label, ", ", label_text(object));
        if (object->arity != 1)
            return object;
    }
}

static bool core_is_usable(const struct machine *machine, hwloc_obj_t core)
{
    return hwloc_bitmap_intersects(core->cpuset, machine->usable);
}

/* True if a rank uses a hardware thread other than the core's first usable one. */
static bool core_is_shared(const struct drawing *drawing, hwloc_obj_t core)
{
    hwloc_bitmap_t siblings = hwloc_bitmap_dup(core->cpuset);
    bool shared;

    hwloc_bitmap_and(siblings, siblings, drawing->machine->usable);
    hwloc_bitmap_clr(siblings, (unsigned)hwloc_bitmap_first(siblings));
    shared = pus_taken(drawing, siblings);
    hwloc_bitmap_free(siblings);
    return shared;
}

static void threads_print(struct tree *tree, hwloc_obj_t core, int depth)
{
    hwloc_obj_t pu = NULL;

    while ((pu = hwloc_get_next_obj_inside_cpuset_by_type(tree->drawing->machine->topology,
                                                          core->cpuset, HWLOC_OBJ_PU, pu))) {
        char *text = text_format("hardware thread %u", pu->os_index);
        line_print(tree, depth, text, pu->cpuset);
        free(text);
    }
}

/* One line per core: "core 0   hardware threads 0,8", or more if ranks share it. */
static void core_print(struct tree *tree, hwloc_obj_t core, int depth)
{
    bool shared = core_is_shared(tree->drawing, core);
    char *pus = indexes_text("hardware thread", "hardware threads", core->cpuset);
    char *text;

    if (core->type != HWLOC_OBJ_CORE)
        text = text_format("%s", pus);
    else if (shared)
        text = text_format("core %u", core->logical_index);
    else
        text = text_format("core %-3u  %s", core->logical_index, pus);
    if (!core_is_usable(tree->drawing->machine, core))
        text_join(&text, ", ", text_format("not usable"));
    line_print(tree, depth, text, shared ? NULL : core->cpuset);
    if (shared)
        threads_print(tree, core, depth + 1);
    free(text);
    free(pus);
}

static bool subtrees_match(const struct machine *machine, hwloc_obj_t one, hwloc_obj_t other)
{
    if (one->type != other->type || one->arity != other->arity ||
        one->memory_arity != other->memory_arity)
        return false;
    if (one->type == HWLOC_OBJ_PU)
        return core_is_usable(machine, one) == core_is_usable(machine, other);
    for (unsigned i = 0; i < one->arity; i++)
        if (!subtrees_match(machine, one->children[i], other->children[i]))
            return false;
    return true;
}

/* " of 8 cores each, 4 usable". */
static char *run_size_text(const struct machine *machine, hwloc_obj_t object, bool several)
{
    int cores = object_cores(machine, object), usable = object_usable_cores(machine, object);
    char *text =
        cores > 1 ? text_format(" of %d cores%s", cores, several ? " each" : "") : text_copy("");

    if (!usable)
        text_join(&text, "", text_format(", not usable"));
    else if (usable < cores)
        text_join(&text, "", text_format(", %d usable", usable));
    return text;
}

/* Prints "... 23 more packages of 8 cores each" for `first` and identical siblings after it without
 * ranks. Returns the next object. */
static hwloc_obj_t run_print(struct tree *tree, hwloc_obj_t first, int depth)
{
    bool single = object_cores(tree->drawing->machine, first) == 1;
    const char *noun = single ? "core" : object_noun(first);
    hwloc_obj_t object = first;
    char *size, *line;
    int count = 0;

    for (; object && subtrees_match(tree->drawing->machine, first, object) &&
           !pus_taken(tree->drawing, object->cpuset);
         object = object->next_sibling)
        count++;
    size = run_size_text(tree->drawing->machine, first, count > 1);
    line = text_format("... %d more %s%s%s", count, noun, count > 1 ? "s" : "", size);
    line_print(tree, depth, line, NULL);
    free(line);
    free(size);
    return object;
}

static void object_print(struct tree *tree, hwloc_obj_t object, int depth)
{
    char *label;
    hwloc_obj_t child;

    object = chain_follow(tree->drawing->machine, object, &label);
    if (*label)
        line_print(tree, depth++, label, NULL);
    free(label);
    if (is_core(object)) {
        core_print(tree, object, depth);
        return;
    }
    for (child = object->first_child; child;) {
        if (tree->drawing->whole || pus_taken(tree->drawing, child->cpuset)) {
            object_print(tree, child, depth);
            child = child->next_sibling;
        } else {
            child = run_print(tree, child, depth);
        }
    }
}

int draw_tree_width(const struct drawing *drawing)
{
    struct tree tree = {.drawing = drawing, .measured = true};

    object_print(&tree, hwloc_get_root_obj(drawing->machine->topology), 0);
    return tree.widest + COLUMN_GAP;
}

void draw_tree(const struct drawing *drawing)
{
    struct tree tree = {.drawing = drawing};

    object_print(&tree, hwloc_get_root_obj(drawing->machine->topology), 0);
}
