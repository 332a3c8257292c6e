#!/usr/bin/env python3
"""The systemd unit: systemd accepts it, it exposes little, and the server works within it."""

import os
import shutil
import socket
import subprocess
import sys
import tempfile
import time

from certificates import make, trust
from confine import read
from parlor_server import PARLOR, SOURCE, WAIT, Client, Server, done, equal, is_sanitized, ok

UNIT = os.path.join(SOURCE, "docs", "hosting", "parlor.service")
INSTALLED = "/usr/local/bin/parlor"
EXPOSURE = 2.0


def test_unit(folder):
    copy = os.path.join(folder, "parlor.service")
    with open(UNIT, encoding="utf-8") as file:
        text = file.read()
    with open(copy, "w", encoding="utf-8") as file:
        file.write(text.replace(INSTALLED, PARLOR))
    run = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, check=False, timeout=WAIT)
    ok(run.returncode == 0 and run.stderr == b"", "systemd accepts the unit", run)
    run = subprocess.run(["systemd-analyze", "security", "--offline=true", f"--threshold={EXPOSURE * 10:.0f}", copy],
                         capture_output=True, check=False, timeout=WAIT, text=True)
    ok(run.returncode == 0, f"its exposure is under {EXPOSURE}", run.stdout[-300:] + run.stderr)
    unit = read(UNIT)
    ok(unit["ExecStart"][0].startswith(INSTALLED + " serve") and "--config" not in unit["ExecStart"][0] and
       all(f.startswith("-") for f in unit["EnvironmentFile"]), "it needs no file of settings")
    ok("MemoryMax" in unit and "StartLimitBurst" in unit and "StartLimitIntervalSec" in unit,
       "memory and restarts are limited")


def low_port():
    """A free port that only a privileged program may bind."""
    for port in range(1023, 600, -1):
        with socket.socket() as s:
            s.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                s.bind(("127.0.0.1", port))
                return port
            except OSError:
                continue
    return None


class Service(Server):
    """The server as the unit starts it, on a port that needs the capability, with TLS."""

    def start(self):
        self.log = open(os.path.join(tempfile.gettempdir(), f"parlor-service-{os.getpid()}.log"), "w+b")
        # Another user reads these: that one may not see this folder, as in the home of root.
        here, open_to_all = os.path.dirname(os.path.abspath(__file__)), os.path.dirname(self.data)
        program, confine, unit = (shutil.copy(path, open_to_all)
                                  for path in (PARLOR, os.path.join(here, "confine.py"), UNIT))
        command = read(UNIT)["ExecStart"][0].replace(INSTALLED, program).replace("/var/lib/parlor", self.data)
        self.process = subprocess.Popen(
            ["unshare", "--mount", sys.executable, confine, unit, self.data, *command.split()],
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=self.log,
            env={"PATH": os.environ["PATH"], **self.env})
        until = time.time() + WAIT
        while time.time() < until and self.process.poll() is None:
            if any(line.get("event") == "listening" for line in self.lines()):
                return
            time.sleep(0.01)
        raise RuntimeError("the service does not start: " + self.text())


def rights(pid):
    with open(f"/proc/{pid}/status", encoding="ascii") as file:
        return dict(line.rstrip("\n").split(":\t", 1) for line in file if ":\t" in line)


def test_confined(folder):
    data = os.path.join(folder, "data")
    os.mkdir(data)
    cert, key = make(data, "localhost")
    for path in (data, cert, key):
        shutil.chown(path, "nobody", "nogroup")
    port = low_port()
    server = Service(data=data, tls=trust(cert), env={"PARLOR_PORT": str(port), "PARLOR_LISTEN": "127.0.0.1",
                                                      "PARLOR_TLS_CERT": cert, "PARLOR_TLS_KEY": key,
                                                      "PARLOR_BOT_DELAY": "0"})
    server.port = port
    ok(True, "within the unit: the server starts on a port below 1024")
    a = Client(server)
    t = a.ask("create", game="null", seats=2, bots=["random"])["table"]
    a.until(lambda c: c.tables.get(t, {}).get("phase") == "play")
    a.ask("move", table=t, text="show")
    a.until(lambda c: c.tables[t]["phase"] == "over")
    ok(a.ask("keep", name="tenant", passphrase="a long passphrase").get("ok"), "within the unit: games and names work")
    r = rights(server.process.pid)
    equal({n: int(r[n], 16) for n in ("CapEff", "CapPrm", "CapInh", "CapAmb")},
          {"CapEff": 0, "CapPrm": 0, "CapInh": 0, "CapAmb": 0}, "within the unit: the capability is dropped")
    equal((r["Seccomp"], int(r["Seccomp_filters"]) >= 2), ("2", True), "within the unit: the server's own filter holds too")
    ok(not any(line["level"] in ("warn", "error") for line in server.lines()), "within the unit: no warnings",
       server.text())
    equal(server.close(), 0, "within the unit: the server stops cleanly")


with tempfile.TemporaryDirectory(prefix="parlor-test-") as place:
    os.chmod(place, 0o755)
    if shutil.which("systemd-analyze") is None:
        ok(True, "the unit # SKIP systemd is not installed")
    else:
        test_unit(place)
        alone = subprocess.run(["unshare", "--mount", "mount", "--make-rprivate", "/"], check=False,
                               stderr=subprocess.DEVNULL).returncode == 0
        if os.getuid() != 0 or not alone or is_sanitized():
            ok(True, "within the unit # SKIP needs root, a mount namespace and no sanitizers")
        else:
            test_confined(place)
done()
