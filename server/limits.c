/*
 * Rate limits: token buckets in a table of fixed size, so that a flood of visitors cannot fill the
 * memory. Keys are hashed with a secret, so nobody can choose keys that meet in one set. A new key
 * takes the place of the fullest bucket of its set, the one that limits least; a full bucket and
 * none are the same. Several nodes count guesses together, in their store; while that does not
 * answer each counts its own.
 */
#include "server/limits.h"
#include "server/identity.h"
#include "server/server.h"
#include "server/steady.h"

enum { WAYS = 8 };

/* When a limit holds: unless the server's rate is not limited (rate = 0), always, or always and for
   several nodes together. */
enum hold { IF_LIMITED, ALWAYS, TOGETHER };

static const struct row {
    float rate, burst; /* tokens a second, and at most */
    enum hold hold;
} rows[LIMITS] = {
    [LIMIT_HTTP] = {50, 300, IF_LIMITED},
    [LIMIT_TALK_PERSON] = {1, 20, IF_LIMITED},
    [LIMIT_TALK_PERSON_TABLE] = {0.5f, 10, IF_LIMITED},
    [LIMIT_TALK_ADDRESS] = {2, 60, IF_LIMITED},
    [LIMIT_TALK_ADDRESS_TABLE] = {1, 20, IF_LIMITED},
    [LIMIT_CREATE_PERSON] = {0.5f, 40, IF_LIMITED},
    [LIMIT_CREATE_ADDRESS] = {1, 120, IF_LIMITED},
    /* What an address leaves in the store: some 2,600 tables and 860 people in a day. */
    [LIMIT_CREATE_DAY] = {0.03f, 2500, IF_LIMITED},
    [LIMIT_PEOPLE_DAY] = {0.01f, 1000, IF_LIMITED},
    [LIMIT_KEEP_PERSON] = {0.1f, 5, TOGETHER},
    [LIMIT_KEEP_ADDRESS] = {0.1f, 5, TOGETHER},
    [LIMIT_LOGIN_ADDRESS] = {0.1f, 5, TOGETHER},
    [LIMIT_LOGIN_NAME] = {0.1f, 20, TOGETHER},
    [LIMIT_SIGNOUT_PERSON] = {0.1f, 5, ALWAYS},
    [LIMIT_REPORT_PERSON] = {0.01f, 5, ALWAYS},
    [LIMIT_REPORT_ADDRESS] = {0.05f, 20, ALWAYS},
    [LIMIT_DAILY_PERSON] = {0.02f, 10, ALWAYS},
    [LIMIT_DAILY_ADDRESS] = {0.1f, 40, ALWAYS},
};

static struct row find_row(const struct settings *settings, enum limit what)
{
    float rate = (float)settings->rate, burst = (float)settings->burst;
    if (what == LIMIT_REQUEST_PERSON)
        return (struct row){rate, burst, IF_LIMITED};
    if (what == LIMIT_REQUEST_ADDRESS)
        return (struct row){4 * rate, 4 * burst, IF_LIMITED};
    return rows[what];
}

/* How full the bucket is, from 0 to 1; an unused one is fuller. */
static float find_level(const struct bucket *b, int64_t now)
{
    if (b->key == 0)
        return 2;
    float level = b->level + b->rate * (float)(now - b->refilled);
    return level < 1 ? level : 1;
}

static struct bucket *find_bucket(struct server *s, uint64_t key)
{
    struct bucket *set = &s->limit[key % (SERVER_BUCKETS / WAYS) * WAYS], *best = set;
    for (int i = 0; i < WAYS; i++) {
        if (set[i].key == key)
            return &set[i];
        if (find_level(&set[i], steady_pace(s)) > find_level(best, steady_pace(s)))
            best = &set[i];
    }
    *best = (struct bucket){.key = key, .refilled = steady_pace(s), .level = 1};
    return best;
}

bool limits_take(struct server *s, enum limit what, uint64_t whose, uint64_t where)
{
    const uint64_t parts[3] = {what, whose, where};
    struct row row = find_row(s->settings, what);
    if (row.rate <= 0 || (s->settings->rate == 0 && row.hold == IF_LIMITED))
        return true;
    uint64_t key = identity_hash(s, parts, sizeof parts);
    int shared = row.hold == TOGETHER && s->nodes.on
                     ? store_take_try(s->store, key, (int64_t)(1000 / row.rate), (int)row.burst)
                     : STORE_FAILED;
    if (shared != STORE_FAILED)
        return shared == STORE_OK;
    struct bucket *b = find_bucket(s, key);
    b->rate = row.rate / row.burst / 1000;
    b->level = find_level(b, steady_pace(s));
    b->refilled = steady_pace(s);
    if (b->level * row.burst < 1)
        return false;
    b->level -= 1 / row.burst;
    return true;
}
