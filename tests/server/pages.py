#!/usr/bin/env python3
"""The files of the page: embed.py embeds a folder, and the server serves its own."""

import gzip
import os
import re
import subprocess
import sys
import tempfile

from parlor_server import SOURCE, Server, done, equal, ok

POLICY = ("default-src 'none'; script-src 'self' 'wasm-unsafe-eval'; style-src 'self'; "
          "img-src 'self' data: blob:; font-src 'self'; connect-src 'self'; worker-src 'self'; "
          "manifest-src 'self'; base-uri 'none'; frame-ancestors 'none'; form-action 'self'")
TREE = {
    "index.html": b"<!doctype html>" + b"<p>" * 200,
    "manifest.webmanifest": b"{}",
    "assets/page-1a2b.js": b"let x = 1;\n" * 100,
    "assets/page-1a2b.js.br": b"as short as brotli",
    "assets/rules-3c4d.wasm": b"\0asm" + bytes(300),
    "assets/deep/letters-5e.woff2": bytes(range(256)),
    "assets/card-77.svg": b"<svg/>",
    "assets/page-9f.css": b"p{}",
    "data.json": b"[]",
    "odd.xyz": b"",
}
KINDS = {"/index.html": "text/html; charset=utf-8", "/manifest.webmanifest": "application/manifest+json",
         "/assets/page-1a2b.js": "text/javascript; charset=utf-8", "/assets/rules-3c4d.wasm": "application/wasm",
         "/assets/deep/letters-5e.woff2": "font/woff2", "/assets/card-77.svg": "image/svg+xml",
         "/assets/page-9f.css": "text/css; charset=utf-8", "/data.json": "application/json",
         "/odd.xyz": "application/octet-stream"}


def embed(folder, *choices):
    """Runs embed.py; returns {path: (type, tag, plain, gzip, brotli)} and the names it wrote."""
    out, binary = os.path.join(folder, "assets.c"), os.path.join(folder, "assets.bin")
    subprocess.run([sys.executable, os.path.join(SOURCE, "server", "embed.py"), out, binary,
                    os.path.join(SOURCE, "po"), *choices], check=True)
    with open(out, encoding="utf-8") as file:
        text = file.read()
    with open(binary, "rb") as file:
        blob = file.read()
    rows = {}
    for path, kind, tag, places in re.findall(r'\{"([^"]+)", "([^"]+)", "([0-9a-f]{16})",\s*([^}]*)\}', text):
        parts = re.findall(r"(?:assets_bytes \+ (\d+)|NULL), (\d+)", places)
        plain, packed, brotli = (blob[int(at):int(at) + int(n)] if at else b"" for at, n in parts)
        if packed:
            equal((plain, int(parts[0][1])), (b"", len(gzip.decompress(packed))), f"{path} is kept once, with its length")
        rows[path] = (kind, tag, plain, packed, brotli)
    return rows, out


def test_embed():
    with tempfile.TemporaryDirectory() as folder:
        page, empty = os.path.join(folder, "dist"), os.path.join(folder, "none")
        for name, data in TREE.items():
            os.makedirs(os.path.dirname(os.path.join(page, name)), exist_ok=True)
            with open(os.path.join(page, name), "wb") as file:
                file.write(data)
        rows, out = embed(folder, empty, page)
        equal({p: r[0] for p, r in rows.items() if not p.startswith("/words/")}, KINDS,
              "all files of the first folder that exists, with their types")
        ok(all((gzip.decompress(r[3]) if r[3] else r[2]) == TREE[p[1:]] for p, r in rows.items() if p in KINDS),
           "the files have their content")
        packed = {p: r[3] for p, r in rows.items() if r[3]}
        ok("/assets/rules-3c4d.wasm" in packed and "/assets/deep/letters-5e.woff2" not in packed,
           "files are compressed if that is smaller")
        equal(rows["/assets/page-1a2b.js"][4], TREE["assets/page-1a2b.js.br"],
              "a brotli file beside the original is used")
        ok(all(f"/words/{l}.json" in rows for l in ("en", "uk", "ru", "fr")), "the catalogue is embedded too")
        before = os.stat(out).st_mtime_ns
        embed(folder, empty, page)
        equal(os.stat(out).st_mtime_ns, before, "unchanged output is not rewritten")
        with open(os.path.join(page, "assets", "page-9f.css"), "w", encoding="utf-8") as file:
            file.write("p{color:red}")
        rows, _ = embed(folder, empty, page)
        equal(rows["/assets/page-9f.css"][2], b"p{color:red}", "changed files are written")


def test_served(server):
    status, headers, index = server.http("GET", "/")
    equal((status, headers["content-type"]), (200, "text/html; charset=utf-8"), "the page is served")
    equal(headers["content-security-policy"], POLICY, "the policy forbids inline code")
    text = index.decode()
    ok(not re.search(r"<style|\sstyle=|\son[a-z]+=|<script(?![^>]*\ssrc=)", text), "the page has no inline code")
    ok("set-cookie" in headers and headers["cache-control"] == "no-cache", "the page is not cached")
    for path in ("/t/abcdefghijklmnop", "/play", "/rules", "/settings/sound", "/index.html"):
        equal(server.http("GET", path)[::2], (200, index), f"{path} is the page")
    for path in ("/nothing.js", "/assets/nothing", "/words/xx", "/record/none", "/t/../x.txt"):
        equal(server.http("GET", path)[0], 404, f"{path} is not found")
    links = re.findall(r'(?:src|href)="(/[^"]*\.[a-z0-9]+)"', text)
    ok(len(links) >= 2, "the page links to files")
    for path in [*links, "/words/uk.json"]:
        status, headers, plain = server.http("GET", path)
        name = os.path.splitext(path)[1]
        equal(status, 200, f"{path} is served")
        ok("set-cookie" not in headers and headers["x-content-type-options"] == "nosniff",
           f"{name} has the right headers")
        equal(headers["cache-control"], "public, max-age=31536000, immutable"
              if path.startswith("/assets/") else "no-cache", f"{name} has the right cache time")
        status, packed_headers, packed = server.http("GET", path, {"Accept-Encoding": "deflate, gzip;q=0.8"})
        if packed_headers.get("content-encoding") == "gzip":
            packed = gzip.decompress(packed)
        ok(packed == plain and len(plain) > 0, f"{name} has the same content when compressed")
        ok("content-encoding" not in server.http("GET", path, {"Accept-Encoding": "gzip;q=0, br;q=0"})[1],
           f"{name} is not compressed for clients that refuse it")
        for tag in (headers["etag"], packed_headers["etag"]):
            again = server.http("GET", path, {"If-None-Match": tag})
            equal((again[0], again[2]), (304, b""), f"{name} is not sent again")
    equal(server.http("HEAD", "/")[2], b"", "HEAD has no body")


test_embed()
the_server = Server()
test_served(the_server)
equal(the_server.close(), 0, "the server stops cleanly")
done()
