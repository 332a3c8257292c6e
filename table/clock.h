/* Reading the time. Games and tables never read it: time is an argument there. */
#ifndef PARLOR_TABLE_CLOCK_H
#define PARLOR_TABLE_CLOCK_H

#include <stdint.h>
#include <time.h>

/* Nanoseconds by one of the system's clocks. */
static inline int64_t clock_read(clockid_t id)
{
    struct timespec t;
    clock_gettime(id, &t);
    return (int64_t)t.tv_sec * 1000000000 + t.tv_nsec;
}

/* Monotonic time. */
static inline int64_t clock_ns(void)
{
    return clock_read(CLOCK_MONOTONIC);
}
static inline int64_t clock_us(void)
{
    return clock_ns() / 1000;
}
static inline int64_t clock_ms(void)
{
    return clock_ns() / 1000000;
}

/* The date: milliseconds since 1970. It may jump. */
static inline int64_t clock_date_ms(void)
{
    return clock_read(CLOCK_REALTIME) / 1000000;
}

/* Processor time of this process, in seconds. */
static inline double clock_cpu_seconds(void)
{
    return (double)clock_read(CLOCK_PROCESS_CPUTIME_ID) / 1e9;
}

/* Clocks for struct bot_limits: monotonic time, and processor time of this thread. */
static inline uint64_t clock_for_bot(void *unused)
{
    (void)unused;
    return (uint64_t)clock_ns();
}
static inline uint64_t clock_of_thread(void *unused)
{
    (void)unused;
    return (uint64_t)clock_read(CLOCK_THREAD_CPUTIME_ID);
}

#endif
