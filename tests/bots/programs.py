#!/usr/bin/python3
"""Bot programs in matches and at a server's table: the example plays whole games without a forfeit;
hostile ones forfeit their moves, are reported, and do no harm. Usage: programs.py PARLOR SOURCE"""
import json
import os
import subprocess
import sys
import tempfile
import time

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "server"))
from parlor_server import PARLOR, SOURCE, Client, Server, done, ok, sanitizers  # noqa: E402

EXAMPLE = f"/usr/bin/python3 {SOURCE}/examples/bot.py"
HELLO = "import sys,time,os\nsys.stdin.readline()\nprint('hello x', flush=True)\n"
TURNS = HELLO + "for line in sys.stdin:\n    if not line.startswith('turn'): continue\n    "
FIRST = "import json; print(json.loads(line[5:])['legal'][0], flush=True)"

# name, program (Python, or a shell command after !), the fault that must be reported
HOSTILE = [
    ("ends after its greeting", HELLO, "ended"),
    ("crashes at its turn", TURNS + "os.abort()", "ended"),
    ("stalls", TURNS + "time.sleep(1000)", "slow"),
    ("stalls and ignores signals", "import signal\nsignal.signal(15, signal.SIG_IGN)\n" + TURNS +
     "time.sleep(1000)", "slow"),
    ("does not greet", "import sys\nfor line in sys.stdin: print('moin', flush=True)", "rubbish"),
    ("prints bytes that are not text", TURNS + "os.write(1, b'\\x00\\xff\\x1b[2J\\n')", "rubbish"),
    ("prints an endless line", HELLO + "while True: os.write(1, b'x' * 65536)", "rubbish"),
    ("prints lines endlessly", HELLO + "while True: os.write(1, b'play 1\\n' * 999)", "rubbish"),
    ("prints comments endlessly", HELLO + "while True: os.write(1, b'# hm\\n' * 999)",
     "rubbish"),
    ("makes illegal moves", TURNS + "print('play 99', flush=True)", "illegal"),
    ("makes up words", TURNS + "print('resign \" \\\\ {', flush=True)", "illegal"),
    ("answers with an empty line", TURNS + "print('', flush=True)", "illegal"),
    ("passes where it must move", TURNS + "print('pass', flush=True)", "illegal"),
    ("answers twice", TURNS + "print('pass\\npass', flush=True)", "rubbish"),
    ("closes its input", HELLO + "os.close(0)\ntime.sleep(1000)", "slow"),
    ("closes input and output", HELLO + "os.close(0); os.close(1)\ntime.sleep(1000)", "slow"),
    ("reads nothing", "import time\ntime.sleep(1000)", "given_up"),
    ("forks", HELLO + "for i in range(20):\n    if os.fork() == 0: time.sleep(1000)\n"
     "for line in sys.stdin:\n    if line.startswith('turn'): print('play 99', flush=True)", "illegal"),
    ("forks out of its group", HELLO + "for i in range(5):\n    if os.fork() == 0:\n"
     "        os.setsid()\n        if os.fork() == 0: os.setsid()\n        time.sleep(1000)\n"
     "for line in sys.stdin:\n    if line.startswith('turn'): print('play 99', flush=True)", "illegal"),
]
# name, command or program, a part of the refusal
NOT_STARTED = [
    ("does not exist", "!/nonexistent/bot", "not found"),
    ("does not exist, with arguments", "!nonexistent-bot --level 3", "not found"),
    ("is not a program", "!/etc/passwd", "denied"),
    ("is a folder", "!/tmp/", "denied"),
    ("ends at once", "!/bin/true -", "exit 0"),
    ("fails at once", "!/bin/false -", "exit 1"),
    ("crashes at once", "import os, signal\nos.kill(os.getpid(), 11)", "Segmentation"),
    ("lacks a module", "import no_such_module_anywhere", "no_such_module_anywhere"),
    ("ends at the greeting", "import sys\nsys.stdin.readline()\nsys.exit('Не хочу: ' + 500 * 'ж')", "Не хочу"),
]
POLITE = [
    ("ends lines with CR and LF", TURNS + "import json; sys.stdout.write(json.loads(line[5:])"
     "['legal'][0] + '\\r\\n'); sys.stdout.flush()"),
    ("comments on everything", TURNS + "print('# hm\\n# so'); " + FIRST + "; print('# done', flush=True)"),
    ("has children", HELLO + "os.fork() or time.sleep(1000)\nfor line in sys.stdin:\n"
     "    if line.startswith('turn'): " + FIRST),
]


