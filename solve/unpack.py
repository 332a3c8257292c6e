#!/usr/bin/env python3
"""Writes the first book as text for the compiler: unpack.py smitten_book.xz OUTPUT

The text is fifteen times as large as the packed file in the tree.
"""

import lzma
import sys

with lzma.open(sys.argv[1]) as packed, open(sys.argv[2], "wb") as text:
    text.write(packed.read())
