/*
 * The sandbox. As it starts, the server drops root, access to all files outside its data folder
 * (landlock; the folders of its certificate stay readable), and all system calls that it does not
 * need (seccomp): it cannot start a program or open a connection. Both hold for the calling thread
 * and those that it starts, so the sandbox is entered before the first thread is started.
 */
#define _GNU_SOURCE
#include <errno.h>
#include <fcntl.h>
#include <grp.h>
#include <linux/capability.h>
#include <linux/landlock.h>
#include <pwd.h>
#include <sched.h>
#include <seccomp.h>
#include <stdio.h>
#include <string.h>
#include <sys/prctl.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <sys/syscall.h>
#include <unistd.h>

#include "server/data_folder.h"
#include "server/sandbox.h"
#include "server/server.h"

static bool fail(char *why, size_t cap, const char *what)
{
    snprintf(why, cap, "%s: %s", what, strerror(errno));
    return false;
}

/* Gives up what a service manager may have given for the port (CAP_NET_BIND_SERVICE), and what is
   left of root's. */
static bool drop_capabilities(char *why, size_t cap)
{
    struct __user_cap_header_struct head = {.version = _LINUX_CAPABILITY_VERSION_3};
    const struct __user_cap_data_struct none[_LINUX_CAPABILITY_U32S_3] = {{.effective = 0}};
    if (prctl(PR_CAP_AMBIENT, PR_CAP_AMBIENT_CLEAR_ALL, 0, 0, 0) != 0 && errno != EINVAL)
        return fail(why, cap, "dropping capabilities");
    return syscall(SYS_capset, &head, none) == 0 || fail(why, cap, "dropping capabilities");
}

bool sandbox_drop_root(const char *user, const char *folder, char *why, size_t cap)
{
    if (getuid() != 0)
        return drop_capabilities(why, cap);
    const struct passwd *p = getpwnam(user[0] != '\0' ? user : "nobody");
    if (p == NULL) {
        snprintf(why, cap, "no such user: %s", user);
        return false;
    }
    for (int i = 0; data_folder_files[i] != NULL; i++) {
        char path[SETTING_TEXT_MAX + 32];
        snprintf(path, sizeof path, "%s%s", folder, data_folder_files[i]);
        if (lchown(path, p->pw_uid, p->pw_gid) != 0 && errno != ENOENT)
            return fail(why, cap, path);
    }
    if (setgroups(0, NULL) != 0 || setgid(p->pw_gid) != 0 || setuid(p->pw_uid) != 0)
        return fail(why, cap, "dropping root");
    return drop_capabilities(why, cap);
}

#if defined(__SANITIZE_ADDRESS__)
#define SANITIZED 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define SANITIZED 1
#endif
#endif

#ifdef SANITIZED
/* Sanitizers need more system calls, so their builds have no sandbox. */
bool sandbox_enter(const char *folder, const char *const *readable, enum store_reach reach,
                   char *why, size_t cap)
{
    (void)folder, (void)readable, (void)reach, (void)why, (void)cap;
    return true;
}
#else

static bool allow_beneath(int rules, const char *folder, uint64_t access)
{
    struct landlock_path_beneath_attr rule = {.allowed_access = access};
    rule.parent_fd = open(folder, O_PATH | O_DIRECTORY | O_CLOEXEC);
    if (rule.parent_fd < 0)
        return false;
    bool good = syscall(SYS_landlock_add_rule, rules, LANDLOCK_RULE_PATH_BENEATH, &rule, 0) == 0;
    close(rule.parent_fd);
    return good;
}

/* Leaves the data folder accessible, and files in the folders `readable` that this user can find;
   does nothing on kernels without landlock. */
static bool restrict_files(const char *folder, const char *const *readable, char *why, size_t cap)
{
    const uint64_t files = LANDLOCK_ACCESS_FS_READ_FILE | LANDLOCK_ACCESS_FS_WRITE_FILE |
                           LANDLOCK_ACCESS_FS_MAKE_REG | LANDLOCK_ACCESS_FS_REMOVE_FILE |
                           LANDLOCK_ACCESS_FS_READ_DIR;
    const struct landlock_ruleset_attr all = {
        .handled_access_fs = files | LANDLOCK_ACCESS_FS_EXECUTE | LANDLOCK_ACCESS_FS_REMOVE_DIR |
                             LANDLOCK_ACCESS_FS_MAKE_CHAR | LANDLOCK_ACCESS_FS_MAKE_DIR |
                             LANDLOCK_ACCESS_FS_MAKE_SOCK | LANDLOCK_ACCESS_FS_MAKE_FIFO |
                             LANDLOCK_ACCESS_FS_MAKE_BLOCK | LANDLOCK_ACCESS_FS_MAKE_SYM};
    int rules = (int)syscall(SYS_landlock_create_ruleset, &all, sizeof all, 0);
    if (rules < 0)
        return errno == ENOSYS || errno == EOPNOTSUPP ? true : fail(why, cap, "landlock");
    bool good = allow_beneath(rules, folder, files);
    for (int i = 0; readable[i] != NULL; i++)
        allow_beneath(rules, readable[i], LANDLOCK_ACCESS_FS_READ_FILE);
    good = good && syscall(SYS_landlock_restrict_self, rules, 0) == 0;
    if (!good)
        fail(why, cap, "landlock");
    close(rules);
    return good;
}

/* Whether this is the only thread. A folder of /proc has two links, and one for each folder in it.
   Without /proc nobody can tell. */
static bool is_alone(void)
{
    struct stat tasks;
    return stat("/proc/self/task", &tasks) != 0 || tasks.st_nlink == 3;
}

