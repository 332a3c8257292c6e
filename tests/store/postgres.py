#!/usr/bin/env python3
"""The contract of the store, with a real PostgreSQL.

usage: postgres.py CONTRACT     (the program store-contract)
"""

import os
import subprocess
import sys

sys.path.insert(0, os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "cluster"))
from postgres import Postgres  # noqa: E402

with Postgres(settings={"fsync": "off", "synchronous_commit": "off"}) as database:
    sys.exit(subprocess.run([sys.argv[1], database.url()]).returncode)
