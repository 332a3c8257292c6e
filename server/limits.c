/*
 * Rate limits: buckets of tokens in a fixed table, so that no flood of visitors can fill the
 * memory. Two keys that share a place take it from each other, which only ever helps them.
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
