/* An external bot: see bot_process.h. */
#define _GNU_SOURCE /* SOCK_CLOEXEC, pipe2 */
#include "table/bot_process.h"

#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#ifdef __linux__
#include <sys/prctl.h>
#endif
#include <sys/socket.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include "table/clock.h"

enum { SLICE_MS = 50, TELL_MS = 1000, BYE_MS = 200, SWEEPS = 100 };

/* ---- the process ---- */

/* In the child, between fork and exec: calls nothing that takes a lock. `errors` is its standard
   error; -1: it inherits ours. */
static _Noreturn void become(const char *command, int fd, int errors)
{
    setpgid(0, 0);
    dup2(fd, STDIN_FILENO);
    dup2(fd, STDOUT_FILENO);
    if (errors >= 0)
        dup2(errors, STDERR_FILENO);
    signal(SIGPIPE, SIG_DFL);
    signal(SIGINT, SIG_DFL);
    execl("/bin/sh", "sh", "-c", command, (char *)NULL);
    _exit(127);
}

static bool start(struct bot_process *p, int errors)
{
    int pair[2];
    if (socketpair(AF_UNIX, SOCK_STREAM | SOCK_CLOEXEC, 0, pair) != 0)
        return false;
    pid_t pid = fork();
    if (pid == 0)
        become(p->command, pair[1], errors);
    close(pair[1]);
    if (pid < 0) {
        close(pair[0]);
        return false;
    }
    setpgid(pid, pid); /* parent and child both try: either may be first */
    fcntl(pair[0], F_SETFL, O_NONBLOCK);
    p->pid = pid;
    p->fd = pair[0];
    p->len = 0;
    p->starts++;
    return true;
}

/* Waits briefly for the process to end by itself. */
static bool has_ended(pid_t pid, int *status)
{
    for (int i = 0; i < BYE_MS / 10; i++) {
        struct timespec moment = {.tv_nsec = 10000000};
        if (waitpid(pid, status, WNOHANG) == pid)
            return true;
        nanosleep(&moment, NULL);
    }
    return false;
}

static void end(struct bot_process *p, bool gently)
{
    if (p->pid == 0)
        return;
    shutdown(p->fd, SHUT_WR); /* it may still write while it ends */
    bool ended = gently && has_ended(p->pid, NULL);
    close(p->fd);
    kill(-p->pid, SIGKILL); /* with all that is left of its group */
    while (!ended && waitpid(p->pid, NULL, 0) < 0 && errno == EINTR)
        ;
    p->pid = 0;
    p->fd = -1;
}

/* ---- lines ---- */

/* Waits briefly for the process; false: the time is up. */
static bool await(const struct bot_process *p, short events, int64_t until)
{
    struct pollfd wait = {.fd = p->fd, .events = events};
    for (;;) {
        int64_t left = until - clock_ms();
        if (left <= 0 || (p->stop != NULL && atomic_load(p->stop)))
            return false;
        int n = poll(&wait, 1, left < SLICE_MS ? (int)left : SLICE_MS);
        if (n > 0)
            return true;
        if (n < 0 && errno != EINTR)
            return false;
    }
}

static enum bot_process_fault send_line(struct bot_process *p, const char *line, size_t len,
                                        int64_t until)
{
    while (len > 0) {
        ssize_t n = send(p->fd, line, len, MSG_NOSIGNAL);
        if (n < 0 && errno != EAGAIN && errno != EINTR)
            return BOT_PROCESS_ENDED;
        if (n < 0 && !await(p, POLLOUT, until))
            return BOT_PROCESS_SLOW;
        line += n > 0 ? n : 0;
        len -= n > 0 ? (size_t)n : 0;
    }
    return BOT_PROCESS_FINE;
}

/* No control characters; a line may end with CR LF. */
static bool is_text(const char *line, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (((unsigned char)line[i] < 32 && (line[i] != '\r' || i + 1 < len)) || line[i] == 127)
            return false;
    return true;
}

/* Moves the first line of the input, without its end, into `answer`; false: there is none. */
static bool take_line(struct bot_process *p)
{
    char *newline = memchr(p->in, '\n', p->len);
    if (newline == NULL)
        return false;
    size_t len = (size_t)(newline - p->in), all = len + 1;
    p->text = is_text(p->in, len);
    memcpy(p->answer, p->in, len);
    if (len > 0 && p->answer[len - 1] == '\r')
        len--;
    p->answer[len] = '\0';
    memmove(p->in, p->in + all, p->len - all);
    p->len -= all;
    return true;
}

/* Reads the available input without blocking. */
static enum bot_process_fault read_more(struct bot_process *p)
{
    ssize_t n = recv(p->fd, p->in + p->len, BOT_PROCESS_LINE_MAX - p->len, 0);
    if (n < 0 && (errno == EAGAIN || errno == EINTR))
        return BOT_PROCESS_FINE;
    if (n <= 0)
        return BOT_PROCESS_ENDED;
    p->len += (size_t)n;
    return BOT_PROCESS_FINE;
}

