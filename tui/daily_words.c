/* Daily deals in words: see daily_words.h. */
#include "tui/daily_words.h"

#include <string.h>

#include "po/words.h"

enum { LIST_MAX = 256 };

static void put(enum words_language language, struct buf *b, const char *id, const char *arg)
{
    words_format(b, words_get(language, id), &arg, 1);
}

const char *daily_words_level(enum words_language language, const struct bot *bot)
{
    static const struct {
        const char *name, *id;
    } rows[] = {{"easy", MSG("page.level-easy")},
                {"medium", MSG("page.level-medium")},
                {"hard", MSG("page.level-hard")},
                {"random", MSG("page.level-random")}};
    for (size_t i = 0; i < sizeof rows / sizeof rows[0]; i++)
        if (strcmp(rows[i].name, bot->name) == 0)
            return words_get(language, rows[i].id);
    return bot->name;
}

void daily_words_head(enum words_language language, const struct daily *d, struct buf *b)
{
    char date[DAY_DATE_MAX];
    const struct game *g = d->setup.game;
    day_write(d->mark.day, date);
    buf_put(b, g->title != NULL ? words_get(language, g->title) : g->name);
    buf_put(b, ", ");
    buf_put(b, date);
}

void daily_words_result(enum words_language language, const struct daily *d,
                        const struct daily_result *r, struct buf *b)
{
    int score = r->result.score[DAILY_SEAT];
    if (d->setup.game->cooperative) {
        put(language, b, r->won ? MSG("daily.won") : MSG("daily.lost"), BUF_INT(score));
        return;
    }
    const char *args[] = {BUF_INT(score), BUF_INT(r->place), BUF_INT(d->setup.seats)};
    unsigned long long count = (unsigned long long)(score < 0 ? -score : score);
    words_format(b, words_get_plural(language, MSG("daily.points"), count), args, 3);
}

/* The order of two results at the same seat: who of all wins is ahead, then more points. */
static int compare(const struct daily_result *a, const struct daily_result *b)
{
    int more = a->result.score[DAILY_SEAT] - b->result.score[DAILY_SEAT];
    return (more > 0) - (more < 0);
}

/* The levels that did worse (1), as well (0) or better (-1) than the person. */
static void put_levels(enum words_language language, const struct daily *d,
                       const struct daily_result *own, const struct daily_result *other, int order,
                       struct buf *b)
{
    static const char *const ids[] = {MSG("daily.behind"), MSG("daily.even"), MSG("daily.better")};
    const struct bot *level[DAILY_LEVELS_MAX];
    struct buf list = BUF_ROOM(LIST_MAX);
    daily_list_levels(d->setup.game, level);
    for (int i = 0; level[i] != NULL; i++) {
        if (compare(own, &other[i]) != order)
            continue;
        buf_put(&list, list.len > 0 ? ", " : "");
        buf_put(&list, daily_words_level(language, level[i]));
    }
    if (list.len == 0)
        return;
    buf_put_char(b, '\n');
    put(language, b, ids[order + 1], list.text);
}

void daily_words_share(enum words_language language, const struct daily *d,
                       const struct daily_result *own, const struct daily_result *other,
                       struct buf *b)
{
    buf_put(b, "Parlor, ");
    daily_words_head(language, d, b);
    buf_put_char(b, '\n');
    daily_words_result(language, d, own, b);
    for (int order = 1; order >= -1; order--)
        put_levels(language, d, own, other, order, b);
}
