/* Typed commands that keep order at a server's table. People are named by the numbers of chairs. */
#include <stdlib.h>
#include <string.h>

#include "client/order.h"
#include "client/remote.h"
#include "tui/online.h"

/* The chair of `2`, or -1 for a word that is no chair. */
static int read_chair(const char *text, size_t len)
{
    return len == 1 && text[0] >= '1' && text[0] <= '9' ? text[0] - '1' : -1;
}

/* `report 2 talk`, `report table`: the reason may be missing. */
static bool report(struct remote *r, const char *text)
{
    static const char *const reasons[] = {"talk", "name", "play", "other"};
    size_t len = strcspn(text, " ");
    const char *why = text[len] == ' ' ? text + len + 1 : "other";
    int chair = read_chair(text, len);
    bool known = false;
    for (size_t i = 0; i < sizeof reasons / sizeof reasons[0]; i++)
        known = known || strcmp(why, reasons[i]) == 0;
    if (!known || (chair < 0 && (len != 5 || strncmp(text, "table", len) != 0)))
        return false;
    return order_report(r, chair, why);
}

bool online_keep_order(struct remote *r, const char *line)
{
    static const struct {
        const char *word, *verb;
        bool on;
    } rows[] = {
        {"mute ", NULL, true},
        {"unmute ", NULL, false},
        {"remove ", "remove", true},
        {"silence ", "silence", true},
        {"unsilence ", "silence", false},
    };
    if (strncmp(line, "report ", 7) == 0)
        return report(r, line + 7);
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++) {
        size_t n = strlen(rows[i].word);
        if (strncmp(line, rows[i].word, n) != 0)
            continue;
        int chair = read_chair(line + n, strlen(line + n));
        return rows[i].verb != NULL ? order_ask(r, rows[i].verb, chair, rows[i].on)
                                    : order_mute(r, chair, rows[i].on);
    }
    return false;
}