def environment(folder):
    return dict(os.environ, PARLOR_LANG="en", XDG_DATA_HOME=folder, **sanitizers())


def command_of(folder, program):
    if program.startswith("!"):
        return program[1:]
    path = os.path.join(folder, f"bot{len(os.listdir(folder))}.py")
    with open(path, "w", encoding="utf-8") as file:
        file.write(program)
    return "/usr/bin/python3 " + path


def left_over(folder):
    """Processes that still run a program from this folder."""
    found = []
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            with open(f"/proc/{pid}/cmdline", "rb") as file:
                if folder.encode() in file.read() and int(pid) != os.getpid():
                    found.append(pid)
        except OSError:
            pass
    return found


def match(folder, command, *args, game="luz", deals=1):
    started = time.monotonic()
    records = os.path.join(folder, "records.jsonl")
    run = subprocess.run([PARLOR, "match", "--bot", command, *args, "--deals", str(deals), "--json",
                          "--records", records, game], capture_output=True, text=True, timeout=200,
                         env=environment(folder), check=False)
    run.seconds = time.monotonic() - started
    replay = subprocess.run([PARLOR, "replay", records], capture_output=True, check=False)
    run.legal = replay.returncode == 0
    run.entry = json.loads(run.stdout)["bots"][0] if run.stdout.startswith("{") else {}
    return run


def example(folder):
    for game, args in [("photograph", ["--bot", "random"]), ("luz", ["--bot", "random"]),
                       ("smitten", ["--bot", "easy"]), ("smitten", ["--seats", "1"]), ("null", []),
                       ("luz", ["--bot", "easy", "--bot", EXAMPLE, "--bot", "random"])]:
        if args == ["--bot", "easy", "--bot", EXAMPLE, "--bot", "random"]:
            args += ["--seats", "4"]
        run = match(folder, EXAMPLE, *args, game=game, deals=2)
        forfeits = run.entry.get("forfeits", {"?": 1})
        ok(run.returncode == 0 and run.legal and sum(forfeits.values()) == 0 and
           "forfeit" not in run.stderr, f"the example plays {game} {' '.join(args[:2])}",
           run.stdout + run.stderr)
    runs = [match(folder, EXAMPLE, "--bot", "random", deals=2).stdout.split('"cpu_ms"')[0]
            for _ in range(2)]
    ok(runs[0] == runs[1], "the same match again gives the same result")
    run = match(folder, EXAMPLE, "--bot", "random", game="photograph", deals=20)
    ok(run.entry["lead"]["mean"] > 0, "the example beats random at Photograph", run.stdout)
    with open(SOURCE + "/examples/bot.py", encoding="utf-8") as file:
        ok(len(file.readlines()) <= 60, "the example is short")


def hostile(folder):
    for name, program, fault in HOSTILE:
        command = command_of(folder, program)
        run = match(folder, command, "--bot", "random", "--threads", "1", "--time", "60",
                    "--seats", "3")
        forfeits = run.entry.get("forfeits", {})
        ok(run.returncode == 0 and run.legal and forfeits.get(fault, 0) > 0 and
           "were forfeited" in run.stderr, f"a bot that {name} forfeits and is reported",
           run.stdout + run.stderr)
        ok(run.seconds < 60, f"a bot that {name} delays nobody ({run.seconds:.1f} s)")
    time.sleep(0.2)
    ok(not left_over(folder), "nothing of them is left running", left_over(folder))


def not_started(folder):
    """A program that cannot be started is refused at once with one message; no game is played."""
    for name, program, word in NOT_STARTED:
        command = command_of(folder, program)
        for run in (match(folder, command, "--bot", "random"),
                    subprocess.run([PARLOR, "bot", "http://127.0.0.1:1/t/abc", "--exec", command],
                                   capture_output=True, text=True, check=False,
                                   env=environment(folder))):
            lines = run.stderr.splitlines()
            ok(run.returncode == 2 and not run.stdout and len(lines) == 2 and word in lines[0] and
               command in lines[0] and lines[1].startswith("“parlor help"),
               f"{run.args[1]}: a bot that {name} is refused", run.stdout + run.stderr)
    ok(not os.path.exists(os.path.join(folder, "records.jsonl")), "no record is begun")


