"""The fair deal of docs/fair-deals.md once more, from the document alone: no code of the program is
used. Checks a record as `parlor verify` does, for games whose deal is one shuffled deck."""

import hashlib
import struct

DECKS = {
    "null": lambda seats: [str(i) for i in range(1, 7)],
    "luz": lambda seats: [f"{c}{v}" for c in "RYGBV" for v in range(1, 2 * seats + 3)],
}


def blake(key, *parts):
    h = hashlib.blake2b(digest_size=32, key=key)
    for part in parts:
        h.update(part)
    return h.digest()


def commit_of(secret):
    return blake(b"", b"parlor fair 1 commit", secret)


def seal_of(number):
    return blake(b"", b"parlor fair 2 number", number)


def seed_of(secret, table, numbers):
    return blake(secret, b"parlor fair 1 seed", table.encode(),
                 *(b"\0" if n is None else b"\1" + n for n in numbers))


def chacha_block(key, counter):
    """RFC 8439 with a nonce of zeros."""
    start = [*struct.unpack("<4I", b"expand 32-byte k"), *struct.unpack("<8I", key), counter, 0, 0, 0]
    x = list(start)

    def turn(value, bits):
        return (value << bits | value >> (32 - bits)) & 0xffffffff

    def quarter(a, b, c, d):
        for i, j, k, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
            x[i] = (x[i] + x[j]) & 0xffffffff
            x[k] = turn(x[k] ^ x[i], bits)

    for _ in range(10):
        for i in range(4):
            quarter(i, 4 + i, 8 + i, 12 + i)
        for i in range(4):
            quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4)
    return struct.pack("<16I", *((a + b) & 0xffffffff for a, b in zip(x, start)))


def stream(seed, k):
    """The 64-bit numbers of stream k."""
    key, counter = blake(seed, b"parlor fair 1 stream", struct.pack("<I", k)), 0
    while True:
        yield from struct.unpack("<8Q", chacha_block(key, counter))
        counter += 1


def below(numbers, n):
    while True:
        product = (next(numbers) >> 32) * n
        if product % 2**32 >= 2**32 % n:
            return product >> 32


def shuffle(numbers, items):
    items, last = list(items), len(items) - 1
    while last > 0:
        part = min(6, last)
        bound = 1
        for i in range(part):
            bound *= last + 1 - i
        while True:
            rest, places = next(numbers), []
            for i in range(part):
                wide = rest * (last + 1 - i)
                places.append(wide >> 64)
                rest = wide % 2**64
            if rest >= 2**64 % bound:
                break
        for i, place in enumerate(places):
            items[last - i], items[place] = items[place], items[last - i]
        last -= part
    return items


def fault(record, seen=None):
    """The first check that fails, or None. `seen`: what a client kept."""
    fair, seats = record["fair"], record["seats"]
    secret = bytes.fromhex(fair["secret"])
    numbers = [n and bytes.fromhex(n) for n in fair["numbers"]]
    seals = fair.get("seals", [None] * seats)
    if commit_of(secret).hex() != fair["commit"]:
        return "commit"
    if any(seal and (not n or seal_of(n).hex() != seal) for n, seal in zip(numbers, seals)):
        return "seal"
    if seen and (seen["commit"] != fair["commit"] or seen["seals"] != seals or
                 seen["number"] not in fair["numbers"]):
        return "seen"
    seed = seed_of(secret, record["table"], numbers)
    if shuffle(stream(seed, 0), range(seats)) != fair["order"]:
        return "order"
    if "begins" in fair:
        first = below(stream(seed, 2**32 - 1), seats) if fair["begins"] is None else fair["order"][fair["begins"]]
        if {"luz": "dealer"}[record["game"]] not in fair["options"] or str(first) != record["options"]["dealer"]:
            return "begins"
    deals = [text for who, text in record["events"] if who == "deal"]
    for d, text in enumerate(deals, 1):
        if text.split() != shuffle(stream(seed, d), DECKS[record["game"]](seats)):
            return f"deal {d}"
    return None if deals else "no deal"
