# SPDX-License-Identifier: BSD-3-Clause
"""The name that somebody may have meant."""

import pytest

from comops.common.nearest import nearest

NAMES = ["pingpong", "put", "get", "threads", "l2"]


@pytest.mark.parametrize(("word", "name"), [
    ("pingpng", "pingpong"), ("pignpong", "pingpong"), ("PUT", "put"), ("ptu", "put"),
    ("thread", "threads"), ("trheads", "threads"), ("pong", "pingpong")])
def test_the_nearest_name_is_meant(word, name):
    assert nearest(word, NAMES) == name


@pytest.mark.parametrize("word", ["", "p", "l4", "fly", "telepathy", "pingpong" * 5])
def test_a_name_that_is_far_is_not(word):
    assert nearest(word, NAMES) is None
    assert nearest("put", []) is None


def test_of_names_that_begin_so_the_first_is_meant():
    assert nearest("int", ["float", "int64", "int32"]) == "int64"
