#!/usr/bin/env python3
"""Makes the page's typeface from the npm package: font.py (needs Debian's python3-fonttools, python3-brotli)

Piazzolla (OFL) is cut down to the letters of our four languages, the weights 400 to 800, tabular
numerals. The results are kept in src/fonts, so building the page needs none of this.
"""

import os
from io import BytesIO

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

HERE = os.path.dirname(os.path.abspath(__file__))
FILES = os.path.join(HERE, "node_modules", "@fontsource-variable", "piazzolla", "files")
OUT = os.path.join(HERE, "src", "fonts")
LATIN = [c for c in range(0x20, 0x7F) if chr(c) not in "$*<>@[\\]^_`{|}~#"] + [0xA0, 0xAB, 0xB7, 0xBB, 0xD7] + [
    ord(c) for c in "ÀÂÆÇÈÉÊËÎÏÔÙÛÜàâæçèéêëîïôùûüÿœŒ–—‘’“”„…•−±½°"
]
# Further signs of a page in Cyrillic: numerals, punctuation, the letters of colours and of our name.
SIGNS = [ord(c) for c in " 0123456789%()+,-./:;?!\u00a0«·»×–—’“”„…−BRYGNSVParlo"]
CYRILLIC = [*range(0x410, 0x450), *(ord(c) for c in "ЁёЄєІіЇїҐґ№ʼ")]

def make(source, name, letters, features=("kern", "tnum")):
    font = TTFont(os.path.join(FILES, source))
    font = instancer.instantiateVariableFont(font, {"wght": (400, 800)})
    options = subset.Options()
    options.layout_features = list(features)
    options.hinting = False
    options.notdef_outline = True
    options.name_IDs = [0, 1, 2, 13, 14]
    cutter = subset.Subsetter(options)
    cutter.populate(unicodes=letters)
    cutter.subset(font)
    font.flavor = "woff2"
    out = BytesIO()
    font.save(out)
    with open(os.path.join(OUT, name), "wb") as file:
        file.write(out.getvalue())
    print(name, len(out.getvalue()))


def main():
    os.makedirs(OUT, exist_ok=True)
    latin = "piazzolla-latin-wght-normal.woff2"
    make(latin, "piazzolla-latin.woff2", LATIN)
    make(latin, "piazzolla-signs.woff2", SIGNS, ["tnum"])
    make("piazzolla-cyrillic-wght-normal.woff2", "piazzolla-cyrillic.woff2", CYRILLIC)


if __name__ == "__main__":
    main()
