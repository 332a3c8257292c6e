/* Reading JSON that came from outside: records, requests, journals, messages of a server. */
#ifndef PARLOR_TABLE_JSON_TEXT_H
#define PARLOR_TABLE_JSON_TEXT_H

#include <jansson.h>

/* As json_loadb, but refuses every NUL byte: jansson skips one after a number or a word. */
json_t *json_text_read(const char *text, size_t len, size_t flags, json_error_t *error);

#endif
