# SPDX-License-Identifier: BSD-3-Clause
"""Files are written whole, and through nobody's links."""

import os
import secrets

import pytest

from comops.common.files import write


def test_a_link_in_place_of_the_draft_is_not_followed(tmp_path, monkeypatch):
    precious, page = tmp_path / "precious", tmp_path / "page.html"
    precious.write_text("old")
    (tmp_path / f".page.html.{os.getpid()}").symlink_to(precious)
    write(page, b"new")
    assert (page.read_bytes(), precious.read_text()) == (b"new", "old")
    monkeypatch.setattr(secrets, "token_hex", lambda _: "guessed")
    (tmp_path / ".page.html.guessed").symlink_to(precious)
    with pytest.raises(FileExistsError):
        write(page, b"newer")
    assert (page.read_bytes(), precious.read_text()) == (b"new", "old")


def test_a_long_name_has_room_for_a_draft(tmp_path):
    file = tmp_path / ("n" * 255)
    write(file, b"new")
    assert file.read_bytes() == b"new"
    assert os.listdir(tmp_path) == [file.name]
