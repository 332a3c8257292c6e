/*
 * Previews of links in messengers: these read the page, run none of its code, and look for a title,
 * a description and a picture in its head (Open Graph). So the page of a table (/t/ID) or of a
 * shared game (/g/KEY) gets a head of its own, in the reader's language. Invariants:
 *
 *  1. Nobody learns more than by opening the link without a seat. Of a table only the game, its
 *     seats and its phase are told, and who invites while it waits. A shared game is public, so its
 *     names and result are told.
 *  2. A link without a table gets the same bytes as any other page.
 *  3. Only what is on disk is told.
 *  4. No text gets into the page unless put_text has written it: names are foreign.
 *  5. While the store is slow or has failed, pages do not wait for it: they come without a preview.
 *     So does one whose table has a long journal that is not read yet.
 */
#define _GNU_SOURCE /* memmem */
#include <assert.h>
#include <string.h>

#include "po/words.h"
#include "server/assets.h"
#include "server/head.h"
#include "server/identity.h"
#include "server/preview.h"
#include "server/tables.h"

enum { TEXT_ROOM = 1024, KEY_LEN = 20, SLOW_NS = 250000000 };

struct preview {
    enum words_language language;
    const struct table *t;
    bool shared; /* a finished game, for everybody who has the link */
    struct buf title, about;
};

/* ---- links ---- */

/* Whether the path is START and an id of `len` letters, and perhaps a step of the game. */
static bool read_link(const char *url, const char *start, size_t len, char *id)
{
    static const char letters[] = "abcdefghijklmnopqrstuvwxyz0123456789";
    size_t n = strlen(start);
    if (strncmp(url, start, n) != 0 || strspn(url + n, letters) != len)
        return false;
    const char *rest = url + n + len;
    if (rest[0] != '\0' && (rest[0] != '/' || strchr(rest + 1, '/') != NULL))
        return false;
    memcpy(id, url + n, len);
    id[len] = '\0';
    return true;
}

static bool read_table(const char *url, char id[TABLE_ID_MAX])
{
    return read_link(url, "/t/", TABLE_ID_MAX - 1, id);
}

static bool read_key(const char *url, char key[KEY_LEN + 1])
{
    return read_link(url, "/g/", KEY_LEN, key);
}

bool preview_is_due(const struct server *s, const char *url)
{
    char id[KEY_LEN + 1];
    bool waits = s->wait.on && s->looked_ns - s->turn_began_ns > SLOW_NS;
    return (read_table(url, id) || read_key(url, id)) && s->store_good && !waits;
}

/* The table of a link, if all that has happened there is stored; else NULL. */
static const struct table *find_table(struct server *s, const char *url, bool *shared)
{
    char id[TABLE_ID_MAX], key[KEY_LEN + 1];
    int result;
    *shared = read_key(url, key);
    if (*shared ? store_find_share(s->store, key, id, sizeof id) != STORE_OK : !read_table(url, id))
        return NULL;
    const struct live_table *live = tables_find(s, id, &result);
    if (live == NULL || live->t->n != live->told || (*shared && live->t->phase != TABLE_OVER))
        return NULL;
    return live->t;
}

/* ---- words ---- */

/* The length of a mark that turns the direction of writing; 0: there is none. They are U+061C,
   U+200E, U+200F, U+202A to U+202E and U+2066 to U+2069. */
static size_t measure_mark(const char *text)
{
    const unsigned char *u = (const unsigned char *)text;
    if (u[0] == 0xd8 && u[1] == 0x9c)
        return 2;
    if (u[0] != 0xe2 || (u[1] != 0x80 && u[1] != 0x81))
        return 0;
    bool mark = u[1] == 0x80 ? u[2] == 0x8e || u[2] == 0x8f || (u[2] >= 0xaa && u[2] <= 0xae)
                             : u[2] >= 0xa6 && u[2] <= 0xa9;
    return mark ? 3 : 0;
}

/* U+2068 or U+2069: what stands between them moves nothing around it. */
static void put_isolate(struct buf *b, char last)
{
    buf_put_char(b, (char)0xe2);
    buf_put_char(b, (char)0x81);
    buf_put_char(b, last);
}

/* A name without marks of direction, which old journals may have. */
static void put_name(struct buf *b, const char *name)
{
    bool far =
        false; /* letters beyond Latin, Greek and Cyrillic ones: perhaps from right to left */
    for (const char *p = name; *p != '\0'; p++)
        far = far || (unsigned char)*p >= 0xd6;
    if (far)
        put_isolate(b, (char)0xa8);
    for (const char *p = name; *p != '\0';) {
        size_t mark = measure_mark(p);
        if (mark == 0)
            buf_put_char(b, *p++);
        p += mark;
    }
    if (far)
        put_isolate(b, (char)0xa9);
}

