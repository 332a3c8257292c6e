/* The journal's text of each kind of event stays the same when read and written again. */
#include <string.h>

#include "table/table.h"
#include "tests/tap.h"

#define PERSON "\"player\":\"00000000000000ab\",\"name\":\"Ann\""
#define NUMBER "0123456789abcdef0123456789abcdef0123456789abcdef0123456789abcdef"

/* Room for the longest texts. */
#define LONG_100                                                                                   \
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"                                           \
    "xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx"
#define LONG_800 LONG_100 LONG_100 LONG_100 LONG_100 LONG_100 LONG_100 LONG_100 LONG_100

static const char *const kept[] = {
    "{\"e\":\"create\"," PERSON
    ",\"game\":\"luz\",\"rules\":1,\"seats\":3,\"options\":{\"memory\":\"strict\"},"
    "\"clock\":{\"kind\":\"none\"},\"listed\":false,\"start\":\"full\",\"secret\":\"" NUMBER "\"}",
    "{\"e\":\"sit\",\"chair\":2," PERSON "}",
    "{\"e\":\"sit\",\"chair\":2," PERSON ",\"number\":\"" NUMBER "\"}",
    "{\"e\":\"stand\",\"chair\":1}",
    "{\"e\":\"stand\",\"key\":\"aZ09_-aZ09_-aZ09_-aZ09_-\",\"chair\":1}",
    "{\"e\":\"bot\",\"chair\":1,\"level\":\"hard\"}",
    "{\"e\":\"free\",\"chair\":1}",
    "{\"e\":\"begins\",\"chair\":1}",
    "{\"e\":\"begins\",\"chair\":null}",
    "{\"e\":\"start\",\"order\":[2,0,1]}",
    "{\"e\":\"start\",\"order\":[2,0,1],\"begins\":2}",
    "{\"e\":\"deal\",\"text\":\"R1 R2 R3\"}",
    "{\"e\":\"move\",\"seat\":1,\"text\":\"play 3\"}",
    "{\"e\":\"move\",\"seat\":1,\"text\":\"play 3\",\"sealed\":true}",
    "{\"e\":\"ask\",\"seat\":2}",
    "{\"e\":\"agree\",\"seat\":2,\"yes\":true}",
    "{\"e\":\"agree\",\"seat\":2,\"yes\":false}",
    "{\"e\":\"takeback\",\"seat\":2}",
    "{\"e\":\"takeback\",\"seat\":2,\"steps\":3}",
    "{\"e\":\"leave\",\"seat\":2}",
    "{\"e\":\"pause\",\"seat\":2}",
    "{\"e\":\"resume\",\"seat\":2}",
    "{\"e\":\"standin\",\"seat\":2,\"level\":\"hard\"}",
    "{\"e\":\"back\",\"seat\":2}",
    "{\"e\":\"back\",\"seat\":2,\"steady\":123456}",
    "{\"e\":\"move\",\"seat\":1,\"text\":\"play 3\",\"steady\":1}",
    "{\"e\":\"talk\"," PERSON ",\"text\":\"well\"}",
    "{\"e\":\"talk\"," PERSON ",\"text\":\"" LONG_800 "\"}",
    "{\"e\":\"talk\"," PERSON ",\"phrase\":\"hello\"}",
    "{\"e\":\"over\"}",
    "{\"e\":\"rematch\",\"table\":\"abcdefghijklmnop\"}",
};

