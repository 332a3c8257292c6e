"""The rows of a server's store, past the program: of its SQLite file, or of its database (PARLOR_TEST_STORE)."""

import glob
import os
import sqlite3

from parlor_server import SHARED, WAIT, find_store


def is_shared():
    return os.environ.get("PARLOR_TEST_STORE") == "postgres"


def database(server):
    """The PostgreSQL of the test, and the name of this server's database there."""
    find_store(server.data)
    return SHARED["postgres"], SHARED[server.data]


def literal(value):
    return str(value) if isinstance(value, int) else "'" + str(value).replace("'", "''") + "'"


def plain(value):
    """Bytes as SQLite gives them."""
    return bytes.fromhex(value[2:]) if isinstance(value, str) and value.startswith("\\x") else value


def query(server, sql, *values):
    """The rows of a query; or a change, with values for its question marks."""
    if not is_shared():
        db = sqlite3.connect(os.path.join(server.data, "parlor.db"), timeout=WAIT)
        rows = db.execute(sql, values).fetchall()
        db.commit()
        db.close()
        return rows
    postgres, name = database(server)
    first, *parts = sql.split("?")
    sql = first + "".join(literal(value) + part for value, part in zip(values, parts))
    if not sql.startswith("SELECT"):
        postgres.sql(sql, database=name)
        return []
    return [tuple(map(plain, row.values())) for row in postgres.rows(sql, database=name)]


def count(server, table, where="1 = 1"):
    return query(server, f"SELECT count(*) AS n FROM {table} WHERE {where}")[0][0]


def insert(server, into, rows):
    """Many rows at once; `into` names the table and its columns."""
    for i in range(0, len(rows), 1000):
        values = ", ".join("(" + ", ".join(map(literal, row)) + ")" for row in rows[i:i + 1000])
        query(server, f"INSERT INTO {into} VALUES {values}")


def read_files(paths):
    data = b""
    for path in paths:
        if os.path.isfile(path):
            with open(path, "rb") as file:
                data += file.read()
    return data


def read_all(server):
    """Every byte that the store holds: its files, and of PostgreSQL also a dump. Its WAL is not among them."""
    data = read_files(glob.glob(os.path.join(server.data, "**"), recursive=True))
    if is_shared():
        postgres, name = database(server)
        postgres.sql("CHECKPOINT", database=name)
        number = postgres.rows(f"SELECT oid::int AS oid FROM pg_database WHERE datname = '{name}'")[0]["oid"]
        data += read_files(glob.glob(os.path.join(postgres.data, "base", str(number), "*")))
        data += postgres.dump(name).encode()
    return data
