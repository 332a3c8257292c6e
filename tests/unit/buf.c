/* The text buffer of core/buf.h. */
#include "core/buf.h"

#include <limits.h>
#include <string.h>

#include "tests/tap.h"

static char memory[64];

static struct buf fresh(size_t cap)
{
    struct buf b;
    memset(memory, '?', sizeof memory);
    buf_init(&b, memory, cap);
    return b;
}

static bool is(const struct buf *b, const char *text)
{
    return b->len == strlen(text) && strcmp(b->text, text) == 0 && b->text == memory;
}

static void test_put(void)
{
    struct buf b = fresh(sizeof memory);
    tap_ok(is(&b, "") && !b.full, "a fresh buffer holds the empty text");
    buf_put(&b, "one");
    buf_put_char(&b, ' ');
    buf_put_bytes(&b, "two and more", 3);
    tap_ok(is(&b, "one two") && !b.full, "text, a character and bytes follow one another");
    buf_reset(&b);
    tap_ok(is(&b, "") && !b.full, "reset gives the empty text");
}

static void test_full(void)
{
    struct buf b = fresh(6);
    buf_put(&b, "12345");
    tap_ok(is(&b, "12345") && !b.full, "a text may fill all bytes but the NUL");
    buf_put(&b, "");
    tap_ok(!b.full, "the empty text always fits");
    buf_put_char(&b, '6');
    tap_ok(is(&b, "12345") && b.full, "an overlong text is cut and marked");
    buf_reset(&b);
    buf_put(&b, "abcdefgh");
    tap_ok(is(&b, "abcde") && b.full, "as much as fits is kept");
    tap_ok(memory[6] == '?', "no byte is written past the end");
    buf_reset(&b);
    tap_ok(!b.full, "reset forgets that the buffer was full");
    b = fresh(1);
    buf_put(&b, "x");
    tap_ok(is(&b, "") && b.full, "one byte holds the empty text");
}

static void test_int(void)
{
    static const struct {
        long long n;
        const char *text;
    } rows[] = {
        {0, "0"},
        {7, "7"},
        {10, "10"},
        {-1, "-1"},
        {-120, "-120"},
        {LLONG_MAX, "9223372036854775807"},
        {LLONG_MIN, "-9223372036854775808"},
    };
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        struct buf b = fresh(sizeof memory);
        buf_put_int(&b, rows[i].n);
        tap_ok(is(&b, rows[i].text), "the number %s", rows[i].text);
    }
}

static void test_json(void)
{
    struct buf b = fresh(sizeof memory);
    buf_put_json(&b, "a\"b\\c");
    tap_ok(is(&b, "\"a\\\"b\\\\c\""), "JSON: quote and backslash are escaped");
    b = fresh(sizeof memory);
    buf_put_json(&b, "\n\x1f\x7f");
    tap_ok(is(&b, "\"\\u000a\\u001f\\u007f\""), "JSON: control characters are escaped");
    b = fresh(sizeof memory);
    buf_put_json(&b, "фото");
    tap_ok(is(&b, "\"фото\""), "JSON: UTF-8 stays as it is");
    b = fresh(sizeof memory);
    buf_put_json(&b, "");
    tap_ok(is(&b, "\"\""), "JSON: the empty string");
}

static void test_comma(void)
{
    struct buf b = fresh(sizeof memory);
    buf_put_comma(&b);
    tap_ok(is(&b, ""), "no comma at the start");
    buf_put_char(&b, '{');
    buf_put_key(&b, "a");
    buf_put_comma(&b);
    buf_put_char(&b, '[');
    for (int i = 1; i <= 3; i++) {
        buf_put_comma(&b);
        buf_put_int(&b, i);
    }
    buf_put_char(&b, ']');
    buf_put_key(&b, "b");
    buf_put(&b, "1}");
    tap_ok(is(&b, "{\"a\":[1,2,3],\"b\":1}"), "commas stand between members and items only");
}

/* A key that does not fit is cut at the same place as any text. */
static void test_cut_key(void)
{
    static const char whole[] = "{\"one\":1,\"two\":";
    bool same = true, marked = true, inside = true;
    for (size_t cap = 1; cap <= sizeof whole + 1; cap++) {
        struct buf b = fresh(cap);
        buf_put_char(&b, '{');
        buf_put_key(&b, "one");
        buf_put_char(&b, '1');
        buf_put_key(&b, "two");
        size_t len = cap < sizeof whole ? cap - 1 : sizeof whole - 1;
        same = same && b.len == len && memcmp(b.text, whole, len) == 0 && b.text[len] == '\0';
        marked = marked && b.full == (cap < sizeof whole);
        inside = inside && memory[cap] == '?';
    }
    tap_ok(same, "of keys as much as fits is kept");
    tap_ok(marked, "keys that are cut are marked");
    tap_ok(inside, "no key is written past the end");
}

int main(void)
{
    test_put();
    test_full();
    test_int();
    test_json();
    test_comma();
    test_cut_key();
    return tap_done();
}
