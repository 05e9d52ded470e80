# SPDX-License-Identifier: BSD-3-Clause
"""Loops over vectors keep everything in registers. A compiler that has to make vectors wider than
the instruction set's, or more of them than there are registers, keeps some on the stack: results
stay right, but the loop takes several times as long.

Usage: test_loops_in_registers.py OBJDUMP EXCEPTED FILE..., objects or static libraries for x86-64.
EXCEPTED is a regular expression: functions whose data are on the stack on purpose.
"""

import re
import subprocess
import sys
import unittest
from collections.abc import Iterator

OBJDUMP, EXCEPTED, *FILES = sys.argv[1:]
del sys.argv[1:]

FUNCTION = re.compile(r"^[0-9a-f]+ <(.+)>:$")
INSTRUCTION = re.compile(r"^ +([0-9a-f]+):\t(.+)$")
JUMP = re.compile(r"(?:notrack )?(j\w+) +(?:([0-9a-f]+) )?")
VECTORS = re.compile(r"v?[a-z]+(?:pd|ps|dqu|dqa|dqu64) .*%[xyz]mm|.*%[yz]mm|v?p\w+ .*%xmm")
Code = dict[int, str]  # a function's instructions by address


def functions(file: str) -> Iterator[tuple[str, Code]]:
    """What the file contains, disassembled."""
    done = subprocess.run([OBJDUMP, "--disassemble", "--no-show-raw-insn", file],
                          capture_output=True, text=True, check=True)
    codes: list[tuple[str, Code]] = []
    for line in done.stdout.splitlines():
        if match := FUNCTION.match(line):
            codes.append((match[1], {}))
        elif match := INSTRUCTION.match(line):
            codes[-1][1][int(match[1], 16)] = match[2]
    return iter(codes)


def successors(code: Code) -> dict[int, set[int]]:
    """Where the program can go from each instruction, within the function."""
    following = dict(zip(code, list(code)[1:]))
    ways: dict[int, set[int]] = {}
    for address, text in code.items():
        jump = JUMP.match(text)
        ways[address] = {following[address]} if address in following else set()
        if text.startswith("ret") or jump and jump[1] == "jmp":
            ways[address].clear()
        if jump and jump[2] and int(jump[2], 16) in code:
            ways[address].add(int(jump[2], 16))
    return ways


def walk(start: int, ways: dict[int, set[int]], within: set[int]) -> list[int]:
    """What can be reached, each after all that it leads to."""
    done: list[int] = []
    seen = {start}
    path = [(start, iter(ways[start]))]
    while path:
        for other in path[-1][1]:
            if other in within and other not in seen:
                seen.add(other)
                path.append((other, iter(ways[other])))
                break
        else:
            done.append(path.pop()[0])
    return done


def cycles(ways: dict[int, set[int]], within: set[int]) -> Iterator[set[int]]:
    """Sets of instructions, as large as possible, that all lead to each other (Kosaraju)."""
    back: dict[int, set[int]] = {address: set() for address in ways}
    for address, others in ways.items():
        for other in others:
            back[other].add(address)
    order: list[int] = []
    left = set(within)
    for address in sorted(within):
        if address in left:
            order += walk(address, ways, left)
            left.difference_update(order)
    left = set(within)
    for address in reversed(order):
        if address in left:
            cycle = set(walk(address, back, left))
            left -= cycle
            if len(cycle) > 1 or address in ways[address]:
                yield cycle


def innermost(ways: dict[int, set[int]], within: set[int]) -> Iterator[set[int]]:
    """A loop is one that contains no other once its entries are taken away."""
    for loop in cycles(ways, within):
        entries = {other for address in ways.keys() - loop for other in ways[address] & loop}
        inner = list(innermost(ways, loop - (entries or {min(loop)})))
        yield from inner or [loop]


def stack_of(code: Code) -> re.Pattern[str]:
    """Without a frame, %rbp is a register like any other."""
    framed = any(re.match(r"mov +%rsp,%rbp", text) for text in code.values())
    return re.compile(r"\(%r[sb]p\b" if framed else r"\(%rsp\b")


def vector_loops(code: Code) -> Iterator[list[str]]:
    ways = successors(code)
    for loop in innermost(ways, set(ways)):
        texts = [code[address] for address in sorted(loop)]
        if any(VECTORS.match(text) for text in texts):
            yield texts


class LoopsInRegisters(unittest.TestCase):
    maxDiff = None

    def test_no_innermost_loop_over_vectors_touches_the_stack(self):
        for file in FILES:
            loops = 0
            for name, code in functions(file):
                if re.fullmatch(EXCEPTED, name):
                    continue
                stack = stack_of(code)
                for texts in vector_loops(code):
                    loops += 1
                    with self.subTest(file=file, function=name):
                        self.assertEqual([text for text in texts if stack.search(text)], [])
            print(f"{file}: {loops} loops")
            self.assertGreater(loops, 0, file)


unittest.main(verbosity=2)
