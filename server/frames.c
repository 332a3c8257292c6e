/*
 * WebSocket frames: a context of wslay, with its buffers of 8 KiB, reads and writes those of a
 * connection. Only a connection in the middle of a frame or message, or of its end, has a context
 * of its own; between messages it gives it back, so thousands of idle connections share a few.
 */
#include "server/frames.h"

#include <stdlib.h>
#include <wslay/wslay.h>

#include "table/memory.h"

enum { SPARE_MAX = 16, MASK_BYTES = 4 };

static struct frames *spare;
static int spares;

static struct frames *make(const struct wslay_event_callbacks *callbacks)
{
    struct frames *f = memory_take_zeros(1, sizeof *f);
    if (wslay_event_context_server_init(&f->ws, callbacks, f) != 0)
        memory_end();
    wslay_event_config_set_max_recv_msg_length(f->ws, SERVER_FRAME_MAX);
    return f;
}

void frames_take(struct conn *c, const struct wslay_event_callbacks *callbacks)
{
    if (c->frames != NULL)
        return;
    struct frames *f = spare;
    if (f != NULL) {
        spare = f->next;
        spares--;
    } else {
        f = make(callbacks);
    }
    f->conn = c;
    c->frames = f;
}

void frames_note_bytes(struct conn *c, size_t n)
{
    c->frames->beyond += (int64_t)n;
}

void frames_note_start(struct conn *c, const struct wslay_event_on_frame_recv_start_arg *frame)
{
    uint64_t len = frame->payload_length, longer = len < 126 ? 0 : len < 65536 ? 2 : 8;
    c->frames->beyond -= (int64_t)(2 + longer + MASK_BYTES + len);
    if (!wslay_is_ctrl_frame(frame->opcode))
        c->frames->in_message = !frame->fin;
}

static bool is_at_rest(const struct frames *f)
{
    return f->beyond == 0 && !f->in_message && wslay_event_want_read(f->ws) &&
           !wslay_event_want_write(f->ws) && !wslay_event_get_close_sent(f->ws) &&
           !wslay_event_get_close_received(f->ws);
}

void frames_rest(struct conn *c)
{
    struct frames *f = c->frames;
    if (f == NULL || c->dead || c->closing || !is_at_rest(f))
        return;
    if (spares == SPARE_MAX) {
        frames_free(c);
        return;
    }
    c->frames = NULL;
    f->conn = NULL;
    f->next = spare;
    spare = f;
    spares++;
}

void frames_free(struct conn *c)
{
    if (c->frames == NULL)
        return;
    wslay_event_context_free(c->frames->ws);
    free(c->frames);
    c->frames = NULL;
}

void frames_free_spare(void)
{
    for (struct frames *f; (f = spare) != NULL; spares--) {
        spare = f->next;
        wslay_event_context_free(f->ws);
        free(f);
    }
}
