/* Checking the deals of a record: see verify.h. */
#include "table/verify.h"

#include <jansson.h>
#include <string.h>

#include "table/record.h"

/* The record's data about its fair deals. */
struct claim {
    uint8_t secret[FAIR_BYTES], seed[FAIR_BYTES];
    struct fair_number commit, number[GAME_SEATS_MAX], seal[GAME_SEATS_MAX];
    int order[GAME_SEATS_MAX];
    long long draws;
    bool begins_told; /* missing in older records */
    int begins;       /* the chair named, or -1: drawn */
    int first;        /* the seat that began, from the record's options */
    const char *table;
};

/* ---- reading ---- */

/* Digits, or null for none. */
static bool read_number(const json_t *v, struct fair_number *out)
{
    *out = (struct fair_number){.given = !json_is_null(v)};
    return !out->given ||
           (json_is_string(v) && fair_read_hex(json_string_value(v), out->bytes, FAIR_BYTES));
}

static bool read_list(const json_t *list, int seats, struct fair_number *out)
{
    if (json_array_size(list) != (size_t)seats)
        return false;
    for (int i = 0; i < seats; i++)
        if (!read_number(json_array_get(list, (size_t)i), &out[i]))
            return false;
    return true;
}

/* The chair named to begin: a number, or null for the lot; false: neither. */
static bool read_begins(const struct record *r, const json_t *begins, struct claim *c)
{
    json_int_t chair = json_is_null(begins) ? -1 : json_integer_value(begins);
    c->begins_told = begins != NULL;
    c->begins = (int)chair;
    return begins == NULL ||
           (r->setup.game->begins >= 0 && (json_is_null(begins) || json_is_integer(begins)) &&
            chair >= -1 && chair < r->setup.seats && (chair >= 0) == json_is_integer(begins));
}

static bool read_claim(const struct record *r, struct claim *c)
{
    const json_t *fair = json_object_get(r->root, "fair");
    const json_t *order = json_object_get(fair, "order"), *seals = json_object_get(fair, "seals");
    struct fair_number secret;
    c->table = json_string_value(json_object_get(r->root, "table"));
    c->draws = json_integer_value(json_object_get(fair, "draws"));
    if (c->table == NULL || !read_number(json_object_get(fair, "commit"), &c->commit) ||
        !read_number(json_object_get(fair, "secret"), &secret) || !c->commit.given ||
        !secret.given || json_array_size(order) != (size_t)r->setup.seats ||
        !read_list(json_object_get(fair, "numbers"), r->setup.seats, c->number) ||
        (seals != NULL && !read_list(seals, r->setup.seats, c->seal)))
        return false;
    memcpy(c->secret, secret.bytes, FAIR_BYTES);
    for (int i = 0; i < r->setup.seats; i++)
        c->order[i] = (int)json_integer_value(json_array_get(order, (size_t)i));
    return read_begins(r, json_object_get(fair, "begins"), c);
}

/* The options as they were before the deal, which may have settled open ones. */
static bool read_options(struct record *r, struct problem *p)
{
    json_t *options = json_object_get(json_object_get(r->root, "fair"), "options");
    const char *name;
    json_t *value;
    if (!json_is_object(options))
        return true;
    game_preset_options(r->setup.game, r->setup.opt);
    json_object_foreach(options, name, value)
    {
        const char *text = json_string_value(value);
        if (!setup_set_option(&r->setup, name, text != NULL ? text : "", p))
            return false;
    }
    return setup_check(&r->setup, p);
}

/* ---- the promise, the seals, the start ---- */

static bool are_equal(const struct fair_number *a, const struct fair_number *b)
{
    return a->given == b->given && (!a->given || memcmp(a->bytes, b->bytes, FAIR_BYTES) == 0);
}

/* Whether each sealed number is there, and is the one that was sealed. */
static bool are_seals_right(const struct claim *c, int seats)
{
    for (int i = 0; i < seats; i++) {
        struct fair_number seal = {.given = true};
        fair_seal(c->number[i].bytes, seal.bytes);
        if (c->seal[i].given && (!c->number[i].given || !are_equal(&seal, &c->seal[i])))
            return false;
    }
    return true;
}

static bool has_number(const struct claim *c, int seats, const struct fair_number *number)
{
    for (int i = 0; i < seats; i++)
        if (are_equal(&c->number[i], number))
            return true;
    return false;
}

/* NULL, or the id of what differs from what the client saw. */
static const char *check_seen(const struct claim *c, int seats, const struct verify_seen *seen)
{
    if (seen->table != NULL && strcmp(seen->table, c->table) != 0)
        return MSG("verify.table-other");
    if (seen->commit.given && !are_equal(&seen->commit, &c->commit))
        return MSG("verify.commit-other");
    if (seen->seals != 0 && seen->seals != seats)
        return MSG("verify.seals-other");
    for (int i = 0; i < seen->seals; i++)
        if (!are_equal(&seen->seal[i], &c->seal[i]))
            return MSG("verify.seals-other");
    if (seen->number.given && !has_number(c, seats, &seen->number))
        return MSG("verify.number-other");
    return NULL;
}

/* Whether the seat that began is that of the named chair, or the one drawn. */
static bool is_begins_right(const struct record *r, const struct claim *c)
{
    if (!c->begins_told)
        return true;
    int seat = fair_begins(c->seed, r->setup.seats, c->order, c->begins);
    return c->first == seat && r->setup.opt[r->setup.game->begins] == seat;
}

