/* Settings of the server: see settings.h. One table serves flags, environment and file. */
#include "server/settings.h"

#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum kind { TEXT, NUMBER, SWITCH, WORD };

struct row {
    const char *name;
    enum kind kind;
    size_t offset, cap;       /* `cap`: a text's size, or a number's maximum */
    const char *const *words; /* of a WORD: its values in the order of their numbers */
};

static const char *const metrics_words[] = {"loopback", "public", "off", NULL};

#define TEXT_ROW(n, member)                                                                        \
    {                                                                                              \
        n, TEXT, offsetof(struct settings, member), sizeof((struct settings *)0)->member, NULL     \
    }
#define NUMBER_ROW(n, member, most)                                                                \
    {                                                                                              \
        n, NUMBER, offsetof(struct settings, member), most, NULL                                   \
    }
#define SWITCH_ROW(n, member)                                                                      \
    {                                                                                              \
        n, SWITCH, offsetof(struct settings, member), 0, NULL                                      \
    }
#define WORD_ROW(n, member, words)                                                                 \
    {                                                                                              \
        n, WORD, offsetof(struct settings, member), 0, words                                       \
    }

static const struct row rows[] = {
    TEXT_ROW("listen", listen),
    NUMBER_ROW("port", port, 65535),
    TEXT_ROW("data", data),
    TEXT_ROW("store", store),
    TEXT_ROW("user", user),
    TEXT_ROW("tls-cert", tls_cert),
    TEXT_ROW("tls-key", tls_key),
    TEXT_ROW("names", names),
    SWITCH_ROW("trust-proxy", trust_proxy),
    SWITCH_ROW("paths", paths),
    SWITCH_ROW("sandbox", sandbox),
    WORD_ROW("metrics", metrics, metrics_words),
    TEXT_ROW("metrics-token", metrics_token),
    NUMBER_ROW("bot-threads", bot_threads, 64),
    NUMBER_ROW("bot-delay", bot_delay, 3600000),
    NUMBER_ROW("bot-seconds", bot_seconds, 60),
    NUMBER_ROW("check-hours", check_hours, 8760),
    NUMBER_ROW("check-seconds", check_seconds, 31536000),
    NUMBER_ROW("rate", rate, 1000000),
    NUMBER_ROW("burst", burst, 1000000),
    NUMBER_ROW("connections", connections, 1000000),
    NUMBER_ROW("address-connections", address_connections, 1000000),
    NUMBER_ROW("bot-memory", bot_memory, 65536),
    NUMBER_ROW("solve-threads", solve_threads, 64),
    NUMBER_ROW("queue-seconds", queue_seconds, 3600),
    NUMBER_ROW("bot-tables", bot_tables, 1000000),
    NUMBER_ROW("address-bot-tables", address_bot_tables, 1000000),
    NUMBER_ROW("hello-seconds", hello_seconds, 3600),
    NUMBER_ROW("drain-seconds", drain_seconds, 3600),
    NUMBER_ROW("listed-tables", listed_tables, 1000000),
    NUMBER_ROW("address-listed-tables", address_listed_tables, 1000000),
    NUMBER_ROW("keep-open", keep_open, 36500),
    NUMBER_ROW("keep-running", keep_running, 36500),
    NUMBER_ROW("keep-days", keep_days, 36500),
    NUMBER_ROW("compact-hours", compact_hours, 876000),
    NUMBER_ROW("keep-records", keep_records, 36500),
    NUMBER_ROW("keep-guests", keep_guests, 36500),
    NUMBER_ROW("keep-dailies", keep_dailies, 36500),
};
enum { ROWS = sizeof rows / sizeof rows[0] };

void settings_init(struct settings *s)
{
    *s = (struct settings){
        .listen = "*",
        .sandbox = true,
        .port = 8080,
        .bot_threads = 1,
        .bot_delay = 900,
        .bot_seconds = 5,
        .check_hours = 24,
        .rate = 20,
        .burst = 60,
        .connections = 20000,
        .address_connections = 64,
        .bot_memory = 256,
        .queue_seconds = 30,
        .bot_tables = 8,
        .address_bot_tables = 64,
        .hello_seconds = 10,
        .drain_seconds = 3,
        .listed_tables = 4,
        .address_listed_tables = 24,
        .snapshot_events = 256,
        .keep_open = 7,
        .keep_running = 30,
        .keep_days = 365,
        .compact_hours = 6,
        .keep_guests = 90,
        .keep_dailies = 400,
    };
}

static bool set_number(int *out, const char *value, size_t most)
{
    if (value[0] == '\0' || strlen(value) > 9 || strspn(value, "0123456789") != strlen(value))
        return false;
    long n = strtol(value, NULL, 10);
    *out = (int)n;
    return n <= (long)most;
}

static bool set_switch(bool *out, const char *value)
{
    *out = strcmp(value, "on") == 0;
    return *out || strcmp(value, "off") == 0;
}

static bool set_word(int *out, const char *value, const char *const *words)
{
    for (*out = 0; words[*out] != NULL; ++*out)
        if (strcmp(words[*out], value) == 0)
            return true;
    return false;
}

static bool set_text(char *out, const char *value, size_t cap)
{
    if (strlen(value) >= cap)
        return false;
    memcpy(out, value, strlen(value) + 1);
    return true;
}

bool settings_set(struct settings *s, const char *name, const char *value, bool *known)
{
    *known = false;
    for (int i = 0; i < ROWS; i++) {
        if (strcmp(rows[i].name, name) != 0)
            continue;
        *known = true;
        void *member = (char *)s + rows[i].offset;
        if (rows[i].kind == TEXT)
            return set_text(member, value, rows[i].cap);
        if (rows[i].kind == NUMBER)
            return set_number(member, value, rows[i].cap);
        if (rows[i].kind == WORD)
            return set_word(member, value, rows[i].words);
        return set_switch(member, value);
    }
    return false;
}

bool settings_is_secret(const char *name)
{
    return strcmp(name, "store") == 0 || strcmp(name, "metrics-token") == 0;
}

bool settings_read_environment(struct settings *s, char *bad, size_t cap)
{
    for (int i = 0; i < ROWS; i++) {
        bool known;
        snprintf(bad, cap, "PARLOR_%s", rows[i].name);
        for (char *c = bad; *c != '\0'; c++)
            *c = *c == '-' ? '_' : *c >= 'a' && *c <= 'z' ? (char)(*c - 'a' + 'A') : *c;
        const char *value = getenv(bad);
        if (value != NULL && !settings_set(s, rows[i].name, value, &known))
            return false;
    }
    return true;
}

/* Cuts white space at both ends. */
static char *trim(char *text)
{
    text += strspn(text, " \t");
    size_t len = strlen(text);
    while (len > 0 && strchr(" \t\r\n", text[len - 1]) != NULL)
        text[--len] = '\0';
    return text;
}

int settings_read_file(struct settings *s, const char *path)
{
    char line[2 * SETTING_TEXT_MAX];
    FILE *file = fopen(path, "r");
    int bad = 0;
    if (file == NULL)
        return -1;
    for (int n = 1; bad == 0 && fgets(line, sizeof line, file) != NULL; n++) {
        char *text = trim(line), *equals = strchr(text, '=');
        bool known;
        if (text[0] == '\0' || text[0] == '#')
            continue;
        if (equals == NULL) {
            bad = n;
            continue;
        }
        *equals = '\0';
        if (!settings_set(s, trim(text), trim(equals + 1), &known))
            bad = n;
    }
    fclose(file);
    return bad;
}

const char *settings_find_store(const struct settings *s)
{
    return s->store[0] != '\0' ? s->store : s->data;
}
