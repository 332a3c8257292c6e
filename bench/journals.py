#!/usr/bin/env python3
"""The server with tables of 200,000 events: another person's waiting while they are opened and asked.

Called by `bench/run journals [--events N] [--seconds N]`. A client asks for the lobby once a
millisecond, over a real socket; a second one opens tables with long journals, asks `why`, `mine`,
and `open` with `after`, as fast as it is answered. The tables were made long by talk, by leaving and
coming back, by questions to take back, by take-backs, by signals, and by the host in the lobby. At
first they have no snapshots, as after an update: the first opening of each waits for its journal.
"""

import argparse
import os
import sys
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
SOURCE = os.path.dirname(HERE)
BUILD = sys.argv[1]
sys.argv[1:2] = [os.path.join(SOURCE, BUILD, "parlor"), SOURCE]
sys.path.insert(0, os.path.join(SOURCE, "tests", "server"))
from parlor_server import Client, Server  # noqa: E402
import long_journals  # noqa: E402


class Victim(threading.Thread):
    """Asks something small once a millisecond, and keeps how long the answers took."""

    def __init__(self, server):
        super().__init__(daemon=True)
        self.client = Client(server)
        self.took = []
        self.stopped = False
        self.start()

    def run(self):
        while not self.stopped:
            began = time.monotonic()
            self.client.ask("lobby")
            self.took.append(time.monotonic() - began)
            time.sleep(0.001)

    def take(self):
        took, self.took = sorted(self.took), []
        return took


def row(name, took, requests, seconds):
    at = [took[min(int(len(took) * part), len(took) - 1)] * 1000 for part in (0.5, 0.99, 1)]
    print(f"  {name:<34} {requests:>9} {seconds:>8.2f} {at[0]:>9.2f} {at[1]:>9.2f} {at[2]:>9.2f}", flush=True)


def ask_all(ann, tables, events, what, **members):
    """Asks the same of each table of so many events; returns the number of requests."""
    for table in tables:
        ann.ask(what, table=table, **members)
        if what == "open":
            ann.until(lambda c, table=table: table in c.tables)
            ann.ask("close", table=table)
            assert ann.tables.pop(table)["n"] == events - 1
    return len(tables)


def measure(victim, name, work, seconds):
    """Repeats the work, and shows what the victim saw meanwhile."""
    victim.take()
    began, requests = time.monotonic(), 0
    while requests == 0 or time.monotonic() - began < seconds:
        requests += work()
    while not victim.took:
        time.sleep(0.001)
    row(name, victim.take(), requests, time.monotonic() - began)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--events", type=int, default=long_journals.EVENTS)
    parser.add_argument("--seconds", type=float, default=3)
    args = parser.parse_args(sys.argv[3:])
    server = Server("--bot-delay", "60000")
    ann, bob = Client(server), Client(server)
    found = long_journals.make(server, ann, bob, events=args.events)
    ann = Client(server, cookie=ann.cookie)
    everything = sorted(table for tables in found.values() for table in tables)
    print(f"{len(everything)} tables of {args.events:,} events; times in ms of another person's request")
    print(f"  {'meanwhile':<34} {'requests':>9} {'seconds':>8} {'p50':>9} {'p99':>9} {'max':>9}")
    victim = Victim(server)
    measure(victim, "the first opening of each", lambda: ask_all(ann, everything, args.events, "open"), 0)
    measure(victim, "nothing", lambda: time.sleep(0.1) or 1, args.seconds)
    for name, tables in found.items():
        measure(victim, f"open, close: {name}", lambda tables=tables: ask_all(ann, tables, args.events, "open"),
                args.seconds)
    measure(victim, "why", lambda: ask_all(ann, everything, args.events, "why", text="x"), args.seconds)
    measure(victim, "mine", lambda: ann.ask("mine") and 1, args.seconds)
    measure(victim, "open after the last but 150",
            lambda: ask_all(ann, everything, args.events, "open", after=args.events - 150), args.seconds)
    measure(victim, "open after 1,000",
            lambda: ask_all(ann, everything, args.events, "open", after=1000), args.seconds)
    victim.stopped = True
    victim.join()
    server.close()


if __name__ == "__main__":
    main()
