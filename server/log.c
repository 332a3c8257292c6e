/* Log lines: JSON on standard error, without secrets (cookies, codes, chat). */
#include <stdarg.h>
#include <stdio.h>
#include <unistd.h>

#include "server/log.h"
#include "server/server.h"
#include "table/clock.h"

void log_line(const char *level, const char *event, ...)
{
    char memory[1024];
    struct buf b;
    va_list args;
    buf_init(&b, memory, sizeof memory - 2);
    buf_put(&b, "{\"at\":");
    buf_put_int(&b, clock_date_ms());
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
        return; /* play goes on without a log */
}
