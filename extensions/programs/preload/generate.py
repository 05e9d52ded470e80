# SPDX-License-Identifier: BSD-3-Clause
"""Writes the C that the profiler's tables say: the structs of a rank's file, descriptions of MPI's
calls, and for each call its wrappers in C and for Fortran. MPI 4's variants with large counts
(MPI_Send_c) are in a file of their own: a program may ask by a weak symbol whether they are there.

Usage: generate.py SOURCE-ROOT tables.h wrappers.c wrappers_large.c
"""

import sys
from pathlib import Path

ROOT = Path(sys.argv[1])
sys.path[:0] = [str(ROOT), str(ROOT / "extensions/programs")]

from comops_programs import layout  # noqa: E402
from comops_programs.calls import MpiCall, calls  # noqa: E402

TYPES = {"u8": "uint64_t", "i8": "int64_t", "i4": "int32_t", "u4": "uint32_t", "S": "char"}
NUMBERS = ("BINS", "BINS_FIRST", "BINS_PART", "ROWS", "FINALIZED", "ABORTED", "EXITED", "UNKNOWN",
           "MPICH", "OPENMPI", "CONTIGUOUS", "IN_PLACE", "ROUNDED")
# In MPICH's ABI, and in Open MPI's.
CONSTANTS = {"PROC_NULL": (-1, -2), "CARTESIAN": (2, 1), "IN_PLACE_C": (-1, 1),
             "WORLD": ("0x44000000", "library.openmpi_world")}
# Functions of MPI that the library calls itself.
INTS = ("Initialized", "Query_thread", "Get_library_version", "Comm_group", "Comm_test_inter",
        "Comm_remote_group", "Win_get_group", "Group_rank", "Group_size", "Group_translate_ranks",
        "Group_free", "Type_size", "Type_get_extent", "Type_get_true_extent", "Type_get_envelope",
        "Type_get_name", "Topo_test", "Cartdim_get", "Dist_graph_neighbors_count")
HANDLES = ("Type_f2c", "Op_f2c", "Comm_f2c", "Win_f2c", "Request_f2c")
# Role -> member of struct made: integers, handles with the function that knows Fortran's, pointers.
INTEGERS = {"peer": "peer", "rpeer": "receive_peer", "root": "root", "many": "many"}
COUNTS = {"count": "sent.count", "rcount": "received.count"}
HANDLED = {"type": ("sent.type", "Type_f2c"), "rtype": ("received.type", "Type_f2c"),
           "op": ("op", "Op_f2c"), "comm": ("group", "Comm_f2c"), "win": ("group", "Win_f2c")}
ARRAYS = {"counts": "sent", "rcounts": "received"}
POINTERS = {"types": "sent.types", "rtypes": "received.types", "request": "requests",
            "new": "requests"}
# Members of struct description with the argument that has this role.
PLACES = {"send": "send", "recv": "recv", "counts": "counts[0]", "rcounts": "counts[1]",
          "types": "types[0]", "rtypes": "types[1]"}
SCALARS = {"count", "rcount", "peer", "rpeer", "root", *HANDLED}
VALUES = 7  # the most of these in a call
WORDS = 15  # the most arguments of a call
ENDS = {"Finalize": layout.FINALIZED, "Abort": layout.ABORTED}
FORTRAN = "_", "_f08_", "_f08ts_"  # endings of names


def members(of: tuple) -> str:
    return "".join(f"    {TYPES[kind]} {name}{''.join(f'[{count}]' for count in counts)};\n"
                   for name, kind, *counts in of)


def read(number: int, call: MpiCall) -> str:
    """The function that takes what a row depends on from the arguments."""
    lines = []
    for at, role in enumerate(call.roles, 1):
        if member := INTEGERS.get(role) or COUNTS.get(role):
            large = f"made->large ? a[{at}] : " if role in COUNTS else ""
            lines.append(f"{member} = made->fortran ? *(const int *)a[{at}] : {large}(int)a[{at}]")
        elif role in HANDLED:
            member, function = HANDLED[role]
            lines.append(f"{member} = handle_at(made->fortran ? (const void *)a[{at}] : &a[{at}], "
                         f"0, library.{function}, made->fortran)")
        elif role in ARRAYS:
            side = ARRAYS[role]
            lines += [f"{side}.large = made->large ? (void *)a[{at}] : 0",
                      f"{side}.counts = made->large ? 0 : (void *)a[{at}]"]
        elif role in POINTERS:
            lines.append(f"{POINTERS[role]} = (void *)a[{at}]")
        elif role in ("send", "recv"):
            lines.append(f"{role} = a[{at}]")
    body = "".join(f"    made->{line};\n" for line in lines)
    return f"static void read_{number}(struct made *made, const word *a)\n{{\n{body}}}"


def description(number: int, call: MpiCall) -> str:
    roles, name = set(call.roles), call.name
    sides = bool(roles & {"count", "counts"}), bool(roles & {"rcount", "rcounts"})
    flags = {"scatters": "root" in roles and "scatter" in name.lower(),
             "neighbours": "neighbor" in name.lower(), "varies": "request" in roles,
             "moves": bool({"type", "types", "rtype"} & roles), "peers": "peer" in roles,
             "exchanges": "rpeer" in roles, "window": "win" in roles,
             "receives": sides == (False, True), "makes": "new" in roles,
             "in_place": all(sides) and "peer" not in roles, "begins": name.startswith("Init"),
             "ends": ENDS.get(name, 0), "pauses": name == "Pcontrol", "forgets": call.forgets}
    values = {"number": number, "read": roles - {"_"} and f"read_{number}"} | {
        flag: int(value) for flag, value in flags.items()} | {
        member: call.roles.index(role) + 1 for role, member in PLACES.items() if role in roles}
    listed = [at for at, role in enumerate(call.roles, 1) if role in SCALARS]
    return "{%s, .values = {%s}}" % (
        ", ".join(f".{member} = {value}" for member, value in values.items() if value),
        ", ".join(map(str, [*listed, 0])))


