"""Copies the tree and adds an extra game by the steps of CONTRIBUTING.md alone."""
import filecmp
import os
import re
import shutil
import subprocess

HERE = os.path.dirname(os.path.abspath(__file__))
GAME = "quince"
LANGUAGES = ["en", "uk", "ru", "fr"]
TARGETS = ["parlor", "tests/lib/lib-shared", "tests/laws/laws", "tests/laws/bots",
           "tests/golden/golden"]
# Files that Meson writes again; the rest of a build folder can be copied.
OWN = ["meson-private", "meson-info", "meson-logs", "build.ninja", "compile_commands.json", "bench"]


def copy_tree(source, tree):
    """Copies the tree with modification times, so that a copied build folder fits."""
    top = os.path.abspath(source)
    shutil.copytree(top, tree, ignore=lambda folder, names: [
        n for n in names if n in [".git", "node_modules", "__pycache__"] or folder == top and (
            n == "out" or n.startswith("build"))])
    modules = os.path.join(top, "web", "node_modules")
    if os.path.isdir(modules):
        os.symlink(modules, os.path.join(tree, "web", "node_modules"))


def edit(tree, path, pattern, replacement):
    """Replaces the only match of the pattern in a file."""
    path = os.path.join(tree, path)
    with open(path, encoding="utf-8") as file:
        text = file.read()
    text, count = re.subn(pattern, replacement, text)
    assert count == 1, f"{path} has {count} places of {pattern}"
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)


def add_folder(tree):
    """Steps 1 and 2."""
    shutil.copytree(os.path.join(HERE, GAME), os.path.join(tree, "games", GAME))


def add_name(tree):
    """Step 3."""
    edit(tree, "games/list.c", r"(extern const struct game )", rf"\1{GAME}_game, ")
    edit(tree, "games/list.c", r"(    &smitten_game,\n)", rf"\1    &{GAME}_game,\n")
    edit(tree, "games/meson.build", r"(games_names = .*)\]", rf"\1, '{GAME}']")


def add_messages(tree):
    """Step 4."""
    for language in LANGUAGES:
        with open(os.path.join(HERE, "po", language + ".po"), encoding="utf-8") as file:
            messages = file.read()
        with open(os.path.join(tree, "po", language + ".po"), "a", encoding="utf-8") as file:
            file.write(messages)


def add_golden(tree):
    """Step 5."""
    shutil.copytree(os.path.join(HERE, "golden", GAME),
                    os.path.join(tree, "tests", "golden", GAME))


def list_changes(source, tree):
    """The files of the copy that are new or different."""
    for folder, folders, files in os.walk(tree):
        folders[:] = [f for f in folders if f not in ["node_modules", "__pycache__"]]
        for name in files:
            path = os.path.relpath(os.path.join(folder, name), tree)
            old = os.path.join(source, path)
            if not os.path.exists(old) or not filecmp.cmp(old, os.path.join(tree, path), False):
                yield path


def read_steps(tree):
    """The section of CONTRIBUTING.md about adding a game."""
    with open(os.path.join(tree, "CONTRIBUTING.md"), encoding="utf-8") as file:
        return re.search(r"## How to add a game\n(.*?)\n## ", file.read(), re.S)[1]


def is_told(path, steps):
    """Whether the steps name the file or one of its folders."""
    parts = path.replace(GAME, "NAME").split("/")
    places = ["/".join(parts)] + ["/".join(parts[:i]) + "/" for i in range(1, len(parts))]
    return any("`%s`" % place in steps for place in places)


def copy_build(build, to):
    """Copies the objects of a build folder without Meson's own files."""
    shutil.copytree(build, to, symlinks=True, ignore=lambda folder, names: [
        n for n in names if folder == build and n in OWN])
    log = os.path.join(to, ".ninja_log")
    if os.path.exists(log):
        with open(log, encoding="utf-8") as file:
            lines = [line for line in file if "\tbuild.ninja\t" not in line]
        with open(log, "w", encoding="utf-8") as file:
            file.writelines(lines)


def build(folder, tree):
    """Builds the copy from the objects of a build folder. Returns the folder or None, and the output."""
    to = os.path.join(tree, os.path.basename(folder))
    copy_build(folder, to)
    for command in [["/usr/bin/meson", "setup", to, tree], ["/usr/bin/ninja", "-C", to, *TARGETS]]:
        run = subprocess.run(command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True,
                             stderr=subprocess.STDOUT, check=False,
                             env=dict(os.environ, PATH="/usr/bin:/bin:" + os.environ["PATH"]))
        if run.returncode != 0:
            return None, "\n".join(run.stdout.splitlines()[-20:])
    return to, run.stdout
