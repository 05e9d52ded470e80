# SPDX-License-Identifier: BSD-3-Clause
"""Writing results files: nothing is lost, overwritten or cut off but a line that was cut short."""

import errno
import json
import os
import random
import resource
import socket
import subprocess
import sys

import numpy as np
import pytest

from page_fixtures import ROOT
from comops.results import lines
from comops.results.lines import ResultsError
from comops.results.write import ResultsFile, key_text, line_of, number, text, text_undo

CAMPAIGN = b'{"record":"campaign","schema":"comops/1","seed":7}\n'
KEY = {"pattern": "p", "path": "mpi", "placement": "bus", "ranks": 2, "bytes": 8,
       "buffers": "reuse", "consume": "no", "method": "adaptive"}
MORE = {"record": "pair", "ratio": 1.5}
MORE_LINE = b'{"record":"pair","ratio":1.5}\n'
VALUES = [
    {"name": "Größe \u202e\x1b", "us": [1.5, 2, 1e-05, 1e22], "none": None, "yes": True},
    {"us": np.array([0.25, 3.0]), "count": np.int64(7), "rate": np.float64(0.1)},
    {"us": [float("nan"), float("inf"), -0.0]},
]
WRONG = [b"{", b"[NaN]", b'{"a": Infinity}', b"\xff", b'"\xe9"', b"[" * 100000]


def cell(protocol: str, **members) -> bytes:
    record = {"record": "cell"} | KEY | {"protocol": protocol, "valid": True} | members
    return json.dumps(record).encode() + b"\n"


WHOLE = CAMPAIGN + cell("x") + cell("y", valid=False)


@pytest.fixture
def file(tmp_path):
    return tmp_path / "run.jsonl"


def resumed(file, content: bytes):
    file.write_bytes(content)
    return ResultsFile.resume(str(file))


def refusal(make, *arguments) -> ResultsError:
    with pytest.raises(ResultsError) as caught:
        make(*map(str, arguments))
    assert "\n" not in str(caught.value)
    return caught.value


def test_a_record_is_one_line_and_in_the_file_at_once(file):
    with ResultsFile.create(str(file)) as results:
        results.append({"record": "a\nb", "x": [1.0, 2, None]})
        assert file.read_bytes() == b'{"record":"a\\nb","x":[1.0,2,null]}\n'


def test_a_file_with_results_is_never_overwritten(file):
    file.write_bytes(WHOLE)
    refused = refusal(ResultsFile.create, file)
    assert str(refused) == (f"{file} exists; name another file with -o, or continue it with "
                            f"--resume {file}")
    assert refused.error == errno.EEXIST and file.read_bytes() == WHOLE


def test_what_cannot_be_opened_is_refused_with_the_reason(file, tmp_path):
    refused = refusal(ResultsFile.create, "/nowhere/at/all.jsonl")
    assert str(refused) == "cannot write /nowhere/at/all.jsonl: No such file or directory"
    assert refused.error == errno.ENOENT
    refused = refusal(ResultsFile.resume, file)
    assert str(refused) == f"cannot read {file}: No such file or directory"
    fifo = tmp_path / "fifo"
    os.mkfifo(fifo)
    for endless in (fifo, tmp_path, "/dev/zero"):
        assert str(refusal(ResultsFile.resume, endless)) == f"cannot read {endless}: not a file"


def test_two_campaigns_do_not_write_one_file(file):
    with ResultsFile.create(str(file)) as results:
        refused = refusal(ResultsFile.create, file)
        assert refused.error == errno.EWOULDBLOCK
        assert str(refused) == f"{file} is in use by another campaign"
        assert refusal(ResultsFile.resume, file).error == errno.EWOULDBLOCK
        for line in WHOLE.splitlines():
            results.append(json.loads(line))
        assert refusal(ResultsFile.resume, file).error == errno.EWOULDBLOCK
    ResultsFile.resume(str(file))[0].close()


