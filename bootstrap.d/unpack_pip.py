# SPDX-License-Identifier: BSD-3-Clause
"""Puts the pip that comes with Python into the environment whose Python runs this. `ensurepip`
would also compile it and install setuptools, which takes seconds."""

import ensurepip
import sysconfig
import zipfile
from pathlib import Path

folders = sysconfig.get_config_var("WHEEL_PKG_DIR"), Path(ensurepip.__file__).parent / "_bundled"
wheel = next(wheel for folder in folders if folder for wheel in Path(folder).glob("pip-*.whl"))
zipfile.ZipFile(wheel).extractall(sysconfig.get_path("purelib"))
