/*
 * Addresses: see address.h. One client is an IPv4 address, or the first 64 bits of an IPv6 address,
 * since that is what one home or machine usually gets.
 */
#include "server/address.h"

#include <arpa/inet.h>
#include <netinet/in.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

enum { V4 = 4, V6 = 8, TEXT_MAX = 64, V4_LEAST = 8, V6_LEAST = 16 };
enum { V4_NETWORK = 24, V6_NETWORK = 48 };

static void set(struct address *out, const void *bytes, size_t n)
{
    *out = (struct address){.n = n};
    memcpy(out->bytes, bytes, n);
}

static void set_six(struct address *out, const struct in6_addr *a)
{
    bool mapped = IN6_IS_ADDR_V4MAPPED(a);
    set(out, a->s6_addr + (mapped ? 12 : 0), mapped ? V4 : V6);
}

bool address_of_socket(const struct sockaddr *from, struct address *out)
{
    const void *p = from;
    const struct sockaddr_in *four = p;
    const struct sockaddr_in6 *six = p;
    if (from != NULL && from->sa_family == AF_INET6)
        set_six(out, &six->sin6_addr);
    else if (from != NULL && from->sa_family == AF_INET)
        set(out, &four->sin_addr, V4);
    else
        return false;
    return true;
}

bool address_is_port(const char *text, size_t len)
{
    return len >= 1 && len <= 5 && strspn(text, "0123456789") >= len;
}

/* Copies the address without its port, brackets and zone; false: it is none. */
static bool strip(const char *text, size_t len, char out[TEXT_MAX])
{
    const char *end = NULL, *colon = memchr(text, ':', len);
    if (len > 0 && text[0] == '[') {
        end = memchr(text, ']', len);
        if (end == NULL ||
            (end + 1 < text + len &&
             (end[1] != ':' || !address_is_port(end + 2, len - (size_t)(end + 2 - text)))))
            return false;
        text++;
    } else if (colon != NULL && memchr(text, '.', len) != NULL &&
               memchr(colon + 1, ':', len - (size_t)(colon + 1 - text)) == NULL) {
        end = colon; /* 1.2.3.4:5678 */
        if (!address_is_port(colon + 1, len - (size_t)(colon + 1 - text)))
            return false;
    } else {
        end = text + len;
    }
    const char *zone = memchr(text, '%', (size_t)(end - text));
    size_t n = (size_t)((zone != NULL ? zone : end) - text);
    if (n == 0 || n >= TEXT_MAX)
        return false;
    memcpy(out, text, n);
    out[n] = '\0';
    return true;
}

bool address_read(const char *text, size_t len, struct address *out)
{
    char plain[TEXT_MAX];
    struct in_addr four;
    struct in6_addr six;
    if (!strip(text, len, plain))
        return false;
    if (inet_pton(AF_INET, plain, &four) == 1)
        set(out, &four, V4);
    else if (inet_pton(AF_INET6, plain, &six) == 1)
        set_six(out, &six);
    else
        return false;
    return true;
}

/* ---- prefixes ---- */

static void cut(struct address *a, int bits)
{
    for (int i = 0; i < (int)a->n; i++) {
        int left = bits - 8 * i;
        uint8_t mask = (uint8_t)(left >= 8 ? 0xff : left <= 0 ? 0 : 0xff << (8 - left));
        a->bytes[i] &= mask;
    }
}

bool address_read_prefix(const char *text, struct address_prefix *out)
{
    size_t len = strcspn(text, "/");
    const char *length = text[len] == '/' ? text + len + 1 : NULL;
    if (!address_read(text, len, &out->address))
        return false;
    int most = (int)out->address.n * 8, least = out->address.n == V4 ? V4_LEAST : V6_LEAST;
    out->bits = most;
    if (length != NULL) {
        size_t digits = strspn(length, "0123456789");
        if (digits == 0 || digits > 3 || length[digits] != '\0')
            return false;
        out->bits = (int)strtol(length, NULL, 10);
        if (out->address.n == V6 && out->bits > most && out->bits <= 128)
            out->bits = most;
    }
    if (out->bits < least || out->bits > most)
        return false;
    cut(&out->address, out->bits);
    return true;
}

struct address address_find_network(const struct address *a)
{
    struct address network = *a;
    cut(&network, a->n == V4 ? V4_NETWORK : V6_NETWORK);
    return network;
}

bool address_is_in(const struct address *a, const struct address_prefix *prefix)
{
    struct address b = *a;
    if (a->n != prefix->address.n || a->n == 0)
        return false;
    cut(&b, prefix->bits);
    return memcmp(b.bytes, prefix->address.bytes, b.n) == 0;
}

void address_write_prefix(const struct address_prefix *prefix, char out[ADDRESS_TEXT_MAX])
{
    uint8_t six[16] = {0};
    bool four = prefix->address.n == V4;
    memcpy(six, prefix->address.bytes, prefix->address.n);
    if (inet_ntop(four ? AF_INET : AF_INET6, six, out, ADDRESS_TEXT_MAX) == NULL)
        out[0] = '\0';
    size_t used = strlen(out);
    if (!four || prefix->bits < 32)
        snprintf(out + used, ADDRESS_TEXT_MAX - used, "/%d", prefix->bits);
}
