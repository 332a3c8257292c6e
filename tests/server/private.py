#!/usr/bin/env python3
"""What is for the host alone: the files of the server, and /metrics."""

import os
import shutil
import socket
import stat
import tempfile

from parlor_server import PARLOR, TOKEN, Client, Run, Server, done, equal, ok, subprocess

FILES = ("parlor.db", "parlor.db-wal", "parlor.db-shm")


def modes(folder, names=FILES):
    return {name: oct(stat.S_IMODE(os.stat(os.path.join(folder, name)).st_mode)) for name in names}


def test_new_files():
    base = tempfile.mkdtemp(prefix="parlor-test-")
    os.chmod(base, 0o777 if os.getuid() == 0 else 0o755)
    os.umask(0)
    data = os.path.join(base, "deep", "data")
    os.makedirs(os.path.dirname(data))
    process = subprocess.Popen([PARLOR, "serve", "--port", "0", "--listen", "127.0.0.1", "--data", data],
                               stderr=subprocess.PIPE)
    process.stderr.readline()
    equal(oct(stat.S_IMODE(os.stat(data).st_mode)), "0o700", "a new data folder is for the server alone")
    equal(set(modes(data).values()), {"0o600"}, "its files too, whatever the umask")
    copy = os.path.join(base, "copy.db")
    equal(Run("backup", "--data", data, copy).status, 0, "a backup is made")
    equal(modes(base, ["copy.db"]), {"copy.db": "0o600"}, "a backup is for its user alone")
    equal(sorted(os.listdir(base)), ["copy.db", "deep"], "a backup leaves no other files")
    equal(Run("export", "--data", data, cwd=base).status, 0, "an export is made")
    equal(sorted(os.listdir(base)), ["copy.db", "deep"], "an export leaves no files")
    none = Run("backup", "--data", data, os.path.join(base, "no", "folder.db"))
    ok(none.status == 1 and "No such file" in none.err, "a backup that cannot be written says why", none)
    process.terminate()
    equal(process.wait(60), 0, "the server stops cleanly")
    os.umask(0o022)
    shutil.rmtree(base)


def test_old_files():
    server = Server()
    Client(server).ask("create", game="null", seats=2)
    server.kill()  # leaves the WAL
    os.chmod(server.data, 0o755)
    for name in FILES:
        os.chmod(os.path.join(server.data, name), 0o644)
    server.start()
    equal(set(modes(server.data).values()), {"0o600"}, "files of an older version are narrowed")
    equal(modes(server.data, ["."]), {".": "0o700"}, "their folder too")
    server.close()


def test_shared_folder():
    folder = tempfile.mkdtemp(prefix="parlor-test-")
    server = Server(data=folder)
    server.stop()
    os.chmod(folder, 0o1777)
    server.start()
    equal(modes(folder, ["."]), {".": "0o1777"}, "a shared folder such as /tmp stays as it is")
    ok(any(line["event"] == "open to others" for line in server.lines()), "the log warns of it", server.text())
    equal(set(modes(folder).values()), {"0o600"}, "the files in it are closed")
    server.close()
    shutil.rmtree(folder)


# ---- /metrics ----


def asked(server, **headers):
    """The status of /metrics, for a request with these headers."""
    return server.http("GET", "/metrics", {name.replace("_", "-"): value for name, value in headers.items()})[0]


def own_address():
    """An address of this machine that is not loopback, or None."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as s:
        try:
            s.connect(("192.0.2.1", 9))  # sends nothing
            return s.getsockname()[0]
        except OSError:
            return None


def test_metrics():
    token = {"Authorization": "Bearer " + TOKEN}
    server = Server()
    equal(asked(server), 200, "/metrics: this machine may read")
    equal([asked(server, X_Forwarded_For="203.0.113.7"), asked(server, Forwarded="for=203.0.113.7")], [403, 403],
          "/metrics: a proxy on this machine that nobody told us of gets nothing")
    equal(asked(server, X_Forwarded_For="203.0.113.7", **token), 200, "/metrics: but with the token it does")
    equal(server.http("GET", "/healthz", {"X-Forwarded-For": "203.0.113.7"})[2], b"ok\n", "/healthz is for everybody")
    server.close()
    server = Server("--trust-proxy")
    equal(asked(server), 403, "/metrics behind a proxy: everybody seems to be on this machine, so nobody may read")
    equal(asked(server, **token), 200, "/metrics behind a proxy: the token opens it")
    wrong = [TOKEN + "x", TOKEN[:-1], "", "x" * len(TOKEN)]
    equal([asked(server, Authorization="Bearer " + t) for t in wrong], [403] * 4, "/metrics: wrong tokens do not")
    equal(asked(server, Authorization=TOKEN), 403, "/metrics: nor does a token without its scheme")
    server.close()
    server = Server("--trust-proxy", env={"PARLOR_METRICS_TOKEN": ""})
    equal([asked(server, Authorization="Bearer "), asked(server, Authorization="Bearer")], [403, 403],
          "/metrics: without a token none is right")
    server.close()
    server = Server("--metrics", "public", "--trust-proxy")
    equal(asked(server, X_Forwarded_For="203.0.113.7"), 200, "/metrics public: everybody may read")
    server.close()
    server = Server("--metrics", "off")
    equal([asked(server), asked(server, **token)], [403, 403], "/metrics off: nobody may")
    server.close()
    run = Run("serve", "--metrics", "maybe")
    ok(run.status == 2 and "metrics" in run.err, "/metrics: other words are refused", run)


def test_metrics_from_far():
    address = own_address()
    if address is None:
        ok(True, "/metrics from another address # SKIP this machine has none but loopback")
        return
    server = Server("--listen", "*")
    with socket.create_connection((address, server.port), 10) as s:
        s.sendall(f"GET /metrics HTTP/1.1\r\nHost: {address}:{server.port}\r\nConnection: close\r\n\r\n".encode())
        first = s.recv(4096).split(b"\r\n")[0]
    ok(b" 403 " in first, "/metrics: another address gets nothing", first)
    server.close()


test_new_files()
test_old_files()
test_shared_folder()
test_metrics()
test_metrics_from_far()
done()
