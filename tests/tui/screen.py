"""A real terminal for the tests: tmux on a socket of its own."""
import os
import re
import subprocess
import time


class Screen:
    """One tmux session on a server of its own, named by a socket in `folder`."""

    count = 0

    def __init__(self, program, folder, args, size=(80, 24), lang="en", env=""):
        Screen.count += 1
        self.tmux = ["tmux", "-S", f"{folder}/tmux{Screen.count}", "-f", "/dev/null"]
        self.folder = folder
        command = (f"env XDG_DATA_HOME={folder} PARLOR_LANG={lang} {env} {program} {args}; "
                   f"echo status=$?; sleep 60")
        self.call("new-session", "-d", "-x", str(size[0]), "-y", str(size[1]), command)

    def call(self, *args):
        env = dict(os.environ, LC_ALL="C.UTF-8")
        env.pop("TMUX", None)
        run = subprocess.run(self.tmux + list(args), capture_output=True, text=True, env=env,
                             check=False)
        return run.stdout

    def keys(self, *keys):
        self.call("send-keys", *keys)

    def text(self, colours=False):
        return self.call("capture-pane", "-p", *(["-e"] if colours else []))

    def wait(self, pattern, seconds=20):
        """The screen once it shows the pattern, or as it is in the end."""
        end = time.monotonic() + seconds
        text = self.text()
        while not re.search(pattern, text) and time.monotonic() < end:
            time.sleep(0.05)
            text = self.text()
        return text

    def close(self):
        self.call("kill-server")