static const int needed[] = {
    /* memory and threads */
    SCMP_SYS(brk),
    SCMP_SYS(mmap),
    SCMP_SYS(munmap),
    SCMP_SYS(mremap),
    SCMP_SYS(mprotect),
    SCMP_SYS(madvise),
    SCMP_SYS(futex),
    SCMP_SYS(eventfd2),
    SCMP_SYS(sched_yield),
    SCMP_SYS(getpriority),
    SCMP_SYS(setpriority),
    SCMP_SYS(set_robust_list),
    SCMP_SYS(rseq),
    SCMP_SYS(gettid),
    SCMP_SYS(getpid),
    SCMP_SYS(sysinfo),
    SCMP_SYS(sched_getaffinity),
    /* time, random numbers, signals, exit */
    SCMP_SYS(clock_gettime),
    SCMP_SYS(gettimeofday),
    SCMP_SYS(clock_nanosleep),
    SCMP_SYS(nanosleep),
    SCMP_SYS(getrandom),
    SCMP_SYS(rt_sigaction),
    SCMP_SYS(rt_sigprocmask),
    SCMP_SYS(rt_sigreturn),
    SCMP_SYS(sigaltstack),
    SCMP_SYS(tgkill),
    SCMP_SYS(exit),
    SCMP_SYS(exit_group),
    SCMP_SYS(restart_syscall),
    SCMP_SYS(getrusage),
    /* sockets that are already open */
    SCMP_SYS(accept4),
    SCMP_SYS(accept),
    SCMP_SYS(recvfrom),
    SCMP_SYS(recvmsg),
    SCMP_SYS(sendto),
    SCMP_SYS(sendmsg),
    SCMP_SYS(shutdown),
    SCMP_SYS(setsockopt),
    SCMP_SYS(getsockopt),
    SCMP_SYS(getpeername),
    SCMP_SYS(getsockname),
    SCMP_SYS(socketpair),
    SCMP_SYS(ioctl),
    SCMP_SYS(epoll_wait),
    SCMP_SYS(epoll_pwait),
    SCMP_SYS(epoll_ctl),
    SCMP_SYS(epoll_create1),
    SCMP_SYS(poll),
    SCMP_SYS(select),
    SCMP_SYS(pselect6),
    SCMP_SYS(ppoll),
    /* files of the data folder */
    SCMP_SYS(read),
    SCMP_SYS(write),
    SCMP_SYS(readv),
    SCMP_SYS(writev),
    SCMP_SYS(pread64),
    SCMP_SYS(pwrite64),
    SCMP_SYS(openat),
    SCMP_SYS(open),
    SCMP_SYS(close),
    SCMP_SYS(lseek),
    SCMP_SYS(fsync),
    SCMP_SYS(fdatasync),
    SCMP_SYS(ftruncate),
    SCMP_SYS(fallocate),
    SCMP_SYS(fcntl),
    SCMP_SYS(fstat),
    SCMP_SYS(stat),
    SCMP_SYS(lstat),
    SCMP_SYS(newfstatat),
    SCMP_SYS(statx),
    SCMP_SYS(fstatfs),
    SCMP_SYS(access),
    SCMP_SYS(faccessat),
    SCMP_SYS(faccessat2),
    SCMP_SYS(unlink),
    SCMP_SYS(renameat),
    SCMP_SYS(unlinkat),
    SCMP_SYS(getcwd),
    SCMP_SYS(readlink),
    SCMP_SYS(readlinkat),
    SCMP_SYS(fchmod),
    SCMP_SYS(fchown),
    SCMP_SYS(umask),
    SCMP_SYS(geteuid),
    SCMP_SYS(getuid),
    SCMP_SYS(getdents64),
};

/* The connection to a database is opened again when it was lost: by a socket of this machine, or,
   if the host asks for it, over the network. */
static bool allow_database(scmp_filter_ctx filter, enum store_reach reach)
{
    static const int families[] = {AF_UNIX, AF_INET, AF_INET6};
    int n = reach == STORE_REACH_NETWORK ? 3 : reach == STORE_REACH_SOCKET ? 1 : 0;
    bool good = n == 0 || seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(connect), 0) == 0;
    for (int i = 0; i < n && good; i++)
        good = seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(socket), 1,
                                SCMP_A0(SCMP_CMP_EQ, (scmp_datum_t)families[i])) == 0;
    return good;
}

bool sandbox_enter(const char *folder, const char *const *readable, enum store_reach reach,
                   char *why, size_t cap)
{
    if (!is_alone()) {
        snprintf(why, cap, "threads run outside the sandbox");
        return false;
    }
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0)
        return fail(why, cap, "no_new_privs");
    if (!restrict_files(folder, readable, why, cap))
        return false;
    scmp_filter_ctx filter = seccomp_init(SCMP_ACT_ERRNO(EPERM));
    if (filter == NULL)
        return fail(why, cap, "seccomp");
    bool good = true;
    for (size_t i = 0; i < sizeof needed / sizeof needed[0] && good; i++)
        good = seccomp_rule_add(filter, SCMP_ACT_ALLOW, needed[i], 0) == 0;
    /* A bot may start a thread, but nothing may start a process. A filter cannot see the flags
       of clone3, so clone3 is reported as missing: libc then falls back to clone. */
    good = good && seccomp_rule_add(filter, SCMP_ACT_ERRNO(ENOSYS), SCMP_SYS(clone3), 0) == 0 &&
           seccomp_rule_add(filter, SCMP_ACT_ALLOW, SCMP_SYS(clone), 1,
                            SCMP_A0(SCMP_CMP_MASKED_EQ, CLONE_THREAD, CLONE_THREAD)) == 0;
    good = good && allow_database(filter, reach) && seccomp_load(filter) == 0;
    seccomp_release(filter);
    if (!good)
        snprintf(why, cap, "seccomp refuses the filter");
    return good;
}
#endif
