/* Limits of rates, by token buckets. */
#ifndef PARLOR_SERVER_LIMITS_H
#define PARLOR_SERVER_LIMITS_H

#include <stdbool.h>
#include <stdint.h>

struct server;

struct bucket {
    uint64_t key;
    int64_t refilled;
    float level, rate; /* from 0 to 1, and its growth in a millisecond */
};

enum limit {
    LIMIT_REQUEST_PERSON,
    LIMIT_REQUEST_ADDRESS,
    LIMIT_HTTP,
    LIMIT_TALK_PERSON,
    LIMIT_TALK_PERSON_TABLE,
    LIMIT_TALK_ADDRESS,
    LIMIT_TALK_ADDRESS_TABLE,
    LIMIT_CREATE_PERSON,
    LIMIT_CREATE_ADDRESS,
    LIMIT_CREATE_DAY,
    LIMIT_PEOPLE_DAY,
    LIMIT_KEEP_PERSON,
    LIMIT_KEEP_ADDRESS,
    LIMIT_LOGIN_ADDRESS,
    LIMIT_LOGIN_NAME,
    LIMIT_SIGNOUT_PERSON,
    LIMIT_REPORT_PERSON,
    LIMIT_REPORT_ADDRESS,
    LIMIT_DAILY_PERSON,
    LIMIT_DAILY_ADDRESS,
    LIMITS
};

/* Takes one token of a person or address (at a table, or 0); false: there is none left. */
bool limits_take(struct server *s, enum limit what, uint64_t whose, uint64_t where);

#endif
