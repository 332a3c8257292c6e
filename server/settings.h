/* Settings of the server. Flags override environment variables, which override the file. */
#ifndef PARLOR_SERVER_SETTINGS_H
#define PARLOR_SERVER_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SETTING_TEXT_MAX = 1024 };
enum setting_metrics { SETTING_METRICS_LOOPBACK, SETTING_METRICS_PUBLIC, SETTING_METRICS_OFF };

struct settings {
    char listen[64], data[SETTING_TEXT_MAX], user[64];
    char
        store[SETTING_TEXT_MAX]; /* a database that nodes share; empty: a file in the data folder */
    char tls_cert[SETTING_TEXT_MAX], tls_key[SETTING_TEXT_MAX];
    char names[SETTING_TEXT_MAX];
    bool trust_proxy, sandbox;
    bool paths; /* clients are to connect by the paths of their tables */
    int port, check_hours, bot_threads, bot_delay, bot_seconds, rate, burst, connections,
        address_connections;
    int metrics; /* who may read /metrics: enum setting_metrics */
    char metrics_token[128];
    int bot_memory, solve_threads, queue_seconds, bot_tables, address_bot_tables;
    int hello_seconds, listed_tables, address_listed_tables;
    int drain_seconds;   /* of several nodes, from the signal to stop until people are sent away */
    int snapshot_events; /* of a table between two snapshots; only tests change it */
    /* Days without anybody; 0: for ever. */
    int keep_open, keep_running, keep_days, keep_records, keep_guests, keep_dailies;
    int check_seconds; /* in place of check_hours, unless 0; only tests set it */
    int compact_hours; /* until a finished game becomes a compact record; 0: never */
};

/* The defaults. */
void settings_init(struct settings *s);

/* Sets one by its name; false: the name is unknown (`known` false) or the value is bad. */
bool settings_set(struct settings *s, const char *name, const char *value, bool *known);

/* Whether its value must not be shown. */
bool settings_is_secret(const char *name);

/* Reads PARLOR_PORT and so on; false: `bad` is the variable at fault. */
bool settings_read_environment(struct settings *s, char *bad, size_t cap);

/* Reads lines `name = value`; skips blank lines and comments (#). Returns 0, the number of a bad
   line, or -1 if the file cannot be read. */
int settings_read_file(struct settings *s, const char *path);

/* Where the store is. */
const char *settings_find_store(const struct settings *s);

#endif
