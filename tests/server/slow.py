#!/usr/bin/env python3
"""Clients that read slowly or never: their queues stay small, and those who do not read are dropped.

The attack runs for some seconds; SLOW_SECONDS=3600 in the environment makes it an hour.
"""

import os
import select
import time

from parlor_server import WAIT, Client, Server, done, equal, eventually, is_sanitized, ok

SECONDS = float(os.environ.get("SLOW_SECONDS", "4"))
QUEUE_SECONDS = 4
QUEUE_MAX = 256 * 1024  # as SERVER_QUEUE_MAX
READ = 6 << 20  # bytes that slow readers read at least
SANITIZED = is_sanitized()
server = Server()  # its time is long: a busy machine makes these readers slower still


def resident():
    """The server's memory in bytes."""
    with open(f"/proc/{server.process.pid}/statm", encoding="ascii") as file:
        return int(file.read().split()[1]) * os.sysconf("SC_PAGE_SIZE")


def in_kernel():
    """Bytes that have left the server's own queues, by the port of the client that has not read them."""
    found, there = {}, f"{server.port:04X}"
    with open("/proc/net/tcp", encoding="ascii") as file:
        for line in list(file)[1:]:
            part = line.split()
            local, remote = part[1].split(":")[1], part[2].split(":")[1]
            sending, waiting = part[4].split(":")
            if local == there:
                found[int(remote, 16)] = found.get(int(remote, 16), 0) + int(sending, 16)
            elif remote == there:
                found[int(local, 16)] = found.get(int(local, 16), 0) + int(waiting, 16)
    return found


class SlowReader:
    """Asks for answers, and reads so that the server always has a little left to send."""

    LEFT = 100_000

    def __init__(self):
        self.client = Client(server)
        self.client.ask("hello", protocol=1)
        self.answer = len(self.client.heard[-1]) + 4
        self.question = self.client.frame(b'{"id":0,"do":"hello","protocol":1}')
        self.asked = self.read = self.left = 0
        self.began = time.time()  # nothing waits for it before

    def step(self, kernel):
        """Asks if the server's queue is short, else reads a little."""
        self.left = self.asked - self.read - kernel.get(self.client.socket.getsockname()[1], 0)
        if self.left > self.LEFT / 2:
            self.read += len(self.client.socket.recv(1 << 16))
        if self.left < self.LEFT:
            n = int((self.LEFT - self.left) / self.answer) + 1
            self.client.raw(self.question * n)
            self.asked += n * self.answer


def slow_readers(n):
    """Readers for whom the server has to queue: all is answered, and the kernel takes no more."""
    readers, times = [SlowReader() for _ in range(n)], 0
    while times < 3:
        kernel = in_kernel()
        for r in readers:
            r.step(kernel)
        times = times + 1 if all(r.left > r.LEFT / 2 for r in readers) else 0
        time.sleep(0.05)
    return readers


def is_dropped(client, seconds):
    """Whether the server hangs up, as the kernel tells without reading."""
    poll = select.poll()
    poll.register(client.socket, select.POLLHUP | select.POLLERR | select.POLLRDHUP)
    return bool(poll.poll(1000 * seconds))


def test_slow_readers():
    readers = slow_readers(3)
    start = most = resident()
    end, total, dropped = time.time() + SECONDS, 0, 0
    while time.time() < end or total < READ and time.time() < end + WAIT and not SANITIZED:
        kernel = in_kernel()
        for i, r in enumerate(readers):
            before = r.read
            try:
                r.step(kernel)
                total += r.read - before
            except OSError:  # what the kernel holds is a guess, and now and then too much is asked for
                dropped += 1
                readers[i] = SlowReader()
        most = max(most, resident())
    ok(total >= READ or SANITIZED, f"slow readers have read {total / 2**20:.1f} MiB")
    ok(dropped <= max(3, SECONDS / 10), f"{dropped} had too much in their queue and were dropped")
    room = (4 << 20) + 2 * dropped * QUEUE_MAX  # a dropped queue, and that of its successor, leave room to the allocator
    ok(most - start < room or SANITIZED, f"memory grew by {(most - start) / 2**20:.1f} MiB meanwhile")
    queued = server.metric("queued_bytes")
    ok(0 <= queued <= 3 * QUEUE_MAX, f"{queued:.0f} bytes are queued")
    for r in readers:
        r.client.close()


def test_no_reader():
    """A client with a small queue that never moves is dropped after a time, whatever it sends."""
    slow = slow_readers(1)[0]

    def has_queue():
        """Asks for more if all has left the server: the kernel's buffers have grown."""
        if server.metric("queued_bytes") == 0:
            slow.client.raw(slow.question * 50)
        return server.metric("queued_bytes") > 0

    ok(eventually(has_queue), "a client that does not read has a queue")
    slow.client.socket.settimeout(0.2)

    def is_gone():
        try:
            slow.client.raw(slow.client.frame(b"ping", opcode=9))
            has_queue()
        except OSError:
            return True
        return is_dropped(slow.client, 0.2)

    dropped = eventually(is_gone, WAIT)
    took = time.time() - slow.began
    ok(dropped and took >= QUEUE_SECONDS, f"it is dropped after {took:.1f} s")
    equal(server.metric("queued_bytes"), 0, "and its queue is gone")
    slow.client.close()


def test_pings():
    """Pongs queue like everything else."""
    c = Client(server)
    ping = c.frame(b"x" * 125, opcode=9) * 500
    before, sent = resident(), 0
    c.socket.settimeout(QUEUE_SECONDS + 20)
    try:
        while sent < 64 << 20:
            c.raw(ping)
            sent += len(ping)
    except OSError:
        pass
    ok(is_dropped(c, 20), f"{sent >> 10} KiB of pings without reading: dropped")
    ok(resident() - before < 8 << 20 or SANITIZED, f"memory grew by {(resident() - before) / 2**20:.1f} MiB")
    ok(server.metric("queued_bytes") == 0, "no pong is left")
    c.close()


def test_close():
    """A close frame that nobody reads does not keep the connection."""
    slow = slow_readers(1)[0]
    slow.client.send(b"[]")  # no request: the server closes
    ok(eventually(lambda: server.metric("connections") == 0, WAIT), "a closed connection that nobody reads ends")
    slow.client.close()


test_slow_readers()
equal(server.close(), 0, "the server stops cleanly")
server = Server("--queue-seconds", str(QUEUE_SECONDS))
test_no_reader()
test_pings()
test_close()
ok(server.metric('refused_total{reason="slow"}') >= 2, "slow clients are counted")
equal(server.close(), 0, "the server stops cleanly")
done()
