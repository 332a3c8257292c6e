/* Names that people may have: what is shown of them is all there is, and none is a bot's. */
#include <stdio.h>
#include <string.h>

#include "po/words.h"
#include "table/name.h"
#include "tests/tap.h"

static void check_kept(const char *text, const char *want)
{
    char out[NAME_ROOM] = "";
    const char *why = name_read(text, out);
    tap_ok(why == NULL && strcmp(out, want) == 0, "kept: '%s' as '%s'", text, want);
}

static void check_refused(const char *text, const char *id, const char *what)
{
    char out[NAME_ROOM] = "before";
    const char *why = name_read(text, out);
    tap_ok(why != NULL && strcmp(why, id) == 0, "refused: %s", what);
    tap_ok(strcmp(out, "before") == 0, "unchanged: %s", what);
}

static void test_kept(void)
{
    static const char *const good[] = {"Ann",      "Zoë",        "Оксана", "Їжак",     "Jean-Luc",
                                       "李小龍",   "Ann 2",      "❤ Ann",  "Σωκράτης", "שרה",
                                       "Botanist", "Robot",      "Bob",    "Боб",      "Bo",
                                       "Bon jour", "Боттичелли", "Ë̈"};
    for (size_t i = 0; i < sizeof good / sizeof good[0]; i++)
        check_kept(good[i], good[i]);
    check_kept("  Ann   Lee ", "Ann Lee");
    check_kept("Ann\u00a0\u2003Lee\u3000", "Ann Lee");
    check_kept("\u2764\ufe0f Ann", "\u2764 Ann");
    check_kept("123456789012345678901234", "123456789012345678901234");
}

static void test_hidden(void)
{
    static const char *const hidden[] = {
        "A\u200bnn",   "A\u200dnn",
        "\u202eAnn",   "A\u2066nn\u2069",
        "A\u00adnn",   "A\u061cnn",
        "\u2800",      "A\u3164",
        "A\ufeff",     "A\ue000",
        "A\U000f0000", "A\U000e0041",
        "A\u2028B",    "A\tB",
        "A\x7f",       "A\xc2\x85",
        "A\u115f",     "A\u180e",
        "A\ufff9",     "A\u034f",
        "\u0301Ann",   "A\u0301\u0301\u0301\u0301",
        "A\ufdd0",     "A\uffff",
    };
    char what[64];
    for (size_t i = 0; i < sizeof hidden / sizeof hidden[0]; i++) {
        snprintf(what, sizeof what, "hidden characters, case %d", (int)i + 1);
        check_refused(hidden[i], "name.bad", what);
    }
    check_refused("", "name.bad", "an empty name");
    check_refused(" \u3000 ", "name.bad", "spaces alone");
    check_refused("1234567890123456789012345", "name.bad", "25 characters");
    check_refused("A\xff", "name.bad", "a byte that is not UTF-8");
    check_refused("A\xe2\x82", "name.bad", "half a character");
    check_refused("A\xc0\xaf", "name.bad", "an overlong form");
    check_refused("A\xed\xa0\x80", "name.bad", "half a surrogate pair");
}

/* The names of bots in page and terminal, in each language, are refused to people. */
static void test_bots(void)
{
    static const char *const ids[] = {"page.bot", "page.bot-n", "tui.name-bot"};
    static const char *const arg[] = {"2", "hard"};
    static const char *const others[] = {"bot",
                                         "BOT 3",
                                         "bot:hard",
                                         "B0T",
                                         "b\u043et",
                                         "Bot, hard",
                                         "\u0411\u041e\u0422-1",
                                         "\uff22\uff4f\uff54",
                                         "bot\u2013easy"};
    for (int language = 0; language < WORDS_LANGUAGES; language++)
        for (size_t i = 0; i < sizeof ids / sizeof ids[0]; i++) {
            struct buf b = BUF_ROOM(64);
            words_format(&b, words_get((enum words_language)language, ids[i]), arg, 2);
            check_refused(b.text, "name.bot", b.text);
        }
    for (size_t i = 0; i < sizeof others / sizeof others[0]; i++)
        check_refused(others[i], "name.bot", others[i]);
}

static void test_alike(void)
{
    static const char *const alike[][2] = {
        {"Ann", "ann"},           {"ANN", "ann"},       {"Zoë", "ZOË"},
        {"Оксана", "ОКСАНА"},     {"Їжак", "їЖАК"},     {"Anna", "\u0410nn\u0430"},
        {"Tom", "\u0422\u043em"}, {"Bill", "BiIl"},     {"Bob", "B0b"},
        {"Ωmega", "ωmega"},       {"ŁUKASZ", "łukasz"}, {"Ann", "\uff21nn"},
    };
    static const char *const other[][2] = {{"Ann", "Anna"}, {"Anna", "Ann"},  {"Ann", "Anm"},
                                           {"Zoe", "Zoë"},  {"Іван", "Иван"}, {"", "A"}};
    for (size_t i = 0; i < sizeof alike / sizeof alike[0]; i++)
        tap_ok(name_is_like(alike[i][0], alike[i][1]), "'%s' is like '%s'", alike[i][0],
               alike[i][1]);
    for (size_t i = 0; i < sizeof other / sizeof other[0]; i++)
        tap_ok(!name_is_like(other[i][0], other[i][1]), "'%s' is not like '%s'", other[i][0],
               other[i][1]);
}

int main(void)
{
    test_kept();
    test_hidden();
    test_bots();
    test_alike();
    return tap_done();
}
