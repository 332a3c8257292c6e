"""Reads all journals of a store, past the program: each table's events in order, {"n","at","text"}."""

import os
import sqlite3


def of_sqlite(data):
    db = sqlite3.connect(os.path.join(data, "parlor.db"))
    out = {}
    for table, n, at, text in db.execute("SELECT table_id, n, at, text FROM events ORDER BY table_id, n"):
        out.setdefault(table, []).append({"n": n, "at": at, "text": text})
    db.close()
    return out


def of_postgres(database):
    out = {}
    for row in database.rows("SELECT table_id, n, at, text FROM events ORDER BY table_id, n"):
        out.setdefault(row["table_id"], []).append({name: row[name] for name in ("n", "at", "text")})
    return out
