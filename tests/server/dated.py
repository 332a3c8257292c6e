"""A server whose date the test can set, by the library of date.c: the fourth argument of the script."""

import os
import struct
import sys
import tempfile

from parlor_server import Server, sanitizers

DATE = sys.argv[4]


class Dated(Server):
    def __init__(self, *args, **named):
        self.file = tempfile.NamedTemporaryFile(prefix="parlor-date-")
        os.chmod(self.file.name, 0o644)
        self.set_date(0)
        # A sanitizer wants to be the first library, but works as the second one too.
        late = sanitizers().get("ASAN_OPTIONS", "") + ":verify_asan_link_order=0"
        env = {"LD_PRELOAD": os.path.abspath(DATE), "PARLOR_TEST_DATE": self.file.name, "ASAN_OPTIONS": late}
        super().__init__(*args, env=env, **named)

    def set_date(self, seconds):
        """Sets it so many seconds ahead of the system's."""
        with open(self.file.name, "r+b") as file:
            file.write(struct.pack("q", seconds))
