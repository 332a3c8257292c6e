/*
 * Our part in a fair deal (docs/fair-deals.md): the server's commitment as we first saw it, our own
 * number, and everybody's seals when we revealed it. Kept per table, also in the user's data folder
 * ($XDG_DATA_HOME/parlor/numbers), since a table may start days after we sat down.
 */
#ifndef PARLOR_CLIENT_PROMISE_H
#define PARLOR_CLIENT_PROMISE_H

#include <jansson.h>

#include "table/verify.h"

/* A new number; returns its seal, for a request. It is kept once the table is known. */
json_t *promise_seal(json_t *kept);
/* Whether the number was sealed by this text. */
bool promise_is_sealed(const json_t *kept, const json_t *seal);

/* The promises kept for a table ("ORIGIN/t/ID"): an object, empty if there is none. */
json_t *promise_find(const char *table);
/* Keeps it; false with errno: it is lost when this program ends. */
bool promise_keep(const char *table, const json_t *kept);
/* Notes the commitment if it is the first; false: the server has shown another one before. */
bool promise_note_commit(json_t *kept, json_t *commit);
/* For the check of the record. */
void promise_read(const json_t *kept, struct verify_seen *out);

#endif
