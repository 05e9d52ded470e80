# SPDX-License-Identifier: BSD-3-Clause
"""A step of the model against the transforms of a step by SHTns, a published library of spherical
harmonics: two vector and four scalar fields forward, one vector and three scalar fields back.

Usage: pstswm_shtns.py COMOPS

SHTns and NumPy are not among the toolkit's packages: pip install shtns numpy.
"""

import json
import os
import subprocess
import sys
import time
from collections.abc import Callable

os.environ["OMP_NUM_THREADS"] = "1"
try:
    import numpy as np
    import shtns
except ImportError as error:
    print(f"skipped: {error}; pip install shtns numpy", file=sys.stderr)
    sys.exit(77)

SIZES = {"T42": (42, 64, 128), "T85": (85, 128, 256), "T170": (170, 256, 512)}
ROUNDS = 50


def fastest(call: Callable[[], None]) -> float:
    """Milliseconds."""
    times = []
    for _ in range(ROUNDS):
        begin = time.perf_counter()
        call()
        times.append(time.perf_counter() - begin)
    return 1e3 * min(times)


def shtns_ms(waves: int, latitudes: int, longitudes: int) -> float:
    sphere = shtns.sht(waves, waves)
    sphere.set_grid(latitudes, longitudes, flags=shtns.sht_gauss)
    grids = [sphere.spat_array() for _ in range(4)]
    spectra = [sphere.spec_array() for _ in range(4)]
    for number, grid in enumerate(grids):
        grid[:] = np.cos(np.arange(grid.size).reshape(grid.shape) * (number + 1))

    def transforms() -> None:
        sphere.spat_to_SHsphtor(grids[0], grids[1], spectra[0], spectra[1])
        sphere.spat_to_SHsphtor(grids[2], grids[3], spectra[2], spectra[3])
        for grid, spectrum in zip(grids, spectra):
            sphere.spat_to_SH(grid.copy(), spectrum)
        for grid, spectrum in zip(grids[:3], spectra):
            sphere.SH_to_spat(spectrum, grid)
        sphere.SHsphtor_to_spat(spectra[0], spectra[1], grids[2], grids[3])

    return fastest(transforms)


def step_ms(comops: str, truncation: str) -> float:
    done = subprocess.run([comops, "pstswm", "--problems", truncation, "--steps", "60", "--json"],
                          capture_output=True, text=True, check=True)
    return min(json.loads(line)["step_min_us"] for line in done.stdout.splitlines()) / 1e3


for name, sizes in SIZES.items():
    library, step = shtns_ms(*sizes), step_ms(sys.argv[1], name)
    print(f"{name:4} L1: transforms by SHTns {library:8.3f} ms, step {step:8.3f} ms, "
          f"ratio {library / step:.2f}")
