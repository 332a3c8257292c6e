/*
 * The part of jansson's interface that table/ uses, for WebAssembly: wasm/json.c implements it in
 * a fraction of the bytes. It reads the same texts and refuses the same ones; a whole document
 * lives and dies with its root, so json_decref is for roots only, and numbers that are not whole
 * keep nothing but their text.
 */
#ifndef PARLOR_WASM_JANSSON_H
#define PARLOR_WASM_JANSSON_H

#include <stdbool.h>
#include <stddef.h>

typedef long long json_int_t;

enum json_type {
    JSON_NULL,
    JSON_TRUE,
    JSON_FALSE,
    JSON_INTEGER,
    JSON_REAL,
    JSON_STRING,
    JSON_ARRAY,
    JSON_OBJECT
};

typedef struct json_t {
    enum json_type type;
    struct json_t *next;  /* beside it, in a list or object */
    struct json_t *first; /* inside it */
    const char *key;      /* as a member */
    const char *text;     /* of a string (closed by a NUL) or a real number */
    size_t size;          /* bytes of text, or things inside */
    json_int_t integer;
} json_t;

enum json_error_code {
    json_error_unknown,
    json_error_stack_overflow,
    json_error_invalid_utf8,
    json_error_premature_end_of_input,
    json_error_end_of_input_expected,
    json_error_invalid_syntax,
    json_error_null_character,
    json_error_null_byte_in_key,
    json_error_duplicate_key,
    json_error_numeric_overflow,
};

typedef struct {
    int position;
    enum json_error_code code;
} json_error_t;

#define JSON_REJECT_DUPLICATES 1 /* always so here */

json_t *json_loadb(const char *text, size_t len, size_t flags, json_error_t *error);
json_t *json_loads(const char *text, size_t flags, json_error_t *error);
void json_decref(json_t *root);
json_t *json_object_get(const json_t *o, const char *name);
json_t *json_array_get(const json_t *a, size_t i);
bool json_equal(const json_t *a, const json_t *b);

static inline enum json_error_code json_error_code(const json_error_t *e)
{
    return e->code;
}
static inline bool json_is(const json_t *v, enum json_type type)
{
    return v != NULL && v->type == type;
}
static inline const char *json_string_value(const json_t *v)
{
    return json_is(v, JSON_STRING) ? v->text : NULL;
}
static inline size_t json_string_length(const json_t *v)
{
    return json_is(v, JSON_STRING) ? v->size : 0;
}
static inline json_int_t json_integer_value(const json_t *v)
{
    return json_is(v, JSON_INTEGER) ? v->integer : 0;
}
static inline size_t json_array_size(const json_t *v)
{
    return json_is(v, JSON_ARRAY) ? v->size : 0;
}
static inline size_t json_object_size(const json_t *v)
{
    return json_is(v, JSON_OBJECT) ? v->size : 0;
}
static inline json_t *json_first_in(const json_t *v, enum json_type type)
{
    return json_is(v, type) ? v->first : NULL;
}

#define json_is_string(v) json_is(v, JSON_STRING)
#define json_is_integer(v) json_is(v, JSON_INTEGER)
#define json_is_object(v) json_is(v, JSON_OBJECT)
#define json_is_array(v) json_is(v, JSON_ARRAY)
#define json_is_true(v) json_is(v, JSON_TRUE)
#define json_is_false(v) json_is(v, JSON_FALSE)
#define json_is_null(v) json_is(v, JSON_NULL)

#define json_object_foreach(o, name, value)                                                        \
    for ((value) = json_first_in(o, JSON_OBJECT);                                                  \
         (value) != NULL && ((name) = (value)->key) != NULL; (value) = (value)->next)
#define json_array_foreach(a, i, value)                                                            \
    for ((i) = 0, (value) = json_first_in(a, JSON_ARRAY); (value) != NULL;                         \
         (i)++, (value) = (value)->next)

#endif
