#!/usr/bin/env python3
"""Reads a recording of Sidestep: python3 examples/recording.py FILE prints the units' positions, second by second.

A recording keeps commands and hashes for every tick, from which `sidestep replay FILE --csv -` computes all positions; positions
themselves are in it once per second. docs/measuring.md describes the file.
"""

import json
import struct
import sys


def parts(data):
    """Yields the letter and the content of each part, as far as the file is whole. Checksums are not compared."""
    assert data[:9] == b"SIDESTEPR", "this is not a recording"
    form, length = struct.unpack_from("<IB", data, 9)
    assert form == 1, f"format {form} is not known"
    at = 14 + length
    while at + 5 <= len(data):
        letter, length = struct.unpack_from("<cI", data, at)
        if at + 5 + length + 8 > len(data):
            break
        yield letter.decode(), data[at + 5 : at + 5 + length]
        at += 5 + length + 8


def main(path):
    with open(path, "rb") as file:
        data = file.read()
    print("tick,unit,x_m,y_m")
    for letter, content in parts(data):
        if letter == "M":
            print("map:", json.loads(content)["file"], file=sys.stderr)
        elif letter == "P":
            tick, count = struct.unpack_from("<QI", content)
            for index, generation, x, y in struct.iter_unpack("<IIff", content[12 : 12 + 16 * count]):
                unit = f"{index}.{generation}" if generation else index
                print(f"{tick},{unit},{x:.3f},{y:.3f}")


main(sys.argv[1])
