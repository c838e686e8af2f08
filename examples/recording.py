#!/usr/bin/env python3
"""Prints where the units of a recording were, tick by tick: python3 examples/recording.py FILE

docs/measuring.md describes the file. Checksums are not compared.
"""

import itertools
import struct
import sys


def parts(data):
    """Yields the letter and the content of each part, as far as the file is whole."""
    magic, form, length = struct.unpack_from("<9sIB", data)
    assert (magic, form) == (b"SIDESTEPR", 2), "this is not a recording of format 2"
    at = 14 + length
    while at + 5 <= len(data):
        letter, length = struct.unpack_from("<cI", data, at)
        at += 5 + length + 8
        if at <= len(data):
            yield letter, data[at - 8 - length : at - 8]


def numbers(data):
    """Yields the numbers of the tracks."""
    number = shift = 0
    for byte in data:
        number |= (byte & 127) << shift
        shift += 7
        if byte < 128:
            yield number >> 1 ^ -(number & 1)
            number = shift = 0


def main(path):
    with open(path, "rb") as file:
        data = file.read()
    print("tick,unit,x_m,y_m")
    for content in (content for letter, content in parts(data) if letter == b"P"):
        first, ticks, units = struct.unpack_from("<QII", content)
        ids = list(struct.iter_unpack("<II", content[16 : 16 + 8 * units]))
        rest = numbers(content[16 + 8 * units :])
        # Each row is summed up twice: to changes, then to positions.
        rows = [list(itertools.accumulate(itertools.accumulate(itertools.islice(rest, ticks)))) for _ in range(2 * units)]
        for k in range(ticks):
            for (index, generation), x, y in zip(ids, rows[::2], rows[1::2]):
                print(f"{first + k},{index}.{generation},{x[k] / 1000:.3f},{y[k] / 1000:.3f}")


main(sys.argv[1])
