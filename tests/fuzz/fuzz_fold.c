/*
 * Fuzz target `fold`: an old text, a line end, and a second text. Read as a folded text over the
 * old one, it is refused or gives a text that is not too long. Folded over the old one itself, and
 * over nothing, it comes back as it was, unless it has bytes that cannot be folded.
 */
#include <stdlib.h>
#include <string.h>

#include "table/fold.h"
#include "tests/fuzz/fuzz.h"

static bool can_fold(const char *text, size_t len)
{
    for (size_t i = 0; i < len; i++)
        if (text[i] < ' ' || text[i] > '}' || text[i] == '\'' || text[i] == '\\')
            return false;
    return len <= FOLD_MAX;
}

static void check_read(const char *old, size_t old_len, const char *folded, size_t len)
{
    struct strbuf text = STRBUF_EMPTY;
    strbuf_put_bytes(&text, old, old_len);
    if (fold_read(folded, len, &text))
        FUZZ_CHECK(text.len <= FOLD_MAX);
    else
        FUZZ_CHECK(text.len == old_len && (old_len == 0 || memcmp(text.text, old, old_len) == 0));
    strbuf_clear(&text);
}

/* A text that cannot be folded may still be, if its bad bytes are all copied: it comes back too. */
static void check_write(const char *old, size_t old_len, const char *text, size_t len)
{
    struct strbuf folded = STRBUF_EMPTY, kept = STRBUF_EMPTY;
    bool good = fold_write(old, old_len, text, len, &folded);
    FUZZ_CHECK(good || !can_fold(text, len));
    FUZZ_CHECK(good ? folded.len <= len : folded.len == 0);
    strbuf_put_bytes(&kept, old, old_len);
    if (good) {
        FUZZ_CHECK(fold_read(folded.text, folded.len, &kept) || len == 0);
        FUZZ_CHECK(kept.len == len && (len == 0 || memcmp(kept.text, text, len) == 0));
    }
    strbuf_clear(&folded);
    strbuf_clear(&kept);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
    const void *bytes = data;
    const char *old = bytes, *end = size > 0 ? memchr(old, '\n', size) : NULL;
    size_t old_len = end != NULL ? (size_t)(end - old) : 0, rest = end != NULL ? old_len + 1 : 0;
    char *text = malloc(size - rest + 1); /* exactly as long: reads past its end show */
    char *first = malloc(old_len + 1);
    if (text == NULL || first == NULL)
        abort();
    size_t len = size - rest;
    if (len > 0)
        memcpy(text, old + rest, len);
    memcpy(first, old, old_len);
    check_read(first, old_len, text, len);
    check_write(first, old_len, text, len);
    check_write(NULL, 0, text, len);
    free(text);
    free(first);
    return 0;
}
