/* Reading records: from a line of bytes to a setup and events. See record.h. */
#include <string.h>

#include "table/json_text.h"
#include "table/record.h"

/* The message id for an error of jansson. */
static const char *json_reason(enum json_error_code code)
{
    switch (code) {
    case json_error_premature_end_of_input:
        return MSG("json.end");
    case json_error_duplicate_key:
        return MSG("json.duplicate-key");
    case json_error_invalid_utf8:
        return MSG("json.utf8");
    case json_error_null_byte_in_key:
    case json_error_null_character:
        return MSG("json.nul");
    case json_error_stack_overflow:
        return MSG("json.depth");
    case json_error_numeric_overflow:
        return MSG("json.number");
    default:
        return MSG("json.syntax");
    }
}

static json_t *parse(const char *line, size_t len, struct problem *p)
{
    json_error_t error;
    json_t *root = json_text_read(line, len, JSON_REJECT_DUPLICATES, &error);
    if (root == NULL) {
        problem_add(p, MSG("record.bad-json"));
        problem_add_int(p, error.position);
        problem_add(p, json_reason(json_error_code(&error)));
    } else if (!json_is_object(root)) {
        problem_add(p, MSG("record.not-object"));
        json_decref(root);
        root = NULL;
    }
    return root;
}

static bool read_version(const json_t *root, struct problem *p)
{
    const json_t *version = json_object_get(root, "parlor");
    if (json_is_integer(version) && json_integer_value(version) == RECORD_VERSION)
        return true;
    problem_add(p, version == NULL ? MSG("record.no-version") : MSG("record.version"));
    problem_add_int(p, RECORD_VERSION);
    return false;
}

static bool read_game(struct record *r, struct problem *p)
{
    const json_t *name = json_object_get(r->root, "game");
    if (json_is_string(name))
        return setup_find_game(&r->setup, json_string_value(name), p);
    problem_add(p, MSG("record.no-game"));
    return false;
}

static bool read_seats(struct record *r, struct problem *p)
{
    const json_t *seats = json_object_get(r->root, "seats");
    json_int_t n = json_integer_value(seats);
    if (!json_is_integer(seats) || n < 0 || n > 1000) {
        problem_add(p, MSG("record.no-seats"));
        problem_add(p, MSG("setup.seats"));
        problem_add_text(p, r->setup.game->name);
        problem_add_int(p, r->setup.game->seats_min);
        problem_add_int(p, r->setup.game->seats_max);
        return false;
    }
    r->setup.seats = (int)n;
    return true;
}

/* A record without the member follows the current rules; but a game saved by the terminal, which
   has a member `local`, is of version 1. */
static bool read_rules(struct record *r, struct problem *p)
{
    const json_t *rules = json_object_get(r->root, "rules");
    json_int_t n = json_integer_value(rules);
    if (rules == NULL) {
        r->setup.rules = json_object_get(r->root, "local") != NULL ? 1 : r->setup.rules;
        return true;
    }
    if (!json_is_integer(rules) || n < 0 || n > 1000) {
        problem_add(p, MSG("record.bad-rules"));
        return false;
    }
    r->setup.rules = (int)n;
    return true;
}

static bool read_options(struct record *r, struct problem *p)
{
    json_t *options = json_object_get(r->root, "options");
    if (options == NULL)
        return true;
    if (!json_is_object(options)) {
        problem_add(p, MSG("record.bad-options"));
        return false;
    }
    const char *name;
    json_t *value;
    json_object_foreach(options, name, value)
    {
        if (!json_is_string(value)) {
            problem_add(p, MSG("record.option-not-text"));
            problem_add_text(p, name);
            return false;
        }
        if (!setup_set_option(&r->setup, name, json_string_value(value), p))
            return false;
    }
    return true;
}

static bool read_events(struct record *r, struct problem *p)
{
    r->events = json_object_get(r->root, "events");
    if (!json_is_array(r->events)) {
        problem_add(p, MSG("record.no-events"));
        return false;
    }
    r->events_count = (int)json_array_size(r->events);
    r->result = json_object_get(r->root, "result");
    return true;
}

bool record_read(struct record *r, const char *line, size_t len, struct problem *p)
{
    problem_start(p, -1);
    *r = (struct record){.root = parse(line, len, p)};
    if (r->root == NULL)
        return false;
    if (read_version(r->root, p) && read_game(r, p) && read_seats(r, p) && read_rules(r, p) &&
        read_options(r, p) && setup_check(&r->setup, p) && read_events(r, p))
        return true;
    record_clear(r);
    return false;
}

void record_clear(struct record *r)
{
    json_decref(r->root);
    *r = (struct record){.root = NULL};
}

bool record_read_event(const struct record *r, int i, struct record_event *out, struct problem *p)
{
    problem_start(p, i);
    const json_t *pair = json_array_get(r->events, (size_t)i);
    const json_t *who = json_array_get(pair, 0), *text = json_array_get(pair, 1);
    if (!json_is_array(pair) || json_array_size(pair) != 2 || !json_is_string(text)) {
        problem_add(p, MSG("record.bad-event"));
        return false;
    }
    out->text = json_string_value(text);
    if (json_is_string(who) && strcmp(json_string_value(who), "deal") == 0) {
        out->seat = RECORD_DEAL;
        return true;
    }
    json_int_t seat = json_integer_value(who);
    if (!json_is_integer(who) || seat < 0 || seat >= r->setup.seats) {
        problem_add(p, MSG("record.bad-seat"));
        problem_add_int(p, r->setup.seats - 1);
        return false;
    }
    out->seat = (int)seat;
    return true;
}
