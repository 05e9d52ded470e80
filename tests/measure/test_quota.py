# SPDX-License-Identifier: BSD-3-Clause
"""Quotas on processor time are found in the own control group and in those above it."""

import pytest

from comops.measure.machine_check import others_found
from comops.measure.planning.quota import Quota, quota_here


@pytest.mark.parametrize("line, files, cores, throttled", [
    ("0::/a/b", {"a/cpu.max": "50000 100000", "a/b/cpu.max": "max 100000",
                 "a/cpu.stat": "nr_throttled 3\nthrottled_usec 2000000"}, 0.5, 2.0),
    ("3:cpu,cpuacct:/a", {"cpu,cpuacct/a/cpu.cfs_quota_us": "20000",
                          "cpu,cpuacct/a/cpu.cfs_period_us": "100000",
                          "cpu,cpuacct/a/cpu.stat": "throttled_time 3000000000"}, 0.2, 3.0),
    ("3:cpu:/", {"cpu/cpu.cfs_quota_us": "-1", "cpu/cpu.cfs_period_us": "100000"}, None, None),
])
def test_the_strictest_quota_is_found(tmp_path, line, files, cores, throttled):
    under = {f"sys/fs/cgroup/{name}": text for name, text in files.items()}
    for name, text in ({"proc/self/cgroup": line} | under).items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text + "\n")
    quota = quota_here(str(tmp_path))
    assert (quota and quota.cores) == cores
    assert (quota and quota.throttled_s) == throttled


@pytest.mark.parametrize("allowed, busy, good", [
    (None, 0.0, True), (None, 0.5, False), (0.5, 0.0, False), (2.0, 0.0, True)])
def test_a_check_of_two_cores_names_a_quota_of_fewer(allowed, busy, good):
    quota = Quota("cpu.max", allowed, "cpu.stat") if allowed else None
    other = others_found([("make", busy)], quota, 2)
    assert other.good is good
    assert other.values["quota"] == (quota.text if allowed == 0.5 else None)
