"""The real haproxy and nginx, with the configurations of docs/hosting on free ports."""

import atexit
import os
import re
import shutil
import signal
import socket
import subprocess
import tempfile
import time

from parlor_server import SOURCE, WAIT, Server
from postgres import free_port

PATH = os.environ["PATH"] + ":/usr/sbin:/sbin"
HAPROXY = os.path.join(SOURCE, "docs", "hosting", "haproxy.cfg")
NGINX = os.path.join(SOURCE, "docs", "hosting", "nginx.conf")


def read(path):
    with open(path, encoding="utf-8") as file:
        return file.read()


class Balancer(Server):
    """What clients need of a server: a port, connections and HTTP. `nodes` are servers."""

    def __init__(self, nodes):  # pylint: disable=super-init-not-called
        self.tls = None
        self.port = free_port()
        self.folder = tempfile.mkdtemp(prefix="parlor-balancer-")
        self.file = os.path.join(self.folder, "conf")
        with open(self.file, "w", encoding="utf-8") as file:
            file.write(self.configure([node.port for node in nodes]))
        with open(os.path.join(self.folder, "out"), "wb") as out:
            self.process = subprocess.Popen(self.command(), stdin=subprocess.DEVNULL, stdout=out, stderr=out,
                                            env={"PATH": PATH})
        atexit.register(self.process.kill)  # also if the test fails
        until = time.time() + WAIT
        while time.time() < until:
            if self.process.poll() is not None:
                raise RuntimeError("the balancer does not start: " + self.text())
            with socket.socket() as s:
                if s.connect_ex(("127.0.0.1", self.port)) == 0:
                    return
            time.sleep(0.02)
        raise RuntimeError("the balancer does not listen: " + self.text())

    def connect(self):
        s = super().connect()
        s.settimeout(5)
        return s

    def put_nodes(self, text, ports):
        """The document's nodes 8081 to 8083 become these."""
        for i, port in enumerate(ports):
            text = text.replace(f"127.0.0.1:808{i + 1}", f"127.0.0.1:{port}")
        return text

    def text(self):
        return read(os.path.join(self.folder, "out"))

    def close(self):
        self.process.send_signal(signal.SIGTERM)
        self.process.wait(WAIT)
        shutil.rmtree(self.folder, ignore_errors=True)


class Haproxy(Balancer):
    def configure(self, ports):
        self.socket = os.path.join(self.folder, "stats")
        text = self.put_nodes(read(HAPROXY), ports).replace("bind :80\n", f"bind 127.0.0.1:{self.port}\n")
        text = text.replace("log /dev/log local0", "log stdout format raw local0")
        return text.replace("/run/haproxy/admin.sock mode 660", self.socket)

    def command(self):
        return ["haproxy", "-db", "-f", self.file]

    def ask(self, line):
        end = time.time() + WAIT
        with socket.socket(socket.AF_UNIX) as s:
            while True:  # it comes a moment after the port
                try:
                    s.connect(self.socket)
                    break
                except OSError:
                    if time.time() > end:
                        raise
                    time.sleep(0.02)
            s.sendall(line.encode() + b"\n")
            out = b""
            while part := s.recv(65536):
                out += part
        return out.decode()

    def states(self):
        """The state of each node, such as UP, NOLB or DOWN."""
        lines = [line.split(",") for line in self.ask("show stat").splitlines()]
        return {row[1]: row[17].split()[0] for row in lines if row[0] == "tables" and row[1] in ("a", "b", "c")}

    def until(self, want, seconds=WAIT):
        """Waits until the nodes have these states, and tells whether they have."""
        end = time.time() + seconds
        while time.time() < end and list(self.states().values()) != want:
            time.sleep(0.05)
        return list(self.states().values()) == want

    def routes(self, paths):
        """The node that each path leads to, by the log. A path is asked for again if no node was good at that moment."""
        before = len(self.text())
        end, found = time.time() + WAIT, {}
        while time.time() < end:
            for path in [path for path in paths if path not in found]:
                self.http("GET", path)
            time.sleep(0.2)
            found = dict(reversed(m) for m in re.findall(r" \w+/([\w-]+) \S+ .*\"GET (\S+) HTTP", self.text()[before:]))
            if all(path in found for path in paths):
                return [found[path] for path in paths]
        raise RuntimeError("the log does not tell")


class Nginx(Balancer):
    def configure(self, ports):
        inner = self.put_nodes(read(NGINX), ports).replace("listen 80;", f"listen 127.0.0.1:{self.port};")
        temporary = "".join(f"{name}_temp_path {self.folder}/{name};\n"
                            for name in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        user = "user root;\n" if os.getuid() == 0 else ""
        return (f"{user}daemon off;\nmaster_process off;\npid {self.folder}/pid;\nerror_log stderr;\n"
                f"events {{}}\nhttp {{\nlog_format routes '$upstream_addr|$upstream_status|$request_uri';\n"
                f"access_log {self.folder}/access routes;\n{temporary}{inner}\n}}\n")

    def command(self):
        return ["nginx", "-c", self.file, "-p", self.folder]

    def routes(self, paths):
        for path in paths:
            self.http("GET", path)
        end = time.time() + WAIT
        while time.time() < end:
            found = {}
            for line in read(os.path.join(self.folder, "access")).splitlines():
                nodes, states, path = (part.split(", ") for part in line.split("|"))
                good = [node for node, state in zip(nodes, states) if state not in ("502", "503", "504")]
                found[path[0]] = good[0] if good else nodes[-1]
            if all(path in found for path in paths):
                return [found[path] for path in paths]
            time.sleep(0.05)
        raise RuntimeError("the log does not tell")