static const char *game_name(const struct preview *p)
{
    const struct game *g = p->t->plan.setup.game;
    return g->title != NULL ? words_get(p->language, g->title) : g->name;
}

static void put_title(struct preview *p, const char *pattern)
{
    words_format(&p->title, pattern, (const char *[]){game_name(p)}, 1);
}

static void put_about(struct preview *p, const char *pattern, const char *first, const char *second)
{
    words_format(&p->about, pattern, (const char *[]){first, second}, 2);
}

/* ---- a table ---- */

static int count_free(const struct table *t)
{
    int n = 0;
    for (int i = 0; i < t->plan.setup.seats; i++)
        n += t->chair[i].kind == TABLE_CHAIR_FREE;
    return n;
}

/* The host's name, if the host sits here and has chosen one; else NULL. */
static const char *find_host(const struct table *t)
{
    char guest[TABLE_NAME_MAX];
    int chair = table_find_chair(t, t->host);
    const char *name = chair >= 0 ? t->chair[chair].name : NULL;
    identity_guest_name(t->host, guest);
    return name != NULL && name[0] != '\0' && strcmp(name, guest) != 0 ? name : NULL;
}

static void tell_open(struct preview *p)
{
    const char *host = find_host(p->t);
    struct buf name = BUF_ROOM(TEXT_ROOM);
    int n = count_free(p->t), seats = p->t->plan.setup.seats;
    if (host != NULL) {
        put_name(&name, host);
        words_format(&p->title, words_get(p->language, "preview.invites"),
                     (const char *[]){name.text, game_name(p)}, 2);
    } else {
        put_title(p, words_get(p->language, "preview.waits"));
    }
    if (n == 0) {
        buf_put(&p->about, words_get(p->language, "preview.full"));
        return;
    }
    put_about(p, words_get_plural(p->language, "preview.free", (unsigned)n), BUF_INT(n),
              BUF_INT(seats));
    if (p->t->plan.invited_count == 0) { /* else not everybody may sit */
        buf_put(&p->about, " ");
        buf_put(&p->about, words_get(p->language, "preview.sit"));
    }
}

static void tell_play(struct preview *p)
{
    unsigned n = (unsigned)p->t->plan.setup.seats;
    put_title(p, words_get(p->language, "preview.plays"));
    put_about(p, words_get_plural(p->language, "preview.watch", n), BUF_INT(n), "");
}

static void tell_over(struct preview *p)
{
    unsigned n = (unsigned)p->t->plan.setup.seats;
    put_title(p, words_get(p->language, "preview.ended"));
    put_about(p, words_get_plural(p->language, "preview.look", n), BUF_INT(n), "");
}

/* ---- a shared game ---- */

static void put_player(const struct preview *p, int seat, struct buf *b)
{
    const struct table_chair *c = &p->t->chair[p->t->seat[seat].chair];
    if (c->kind == TABLE_CHAIR_PERSON && c->name != NULL && c->name[0] != '\0')
        put_name(b, c->name);
    else if (c->kind == TABLE_CHAIR_BOT)
        buf_put(b, words_get(p->language, "page.bot"));
    else /* somebody who asked to be forgotten */
        words_format(b, words_get(p->language, "page.seat-n"), (const char *[]){BUF_INT(seat + 1)},
                     1);
}

/* The best seat of those that are left, at least one: winners first, then by points. */
static int find_best(const struct result *r, uint32_t left)
{
    int best = -1;
    for (int i = 0; i < r->seats; i++) {
        bool wins = (r->winners >> i & 1) != 0;
        if ((left >> i & 1) == 0)
            continue;
        bool leads = best >= 0 && (r->winners >> best & 1) != 0;
        if (best < 0 || (wins != leads ? wins : r->score[i] > r->score[best]))
            best = i;
    }
    assert(best >= 0);
    return best;
}

static void tell_shared(struct preview *p)
{
    const struct game *g = p->t->plan.setup.game;
    struct result r;
    struct buf players = BUF_ROOM(TEXT_ROOM);
    g->result(table_state(p->t), &r);
    uint32_t left = (UINT32_C(1) << r.seats) - 1;
    for (int i = 0; i < r.seats; i++) {
        int seat = find_best(&r, left);
        left &= ~(UINT32_C(1) << seat);
        buf_put(&players, i > 0 ? ", " : "");
        put_player(p, seat, &players);
        if (!g->cooperative) {
            buf_put(&players, " ");
            buf_put_int(&players, r.score[seat]);
        }
    }
    put_title(p, words_get(p->language, "preview.replay"));
    put_about(p,
              !g->cooperative  ? words_get(p->language, "preview.scores")
              : r.winners != 0 ? words_get(p->language, "preview.won")
                               : words_get(p->language, "preview.lost"),
              players.text, "");
}

