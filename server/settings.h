/* Settings of the server. Flags override environment variables, which override the file. */
#ifndef PARLOR_SERVER_SETTINGS_H
#define PARLOR_SERVER_SETTINGS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

enum { SETTING_TEXT_MAX = 1024 };

struct settings {
    char listen[64], data[SETTING_TEXT_MAX], user[64];
    char tls_cert[SETTING_TEXT_MAX], tls_key[SETTING_TEXT_MAX];
    bool trust_proxy, sandbox;
    int port, bot_threads, bot_delay, bot_seconds, rate, burst, connections, address_connections;
};

/* The defaults. */
void settings_init(struct settings *s);

/* Sets one by its name; false: the name is unknown (`known` false) or the value is bad. */
bool settings_set(struct settings *s, const char *name, const char *value, bool *known);

/* Reads PARLOR_PORT and so on; false: `bad` is the variable at fault. */
bool settings_read_environment(struct settings *s, char *bad, size_t cap);

/* Reads lines `name = value`; skips blank lines and comments (#). Returns 0, the number of a bad
   line, or -1 if the file cannot be read. */
int settings_read_file(struct settings *s, const char *path);

/* The names, closed by NULL. */
extern const char *const settings_names[];

#endif
