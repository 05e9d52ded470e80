# SPDX-License-Identifier: BSD-3-Clause
"""front/front.h by ctypes: the arena, the machine, the patterns, canaries, calibration.

The layout of the structs comes from the library itself, so no offset stands here. NumPy is imported
for the arena alone: `comops list` does not need it.
"""

import ctypes
import hashlib
import json
import os
from ctypes import POINTER, byref, c_bool, c_char_p, c_double, c_int, c_size_t, c_uint64, c_void_p
from functools import cache
from struct import Struct
from typing import TYPE_CHECKING, Any

from comops.common.nearest import meant
from comops.measure.launch.places import library_file

if TYPE_CHECKING:
    import numpy as np

TEXT = 512  # FRONT_TEXT
_CODES = {"i4": "i", "u4": "I", "u8": "Q", "f8": "d"}  # NumPy's types as struct has them


class CellFacts(ctypes.Structure):
    """struct front_cell: `buffer_bytes` of all ranks; `rate_bytes` over the time is the rate, and
    so are `rate_messages`, NaN without one; `refusal`: why there is no such cell, or nothing."""

    _fields_ = [("buffer_bytes", c_double), ("rate_bytes", c_double), ("rate_messages", c_double),
                ("refusal", ctypes.c_char * TEXT)]


_SIGNATURES: dict[str, tuple[Any, list[Any]]] = {
    "front_free": (None, [c_void_p]),
    "front_layout": (c_void_p, []),
    "front_arena_open": (c_void_p, [c_int]),
    "front_arena_close": (None, [c_void_p]),
    "front_arena_fd": (c_int, [c_void_p]),
    "arena_team": (c_void_p, [c_void_p, c_int]),
    "arena_rank": (c_void_p, [c_void_p, c_int, c_int]),
    "arena_stamps": (c_void_p, [c_void_p, c_int, c_int]),
    "arena_reset": (None, [c_void_p, c_int, c_int, c_bool]),
    "arena_command": (None, [c_void_p, c_void_p]),
    "arena_all_done": (c_bool, [c_void_p]),
    "front_start": (c_int, [POINTER(c_char_p), POINTER(c_char_p), c_char_p, c_int, c_int,
                            POINTER(c_int)]),
    "front_times": (None, [c_void_p, c_void_p, c_size_t, c_int, c_int, c_int, c_bool, c_double,
                           c_void_p]),
    "front_clock": (None, [POINTER(c_double), POINTER(c_double)]),
    "front_vectors": (c_char_p, []),
    "machine_load": (c_void_p, [c_char_p, c_char_p, c_size_t]),
    "machine_free": (None, [c_void_p]),
    "front_machine_json": (c_void_p, [c_void_p]),
    "front_placement": (c_void_p, [c_void_p, c_char_p, c_int, c_bool]),
    "front_pages": (c_void_p, [c_void_p, c_char_p, c_char_p, c_int, c_bool]),
    "front_localities": (c_void_p, [c_void_p, POINTER(c_int), c_int]),
    "front_names": (c_void_p, []),
    "placement_is_name": (c_bool, [c_char_p, c_char_p, c_size_t]),
    "pages_is_policy": (c_bool, [c_char_p]),
    "front_series": (c_bool, [c_char_p, c_int, c_int, POINTER(c_uint64)]),
    "front_size": (c_bool, [c_char_p, c_uint64, c_int, POINTER(c_uint64)]),
    "front_cell": (None, [c_char_p, c_int, c_uint64, c_uint64, c_int, POINTER(CellFacts)]),
    "front_pattern_refusal": (c_char_p, [c_char_p, c_int]),
    "bind_open": (c_bool, [c_char_p, c_size_t]),
    "bind_close": (None, []),
    "front_canary": (c_bool, [POINTER(c_int), c_int, POINTER(c_double)]),
    "limits_measure": (c_bool, [POINTER(c_int), c_int, POINTER(c_size_t), c_int,
                                POINTER(c_double)]),
    "front_probes": (c_void_p, []),
    "front_calibrate": (c_bool, [POINTER(c_int), c_size_t, c_size_t, POINTER(c_double)]),
}


@cache
def library() -> ctypes.CDLL:
    """The library, loaded once. Its symbols are global, as those of a program: hwloc's plugins,
    such as the one that reads XML by libxml2, need hwloc's."""
    loaded = ctypes.CDLL(str(library_file()), mode=ctypes.RTLD_GLOBAL, use_errno=True)
    for name, (result, arguments) in _SIGNATURES.items():
        function = getattr(loaded, name)
        function.restype, function.argtypes = result, arguments
    return loaded


def answer(pointer: int | None) -> Any:
    """The JSON at an address, which is freed."""
    assert pointer
    text = ctypes.string_at(pointer)
    library().front_free(pointer)
    return json.loads(text)


def integers(values: list[int]) -> Any:
    """A C array of int."""
    return (c_int * len(values))(*values)


class Refusal(Exception):
    """A function of the library says why it failed."""


def reason() -> ctypes.Array[ctypes.c_char]:
    """Where a function writes `why`."""
    return ctypes.create_string_buffer(TEXT)


def clock() -> tuple[float, float]:
    """The step of the node's clock and the cost of a reading, ns."""
    step, cost = c_double(), c_double()
    library().front_clock(byref(step), byref(cost))
    return step.value, cost.value


def vectors() -> str:
    return library().front_vectors().decode()


@cache
def names() -> dict[str, Any]:
    """Placements and policies for pages, as the topology names them."""
    return answer(library().front_names())