def test_a_new_file_without_a_record_is_removed_but_never_a_device(file):
    ResultsFile.create(str(file)).close()
    assert not file.exists()
    ResultsFile.create("/dev/null").close()
    assert os.path.exists("/dev/null")
    results, *_ = resumed(file, WHOLE)
    results.close()
    assert file.read_bytes() == WHOLE


def test_resuming_finds_the_campaign_and_what_is_done(file):
    broken_off = cell("z", stopped="interrupted") + cell("w", stopped="precise", mode="loop")
    results, campaign, done = resumed(file, WHOLE + broken_off)
    results.close()
    assert campaign == json.loads(CAMPAIGN)
    assert done == {key_text(KEY | {"protocol": protocol}) for protocol in "xw"}


def test_wherever_a_file_was_cut_whole_lines_stay_and_the_next_record_is_whole(file):
    for at in range(len(CAMPAIGN) - 1, len(WHOLE) + 1):
        results, *_ = resumed(file, WHOLE[:at])
        assert file.read_bytes() == WHOLE[:at], "reading changes nothing"
        results.append(MORE)
        results.append(MORE)
        results.close()
        kept = b""
        for line in WHOLE.splitlines(keepends=True):
            if at >= len(kept + line) - 1:  # a record may lack its end of line
                kept += line
        assert file.read_bytes() == kept + 2 * MORE_LINE, at


FOREIGN = [b"hello\n", b"", b"\x7fELF\0\n", b"{}\n", MORE_LINE,
           CAMPAIGN.replace(b"comops/1", b"comops/2"), CAMPAIGN.replace(b'"comops/1"', b"[1]"),
           *(CAMPAIGN[:at] for at in range(len(CAMPAIGN) - 1))]
DAMAGES = [b'{"record":"cell","patt', b"", b"[1]", b"\xff", b"{}", b'{"record":7}', b"[" * 10000]


@pytest.mark.parametrize(("contents", "why"), [
    (FOREIGN, "{} is not a results file of schema comops/1"),
    ([WHOLE + damage + b"\n" + MORE_LINE for damage in DAMAGES],
     "line 4 of {} is not a record; remove it to continue")])
def test_what_is_foreign_or_damaged_is_refused_and_nothing_is_cut_off(file, contents, why):
    for content in contents:
        file.write_bytes(content)
        assert str(refusal(ResultsFile.resume, file)) == why.format(file)
        assert file.read_bytes() == content


@pytest.mark.skipif(os.geteuid() == 0, reason="root may write any file")
def test_a_file_that_may_not_be_written_is_not_continued(file):
    file.write_bytes(WHOLE)
    file.chmod(0o400)
    assert str(refusal(ResultsFile.resume, file)) == (
        f"cannot continue {file}: Permission denied")


@pytest.fixture
def small_disk():
    """No file may grow beyond so many bytes, as on a full disk."""
    before = resource.getrlimit(resource.RLIMIT_FSIZE)
    yield lambda size: resource.setrlimit(resource.RLIMIT_FSIZE, (size, before[1]))
    resource.setrlimit(resource.RLIMIT_FSIZE, before)


@pytest.mark.parametrize("room", [0, 1, 20, 90])
def test_a_full_disk_leaves_whole_lines_and_more_may_follow(file, small_disk, room):
    with ResultsFile.create(str(file)) as results:
        results.append(MORE)
        small_disk(len(MORE_LINE) + room)
        with pytest.raises(ResultsError, match=f"^cannot write to {file}: File too large$"):
            results.append({"record": "second", "text": "x" * 200})
        assert file.read_bytes() == MORE_LINE
        small_disk(1000)
        results.append(MORE)
    assert file.read_bytes() == 2 * MORE_LINE


def test_a_device_without_room_is_told():
    with ResultsFile.create("/dev/full") as results, pytest.raises(ResultsError) as caught:
        results.append(MORE)
    assert str(caught.value) == "cannot write to /dev/full: No space left on device"


