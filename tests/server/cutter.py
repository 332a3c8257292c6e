"""A forwarder between clients and a server that cuts connections at requests that matter.

Every `every`th request of a kind is cut, in turn: before the server gets it, or after the server has answered it and
before the client hears that. At most `most` are cut.
"""

import select
import socket
import threading


def read_frame(data):
    """The first whole frame of a client: (its text, its length), or None."""
    if len(data) < 6:
        return None
    n, at = data[1] & 127, 2
    if n == 126:
        n, at = int.from_bytes(data[2:4], "big"), 4
    if len(data) < at + 4 + n:
        return None
    mask = data[at:at + 4]
    return bytes(b ^ mask[i % 4] for i, b in enumerate(data[at + 4:at + 4 + n])), at + 4 + n


class Cutter:
    def __init__(self, server, kinds, every=3, most=8, old=False):
        self.server, self.kinds, self.every, self.most = server, kinds, every, most
        self.old = old  # answers like a server that knows no path but /ws
        self.paths = []  # of all connections
        self.port = 0
        self.tls = None
        self.seen, self.lost, self.unheard = 0, 0, 0
        self.lock = threading.Lock()
        self.listener = socket.create_server(("127.0.0.1", 0))
        self.port = self.listener.getsockname()[1]
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                client = self.listener.accept()[0]
            except OSError:
                return
            threading.Thread(target=self.serve, args=(client,), daemon=True).start()

    def choose(self, text):
        """None: forward it; "lost": the server never gets it; "unheard": nobody hears the answer."""
        if not any(b'"do":"%s"' % kind.encode() in text for kind in self.kinds):
            return None
        with self.lock:
            self.seen += 1
            if self.seen % self.every != 0 or self.lost + self.unheard >= self.most:
                return None
            if self.lost <= self.unheard:
                self.lost += 1
                return "lost"
            self.unheard += 1
            return "unheard"

    def serve(self, client):
        try:
            with client, socket.create_connection(("127.0.0.1", self.server.port), 10) as server:
                head = b""
                while b"\r\n\r\n" not in head:
                    head += client.recv(65536)
                self.paths.append(head.split()[1].decode())
                if self.old and self.paths[-1] != "/ws":
                    client.sendall(b"HTTP/1.1 200 OK\r\nContent-Length: 0\r\n\r\n")
                    return
                # The server answers only under its own name and port.
                server.sendall(head.replace(b":%d\r\n" % self.port, b":%d\r\n" % self.server.port))
                self.forward(client, server)
        except OSError:
            pass

    def forward(self, client, server):
        data = b""
        while True:
            ready = select.select([client, server], [], [])[0]
            if server in ready:
                part = server.recv(65536)
                if not part:
                    return
                client.sendall(part)
            if client in ready:
                part = client.recv(65536)
                if not part:
                    return
                data += part
                while (frame := read_frame(data)) is not None:
                    what = self.choose(frame[0])
                    if what == "lost":
                        return
                    server.sendall(data[:frame[1]])
                    data = data[frame[1]:]
                    if what == "unheard":
                        select.select([server], [], [], 10)
                        return

    def close(self):
        self.listener.close()