def check_placement(name: str) -> None:
    """Refusal unless some machine could offer this placement."""
    why = reason()
    if not library().placement_is_name(name.encode(errors="surrogateescape"), why, TEXT):
        said = why.value.decode(errors="surrogateescape")
        question = meant(name, names()["all"])
        raise Refusal(said.replace("; there are:", f"{question} There are:") if question else said)


def is_pages_policy(name: str) -> bool:
    return library().pages_is_policy(name.encode(errors="surrogateescape"))


def values_of(function: Any, *arguments: Any) -> list[int]:
    """What a function writes behind these arguments and an index, for each index from 0 until it
    returns false."""
    values, value = [], c_uint64()
    while function(*arguments, len(values), byref(value)):
        values.append(value.value)
    return values


# ---- the machine's own speed ----------------------------------------------------------------


def canary_open() -> str | None:
    """Why there can be no canaries, or None."""
    why = reason()
    return None if library().bind_open(why, TEXT) else why.value.decode(errors="replace")


def canary_close() -> None:
    library().bind_close()


def canary(pus: list[int]) -> tuple[float, ...] | None:
    """Hand-over, copies in cache and memory, arithmetic, remote read, microseconds; 0: not
    measured. None if it was refused."""
    values = (c_double * 5)()
    return tuple(values) if library().front_canary(integers(pus), len(pus), values) else None


def limits(pus: list[int], way: int, sizes: list[int]) -> list[float] | None:
    """Microseconds of a message of each of these sizes between two ranks (canary/limits.h);
    NaN: what was read is not what was written. None if it was refused."""
    us = (c_double * len(sizes))()
    bytes_of = (c_size_t * len(sizes))(*sizes)
    good = library().limits_measure(integers(pus), way, bytes_of, len(sizes), us)
    return list(us) if good else None


@cache
def probes() -> list[dict[str, Any]]:
    """Name, meaning and `pair` of each quantity of calibrate, in order."""
    return answer(library().front_probes())


def calibrate(pus: tuple[int, int], first: int, core: int) -> list[tuple[float, ...]] | None:
    """Median and quartiles of each probe, NaN if it was not measured; None if refused. `first`,
    `core`: bytes of a core's caches."""
    values = (c_double * (3 * len(probes())))()
    if not library().front_calibrate(integers(list(pus)), first, core, values):
        return None
    return [tuple(values[at : at + 3]) for at in range(0, len(values), 3)]


# ---- the arena ------------------------------------------------------------------------------


@cache
def layout() -> dict[str, Any]:
    return answer(library().front_layout())


@cache
def layout_mark() -> str:
    """Equal for builds whose front ends and workers can share an arena."""
    text = json.dumps(layout(), sort_keys=True)
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def constant(name: str) -> int:
    return layout()["constants"][name]


@cache
def struct(name: str) -> "np.dtype":
    """A NumPy type with the members of a struct where C has them."""
    import numpy as np

    members = layout()["structs"][name]["members"]
    formats = [f"S{count}" if kind == "S" else (kind, count) if count > 1 else kind
               for _, kind, count in members.values()]
    return np.dtype({"names": list(members), "formats": formats,
                     "offsets": [offset for offset, _, _ in members.values()],
                     "itemsize": layout()["structs"][name]["bytes"]})


@cache
def reader(name: str, members: tuple[str, ...]) -> Struct:
    """Reads these members of a struct, in the order that C has them; the values of an array one
    after the other."""
    known = layout()["structs"][name]["members"]
    form, at = "=", 0
    for member in members:
        offset, kind, count = known[member]
        form += f"{offset - at}x{count}{_CODES[kind]}"
        at = offset + count * int(kind[1])
    return Struct(form)


def _view(address: int, dtype: "np.dtype", count: int) -> "np.ndarray":
    import numpy as np

    memory = (ctypes.c_char * (dtype.itemsize * count)).from_address(address)
    return np.frombuffer(memory, dtype, count)


class Arena:
    """The memory that the front end shares with the ranks of all workers (arena/arena.h)."""

    def __init__(self, ranks_most: int) -> None:
        """OSError if there is no memory."""
        self._arena = library().front_arena_open(ranks_most)
        if not self._arena:
            raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
        self.fd = library().front_arena_fd(self._arena)

    def close(self) -> None:
        """All views become invalid."""
        library().front_arena_close(self._arena)

    def reset(self, team: int, ranks: int, oversubscribed: bool) -> None:
        library().arena_reset(self._arena, team, ranks, oversubscribed)

    def _team(self, team: int) -> int:
        return library().arena_team(self._arena, team)

    def team(self, team: int) -> "np.void":
        """Members of struct("team")."""
        return _view(self._team(team), struct("team"), 1)[0]

    def ranks(self, team: int, ranks: int) -> "np.ndarray":
        """What each rank has: an array of type struct("rank")."""
        return _view(library().arena_rank(self._arena, team, 0), struct("rank"), ranks)

    def stamps(self, team: int, ranks: int) -> "np.ndarray":
        """[rank, stamp] of type struct("stamp"); the empty runs of a block come first."""
        each = constant("ARENA_EMPTY_RUNS") + constant("ARENA_STAMPS")
        first = library().arena_stamps(self._arena, team, 0)
        return _view(first, struct("stamp"), ranks * each).reshape(ranks, each)

    def command(self, team: int, command: "np.ndarray") -> None:
        """Gives a team a command, one of type struct("command"), and wakes it."""
        library().arena_command(self._team(team), command.ctypes.data)

    def all_done(self, team: int) -> bool:
        return library().arena_all_done(self._team(team))


def new_command(**members: Any) -> "np.ndarray":
    """An array of one command; all other members are zero."""
    import numpy as np

    command = np.zeros(1, struct("command"))
    for name, value in members.items():
        command[name] = value
    return command


