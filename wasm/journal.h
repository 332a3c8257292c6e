/* Journals of new tables, for the module replay.wasm. */
#ifndef PARLOR_WASM_JOURNAL_H
#define PARLOR_WASM_JOURNAL_H

#include "table/table.h"
#include "wasm/face.h"

/* Reads a person: 16 digits and a name; false: malformed. */
bool wasm_read_person(const char *player, const char *name, struct table_person *out);
/* Adds an event to a list `[[n,at,{...}],...]`, which is not closed. */
void wasm_put_event(const struct table_event *e, const struct table_plan *plan);

#endif