/* ---- the page ---- */

/* A text for people or an address, in HTML. */
static void put_text(struct strbuf *out, const char *text)
{
    for (const char *p = text; *p != '\0'; p++) {
        unsigned char c = (unsigned char)*p;
        if (c == '&')
            strbuf_put(out, "&amp;");
        else if (c == '<')
            strbuf_put(out, "&lt;");
        else if (c == '>')
            strbuf_put(out, "&gt;");
        else if (c == '"')
            strbuf_put(out, "&quot;");
        else if (c == '\'')
            strbuf_put(out, "&#39;");
        else if (c >= 0x20 && c != 0x7f)
            strbuf_put_bytes(out, p, 1);
    }
}

/* `kind` is the attribute that the tag is known by. */
static void put_meta(struct strbuf *out, const char *kind, const char *name, const char *text)
{
    strbuf_put(out, "\n<meta ");
    strbuf_put(out, kind);
    strbuf_put(out, "=\"");
    strbuf_put(out, name);
    strbuf_put(out, "\" content=\"");
    put_text(out, text);
    strbuf_put(out, "\" />");
}

/* The game's picture, if the page has one and the request says where the page is. */
static bool find_picture(const struct server *s, struct MHD_Connection *m, const struct preview *p,
                         struct buf *address)
{
    struct buf path = BUF_ROOM(TEXT_ROOM);
    buf_put(&path, "/share/");
    buf_put(&path, p->t->plan.setup.game->name);
    buf_put(&path, ".png");
    if (assets_find(path.text) == NULL || !head_write_site(s, m, address))
        return false;
    buf_put(address, path.text);
    return true;
}

static void put_head(struct server *s, struct MHD_Connection *m, const struct preview *p,
                     struct strbuf *out)
{
    struct buf picture = BUF_ROOM(TEXT_ROOM);
    bool drawn = find_picture(s, m, p, &picture);
    strbuf_put(out, "<title>");
    put_text(out, p->title.text);
    strbuf_put(out, " · Parlor</title>");
    put_meta(out, "name", "description", p->about.text);
    put_meta(out, "property", "og:title", p->title.text);
    put_meta(out, "property", "og:description", p->about.text);
    put_meta(out, "property", "og:type", "website");
    put_meta(out, "property", "og:site_name", "Parlor");
    if (drawn) {
        put_meta(out, "property", "og:image", picture.text);
        put_meta(out, "property", "og:image:width", "1200");
        put_meta(out, "property", "og:image:height", "630");
    }
    put_meta(out, "name", "twitter:card", drawn ? "summary_large_image" : "summary");
}

/* The place of a text from `open` to `close`; `end` gets the place after it. NULL: none. */
static const char *find_tag(const char *from, const char *until, const char *open,
                            const char *close, const char **end)
{
    const char *at = memmem(from, (size_t)(until - from), open, strlen(open));
    const char *last = at != NULL ? memmem(at, (size_t)(until - at), close, strlen(close)) : NULL;
    *end = last != NULL ? last + strlen(close) : NULL;
    return last != NULL ? at : NULL;
}

bool preview_write(struct server *s, struct MHD_Connection *m, const char *url, struct strbuf *out)
{
    static void (*const tell[])(struct preview *) = {
        [TABLE_OPEN] = tell_open, [TABLE_PLAY] = tell_play, [TABLE_OVER] = tell_over};
    struct preview p = {
        .language = head_language(m), .title = BUF_ROOM(TEXT_ROOM), .about = BUF_ROOM(TEXT_ROOM)};
    const struct asset *index = assets_find("/index.html");
    const unsigned char *bytes = assets_plain(index);
    const char *page = (const char *)bytes, *end, *after;
    if (page == NULL || (p.t = find_table(s, url, &p.shared)) == NULL)
        return false;
    const char *until = page + index->plain_len;
    const char *title = find_tag(page, until, "<title>", "</title>", &after);
    if (title == NULL)
        return false;
    (p.shared ? tell_shared : tell[p.t->phase])(&p);
    strbuf_put_bytes(out, page, (size_t)(title - page));
    put_head(s, m, &p, out);
    const char *about = find_tag(after, until, "<meta name=\"description\"", ">", &end);
    if (about != NULL) {
        strbuf_put_bytes(out, after, (size_t)(about - after));
        after = end;
    }
    strbuf_put_bytes(out, after, (size_t)(until - after));
    return true;
}
