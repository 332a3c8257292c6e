"""Runs a program under the restrictions of a systemd unit, as far as they can be had without systemd:

    unshare --mount confine.py UNIT DATA PROGRAM [ARGUMENT]...

Run by root. First come a file system that is read-only but for DATA, the unit's /proc, limits and
umask; then, as another user with the unit's capabilities, its filters of system calls. Then it
becomes the program. `systemd-analyze` says what a group of system calls (@system-service) holds.
"""

import ctypes
import errno
import os
import resource
import subprocess
import sys

ALLOW = 0x7FFF0000
COMPARE_EQUAL = 4
PR_SET_MDWE = 65


def read(path):
    """The settings of a unit: a name has all its values."""
    out = {}
    with open(path, encoding="utf-8") as file:
        for line in file:
            name, equals, value = line.strip().partition("=")
            if equals and not name.startswith("#"):
                out.setdefault(name, []).append(value)
    return out


def expand(word):
    """The system calls of a word: a name, or a group with all its groups."""
    if not word.startswith("@"):
        return {word}
    text = subprocess.run(["systemd-analyze", "syscall-filter", word], stdout=subprocess.PIPE, check=True,
                          text=True).stdout
    names = [line.strip() for line in text.splitlines()[1:] if line.strip() and "#" not in line]
    return set().union(*map(expand, names))


def allowed(unit):
    """The system calls that the lines SystemCallFilter leave."""
    out = set()
    for line in unit["SystemCallFilter"]:
        calls = set().union(*map(expand, line.lstrip("~").split()))
        out = out - calls if line.startswith("~") else out | calls
    return out


class Compare(ctypes.Structure):
    _fields_ = [("arg", ctypes.c_uint), ("op", ctypes.c_int), ("a", ctypes.c_uint64), ("b", ctypes.c_uint64)]


def load_filter(unit):
    """SystemCallFilter, and RestrictAddressFamilies for socket()."""
    lib = ctypes.CDLL("libseccomp.so.2")
    lib.seccomp_init.restype = ctypes.c_void_p
    number = getattr(errno, unit["SystemCallErrorNumber"][0])
    families = {"AF_UNIX": 1, "AF_INET": 2, "AF_INET6": 10}
    context = ctypes.c_void_p(lib.seccomp_init(0x00050000 | number))
    for name in allowed(unit) | {"execve"}:
        call = lib.seccomp_syscall_resolve_name(name.encode())
        if call == -1 or name == "socket":
            continue
        assert lib.seccomp_rule_add_array(context, ALLOW, call, 0, None) == 0, name
    for family in unit["RestrictAddressFamilies"][0].split():
        same = Compare(0, COMPARE_EQUAL, families[family], 0)
        call = lib.seccomp_syscall_resolve_name(b"socket")
        assert lib.seccomp_rule_add_array(context, ALLOW, call, 1, ctypes.byref(same)) == 0
    assert lib.seccomp_load(context) == 0


def mount(*args):
    subprocess.run(["mount", *args], check=True)


def make_mounts(data):
    """ProtectSystem, ProtectHome, PrivateTmp (but for the data and the program), ProcSubset, ProtectProc."""
    mount("--make-rprivate", "/")
    mount("--bind", data, data)
    mount("-o", "remount,bind,ro", "/")
    mount("-t", "proc", "-o", "subset=pid,hidepid=invisible", "proc", "/proc")


def become_user(unit):
    """The command that goes on as the user of a service, with the unit's capabilities."""
    caps = "-all," + ",".join("+" + c.lower().removeprefix("cap_") for c in unit["CapabilityBoundingSet"][0].split())
    return ["setpriv", "--reuid=nobody", "--regid=nogroup", "--clear-groups", "--inh-caps=" + caps,
            "--ambient-caps=" + caps, "--bounding-set=" + caps, "--no-new-privs"]


def main():
    filtering = sys.argv[1] == "--filter"
    path, data, *program = sys.argv[2:] if filtering else sys.argv[1:]
    unit = read(path)
    if filtering:
        # MemoryDenyWriteExecute; older kernels do not know it.
        ctypes.CDLL(None).prctl(PR_SET_MDWE, ctypes.c_ulong(1), ctypes.c_ulong(0), ctypes.c_ulong(0), ctypes.c_ulong(0))
        load_filter(unit)
    else:
        make_mounts(data)
        resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
        files = min(int(unit["LimitNOFILE"][0]), resource.getrlimit(resource.RLIMIT_NOFILE)[1])
        resource.setrlimit(resource.RLIMIT_NOFILE, (files, files))
        os.umask(int(unit["UMask"][0], 8))
        program = [*become_user(unit), sys.executable, __file__, "--filter", path, data, *program]
    os.execvp(program[0], program)


if __name__ == "__main__":
    main()
