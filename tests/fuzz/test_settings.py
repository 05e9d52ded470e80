# SPDX-License-Identifier: BSD-3-Clause
"""Whatever a settings file has, it is refused, or means what TOML says: no traceback.

Searched as searching.py says.
"""

import os
import tomllib

from searching import corpus, main, searched

from comops.common.console import UsageError
from comops.measure.planning.options import TABLE, options_parse_recorded, preset_check
from comops.measure.planning.settings import preset_find, presets_of, word_of
from hypothesis import given, strategies as st

PARTS = st.sampled_from([
    "[presets.a]", "[presets.b-2]", "[presets]", "a", "b_1", "=", " = ", "true", "false", "0", "7",
    "07", "2.5", "2.", "1e3", "-1", '"x"', '"x y"', "'\\'", '"\\n"', '"', "'", '"""', "[", "]", ",",
    "#", "\t", " ", "é", "\x7f", "\r", "\\", ".", "{", "}", "nan", "2026-11-24", "1_000", "0x10"])
NAMES = st.sampled_from([*(one.name for one in TABLE), "help", "quiet", "sises", "a.b", '"x y"'])


@st.composite
def texts(draw):
    """A few lines, most of them nearly right."""
    lines = [draw(st.sampled_from(["[presets.a]", "[presets.a]", "[presets.b]", ""]))]
    for _ in range(draw(st.integers(0, 4))):
        line = [draw(NAMES), " = ", draw(PARTS)]
        for _ in range(draw(st.integers(0, 2))):
            line.insert(draw(st.integers(0, len(line))), draw(PARTS))
        lines.append("".join(line))
    return draw(st.sampled_from(["\n", "\r\n"])).join(lines).encode()


@searched
@given(texts() | st.binary(max_size=40))
@corpus(
    b'[presets.a]\nsizes = "8\\u0020"\n', b"[presets.a]\r\nranks = [2, 4,]\r\n", b"quick = true\n",
    b'[presets.a]\nsizes = ["8",\n', b'[presets.a]\nsizes = "\xff"\n', b"[presets.a]\n\0",
    b"[presets.a]\nsizes = \"8\n", b"[presets.a]\nranks = 2\nranks = 2\n[presets.a]\n",
    b"[presets.a]\nranks = 007\n", b"[" * 5000, b"a = {" * 500, b"a=" + b"[" * 50000)
def test_any_settings_file_is_read_as_toml_or_refused(content):
    try:
        presets = presets_of("settings", content)
    except UsageError as refusal:
        assert str(refusal).startswith("settings:")
        return
    assert str(presets) == str(tomllib.loads(content.decode()).get("presets", {}))  # nan is not nan
    for preset in presets.values():
        for name, value in preset.items():
            try:
                word = word_of(name, value)
            except UsageError:
                assert not isinstance(value, str) and value is not True
                continue
            assert word.startswith(f"--{name}")


@searched
@given(content=texts())
def test_any_preset_has_options_of_a_campaign_or_is_refused_with_its_place(
    content, tmp_path_factory
):
    folder = tmp_path_factory.mktemp("settings")
    (folder / "comops.toml").write_bytes(content)
    before = os.getcwd()
    os.chdir(folder)
    try:
        preset = preset_find("a", preset_check)
    except UsageError as refusal:
        assert str(refusal).startswith("--preset a: comops.toml")
    else:
        for word in preset.words:
            options = options_parse_recorded([word])
            assert not (options.preset or options.resume or options.dry_run or options.json)
    finally:
        os.chdir(before)


if __name__ == "__main__":
    main(__file__)
