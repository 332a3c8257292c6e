/*
 * Folded texts: a text written as its differences from an older one (docs/protocol.md, "Sights").
 * Both sides know the older text. A folded text consists of pieces of the new text, and of copies:
 * `~`, a skip and a length, which copy from the older text followed by the new text so far. So a
 * folded text tells nothing but the two texts.
 *
 * In a folded text `'` stands for `"`, so that it can be a JSON string without escapes. Texts with
 * `'`, `~`, a backslash, or a character that is not printable ASCII cannot be folded; views have
 * none.
 */
#ifndef PARLOR_TABLE_FOLD_H
#define PARLOR_TABLE_FOLD_H

#include <stdbool.h>
#include <stddef.h>

#include "table/strbuf.h"

enum { FOLD_MAX = 32000 }; /* bytes of one text, at most */

/* Appends the new text, folded over the old one, which may be empty. False: it cannot be folded,
   and nothing is appended. */
bool fold_write(const char *old, size_t old_len, const char *text, size_t len, struct strbuf *out);

/* Replaces the old text in `text` by the new one. False: it is no folded text over this old one,
   and nothing has changed. */
bool fold_read(const char *folded, size_t len, struct strbuf *text);

#endif