def polite(folder):
    for name, program in POLITE:
        run = match(folder, command_of(folder, program), "--bot", "random", "--seats", "3")
        ok(run.returncode == 0 and sum(run.entry["forfeits"].values()) == 0,
           f"a bot that {name} forfeits nothing", run.stdout + run.stderr)
    time.sleep(0.2)
    ok(not left_over(folder), "nothing of them is left running", left_over(folder))


def no_leaks(folder):
    """Each seat of Smitten has its own process, which never sees the other hand."""
    log = os.path.join(folder, "log")
    program = ("import os\nlog = open(%r + str(os.getpid()), 'w')\n" % log) + TURNS + \
        "log.write(line); log.flush(); import json; t = json.loads(line[5:]); " \
        "print(t['legal'][0] if t['legal'] else 'pass', flush=True)"
    run = match(folder, command_of(folder, program), "--threads", "1", game="smitten", deals=3)
    seen = []
    for path in [os.path.join(folder, f) for f in os.listdir(folder) if f.startswith("log")]:
        with open(path, encoding="utf-8") as file:
            views = [json.loads(line[5:])["view"] for line in file]
        if views:  # the first process was only a trial
            seen.append({v["seat"] for v in views})
    ok(run.returncode == 0 and len(seen) == 2 and all(len(s) == 1 for s in seen),
       "a process sees one seat only", str(seen))


def misuse(folder):
    for args, word in [(["--bot", "hrad", "luz"], "no bot"), (["--bot", "easy", "--bots", "easy", "luz"],
                                                             "not by both"),
                       (["--bot", "easy", "--bot", "./a", "--bot", "./b", "luz"], "")]:
        run = subprocess.run([PARLOR, "match", *args], capture_output=True, text=True, check=False,
                             env=environment(folder))
        ok(run.returncode == 2 and word in run.stderr, "misuse: " + " ".join(args), run.stderr)


def at_a_server(folder):
    server = Server("--bot-delay", "0")
    page = Client(server)
    for game, seats, programs in [("luz", 3, [EXAMPLE, EXAMPLE]), ("photograph", 2, [EXAMPLE]),
                                  ("smitten", 2, [EXAMPLE]),
                                  ("luz", 3, [command_of(folder, HOSTILE[4][1]), EXAMPLE])]:
        table = page.ask("create", game=game, seats=seats)["table"]
        link = f"http://127.0.0.1:{server.port}/t/{table}"
        page.until(lambda c: table in c.tables)
        runs = [subprocess.Popen([PARLOR, "bot", link, "--exec", program, "--name", f"{game}{i}",
                                  "--time", "400"],
                                 stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
                                 env=environment(folder)) for i, program in enumerate(programs)]
        end = time.monotonic() + 120
        while page.tables[table]["phase"] != "over" and time.monotonic() < end:
            page.drain(0.05)
            legal = page.tables[table].get("legal")
            if legal:
                page.ask("move", table=table, text=legal[0])
        outs = [run.communicate(timeout=60) for run in runs]
        whole = page.tables[table]["phase"] == "over" and all(r.returncode == 0 for r in runs)
        results = {out[0] for out in outs}
        hurt = programs[0] != EXAMPLE
        ok(whole and len(results) == 1 and "winners" in results.pop() and
           ("played for it" in outs[0][1]) == hurt and "forfeited: 0" in outs[-1][1],
           f"{'a crashing program and ' if hurt else ''}the example at a server's table of {game}",
           str(outs))
    run = subprocess.run([PARLOR, "bot", link, "--exec", EXAMPLE], capture_output=True, text=True,
                         env=environment(folder), check=False)
    ok(run.returncode in (0, 1), "a finished table takes nobody", run.stderr)
    for args, word in [([], "exec"), (["--exec", "./x"], "link"),
                       (["--exec", EXAMPLE, "http://127.0.0.1:1/t/abc"], "refused")]:
        run = subprocess.run([PARLOR, "bot", *args], capture_output=True, text=True, check=False,
                             env=environment(folder))
        ok(run.returncode != 0 and word in run.stderr, f"misuse: bot {args}", run.stderr)
    server.close()


def main():
    for part in [example, hostile, not_started, polite, no_leaks, misuse, at_a_server]:
        with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
            part(folder)
    done()


main()
