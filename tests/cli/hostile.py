#!/usr/bin/env python3
"""Hostile input and output that cannot be written: the program answers and never crashes."""

import random
import resource
import signal
import subprocess
import tempfile

from points import DEAL, GOOD, PARLOR, Run, done, equal, ok, record, sanitizers

MIB = 1 << 20


def test_bytes():
    """Noise of every kind is an error of its line; the next record is still checked."""
    good = GOOD.strip().encode()
    cases = {
        "NUL bytes": b"\0\0\0",
        "a NUL in a record": GOOD.strip().encode().replace(b"show", b"sh\0w"),
        "a NUL as an escape": GOOD.strip().encode().replace(b"show", b"sh\\u0000w"),
        "half a surrogate": GOOD.strip().encode().replace(b"show", b"\\ud800"),
        "invalid UTF-8": b'{"game":"\xff\xfe"}',
        "an overlong UTF-8": b'{"game":"\xc0\xaf"}',
        "a byte order mark": b"\xef\xbb\xbf" + GOOD.strip().encode(),
        "a NUL after a number": good.replace(b'"parlor":1', b'"parlor":1\0'),
        "a NUL in a number": good.replace(b'"seats":2', b'"seats":\x002'),
        "a NUL after a word": good.replace(b'"parlor":1', b'"x":true\0,"parlor":1'),
        "a NUL after the record": good + b"\0",
        "a NUL before the record": b"\0" + good,
        "a control character between": good.replace(b'"parlor":1', b'"parlor":\x0b1'),
        "a control character after a number": good.replace(b'"parlor":1', b'"parlor":1\x01'),
        "a control character in a text": good.replace(b"show", b"sh\x1fow"),
        "a form feed after the record": good + b"\f",
        "bytes after the record": good + b" x",
        "a second record on the line": good + good,
        "half a character": good.replace(b"show", b"sh\xd0"),
        "a surrogate in UTF-8": good.replace(b"show", b"\xed\xa0\x80"),
        "invalid UTF-8 between": good.replace(b'"parlor":1', b'"parlor":1\xc3'),
        "deep lists": b"[" * 100000 + b"]" * 100000,
        "deep objects": b'{"a":' * 100000,
        "many digits": b'{"parlor":' + b"1" * 100000 + b"}",
        "a long decimal number": b'{"parlor":0.' + b"1" * 100000 + b"}",
        "escape codes": record([DEAL, [0, "\x1b[31m\x07"]]).strip().encode(),
        "a move of a megabyte": record([DEAL, [0, "x" * MIB]]).strip().encode(),
        "a move of multibyte letters": record([DEAL, [0, "ж" * 1000]]).strip().encode(),
        "a card of a megabyte": record([["deal", "x" * MIB]]).strip().encode(),
        "a deal of a million cards": record([["deal", "1 " * MIB]]).strip().encode(),
        "an option of a megabyte": record([], options={"best": "x" * MIB}).strip().encode(),
        "a game of a megabyte": record([], game="x" * MIB).strip().encode(),
        "a million events": record([[0, "show"]] * MIB).strip().encode(),
    }
    for name, line in cases.items():
        run = Run("replay", "-", stdin=line + b"\n" + GOOD.encode())
        lines = run.lines()
        right = run.status == 1 and "error" in lines[0] and lines[-1]["line"] == 2
        clean = "\ufffd" not in run.out and "\x1b" not in run.out + run.err
        ok(right and clean, f"noise: {name}", run)


def test_mutations():
    """Thousands of records with a few changed bytes, in one run."""
    chance = random.Random(1)
    sources = [Run("sim", game).raw.rstrip(b"\n") for game in ("photograph", "luz", "smitten")]
    lines = []
    for i in range(3000):
        line = bytearray(sources[i % 3])
        for _ in range(chance.randint(1, 3)):
            line[chance.randrange(len(line))] = chance.choice(b'0123456789"[]{},:LRplay \x00\xff')
        lines.append(bytes(line).replace(b"\n", b" "))
    run = Run("replay", "--legal", "--view", "0", "-", stdin=b"\n".join(lines))
    answers = [line for line in run.lines() if "event" not in line or "error" in line]
    ok(run.status == 1 and len({a["line"] for a in answers}) > 2900, "changed records", run.err)


def peak_memory(pid):
    """The peak memory of a running program, in MiB."""
    with open(f"/proc/{pid}/status", encoding="ascii") as status:
        for line in status:
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) / 1024
    return 0


def memory_limit():
    """The memory limit of a run in MiB; sanitizers keep freed memory for a while."""
    with open(PARLOR, "rb") as program:
        return 700 if b"__asan_init" in program.read() else 64