/* Reads the next line that is not a comment. */
static enum bot_process_fault read_line(struct bot_process *p, int64_t until)
{
    for (int lines = 0; lines < BOT_PROCESS_LINES_MAX;) {
        if (take_line(p)) {
            if (!p->text)
                return BOT_PROCESS_RUBBISH;
            if (p->answer[0] != '#')
                return BOT_PROCESS_FINE;
            lines++;
            continue;
        }
        if (p->len == BOT_PROCESS_LINE_MAX)
            return BOT_PROCESS_RUBBISH;
        if (!await(p, POLLIN, until))
            return BOT_PROCESS_SLOW;
        enum bot_process_fault fault = read_more(p);
        if (fault != BOT_PROCESS_FINE)
            return fault;
    }
    return BOT_PROCESS_RUBBISH;
}

/* Only comments may precede a question: other lines would be taken for its answer. */
static enum bot_process_fault drain(struct bot_process *p)
{
    for (int lines = 0; lines < BOT_PROCESS_LINES_MAX; lines++) {
        while (take_line(p))
            if (p->answer[0] != '#')
                return BOT_PROCESS_RUBBISH;
        if (p->len == BOT_PROCESS_LINE_MAX)
            return BOT_PROCESS_RUBBISH;
        size_t before = p->len;
        enum bot_process_fault fault = read_more(p);
        if (fault != BOT_PROCESS_FINE)
            return fault;
        if (p->len == before)
            return p->len == 0 || p->in[0] == '#' ? BOT_PROCESS_FINE : BOT_PROCESS_RUBBISH;
    }
    return BOT_PROCESS_RUBBISH;
}

/* ---- asking ---- */

static enum bot_process_fault greet(struct bot_process *p)
{
    static const char hello[] = "hello {\"parlor\":1}\n";
    int64_t until = clock_ms() + BOT_PROCESS_START_MS;
    enum bot_process_fault fault = send_line(p, hello, sizeof hello - 1, until);
    if (fault == BOT_PROCESS_FINE)
        fault = read_line(p, until);
    if (fault == BOT_PROCESS_SLOW)
        p->starts = BOT_PROCESS_STARTS_MAX + 1;
    if (fault != BOT_PROCESS_FINE)
        return fault;
    if (strncmp(p->answer, "hello", 5) != 0 || (p->answer[5] != ' ' && p->answer[5] != '\0'))
        return BOT_PROCESS_RUBBISH;
    if (p->game.len == 0)
        return BOT_PROCESS_FINE;
    return send_line(p, p->game.text, p->game.len, until);
}

/* Makes sure that it runs, has greeted and knows the game. */
static enum bot_process_fault wake(struct bot_process *p)
{
    if (p->pid != 0)
        return drain(p);
    if (p->starts > BOT_PROCESS_STARTS_MAX)
        return BOT_PROCESS_GONE;
    return start(p, -1) ? greet(p) : BOT_PROCESS_ENDED;
}

static enum bot_process_fault judge(struct bot_process *p, enum bot_process_fault fault)
{
    if (fault != BOT_PROCESS_FINE)
        end(p, false);
    return fault;
}

void bot_process_begin(struct bot_process *p, const struct game *g, int seats, const int *opt,
                       int seat)
{
    bool running = p->pid != 0;
    strbuf_reset(&p->game);
    struct buf b = strbuf_room(&p->game, 4096);
    buf_put(&b, "game {\"game\":");
    buf_put_json(&b, g->name);
    buf_put_key_int(&b, "rules", g->rules);
    buf_put_key_int(&b, "seats", seats);
    buf_put_key_int(&b, "seat", seat);
    buf_put_key(&b, "options");
    game_write_options(g, opt, &b);
    buf_put(&b, "}\n");
    strbuf_take(&p->game, &b);
    enum bot_process_fault fault = wake(p); /* a new process is told the game when it is greeted */
    if (fault == BOT_PROCESS_FINE && running)
        fault = send_line(p, p->game.text, p->game.len, clock_ms() + TELL_MS);
    judge(p, fault);
}

void bot_process_over(struct bot_process *p, const char *result)
{
    strbuf_reset(&p->line);
    strbuf_put(&p->line, "over {\"result\":");
    strbuf_put(&p->line, result);
    strbuf_put(&p->line, "}\n");
    enum bot_process_fault fault = wake(p);
    if (fault == BOT_PROCESS_FINE)
        fault = send_line(p, p->line.text, p->line.len, clock_ms() + TELL_MS);
    judge(p, fault);
}