def test_records_on_standard_output_leave_it_to_nothing_else():
    program = """
from comops.results.write import ResultsFile
print("before", flush=True)
with ResultsFile.create("-") as results:
    print("words")
    results.append({"record": "pair"})
    print(results.name)
"""
    done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True, text=True,
                          check=True)
    assert done.stdout == 'before\n{"record":"pair"}\n'
    assert done.stderr == "words\nstandard output\n"


def test_a_default_name_says_where_and_when_and_is_nobody_elses(tmp_path, monkeypatch):
    monkeypatch.chdir(tmp_path)
    monkeypatch.setattr("time.strftime", lambda _: "TIME")
    with ResultsFile.create_default("bus") as empty, ResultsFile.create_default("bus") as second:
        empty.append(MORE)
        with ResultsFile.create_default() as third:
            names = [results.name for results in (empty, second, third)]
    assert names == ["comops-bus-TIME.jsonl", "comops-bus-TIME-2.jsonl",
                     f"comops-{socket.gethostname()}-TIME.jsonl"]


def test_numbers_have_nine_digits_and_stay_what_they_are():
    record = {"a": 1.0, "b": 123456789.123, "c": [0.1 + 0.2, 7, 1e-7], "d": {"e": float("nan")}}
    assert line_of(record) in (
        b'{"a":1.0,"b":123456789.0,"c":[0.3,7,1e-7],"d":{"e":null}}',
        b'{"a":1.0,"b":123456789.0,"c":[0.3,7,1e-07],"d":{"e":null}}')
    chance = random.Random(1)
    for _ in range(1000):
        value = chance.lognormvariate(0, 20)
        assert number(value) == float(f"{value:.9g}") == pytest.approx(value, rel=5e-9)


def test_a_text_keeps_bytes_that_are_not_utf_8():
    assert text(b"caf\xc3\xa9 \xff\\") == "café \\xff\\"
    assert text("\\xff \\x5c \\x41 \\xFF") == "\\x5cxff \\x5cx5c \\x41 \\xFF"
    chance = random.Random(1)
    for _ in range(2000):
        raw = bytes(chance.choices(b"\\x5cf8\xff\xc3\xa9\xed\xa0\x80 ", k=12))
        typed = os.fsdecode(raw)
        assert text(raw) == text(typed)
        assert text(raw).isascii() or text(raw).encode()
        assert os.fsencode(text_undo(text(raw))) == raw


def test_a_key_is_that_of_the_cell_whatever_its_mode():
    key = key_text(KEY | {"mode": "loop", "time_us": 1.5})
    assert key == key_text(KEY)
    for name, value in {"bytes": 16, "skew": "100us", "op": "sum", "consume": "timed"}.items():
        assert key_text(KEY | {name: value}) != key


def test_a_file_that_was_removed_or_replaced_is_noticed(file):
    with ResultsFile.create(str(file)) as results:
        results.append(MORE)
        results.check_place()
        file.rename(file.with_suffix(".old"))
        for replaced in False, True:
            if replaced:
                file.touch()
            with pytest.raises(ResultsError, match=f"{file} was removed or replaced"):
                results.check_place()


@pytest.mark.parametrize("value", VALUES)
def test_the_same_is_written_with_orjson_and_without(value, monkeypatch):
    quick = lines.dumps(value)
    monkeypatch.setattr(lines, "orjson", None)
    assert lines.loads(lines.dumps(value)) == json.loads(quick)


@pytest.mark.parametrize("quick", [True, False])
@pytest.mark.parametrize("text", WRONG)
def test_the_same_is_refused_with_orjson_and_without(text, quick, monkeypatch):
    if not quick:
        monkeypatch.setattr(lines, "orjson", None)
    with pytest.raises(json.JSONDecodeError):
        lines.loads(text)
