/*
 * Where the database is. Everything that libpq would look up outside (names of machines and users,
 * services, passwords) is found with the first connection: a server opens later ones inside its
 * sandbox. Files of TLS are read again with each connection; link.file names them.
 */
#define _GNU_SOURCE
#include <netdb.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/socket.h>
#include <unistd.h>

#include "store/postgres.h"
#include "table/memory.h"

enum { HOSTS = 16, TEXT = ADDRESS_TEXT };

/* The files that libpq takes from the home folder if the address does not name them. */
static const char *const tls_files[LINK_FILES][2] = {{"sslrootcert", "root.crt"},
                                                     {"sslcrl", "root.crl"},
                                                     {"sslcert", "postgresql.crt"},
                                                     {"sslkey", "postgresql.key"}};

static const char *find(const PQconninfoOption *all, const char *keyword)
{
    for (const PQconninfoOption *o = all; o != NULL && o->keyword != NULL; o++)
        if (strcmp(o->keyword, keyword) == 0)
            return o->val != NULL ? o->val : "";
    return "";
}

/* A list with commas, in its parts; `copy` keeps them. Returns how many. */
static int split(const char *list, char copy[TEXT], const char *part[HOSTS])
{
    char *next = copy, *word;
    int n = 0;
    snprintf(copy, TEXT, "%s", list);
    while (n < HOSTS && (word = strsep(&next, ",")) != NULL)
        part[n++] = word;
    return n;
}

static bool is_path(const char *host)
{
    return host[0] == '/' || host[0] == '@' || host[0] == '\0';
}

static bool is_this_machine(const char *host)
{
    return is_path(host) || strcmp(host, "localhost") == 0 || strncmp(host, "127.", 4) == 0 ||
           strcmp(host, "::1") == 0;
}

/* `postgres://...` is an address as it stands; after `postgres:` libpq's own words may follow. */
const char *address_find_url(const char *place)
{
    const char *rest = strchr(place, ':') + 1;
    return strncmp(rest, "//", 2) == 0 ? place : rest;
}

/* ---- refusing ---- */

static const char unread[] = "the address cannot be read: a password's letters such as % / : @ are "
                             "written as %25 %2F %3A %40 there; or name a passfile";

/* libpq would show parts of a password that it takes for a machine or a port. */
static bool is_sound(const PQconninfoOption *all)
{
    const char *port = find(all, "port"), *host = find(all, "host");
    return port[strspn(port, "0123456789,")] == '\0' &&
           (host[0] == '@' || strchr(host, '@') == NULL);
}

const char *address_refuse(const char *place)
{
    char *why = NULL;
    PQconninfoOption *all = PQconninfoParse(address_find_url(place), &why);
    bool sound = all != NULL && is_sound(all);
    PQconninfoFree(all);
    PQfreemem(why);
    return sound ? NULL : unread;
}

const char *address_refuse_way(PGconn *conn)
{
    char copy[TEXT];
    const char *host[HOSTS];
    PQconninfoOption *all = PQconninfo(conn);
    const char *mode = find(all, "sslmode"), *hosts = find(all, "hostaddr");
    int n = split(hosts[0] != '\0' ? hosts : find(all, "host"), copy, host);
    bool guesses = strcmp(mode, "prefer") == 0 || strcmp(mode, "allow") == 0, safe = true;
    for (int i = 0; i < n && guesses; i++)
        safe = safe && is_this_machine(host[i]);
    PQconninfoFree(all);
    return safe ? NULL
                : "it is on another machine: the address must have sslmode=verify-full and its "
                  "sslrootcert, or sslmode=disable if nobody else is in that network";
}

/* ---- completing ---- */

static void put(FILE *out, const char *keyword, const char *value)
{
    fprintf(out, "%s='", keyword);
    for (const char *c = value; *c != '\0'; c++)
        fprintf(out, "%s%c", *c == '\'' || *c == '\\' ? "\\" : "", *c);
    fputs("' ", out);
}

static void append(char *list, int n, const char *text)
{
    size_t len = strlen(list);
    snprintf(list + len, TEXT - len, "%s%s", n > 0 ? "," : "", text);
}

static void add_place(struct address_hosts *p, const char *host, const char *address,
                      const char *port)
{
    append(p->host, p->n, host);
    append(p->address, p->n, address);
    append(p->port, p->n, port);
    p->n++;
}

void address_turn_hosts(const char *place, int turn, struct address_hosts *out)
{
    char copy[3][TEXT];
    const char *host[HOSTS], *address[HOSTS], *port[HOSTS];
    PQconninfoOption *all = PQconninfoParse(address_find_url(place), NULL);
    int hosts = split(find(all, "host"), copy[0], host);
    int addresses = split(find(all, "hostaddr"), copy[1], address);
    int ports = split(find(all, "port"), copy[2], port);
    int n = hosts > addresses ? hosts : addresses;
    *out = (struct address_hosts){.n = 0};
    for (int i = 0; i < n; i++) {
        int k = (turn + i) % n;
        add_place(out, k < hosts ? host[k] : "", k < addresses ? address[k] : "",
                  port[k < ports ? k : 0]);
    }
    PQconninfoFree(all);
}