enum bot_process_fault bot_process_ask(struct bot_process *p, const char *view,
                                       char legal[GAME_MOVES_MAX][GAME_TEXT_MAX], int n, int ms,
                                       bool must, uint64_t seed)
{
    strbuf_reset(&p->line);
    struct buf b = strbuf_room(&p->line, strlen(view) + GAME_MOVES_MAX * (2 * GAME_TEXT_MAX) + 256);
    buf_put(&b, "turn {\"view\":");
    buf_put(&b, view);
    buf_put(&b, ",\"legal\":[");
    for (int i = 0; i < n; i++) {
        buf_put_comma(&b);
        buf_put_json(&b, legal[i]);
    }
    buf_put_char(&b, ']');
    buf_put_key_int(&b, "ms", ms);
    buf_put_key_bool(&b, "must", must);
    buf_put_key_int(&b, "seed", (long long)(seed >> 11)); /* fits a double exactly */
    buf_put(&b, "}\n");
    strbuf_take(&p->line, &b);
    enum bot_process_fault fault = wake(p);
    int64_t until = clock_ms() + ms;
    if (fault == BOT_PROCESS_FINE)
        fault = send_line(p, p->line.text, p->line.len, until);
    if (fault == BOT_PROCESS_FINE)
        fault = read_line(p, until);
    return judge(p, fault);
}

void bot_process_init(struct bot_process *p, const char *command)
{
    *p = (struct bot_process){.command = command, .fd = -1};
}

void bot_process_clear(struct bot_process *p)
{
    if (p->pid != 0)
        send_line(p, "bye\n", 4, clock_ms());
    end(p, true);
    strbuf_clear(&p->game);
    strbuf_clear(&p->line);
}

/* ---- trial start, clean-up ---- */

/* The last line of a pipe, or else the exit status. */
static void explain(int errors, int status, char *why, size_t size)
{
    char text[4096];
    ssize_t n = read(errors, text, sizeof text - 1);
    size_t len = n > 0 ? (size_t)n : 0;
    while (len > 0 && (text[len - 1] == '\n' || text[len - 1] == '\r'))
        len--;
    text[len] = '\0';
    const char *newline = strrchr(text, '\n'), *line = newline != NULL ? newline + 1 : text;
    size_t keep = strlen(line) < size ? strlen(line) : size - 1;
    while (keep > 0 && ((unsigned char)line[keep] & 0xc0) == 0x80)
        keep--; /* do not cut a character */
    memcpy(why, line, keep);
    why[keep] = '\0';
    for (size_t i = 0; i < keep; i++)
        if ((unsigned char)why[i] < 32 || why[i] == 127)
            why[i] = ' ';
    if (keep == 0 && WIFSIGNALED(status))
        snprintf(why, size, "signal %d", WTERMSIG(status));
    else if (keep == 0)
        snprintf(why, size, "exit %d", WIFEXITED(status) ? WEXITSTATUS(status) : -1);
}

bool bot_process_try(const char *command, char *why, size_t size)
{
    struct bot_process p;
    int errors[2], status = 0;
    if (pipe2(errors, O_CLOEXEC) != 0)
        return true; /* later faults are reported in play */
    fcntl(errors[0], F_SETFL, O_NONBLOCK);
    bot_process_init(&p, command);
    bool good = !start(&p, errors[1]) || greet(&p) != BOT_PROCESS_ENDED;
    if (!good)
        good = !has_ended(p.pid, &status); /* it only closed its output */
    if (!good) {
        explain(errors[0], status, why, size);
        kill(-p.pid, SIGKILL);
        close(p.fd);
        p.pid = 0;
    }
    bot_process_clear(&p);
    close(errors[0]);
    close(errors[1]);
    return good;
}

void bot_process_gather(void)
{
#ifdef PR_SET_CHILD_SUBREAPER
    prctl(PR_SET_CHILD_SUBREAPER, 1);
#endif
}

/* The parent of a process, from /proc; -1: unknown. */
static pid_t parent_of(const char *pid)
{
    char path[300], stat[512];
    snprintf(path, sizeof path, "/proc/%s/stat", pid);
    FILE *file = fopen(path, "r");
    if (file == NULL)
        return -1;
    size_t n = fread(stat, 1, sizeof stat - 1, file);
    fclose(file);
    stat[n] = '\0';
    /* `PID (name) state parent`; the name may contain anything. */
    const char *at = strrchr(stat, ')');
    return at != NULL && strlen(at) > 4 ? (pid_t)strtol(at + 4, NULL, 10) : -1;
}

/* Kills every child; false: there is none. */
static bool kill_children(void)
{
    DIR *all = opendir("/proc");
    bool found = false;
    for (struct dirent *e; all != NULL && (e = readdir(all)) != NULL;) {
        pid_t pid = (pid_t)strtol(e->d_name, NULL, 10);
        if (pid <= 1 || parent_of(e->d_name) != getpid())
            continue;
        kill(pid, SIGKILL);
        waitpid(pid, NULL, 0);
        found = true;
    }
    if (all != NULL)
        closedir(all);
    return found;
}

void bot_process_sweep(void)
{
#ifdef PR_SET_CHILD_SUBREAPER
    /* We adopt the children of a killed one, and kill them next. */
    for (int i = 0; i < SWEEPS && kill_children(); i++)
        ;
#endif
}
