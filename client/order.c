/* Order at a server's table: see order.h. */
#include "client/order.h"

#include <string.h>
#include <time.h>

#include "client/remote.h"

static const char *find_player(const struct remote *r, int chair)
{
    const json_t *people = json_object_get(r->table, "people");
    const json_t *person = chair >= 0 ? json_array_get(people, (size_t)chair) : NULL;
    return json_string_value(json_object_get(person, "player"));
}

static void send_mute(struct remote *r, const char *player, bool on)
{
    remote_send(r, REMOTE_OTHER, "mute", json_pack("{s:s, s:b}", "player", player, "on", on));
}

bool order_mute(struct remote *r, int chair, bool on)
{
    const char *player = find_player(r, chair);
    if (player == NULL)
        return false;
    if (r->muted == NULL)
        r->muted = json_object();
    if (on)
        json_object_set_new(r->muted, player, json_true());
    else
        json_object_del(r->muted, player);
    send_mute(r, player, on);
    return true;
}

void order_mute_again(struct remote *r)
{
    const char *player;
    json_t *on;
    json_object_foreach(r->muted, player, on) send_mute(r, player, true);
}

bool order_report(struct remote *r, int chair, const char *why)
{
    const char *player = find_player(r, chair);
    json_t *m = json_pack("{s:s, s:s}", "table", r->link.table, "why", why);
    if (player != NULL)
        json_object_set_new(m, "player", json_string(player));
    if (player != NULL || chair < 0)
        return remote_send(r, REMOTE_REPORT, "report", m);
    json_decref(m);
    return false;
}

bool order_ask(struct remote *r, const char *verb, int chair, bool on)
{
    const char *player = find_player(r, chair);
    if (player == NULL)
        return false;
    json_t *m = json_pack("{s:s, s:s}", "table", r->link.table, "player", player);
    if (strcmp(verb, "silence") == 0)
        json_object_set_new(m, "on", json_boolean(on));
    return remote_send(r, REMOTE_OTHER, verb, m);
}

void order_take_notice(struct remote *r, const json_t *notice)
{
    const char *id = json_string_value(json_object_get(notice, "id"));
    const char *text = json_string_value(json_object_get(notice, "text"));
    time_t at = (time_t)(json_integer_value(json_object_get(notice, "at")) / 1000);
    struct tm parts;
    char time[16];
    if (id == NULL || localtime_r(&at, &parts) == NULL ||
        strftime(time, sizeof time, "%H:%M", &parts) == 0)
        return;
    json_decref(r->note);
    r->note = json_pack("{s:s, s:[s]}", "id", id, "args", time);
    if (text != NULL)
        json_object_set_new(r->note, "more",
                            json_pack("[{s:s, s:[s]}]", "id", MSG("notice.words"), "args", text));
}