static const char *const refused[] = {
    "",
    "[]",
    "{\"e\":\"none\"}",
    "{\"e\":\"sit\",\"chair\":2,\"player\":\"00000000000000ab\"}",
    "{\"e\":\"sit\"," PERSON "}",
    "{\"e\":\"bot\",\"chair\":1}",
    "{\"e\":\"begins\",\"chair\":-1}",
    "{\"e\":\"deal\"}",
    "{\"e\":\"deal\",\"text\":\"" LONG_800 "\",\"text\":\"\"}",
    "{\"e\":\"deal\",\"text\":\"" LONG_800 LONG_100 "\"}",
    "{\"e\":\"move\",\"text\":\"play 3\"}",
    "{\"e\":\"move\",\"seat\":5,\"text\":\"play 3\"}",
    "{\"e\":\"move\",\"seat\":1,\"text\":\"" LONG_800 LONG_100 "\"}",
    "{\"e\":\"ask\",\"seat\":5}",
    "{\"e\":\"ask\",\"key\":\"\",\"seat\":2}",
    "{\"e\":\"ask\",\"key\":\"a b\",\"seat\":2}",
    "{\"e\":\"ask\",\"key\":\"a\\u0000\",\"seat\":2}",
    "{\"e\":\"ask\",\"key\":\"aZ09_-aZ09_-aZ09_-aZ09_-a\",\"seat\":2}",
    "{\"e\":\"ask\",\"key\":7,\"seat\":2}",
    "{\"e\":\"takeback\",\"seat\":2,\"steps\":-1}",
    "{\"e\":\"standin\",\"seat\":2}",
    "{\"e\":\"talk\"," PERSON "}",
    "{\"e\":\"talk\"," PERSON ",\"text\":\"" LONG_800 "x\"}",
    "{\"e\":\"rematch\",\"table\":\"abcdefghijklmnopq\"}",
};

static void test_kept(const char *text)
{
    static struct table_plan plan = {.setup = {.seats = 3}};
    struct table_event e = {.n = 7, .at = 99};
    char memory[TABLE_EVENT_JSON];
    struct buf b;
    buf_init(&b, memory, sizeof memory);
    bool read = table_read_event(text, strlen(text), &e, &plan);
    if (read)
        table_write_event(&e, &plan, &b);
    tap_ok(read && e.n == 7 && e.at == 99 && strcmp(memory, text) == 0, "%.60s", text);
}

/* Bytes that JSON does not know. */
static const struct {
    const char *text;
    size_t len;
} bytes[] = {
#define BYTES(TEXT)                                                                                \
    {                                                                                              \
        (TEXT), sizeof(TEXT) - 1                                                                   \
    }
    BYTES("{\"e\":\"back\",\"seat\":2\0}"),
    BYTES("{\"e\":\"back\",\"seat\":\0002}"),
    BYTES("{\"e\":\"agree\",\"seat\":2,\"yes\":true\0}"),
    BYTES("{\"e\":\"agree\",\"seat\":2,\"yes\":false \0 }"),
    BYTES("{\"e\":\"begins\",\"chair\":null\0}"),
    BYTES("{\"e\":\"over\"}\0"),
    BYTES("{\"e\":\"over\"}\0{}"),
    BYTES("\0{\"e\":\"over\"}"),
    BYTES("\xef\xbb\xbf{\"e\":\"over\"}"),
    BYTES("{\"e\":\"back\",\"seat\":2\v}"),
    BYTES("{\"e\":\"back\",\"seat\":2\x01}"),
    BYTES("{\"e\":\"over\"}x"),
    BYTES("{\"e\":\"deal\",\"text\":\"R1\x1f\"}"),
    BYTES("{\"e\":\"deal\",\"text\":\"\xff\"}"),
    BYTES("{\"e\":\"deal\",\"text\":\"\xed\xa0\x80\"}"),
    BYTES("{\"e\":\"deal\",\"text\":\"\xd0\"}"),
};

static void test_bytes(void)
{
    for (size_t i = 0; i < sizeof bytes / sizeof bytes[0]; i++) {
        struct table_plan plan;
        struct table_event e = {.n = 7};
        tap_ok(!table_read_event(bytes[i].text, bytes[i].len, &e, &plan), "bytes refused: %d",
               (int)i);
    }
}

int main(void)
{
    for (size_t i = 0; i < sizeof kept / sizeof kept[0]; i++)
        test_kept(kept[i]);
    for (size_t i = 0; i < sizeof refused / sizeof refused[0]; i++) {
        struct table_plan plan;
        struct table_event e = {.n = 7};
        tap_ok(!table_read_event(refused[i], strlen(refused[i]), &e, &plan), "refused: %.60s",
               refused[i]);
    }
    test_bytes();
    return tap_done();
}
