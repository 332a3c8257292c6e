/* TLS: see tls.h. Only the loop's thread is in here. */
#define _XOPEN_SOURCE 700
#include "server/tls.h"
#include "server/log.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <sodium.h>

#include "server/server.h"
#include "table/memory.h"

enum { FILE_MAX = 1 << 16, CHAIN_MAX = 16, WHY_MAX = 3 * SETTING_TEXT_MAX };

const char tls_priorities[] = "NORMAL:-VERS-ALL:+VERS-TLS1.3:+VERS-TLS1.2:-KX-ALL:+ECDHE-ECDSA:"
                              "+ECDHE-RSA:-CIPHER-ALL:+AES-256-GCM:+CHACHA20-POLY1305:"
                              "+AES-128-GCM:-MAC-ALL:+AEAD:%SERVER_PRECEDENCE";

/* A handshake may still use an older certificate, so all are kept until the server stops. */
struct certificate {
    struct certificate *older;
    gnutls_pcert_st chain[CHAIN_MAX];
    unsigned chain_n;
    gnutls_privkey_t key;
};

static struct certificate *newest; /* static, because the callback is given nothing of ours */

int tls_choose(gnutls_session_t session, const gnutls_datum_t *authorities, int authorities_n,
               const gnutls_pk_algorithm_t *kinds, int kinds_n, gnutls_pcert_st **chain,
               unsigned *chain_n, gnutls_privkey_t *key)
{
    (void)session, (void)authorities, (void)authorities_n, (void)kinds, (void)kinds_n;
    *chain = newest->chain;
    *chain_n = newest->chain_n;
    *key = newest->key;
    return 0;
}

static void free_certificate(struct certificate *c)
{
    for (unsigned i = 0; i < c->chain_n; i++)
        gnutls_pcert_deinit(&c->chain[i]);
    if (c->key != NULL)
        gnutls_privkey_deinit(c->key);
    free(c);
}

void tls_free(void)
{
    while (newest != NULL) {
        struct certificate *c = newest;
        newest = c->older;
        free_certificate(c);
    }
}

/* ---- reading ---- */

/* Reads a whole file, at most FILE_MAX bytes; false: `why` says what to do. */
static bool read_file(const char *setting, const char *path, gnutls_datum_t *out, char *why,
                      size_t cap)
{
    FILE *file = fopen(path, "re");
    out->data = memory_take_zeros(1, FILE_MAX + 1);
    out->size = file != NULL ? (unsigned)fread(out->data, 1, FILE_MAX + 1, file) : 0;
    bool good = file != NULL && !ferror(file) && out->size > 0 && out->size <= FILE_MAX;
    if (file == NULL && errno == EACCES)
        snprintf(
            why, cap,
            "%s: the user of the server may not read %s; let that user read it, and its folder, "
            "or restart the server",
            setting, path);
    else if (!good)
        snprintf(why, cap, "%s: cannot read %s: %s", setting, path,
                 file == NULL ? strerror(errno) : "it is empty or too large");
    if (file != NULL)
        fclose(file);
    return good;
}

/* Whether GnuTLS would serve this pair: it reads both and compares them. */
static int check_pair(const gnutls_datum_t *cert, const gnutls_datum_t *key)
{
    gnutls_certificate_credentials_t both;
    int code = gnutls_certificate_allocate_credentials(&both);
    if (code < 0)
        return code;
    code = gnutls_certificate_set_x509_key_mem(both, cert, key, GNUTLS_X509_FMT_PEM);
    gnutls_certificate_free_credentials(both);
    return code;
}

static int import(struct certificate *c, const gnutls_datum_t *cert, const gnutls_datum_t *key)
{
    int code = check_pair(cert, key);
    unsigned n = CHAIN_MAX;
    if (code >= 0)
        code = gnutls_pcert_list_import_x509_raw(c->chain, &n, cert, GNUTLS_X509_FMT_PEM,
                                                 GNUTLS_X509_CRT_LIST_IMPORT_FAIL_IF_EXCEED |
                                                     GNUTLS_X509_CRT_LIST_SORT);
    c->chain_n = code >= 0 ? n : 0;
    if (code >= 0)
        code = gnutls_privkey_init(&c->key);
    if (code >= 0)
        code = gnutls_privkey_import_x509_raw(c->key, key, GNUTLS_X509_FMT_PEM, NULL, 0);
    return code;
}

/* The key is wiped. */
static void free_files(gnutls_datum_t *cert, gnutls_datum_t *key)
{
    if (key->data != NULL)
        sodium_memzero(key->data, FILE_MAX + 1);
    free(cert->data);
    free(key->data);
}

static bool read_files(const struct settings *settings, gnutls_datum_t *cert, gnutls_datum_t *key,
                       char *why, size_t cap)
{
    *cert = *key = (gnutls_datum_t){NULL, 0};
    return read_file("tls-cert", settings->tls_cert, cert, why, cap) &&
           read_file("tls-key", settings->tls_key, key, why, cap);
}

bool tls_load(const struct settings *settings, char *why, size_t cap)
{
    gnutls_datum_t cert, key;
    struct certificate *c = memory_take_zeros(1, sizeof *c);
    bool good = read_files(settings, &cert, &key, why, cap);
    int code = good ? import(c, &cert, &key) : 0;
    if (code < 0)
        snprintf(why, cap, "%s and %s are no certificate with its key: %s", settings->tls_cert,
                 settings->tls_key, gnutls_strerror(code));
    free_files(&cert, &key);
    if (!good || code < 0) {
        free_certificate(c);
        return false;
    }
    c->older = newest;
    newest = c;
    return true;
}

void tls_reload(const struct settings *settings)
{
    char why[WHY_MAX];
    if (settings->tls_cert[0] == '\0')
        log_line("info", "reload", "why", "there is no certificate to read again", NULL);
    else if (tls_load(settings, why, sizeof why))
        log_line("info", "reload", "certificate", settings->tls_cert, NULL);
    else
        log_line("error", "reload", "why", why, "certificate", "the old one stays", NULL);
}

void tls_check_reload(const struct settings *settings)
{
    char why[WHY_MAX];
    gnutls_datum_t cert, key;
    if (settings->tls_cert[0] == '\0')
        return;
    if (!read_files(settings, &cert, &key, why, sizeof why))
        log_line("warn", "no reload", "why", why, NULL);
    free_files(&cert, &key);
}