def feed(chunk, times, *args):
    """Runs with a long input; returns status, peak memory in MiB and the start of the output."""
    with tempfile.TemporaryFile() as out:
        with subprocess.Popen(
            [PARLOR, *args],
            stdin=subprocess.PIPE,
            stdout=out,
            stderr=subprocess.DEVNULL,
            env={"LC_ALL": "C", **sanitizers()},
        ) as program:
            for _ in range(times):
                program.stdin.write(chunk)
            program.stdin.flush()
            memory = peak_memory(program.pid)
            program.stdin.close()
            status = program.wait(timeout=200)
        out.seek(0)
        return status, memory, out.read(4000)


def test_size():
    status, memory, out = feed(b"[" * MIB, 1024, "replay", "-")
    good = status == 1 and out.count(b"\n") == 1 and b"16 MiB" in out
    ok(good, "a line of a gigabyte of brackets is an error", (status, out))
    ok(0 < memory < memory_limit(), "a line of a gigabyte is not kept in memory", f"{memory} MiB")
    noise = random.Random(2).randbytes(MIB)
    status, memory, out = feed(noise, 100, "replay", "-")
    ok(status == 1 and b'{"line":1,"error"' in out, "100 MB of noise", (status, out[:200]))
    ok(0 < memory < memory_limit(), "100 MB of noise take bounded memory", f"{memory} MiB")
    status, memory, out = feed(b"\n" * MIB, 20, "replay", "-")
    ok(status == 0 and out == b"", "twenty million blank lines are skipped", (status, out))
    limit = 16 * MIB
    fits = GOOD.strip().encode().ljust(limit) + b"\n" + GOOD.strip().encode().ljust(limit + 1)
    run = Run("replay", "-", stdin=fits)
    one, two = run.lines()
    ok("result" in one and "error" in two, "the limit is exactly 16 MiB", run)


def test_output():
    with open("/dev/full", "wb") as full:
        commands = (["help"], ["games", "--json"], ["sim", "luz"], ["sim", "luz", "--games", "500"])
        for args in commands:
            run = Run(*args, stdout=full)
            said = run.err.count("\n") == 1 and "no space" in run.err
            ok(run.status == 1 and said, f"a full disk: {' '.join(args)}", run)
        records = Run("sim", "luz", "--games", "50").raw
        run = Run("replay", "--legal", "-", stdin=records, stdout=full)
        ok(run.status == 1 and run.err.count("\n") == 1, "a full disk: replay", run)
    for name, line in {"output": '"$0" games >&-', "input": '"$0" replay - <&-'}.items():
        run = subprocess.run(["sh", "-c", line, PARLOR], capture_output=True, check=False)
        told = run.stderr.startswith(b"parlor: ")
        ok(run.returncode == 1 and told, f"a closed {name} is an error", run)
    records = Run("sim", "luz", "--games", "300").raw
    with tempfile.NamedTemporaryFile() as file:
        file.write(records)
        file.flush()
        for args in (["sim", "luz", "--games", "100000000"], ["replay", "--legal", file.name]):
            for ignored in (False, True):
                status, err = leave_early(args, ignored)
                name = f"a reader that leaves {args[0]}{', signal ignored' if ignored else ''}"
                allowed = (1,) if ignored else (1, -signal.SIGPIPE)
                ok(status in allowed and err == b"", name, (status, err))


def leave_early(args, ignored):
    """Reads a little of the output, then closes it; returns status and standard error."""
    program = subprocess.Popen(
        [PARLOR, *args],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        restore_signals=not ignored,
        preexec_fn=(lambda: signal.signal(signal.SIGPIPE, signal.SIG_IGN)) if ignored else None,
    )
    program.stdout.read(100)
    program.stdout.close()
    err = program.stderr.read()
    program.stderr.close()
    return program.wait(timeout=60), err


def test_arguments():
    long = "x" * 100000
    perft = ["perft", "null", "--depth", "1", "--deal"]
    for args in (
        [long],
        ["--lang", long],
        ["help", long],
        ["replay", long],
        ["sim", long],
        ["sim", "luz", "--" + long],
        ["sim", "luz", "--option", long + "=1"],
        ["sim", "luz", "--option", "dealer=" + long],
        ["sim", "luz", "--bots", long],
        ["sim", "luz", "--bots", "random," * 1000],
        [*perft, long],
        [*perft, "1 2 3 4 5 6", "--moves", long],
    ):
        run = Run(*args)
        name = " ".join(args)[:40]
        ok(run.status in (1, 2) and run.err.startswith("parlor: "), f"long words: {name}", run)
    run = Run("sim", b"\xff\x1b[2J\n")
    ok(run.status == 2 and "\x1b" not in run.err, "escape codes are not printed", run)


resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
test_bytes()
test_mutations()
test_size()
test_output()
test_arguments()
equal(Run("version").status, 0, "the program still works")
done()
