/* The log: lines of JSON. */
#ifndef PARLOR_SERVER_LOG_H
#define PARLOR_SERVER_LOG_H

/* Writes one line; the arguments are pairs of name and text, closed by NULL. */
void log_line(const char *level, const char *event, ...);

#endif
