/*
 * TLS: which versions and ciphers, and the certificate, which can be read again while the server
 * runs: new connections get the new one, those that are open go on.
 */
#ifndef PARLOR_SERVER_TLS_H
#define PARLOR_SERVER_TLS_H

#include <gnutls/abstract.h>
#include <stdbool.h>
#include <stddef.h>

#include "server/settings.h"

/* For GnuTLS: TLS 1.2 and 1.3, forward secrecy, authenticated ciphers. */
extern const char tls_priorities[];

/* Reads certificate and key. If that fails, those read before stay, and `why` says what to do. */
bool tls_load(const struct settings *settings, char *why, size_t cap);
/* The same while the server runs; logs what happened. */
void tls_reload(const struct settings *settings);
/* Logs it if that would not work: called when root has been dropped and the sandbox entered. */
void tls_check_reload(const struct settings *settings);
void tls_free(void);
gnutls_certificate_retrieve_function2 tls_choose; /* gives a connection the certificate */

#endif
