#!/usr/bin/python3
"""The library as others use it: installed into a folder, found by pkg-config, linked shared and
static into a program outside the tree; only parlor_* is exported. Usage: outside.py BUILD SOURCE"""
import os
import re
import shutil
import subprocess
import sys
import tempfile

BUILD, SOURCE = os.path.abspath(sys.argv[1]), os.path.abspath(sys.argv[2])
sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cli"))
from points import done, ok  # noqa: E402


def call(*args, **more):
    env = {**os.environ, "PATH": "/usr/bin:/bin:" + os.environ["PATH"], **more.pop("env", {})}
    return subprocess.run(args, capture_output=True, text=True, env=env, check=False, **more)


def find(folder, name):
    for top, _, files in os.walk(folder):
        if name in files:
            return os.path.join(top, name)
    return ""


def main():
    with tempfile.TemporaryDirectory() as folder:
        there = folder + "/there"
        run = call("/usr/bin/meson", "install", "-C", BUILD, "--no-rebuild", "--destdir", there)
        ok(run.returncode == 0, "meson install into a folder", run.stdout + run.stderr)
        pc, header = find(there, "parlor.pc"), find(there, "parlor.h")
        shared, static = find(there, "libparlor.so.1"), find(there, "libparlor.a")
        ok(pc and header and shared and static, "header, libraries and parlor.pc are installed")
        prefix = there + re.search(r"^prefix=(.*)$", open(pc, encoding="utf-8").read(), re.M)[1]
        shutil.copy(SOURCE + "/examples/simulate.c", folder)
        flags = call("pkg-config", "--define-variable=prefix=" + prefix, "--cflags", "--libs", "parlor",
                     env={"PKG_CONFIG_PATH": os.path.dirname(pc)})
        ok(flags.returncode == 0 and "-lparlor" in flags.stdout, "pkg-config finds it", flags.stderr)
        outs = []
        for kind, libs in [("shared", flags.stdout.split()),
                           ("static", [f if f != "-lparlor" else static
                                       for f in flags.stdout.split()])]:
            program = f"{folder}/simulate-{kind}"
            run = call("cc", "-std=c17", "-Wall", "-Wextra", "-Wpedantic", "-Werror",
                       folder + "/simulate.c", *libs, "-o", program, cwd=folder)
            ok(run.returncode == 0, f"the example is built outside the tree, {kind}", run.stderr)
            for game, seats in [("luz", "4"), ("photograph", "2"), ("smitten", "1")]:
                run = call(program, game, seats, "7",
                           env={"LD_LIBRARY_PATH": os.path.dirname(shared)})
                outs.append(run.stdout)
                ok(run.returncode == 0 and "played on by chance" in run.stdout,
                   f"the example plays {game}, {kind}", run.stdout + run.stderr)
        ok(outs[:3] == outs[3:], "shared and static give the same output")
        run = call(folder + "/simulate-static", "chess")
        ok(run.returncode == 1 and "simulate:" in run.stderr, "an unknown game is an error")
        with open(folder + "/plus.cc", "w", encoding="utf-8") as file:
            file.write('#include <parlor.h>\nint main() { return parlor_api() != PARLOR_API; }\n')
        if shutil.which("c++"):
            run = call("c++", folder + "/plus.cc", *flags.stdout.split(), "-o", folder + "/plus")
            good = run.returncode == 0 and call(folder + "/plus", env={
                "LD_LIBRARY_PATH": os.path.dirname(shared)}).returncode == 0
            ok(good, "C++ can use the header", run.stderr)
        names = [line.split()[-1] for line in
                 call("nm", "-D", "--defined-only", shared).stdout.splitlines()]
        ok(names and all(n.startswith("parlor_") and n.endswith("@@PARLOR_1") or n == "PARLOR_1"
                         for n in names), "only parlor_* is exported, with its version",
           str(names))
        declared = set(re.findall(r"\b(parlor_\w+)\(", open(header, encoding="utf-8").read()))
        ok(declared == {n.split("@@")[0] for n in names} - {"PARLOR_1"},
           "the exports are those that the header declares",
           str(declared ^ {n.split("@@")[0] for n in names}))
        python = find(there, "_library.py")
        ok(python, "the Python module is installed")
        run = call("/usr/bin/python3", "-c", "import parlor; print(parlor.release(), parlor.games())",
                   env={"PYTHONPATH": os.path.dirname(os.path.dirname(python)),
                        "PARLOR_LIBRARY": shared})
        ok(run.returncode == 0 and "luz" in run.stdout, "the Python module finds its library", run.stderr)
    done()


main()