/* NULL, or the id of the failed check. */
static const char *check_start(const struct record *r, struct claim *c,
                               const struct verify_seen *seen)
{
    struct fair_number commit = {.given = true};
    int order[GAME_SEATS_MAX];
    fair_commit(c->secret, commit.bytes);
    if (!are_equal(&commit, &c->commit))
        return MSG("verify.commit");
    if (!are_seals_right(c, r->setup.seats))
        return MSG("verify.seal");
    const char *why = check_seen(c, r->setup.seats, seen);
    if (why != NULL)
        return why;
    fair_seed(c->secret, c->table, c->number, r->setup.seats, c->seed);
    fair_order(c->seed, r->setup.seats, order);
    if (memcmp(order, c->order, (size_t)r->setup.seats * sizeof order[0]) != 0)
        return MSG("verify.order");
    return is_begins_right(r, c) ? NULL : MSG("verify.begins");
}

/* ---- the deals ---- */

struct dealing {
    const struct record *r;
    const struct claim *claim;
    uint32_t deals;
    int wrong; /* the event of the first wrong deal; -1: none */
};

static void check_deal(void *context, int event, const struct state *s)
{
    struct dealing *d = context;
    struct record_event e;
    struct fair_stream f;
    struct problem p;
    struct deal want;
    if (d->r->setup.game->actors(s) != GAME_DEALER || !record_read_event(d->r, event, &e, &p))
        return;
    fair_start(&f, d->claim->seed, ++d->deals);
    d->r->setup.game->shuffle(s, &f.rng, &want);
    struct buf b = BUF_ROOM(GAME_DEAL_TEXT_MAX);
    game_write_deal(d->r->setup.game, &want, &b);
    if (strcmp(b.text, e.text) != 0 && d->wrong < 0)
        d->wrong = event;
}

/* ---- notes ---- */

static struct problem *add_note(struct verify_notes *notes, const char *id)
{
    struct problem *p = &notes->note[notes->n++];
    problem_start(p, -1);
    problem_add(p, id);
    return p;
}

static const char *name_of(const struct record *r, int seat)
{
    const json_t *names = json_object_get(r->root, "names");
    const char *name = json_string_value(json_array_get(names, (size_t)seat));
    return name != NULL ? name : "";
}

static bool is_open(const struct record *r, const struct claim *c, int chair)
{
    (void)r;
    return c->number[chair].given && !c->seal[chair].given;
}

static bool is_silent(const struct record *r, const struct claim *c, int chair)
{
    return !c->number[chair].given && strncmp(name_of(r, c->order[chair]), "bot:", 4) != 0;
}

/* Adds a note with the names of these people, if there are any. */
static void note_people(const struct record *r, const struct claim *c,
                        bool (*of)(const struct record *, const struct claim *, int),
                        const char *id, struct verify_notes *notes)
{
    struct buf b = BUF_ROOM(PROBLEM_ARG_MAX);
    for (int i = 0; i < r->setup.seats; i++) {
        if (!of(r, c, i))
            continue;
        if (b.len > 0)
            buf_put(&b, ", ");
        buf_put(&b, name_of(r, c->order[i]));
    }
    if (b.len > 0)
        problem_add_text(add_note(notes, id), b.text);
}

static void note_rest(const struct record *r, const struct claim *c, const struct verify_seen *seen,
                      struct verify_notes *notes)
{
    if (seen->table == NULL || !seen->commit.given || !seen->number.given)
        add_note(notes, MSG("verify.unseen"));
    note_people(r, c, is_open, MSG("verify.open"), notes);
    note_people(r, c, is_silent, MSG("verify.silent"), notes);
    if (c->draws > 1) {
        struct problem *p = &notes->note[notes->n++];
        problem_start(p, -1);
        problem_add_count(p, MSG("verify.draws"), c->draws);
    }
}

/* ---- all of it ---- */

static bool check(struct record *r, const struct verify_seen *seen, struct verify_notes *notes,
                  struct problem *p)
{
    struct claim claim = {.draws = 0};
    struct state_room room;
    int begins = r->setup.game->begins;
    claim.first = begins >= 0 ? r->setup.opt[begins] : -1;
    if (!read_options(r, p))
        return false;
    struct dealing d = {.r = r, .claim = &claim, .wrong = -1};
    const char *why = json_object_get(r->root, "fork") != NULL ? MSG("verify.fork")
                      : read_claim(r, &claim)                  ? check_start(r, &claim, seen)
                                                               : MSG("verify.no-claim");
    if (why != NULL) {
        problem_add(p, why);
        return false;
    }
    if (!record_replay(r, check_deal, &d, state_in(&room), p))
        return false;
    if (d.wrong >= 0) {
        problem_start(p, d.wrong);
        problem_add(p, MSG("verify.deal"));
        problem_add_int(p, d.wrong);
        return false;
    }
    note_rest(r, &claim, seen, notes);
    return true;
}

bool verify_record(const char *line, size_t len, const struct verify_seen *seen,
                   struct verify_notes *notes, struct problem *p)
{
    struct record r;
    notes->n = 0;
    if (!record_read(&r, line, len, p))
        return false;
    bool good = check(&r, seen, notes, p);
    record_clear(&r);
    return good;
}
