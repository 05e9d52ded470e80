# SPDX-License-Identifier: BSD-3-Clause
"""The options of `comops run`, and presets."""

import pytest

from comops.common.console import UsageError
from comops.measure.planning.options import TABLE, Options, options_parse, options_parse_recorded
from comops.measure.planning.settings import presets_of, word_of


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """Without a settings file."""
    monkeypatch.chdir(tmp_path)
    monkeypatch.setenv("HOME", str(tmp_path / "home"))
    monkeypatch.delenv("XDG_CONFIG_HOME", raising=False)
    return tmp_path


def preset(folder, text):
    (folder / "comops.toml").write_text(text)
    return options_parse(["--preset", "a"])


def test_each_option_sets_a_member():
    members = vars(Options())
    assert {option.member or option.name for option in TABLE} <= set(members)
    assert len({option.letter for option in TABLE if option.letter}) == sum(bool(option.letter)
                                                                            for option in TABLE)


def test_options_have_their_values():
    options = options_parse(["-s", "1K,8:16", "--seed=0x10", "-n2,3", "--budget=2m",
                             "--precision=.5", "--method=imb", "-pput", "--op", "sum"])
    assert (options.sizes, options.seed, options.ranks) == ([1024, 8, 16], 16, [2, 3])
    assert options_parse(["--skew", "7"]).skew_us == 7
    assert (options.budget, options.precision, options.method.name) == (120, 0.005, "imb")
    assert (options.patterns, options.operations, options.launches) == (["put"], ["sum"], 6)
    assert options.command[:4] == ["comops", "run", "-s", "1K,8:16"]
    assert options_parse([]).launches == 6 and options_parse(["--launches=1"]).launches == 1
    assert options_parse(["--seed=010"]).seed == 8


def test_what_a_list_names_twice_is_taken_once():
    options = options_parse(["--memory=local,local", "-n2,02,3", "-s8,8,16", "-p", "put,put"])
    assert (options.memory, options.ranks, options.patterns) == (["local"], [2, 3], ["put"])


def test_a_seed_is_random_unless_it_is_given():
    assert len({options_parse([]).seed for _ in range(4)}) > 1


@pytest.mark.parametrize(("words", "why"), [
    (["--quick", "--launches=6"], "leave out --quick or --launches"),
    (["--cells=put:8:2", "-n2"], "--cells: leave out"), (["--cells=put:8"], "`put:8` is no cell"),
    (["--skew=5", "--method=imb"], "leave out --method imb"),
    (["--json"], "use -o -"),
    (["--dry-run"], "it measures nothing of its own"), (["--resume=x"], "it measures nothing of"),
    (["--help"], "it measures nothing"), (["stray"], "`stray` is not an option"),
    (["--sizes=big"], "--sizes: `big` is not a size"), (["--seed=09"], "--seed: `09` is not"),
    (["--output=a\0b"], "must not contain"),
    (["--preset=a", "--preset=b"], "--preset: one is enough")])
def test_a_recorded_command_line_that_measures_nothing_is_refused(words, why, capfd):
    with pytest.raises(UsageError, match=why):
        options_parse_recorded(words)
    assert capfd.readouterr() == ("", "")


def test_a_preset_stands_before_what_was_typed(folder):
    (folder / "comops.toml").write_text('[presets.a]\nsizes = [8, "1K"]\nquick = true\n')
    for words in (["--preset", "a", "--sizes=64"], ["--sizes=64", "--preset=a"]):
        options = options_parse(["--paths", "mpi", *words])
        assert (options.sizes, options.paths, options.quick) == ([64], ["mpi"], True)
        assert (options.preset, options.settings) == ("a", "comops.toml")
        assert options.command == ["comops", "run", "--sizes=8,1K", "--quick", "--paths=mpi",
                                   "--sizes=64"]


@pytest.mark.parametrize("text", [
    'presets.a.sizes = 16', 'presets = {a = {sizes = 0x10}}', '[presets]\na.sizes = """16"""',
    '[presets.a]\nsizes = [\n  1_6, # bytes\n]', '[presets."a"]\n"sizes" = "\\u0031\\u0036"',
    "[presets.a]\r\nsizes = '16'\r\n"])
def test_every_form_of_toml_is_understood(folder, text):
    assert preset(folder, text).sizes == [16]


@pytest.mark.parametrize(("text", "why"), [
    ("sizes = 8KX", "comops.toml:2: "), ("sizes = '8KX'", "comops.toml:2: --sizes: `8KX` is not"),
    ("quick = false", "comops.toml:2: quick: the value is neither text"),
    ("sizes = [[8]]", "comops.toml:2: sizes: the value is neither"), ("x.y = 1", "comops.toml: x:"),
    ("sizes = []", "comops.toml:2: --sizes: the list is empty"), ("sizes = 007", "comops.toml:2: "),
    ("ranks = 2\nranks = 2", "comops.toml:3: "), ("when = 2026-11-24", "comops.toml:2: when: the"),
    ("'pres' = 'b'", "belongs on the command line"), ("sizes = \"8", "comops.toml:2: "),
    ("quick = 'no'", "comops.toml:2: --quick takes no value"), ("sizes 8", "2: Expected '='"),
    ("sises = '8'", "did you mean `--sizes`?"), ("help = true", "comops.toml:2:"),
    ("resume = 'x'", "2: --resume belongs"), ("preset = 'b'", "2: --preset belongs"),
    ("dry-run = true", "comops.toml:2: --dry-run belongs"), ("a = " + "[" * 9999, "comops.toml"),
    ('output = "\\u0000"', "comops.toml:2: a value must not contain the character"),
    ("budget = nan", "comops.toml:2: --budget: `nan` is not a time")])
def test_what_is_wrong_in_a_preset_is_said_with_its_place(folder, text, why):
    with pytest.raises(UsageError) as refusal:
        preset(folder, f"[presets.a]\n{text}\n")
    assert str(refusal.value).startswith("--preset a: ") and why in str(refusal.value)


@pytest.mark.parametrize(("content", "why"), [
    (b"quick = true", "a table must be"), (b"[preset.a]", "a table must be"),
    (b"presets = 3", "a table must be"), (b"[presets]\na = 3", "belongs below a line"),
    (b"[presets.a]\nsizes = \"\xff\"", "not UTF-8 text"), (b"[presets.a]\n\0", "settings:2: ")])
def test_what_is_no_settings_file_is_refused(content, why):
    with pytest.raises(UsageError, match=why):
        presets_of("settings", content)


def test_a_number_is_written_as_toml_has_it():
    assert [word_of("x", value) for value in (True, 8, 2.5, "a b", ["p", 4])] == [
        "--x", "--x=8", "--x=2.5", "--x=a b", "--x=p,4"]
