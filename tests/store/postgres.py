#!/usr/bin/env python3
"""A test of the store, with a real PostgreSQL.

usage: postgres.py PROGRAM     (store-contract or store-lobby)
"""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cluster"))
from postgres import Postgres  # noqa: E402

with Postgres(settings={"fsync": "off", "synchronous_commit": "off"}) as database:
    sys.exit(subprocess.run([sys.argv[1], database.url()]).returncode)