def tables() -> str:
    lines = ["#pragma once", "#include <stdbool.h>", "#include <stdint.h>",
             "/* An argument. Its upper half is undefined where it is an int. */",
             "typedef intptr_t word;",
             "/* Numbers of 32 bits, or halves of longer ones. */",
             "typedef const uint32_t __attribute__((may_alias)) part;",
             *(f"#define {name} {getattr(layout, name)}" for name in NUMBERS),
             "enum { ANY = %d, CALLS = %d, BINS_PARTS = %d };" % (
                 layout.ANY, len(calls()), 1 << layout.BINS_PART),
             "enum { DISTRIBUTED_GRAPH = 3 };",
             *(f"#define {name} (library.abi == MPICH ? {mpich} : {openmpi})"
               for name, (mpich, openmpi) in CONSTANTS.items()),
             "#define IS_IN_PLACE(buffer) ((buffer) && ((buffer) == IN_PLACE_C "
             "|| (buffer) == library.in_place_fortran))",
             "struct side {\n    int64_t count;\n    const int *counts;\n"
             "    const int64_t *large; /* counts in a variant */\n    word type;\n"
             "    const void *types;\n};",
             "/* What a row depends on; an array has an element for each partner, or request. */",
             "struct made {\n    bool fortran, large; /* counts have 64 bits */\n"
             "    int peer, receive_peer, root, many;\n"
             "    word send, recv, op, group;\n    const void *requests;\n"
             "    struct side sent, received;\n};",
             "/* Which arguments they are, and how many elements they have. */",
             "struct arrays {\n    int counts, types, many;\n};",
             "struct description {\n    uint16_t number;",
             "    void (*read)(struct made *made, const word *a);",
             "    uint8_t send, recv, counts[2], types[2], scatters, neighbours, varies, moves;",
             "    uint8_t peers, exchanges, window, receives, in_place, makes, begins, ends;",
             "    uint8_t pauses, forgets;",
             f"    uint8_t values[{VALUES} + 1]; /* arguments: integers and handles, up to a 0 */",
             f"}};\nenum {{ VALUES = {VALUES} }};",
             "/* A function as programs call it: in Fortran all arguments are pointers. */",
             "struct entry {\n    const char *symbol;\n    const struct description *what;\n"
             "    int (*pass)(void *function, const word *a);\n    int fortran, large;\n"
             "    void *function;\n};",
             f"struct rank_head {{\n{members(layout.HEAD)}}};",
             f"struct row_key {{\n{members(layout.KEY)}}};",
             f"struct row {{\n    struct row_key key;\n{members(layout.COUNTS)}}};",
             "extern struct library {\n    int abi;\n    word openmpi_world, in_place_fortran;",
             *(f"    int (*{name})();" for name in INTS),
             *(f"    word (*{name})(int);" for name in HANDLES), "} library;",
             "void functions_find(void);", ""]
    return "\n".join(lines)


def passing(count: int) -> str:
    """The function that calls another one with so many arguments."""
    takes = ", ".join(["word"] * count) or "void"
    words = ", ".join(f"a[{at}]" for at in range(1, count + 1))
    return (f"static inline int pass_{count}(void *function, const word *a)\n{{\n    (void)a;\n"
            f"    return ((int (*)({takes}))function)({words});\n}}")


def wrapper(number: int, symbol: str, count: int, fortran: bool = False, large: bool = False
            ) -> str:
    kind = "void" if fortran else "int"
    takes = ", ".join(f"word a{at}" for at in range(1, count + 1)) or "void"
    words = ", ".join(f"a{at}" for at in range(1, count + 1))
    return (f"{kind} {symbol}({takes});\n{kind} {symbol}({takes})\n{{\n"
            f'    static struct entry entry = {{"{symbol}", &descriptions[{number}], '
            f"pass_{count}, {int(fortran)}, {int(large)}, 0}};\n"
            f"    {'' if fortran else 'return '}call_make(&entry, (word[]){{0"
            f"{', ' if words else ''}{words}}});\n}}")


def wrappers() -> str:
    finds = "".join(f'    *(void **)&library.{name} = symbol_find(RTLD_NEXT, "PMPI_{name}");\n'
                    for name in INTS + HANDLES)
    parts = ['#include "extensions/programs/preload/profile.h"',
             "#include <dlfcn.h>", f"void functions_find(void)\n{{\n{finds}}}",
             *(read(number, call) for number, call in enumerate(calls()) if {*call.roles} - {"_"}),
             *map(passing, range(WORDS + 1)),
             "static const struct description descriptions[] = {",
             *(f"    {description(number, call)}," for number, call in enumerate(calls())), "};",
             "#pragma GCC visibility push(default)"]
    for number, call in enumerate(calls()):
        count = len(call.roles)
        parts += [wrapper(number, call.symbol, count),
                  *(wrapper(number, call.symbol.lower() + ending, count + 1 + call.texts, True)
                    for ending in FORTRAN)]
    return "\n".join([*parts, ""])


def large_wrappers() -> str:
    return "\n".join(['#include "extensions/programs/preload/wrappers.c"', *(
        wrapper(number, f"{call.symbol}_c", len(call.roles), large=True)
        for number, call in enumerate(calls()) if {*COUNTS, *ARRAYS} & {*call.roles}), ""])


for file, text in zip(sys.argv[2:], (tables(), wrappers(), large_wrappers()), strict=True):
    Path(file).write_text(text, encoding="utf-8")
