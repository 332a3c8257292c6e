/*
 * Rate limits: token buckets in a hash table of fixed size, so that a flood of visitors cannot
 * fill the memory. A key that collides with another replaces it with a full bucket, which never
 * makes a limit stricter.
 */
#include "server/server.h"

bool limits_take(struct bucket *buckets, uint64_t key, int64_t now, double rate, double burst)
{
    struct bucket *b = &buckets[(key ^ key >> 32) % SERVER_BUCKETS];
    if (rate <= 0)
        return true;
    if (b->key != key)
        *b = (struct bucket){.key = key, .refilled = now, .tokens = burst};
    double more = (double)(now - b->refilled) * rate / 1000;
    b->tokens = b->tokens + more < burst ? b->tokens + more : burst;
    b->refilled = now;
    if (b->tokens < 1)
        return false;
    b->tokens -= 1;
    return true;
}