/* A name with all of its addresses. */
static void resolve(struct address_hosts *p, const char *host, const char *port)
{
    struct addrinfo hints = {.ai_socktype = SOCK_STREAM}, *list = NULL;
    char address[NI_MAXHOST];
    if (getaddrinfo(host, NULL, &hints, &list) != 0)
        list = NULL;
    if (list == NULL)
        add_place(p, host, "", port);
    for (const struct addrinfo *a = list; a != NULL; a = a->ai_next)
        if (getnameinfo(a->ai_addr, a->ai_addrlen, address, sizeof address, NULL, 0,
                        NI_NUMERICHOST) == 0)
            add_place(p, host, address, port);
    if (list != NULL)
        freeaddrinfo(list);
}

/* Returns how they are reached. */
static enum store_reach put_places(FILE *out, const PQconninfoOption *all)
{
    char copy[3][TEXT];
    const char *host[HOSTS], *address[HOSTS], *port[HOSTS];
    struct address_hosts p = {.n = 0};
    enum store_reach reach = STORE_REACH_SOCKET;
    int hosts = split(find(all, "host"), copy[0], host);
    int addresses = split(find(all, "hostaddr"), copy[1], address);
    int ports = split(find(all, "port"), copy[2], port);
    for (int i = 0; i < hosts || i < addresses; i++) {
        const char *h = i < hosts ? host[i] : "", *a = i < addresses ? address[i] : "";
        const char *at = port[i < ports ? i : 0];
        if (a[0] == '\0' && !is_path(h))
            resolve(&p, h, at);
        else
            add_place(&p, h, a, at);
        if (a[0] != '\0' || !is_path(h))
            reach = STORE_REACH_NETWORK;
    }
    put(out, "host", p.host);
    put(out, "hostaddr", p.address);
    put(out, "port", p.port);
    return reach;
}

static void put_file(struct link *l, FILE *out, int i, const PQconninfoOption *all)
{
    const char *home = getenv("HOME"), *path = find(all, tls_files[i][0]);
    char found[TEXT];
    if (path[0] == '\0') {
        snprintf(found, sizeof found, "%s/.postgresql/%s", home != NULL ? home : "",
                 tls_files[i][1]);
        if (access(found, R_OK) != 0)
            return;
        path = found;
    }
    put(out, tls_files[i][0], path);
    free(l->file[i]);
    l->file[i] = strdup(path);
}

/* Whether it is put in another way, or belongs to the first connection alone. */
static bool is_special(const char *keyword)
{
    static const char *const words[] = {"host",     "hostaddr", "port",    "password",
                                        "passfile", "options",  "service", NULL};
    for (int i = 0; words[i] != NULL; i++)
        if (strcmp(words[i], keyword) == 0)
            return true;
    for (int i = 0; i < LINK_FILES; i++)
        if (strcmp(tls_files[i][0], keyword) == 0)
            return true;
    return false;
}

void address_complete(struct store *s, struct link *l)
{
    char *text = NULL;
    size_t len;
    FILE *out = open_memstream(&text, &len);
    PQconninfoOption *all = PQconninfo(l->conn);
    if (out == NULL || all == NULL)
        memory_end();
    fputs("postgres:", out);
    for (const PQconninfoOption *o = all; o->keyword != NULL; o++)
        if (o->val != NULL && o->val[0] != '\0' && !is_special(o->keyword))
            put(out, o->keyword, o->val);
    const char *password = PQpass(l->conn);
    if (password != NULL && password[0] != '\0')
        put(out, "password", password);
    l->reach = put_places(out, all);
    for (int i = 0; i < LINK_FILES; i++)
        put_file(l, out, i, all);
    PQconninfoFree(all);
    if (fclose(out) != 0)
        memory_end();
    free(s->place);
    s->place = text;
    l->complete = true;
}

/* ---- showing ---- */

/* libpq marks what must not be shown. */
void postgres_write_place(const char *place, char *out, size_t cap)
{
    char *why = NULL;
    PQconninfoOption *all = PQconninfoParse(address_find_url(place), &why);
    size_t len = (size_t)snprintf(out, cap, "postgres:");
    bool first = true;
    for (const PQconninfoOption *o = all; o != NULL && o->keyword != NULL && is_sound(all); o++) {
        if (o->val == NULL || strchr(o->dispchar, '*') != NULL || len >= cap)
            continue;
        len +=
            (size_t)snprintf(out + len, cap - len, "%s%s=%s", first ? "" : " ", o->keyword, o->val);
        first = false;
    }
    PQconninfoFree(all);
    PQfreemem(why);
}
