# SPDX-License-Identifier: BSD-3-Clause
"""JSON is the same with orjson and without it."""

import json

import numpy as np
import pytest

from records import lines

VALUES = [
    {"name": "Größe \u202e\x1b", "us": [1.5, 2, 1e-05, 1e22], "none": None, "yes": True},
    {"us": np.array([0.25, 3.0]), "count": np.int64(7), "rate": np.float64(0.1)},
    {"us": [float("nan"), float("inf"), -0.0]},
]
WRONG = [b"{", b"[NaN]", b'{"a": Infinity}', b"\xff", b'"\xe9"', b"[" * 100000]


@pytest.mark.parametrize("value", VALUES)
def test_the_same_is_written(value, monkeypatch):
    quick = lines.dumps(value)
    monkeypatch.setattr(lines, "orjson", None)
    assert lines.loads(lines.dumps(value)) == json.loads(quick)


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("text", WRONG)
def test_the_same_is_refused(text, quick, monkeypatch):
    if not quick:
        monkeypatch.setattr(lines, "orjson", None)
    with pytest.raises(json.JSONDecodeError):
        lines.loads(text)
