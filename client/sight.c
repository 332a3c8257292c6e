/* Sights of a table: see sight.h. */
#include "client/sight.h"

#include "table/fold.h"
#include "table/json_text.h"

void sight_clear(struct sight *s)
{
    strbuf_clear(&s->text);
    s->known = false;
}

/* The text as an object; NULL: it is none. */
static json_t *read_members(const struct strbuf *text)
{
    struct strbuf whole = STRBUF_EMPTY;
    strbuf_put(&whole, "{");
    strbuf_put_bytes(&whole, text->text, text->len);
    strbuf_put(&whole, "}");
    json_t *members = json_text_read(whole.text, whole.len, 0, NULL);
    strbuf_clear(&whole);
    return members;
}

bool sight_unfold(struct sight *s, long n, json_t *update)
{
    const json_t *of = json_object_get(update, "of"), *folded = json_object_get(update, "sight");
    if (json_object_get(update, "view") != NULL)
        sight_clear(s);
    if (folded == NULL)
        return true;
    bool good = of == NULL || (s->known && json_integer_value(of) == n);
    if (of == NULL)
        strbuf_reset(&s->text);
    good = good && json_is_string(folded) &&
           fold_read(json_string_value(folded), json_string_length(folded), &s->text);
    json_t *members = good ? read_members(&s->text) : NULL;
    s->known = members != NULL;
    if (members != NULL) {
        json_object_set(update, "view", json_object_get(members, "view"));
        json_object_set(update, "legal", json_object_get(members, "legal"));
    }
    json_decref(members);
    json_object_del(update, "of");
    json_object_del(update, "sight");
    return s->known;
}
