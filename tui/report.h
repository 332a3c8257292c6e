/*
 * A review of a recorded game in words and tables, of a given width: first the costliest choices,
 * then every choice, then where the chances of winning came from. All cards are open in it.
 */
#ifndef PARLOR_TUI_REPORT_H
#define PARLOR_TUI_REPORT_H

#include "table/review.h"
#include "tui/past.h"

struct report {
    const struct past *past;
    const struct review *review; /* of that game */
    int room;                    /* the width of the whole report, in characters */
};

/* Reviews the game of `past`; true: call review_clear later. False: `progress` has stopped it. */
bool report_make(const struct past *past, const struct review_plan *plan, struct review *out);
/* Appends the whole report. */
void report_write(const struct report *r, struct strbuf *out);
/* The verdict of the review on the choice that led to this step: its grade, its worth and a better
   one, in a line; nothing if there was no choice. `seat` and `open` are as for past_look. */
void report_put_note(const struct report *r, int step, int seat, bool open, struct buf *b);
/* Why that choice cost something, in a sentence; nothing if it did not. It may name cards that only
   the seat that chose knew. */
void report_put_why(const struct report *r, int step, struct buf *b);

/* Reviews a finished game, a record line without its end: the choices of that seat, or of all (-1).
   Appends the report and a NUL; false: `progress` has stopped it, or the line is no record. */
bool report_record(const char *line, size_t len, int seat, enum words_language language, int room,
                   bool (*progress)(void *context, int done, int all), void *context,
                   struct strbuf *out);
/* Reviews a finished game at this terminal: the choices of the person, or of all if several played.
   See report_record. */
bool report_local(const struct local *l, enum words_language language, int room,
                  bool (*progress)(void *context, int done, int all), void *context,
                  struct strbuf *out);

/* Progress on standard error, for a plan whose context is this. */
struct report_progress {
    enum words_language language;
    bool live; /* standard error is a terminal */
};
bool report_show_progress(void *context, int done, int all);
void report_end_progress(const struct report_progress *p);

/* report_words.c, for report.c. */
const char *report_word(const struct report *r, const char *id);
/* A text of the catalogue; the arguments are texts, ended by NULL. */
void report_put(const struct report *r, struct buf *b, const char *id, ...);
const char *report_grade(const struct report *r, const struct review_decision *d);
/* Whether the review has something to say of this choice. */
bool report_has(const struct review_decision *d);
/* Looks at the moment of a choice; scene_clear frees the scene. */
void report_look(const struct report *r, const struct review_decision *d, struct scene *c);
void report_put_move(const struct scene *c, const struct review_decision *d, move m, struct buf *b);
/* A chance of winning and, where the game has them, points. */
void report_put_value(const struct bot_value *v, struct buf *b);
/* The costliest choices in words, at most three. */
void report_write_costliest(const struct report *r, struct strbuf *out);

/* A change of chances that is too small to be shown. */
#define REPORT_SHOWN 0.0005

#endif
