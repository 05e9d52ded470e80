# SPDX-License-Identifier: BSD-3-Clause
"""The name that somebody may have meant."""

import pytest

from common.nearest import meant, nearest, no_such

NAMES = ["pingpong", "put", "get", "threads", "l2"]


@pytest.mark.parametrize(("word", "name"), [
    ("pingpng", "pingpong"), ("pignpong", "pingpong"), ("PUT", "put"), ("ptu", "put"),
    ("thread", "threads"), ("trheads", "threads"), ("l4", "l2")])
def test_the_nearest_name_is_meant(word, name):
    assert nearest(word, NAMES) == name


@pytest.mark.parametrize("word", ["", "p", "pong", "fly", "telepathy", "pingpong" * 5])
def test_a_name_that_is_far_is_not(word):
    assert nearest(word, NAMES) is None
    assert nearest("put", []) is None


def test_of_names_that_are_equally_near_the_first_is_meant():
    assert nearest("int", ["float", "int64", "int32"]) == "int64"


def test_a_refusal_asks_and_lists_what_there_is():
    assert meant("gte", NAMES) == "; did you mean `get`?" and meant("fly", NAMES) == ""
    assert no_such("path ", "thread", ["threads", "mpi"]) == (
        "no path `thread`; did you mean `threads`? There are: threads, mpi")
    assert no_such("", "x", iter(["a", "b"])) == "no `x`; there are: a, b"
