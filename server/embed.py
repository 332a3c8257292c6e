#!/usr/bin/env python3
"""Turns a folder of files, and the catalogue, into one C table: embed.py FOLDER PO_FOLDER OUTPUT.c

Each file is kept plain and, where it is smaller, compressed by gzip, with an ETag of its content.
The catalogue becomes /words/LANG.json.
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
    ".webmanifest": "application/manifest+json",
    ".svg": "image/svg+xml",
    ".png": "image/png",
    ".ico": "image/x-icon",
    ".woff2": "font/woff2",
    ".wasm": "application/wasm",
    ".txt": "text/plain; charset=utf-8",
}


def files_of(folder):
    """Yields (path from /, content) for each file below the folder, in a fixed order."""
    for place, folders, names in os.walk(folder):
        folders.sort()
        for name in sorted(names):
            path = os.path.join(place, name)
            with open(path, "rb") as file:
                yield "/" + os.path.relpath(path, folder).replace(os.sep, "/"), file.read()


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
        yield f"/words/{language}.json", text.encode()


def array(name, data):
    """A byte array; string literals of that length are not portable C."""
    lines = [f"static const unsigned char {name}[] = {{"]
    for i in range(0, len(data), 32):
        lines.append(",".join(str(b) for b in data[i : i + 32]) + ",")
    return "\n".join(lines) + ("\n};" if data else "0};")


def main():
    folder, po_folder, output = sys.argv[1:4]
    rows, arrays = [], []
    for i, (path, data) in enumerate([*files_of(folder), *words_of(po_folder)]):
        kind = TYPES.get(os.path.splitext(path)[1], "application/octet-stream")
        packed = gzip.compress(data, 9, mtime=0)
        packed = packed if len(packed) < len(data) else b""
        tag = hashlib.sha256(data).hexdigest()[:16]
        arrays += [array(f"plain_{i}", data), array(f"gzip_{i}", packed)]
        rows.append(
            f'    {{"{path}", "{kind}", "\\"{tag}\\"", plain_{i}, gzip_{i}, {len(data)}, {len(packed)}}},'
        )
    with open(output, "w", encoding="utf-8") as file:
        file.write("/* Written by embed.py: do not edit. */\n")
        file.write('#include "server/server.h"\n\n')
        file.write("\n".join(arrays) + "\n\nconst struct asset assets[] = {\n")
        file.write("\n".join(rows) + "\n    {.path = NULL},\n};\n")


if __name__ == "__main__":
    main()
