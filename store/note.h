/* Private to store/: the note of the last event, by which a cut WAL is noticed at the start. */
#ifndef PARLOR_STORE_NOTE_H
#define PARLOR_STORE_NOTE_H

#include "store/driver.h"

/* Compares the note with the database; store_has_lost says what it found. */
void note_read(struct store *s);

/* Before a commit: empties the note if the transaction removes its table. A crash in between costs
   the warning, and gives no false one. */
void note_void(struct store *s);

/* Notes the event that the last transaction appended, if it appended one. */
void note_write(struct store *s);

#endif
