/* Reading JSON from outside: see json_text.h. */
#include "table/json_text.h"

#include <stdlib.h>
#include <string.h>

#include "table/memory.h"

enum { UNKNOWN = 1 }; /* a byte that no JSON has */

/* The error of a text with a NUL byte that jansson has skipped: as of another unknown byte there.
 */
static json_t *refuse_nul(const char *text, size_t len, size_t flags, json_error_t *error)
{
    char *copy = memcpy(memory_take(len), text, len);
    for (char *nul = copy; (nul = memchr(nul, '\0', len - (size_t)(nul - copy))) != NULL;)
        *nul = UNKNOWN;
    json_t *root = json_loadb(copy, len, flags, error);
    free(copy);
    json_decref(root);
    return NULL;
}

json_t *json_text_read(const char *text, size_t len, size_t flags, json_error_t *error)
{
    json_t *root = json_loadb(text, len, flags, error);
    if (root == NULL || memchr(text, '\0', len) == NULL)
        return root;
    json_decref(root);
    return refuse_nul(text, len, flags, error);
}
