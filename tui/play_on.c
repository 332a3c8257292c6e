/* Playing on from a moment of the record that is watched: against usual bots, as practice. */
#include <stdlib.h>
#include <sys/random.h>
#include <unistd.h>

#include "tui/tui.h"

/* The seat whose view is shown, or whose turn it is. */
static bool make(const struct tui_watch *w, int at, bool anew, struct local *l, struct problem *p)
{
    const struct record *r = replay_record(w->past->replay);
    struct driver_bot bot[GAME_SEATS_MAX] = {{.bot = NULL}};
    struct fork_wish wish = {.step = at, .seat = w->seat, .anew = anew};
    uint64_t seed = 0;
    if (w->seat < 0)
        wish.seat = fork_find_seat(r, at);
    for (int i = 0; i < w->past->seats; i++)
        if (i != wish.seat)
            bot[i].bot = bots_usual(w->past->game);
    if (!fair_init() || getrandom(&seed, sizeof seed, 0) != sizeof seed)
        abort();
    if (!saves_name(w->past->game->name, l->path))
        l->path[0] = '\0';
    problem_start(p, -1);
    if (local_fork(l, r, &wish, bot, seed, p))
        return true;
    if (l->path[0] != '\0')
        unlink(l->path);
    return false;
}

void tui_play_on(const struct tui_watch *w, int at, bool anew,
                 bool play(struct local *l, enum words_language language), struct buf *why)
{
    static struct local l;
    struct problem p;
    if (make(w, at, anew, &l, &p)) {
        play(&l, w->past->language);
        local_clear(&l);
        return;
    }
    struct buf b = BUF_ROOM(PROBLEM_TEXT_MAX);
    problem_write(&p, w->past->language, &b);
    buf_put(why, b.text);
}
