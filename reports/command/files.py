# SPDX-License-Identifier: BSD-3-Clause
"""Files that are written whole or not at all."""

import os
from pathlib import Path


def write(output: Path, content: bytes) -> None:
    """Write a file whole or not at all: an old one stays until the new one is complete."""
    target = Path(os.path.realpath(output))
    if target.exists() and not target.is_file():
        target.write_bytes(content)  # a device or a pipe cannot be replaced
        return
    draft = target.with_name(f".{target.name}.{os.getpid()}")
    try:
        draft.write_bytes(content)
        draft.replace(target)
    finally:
        draft.unlink(missing_ok=True)
