/* Logs: one line of JSON each on standard error, without secrets: no cookies, codes or texts. */
#include <stdarg.h>
#include <stdio.h>
#include <time.h>
#include <unistd.h>

#include "server/server.h"

void log_line(const char *level, const char *event, ...)
{
    char memory[1024];
    struct buf b;
    struct timespec t;
    va_list args;
    clock_gettime(CLOCK_REALTIME, &t);
    buf_init(&b, memory, sizeof memory - 2);
    buf_put(&b, "{\"at\":");
    buf_put_int(&b, (long long)t.tv_sec * 1000 + t.tv_nsec / 1000000);
    buf_put_key(&b, "level");
    buf_put_json(&b, level);
    buf_put_key(&b, "event");
    buf_put_json(&b, event);
    va_start(args, event);
    for (const char *name; (name = va_arg(args, const char *)) != NULL;) {
        buf_put_key(&b, name);
        buf_put_json(&b, va_arg(args, const char *));
    }
    va_end(args);
    memory[b.len++] = '}';
    memory[b.len++] = '\n';
    if (write(STDERR_FILENO, memory, b.len) < 0)
        return; /* nobody reads the log: play goes on */
}
