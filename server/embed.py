#!/usr/bin/env python3
"""Builds the page and the catalogue into the server: embed.py OUTPUT.c OUTPUT.bin PO_FOLDER FOLDER...

The first folder that has an index.html is the page, with all files below it. All content goes into
one binary file that the assembler takes in whole, and a C table says where each file lies:
compressed by gzip, or plain where that is not larger, and by brotli where the folder holds
`NAME.br` beside `NAME` (the build of the page compresses better than this script). The catalogue
becomes /words/LANG.json. Runs at every build, and writes only when something has changed.
"""

import gzip
import hashlib
import json
import os
import sys

TYPES = {
    ".html": "text/html; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".mjs": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".json": "application/json",
    ".map": "application/json",
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".webp": "image/webp",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".txt": "text/plain; charset=utf-8",
}

HEAD = '''/* Written by embed.py: do not edit. */
/* %s */
#include "server/assets.h"

__asm__(".pushsection .rodata\\n"
        ".balign 16\\n"
        "assets_bytes: .incbin \\"%s\\"\\n"
        ".popsection\\n");
extern const unsigned char assets_bytes[];

const struct asset assets[] = {
'''


def choose(folders):
    for folder in folders:
        if os.path.isfile(os.path.join(folder, "index.html")):
            return folder
    sys.exit("embed.py: no folder has an index.html")


def paths_of(folder):
    """Yields the path of each file below the folder, in a fixed order."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            yield os.path.join(place, name)


def files_of(folder):
    """Yields (path from /, content, brotli or nothing) for each file below the folder."""
    paths = set(paths_of(folder))
    for path in sorted(paths):
        if path.endswith(".br") and path[:-3] in paths:
            continue
        packed = read(path + ".br") if path + ".br" in paths else b""
        yield "/" + os.path.relpath(path, folder).replace(os.sep, "/"), read(path), packed


def read(path):
    with open(path, "rb") as file:
        return file.read()


def words_of(folder):
    sys.path.insert(0, folder)
    import po_file

    for language in po_file.LANGUAGES:
        book = po_file.read(os.path.join(folder, f"{language}.po"))
        words = {}
        for name, entry in book.items():
            if name:
                forms = [entry.texts[i] for i in sorted(entry.texts)]
                words[name] = forms[0] if len(forms) == 1 else forms
        text = json.dumps(words, ensure_ascii=False, separators=(",", ":"), sort_keys=True)
        yield f"/words/{language}.json", text.encode(), b""


def signature(paths):
    """Changes when one of the files may have changed."""
    rows = [(path, os.stat(path).st_size, os.stat(path).st_mtime_ns) for path in paths]
    return hashlib.sha256(repr(rows).encode()).hexdigest()


def is_done(output, binary, mark):
    if not os.path.isfile(output) or not os.path.isfile(binary):
        return False
    with open(output, encoding="utf-8") as file:
        return mark in file.read(512)


def row_of(path, data, brotli, blob):
    """One row of the table; appends the bytes to the blob."""
    kind = TYPES.get(os.path.splitext(path)[1], "application/octet-stream")
    packed = gzip.compress(data, 9, mtime=0)
    smaller = len(packed) < len(data)
    places = []
    for part in (b"" if smaller else data, packed if smaller else b"", brotli if len(brotli) < len(data) else b""):
        places.append(f"assets_bytes + {len(blob)}, {len(part)}" if part else "NULL, 0")
        blob += part
    if smaller:
        places[0] = f"NULL, {len(data)}"
    tag = hashlib.sha256(data).hexdigest()[:16]
    return f'    {{"{path}", "{kind}", "{tag}",\n     {", ".join(places)}}},'


def main():
    output, binary, po_folder, *folders = sys.argv[1:]
    folder = choose(folders)
    mark = signature([__file__, *sorted(paths_of(folder)), *sorted(paths_of(po_folder))])
    if is_done(output, binary, mark):
        return
    blob = bytearray()
    rows = [row_of(*file, blob) for file in [*files_of(folder), *words_of(po_folder)]]
    with open(binary, "wb") as file:
        file.write(blob)
    with open(output, "w", encoding="utf-8") as file:
        file.write(HEAD % (mark, os.path.abspath(binary)))
        file.write("\n".join(rows) + "\n    {.path = NULL},\n};\n")


if __name__ == "__main__":
    main()
