/* Our part in a fair deal: see promise.h. */
#include "client/promise.h"

#include <stdlib.h>
#include <string.h>
#include <sys/random.h>

#include "client/kept.h"
#include "table/memory.h"

enum { TABLES_KEPT = 200 };
static const char file[] = "/numbers";

static json_t *hex_of(const uint8_t bytes[FAIR_BYTES])
{
    char hex[FAIR_HEX];
    fair_write_hex(bytes, FAIR_BYTES, hex);
    return json_string(hex);
}

json_t *promise_seal(json_t *kept)
{
    uint8_t number[FAIR_BYTES], seal[FAIR_BYTES];
    if (getrandom(number, sizeof number, 0) != sizeof number || !fair_init())
        abort();
    fair_seal(number, seal);
    json_object_set_new(kept, "number", hex_of(number));
    json_object_set_new(kept, "seal", hex_of(seal));
    json_object_del(kept, "seals");
    return hex_of(seal);
}

bool promise_is_sealed(const json_t *kept, const json_t *seal)
{
    const json_t *own = json_object_get(kept, "seal");
    return json_is_string(own) && json_equal(own, seal);
}

json_t *promise_find(const char *table)
{
    char text[KEPT_LINE_MAX];
    kept_find(file, table, text, sizeof text);
    json_t *kept = json_loads(text, 0, NULL);
    if (json_is_object(kept))
        return kept;
    json_decref(kept);
    return json_object();
}

bool promise_keep(const char *table, const json_t *kept)
{
    char *text = memory_check(json_dumps(kept, JSON_COMPACT));
    bool good = kept_put(file, table, text, TABLES_KEPT);
    free(text);
    return good;
}

bool promise_note_commit(json_t *kept, json_t *commit)
{
    const json_t *first = json_object_get(kept, "commit");
    if (first == NULL && json_is_string(commit))
        json_object_set(kept, "commit", commit);
    return first == NULL || json_equal(first, commit);
}

static void read_hex(const json_t *v, struct fair_number *out)
{
    const char *text = json_string_value(v);
    out->given = text != NULL && fair_read_hex(text, out->bytes, FAIR_BYTES);
}

void promise_read(const json_t *kept, struct verify_seen *out)
{
    const json_t *seals = json_object_get(kept, "seals");
    memset(out, 0, sizeof *out);
    read_hex(json_object_get(kept, "commit"), &out->commit);
    if (json_array_size(seals) == 0 || json_array_size(seals) > GAME_SEATS_MAX)
        return; /* we revealed nothing, so our number is not in the deal */
    read_hex(json_object_get(kept, "number"), &out->number);
    out->seals = (int)json_array_size(seals);
    for (int i = 0; i < out->seals; i++)
        read_hex(json_array_get(seals, (size_t)i), &out->seal[i]);
}
