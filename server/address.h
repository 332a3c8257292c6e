/* Whose limits hold for a connection: its address without port, zone and the client's own bits. */
#ifndef PARLOR_SERVER_ADDRESS_H
#define PARLOR_SERVER_ADDRESS_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct sockaddr;

struct address {
    uint8_t bytes[8]; /* an IPv4 address, or the /64 of an IPv6 address */
    size_t n;
};

/* An address, or all that begin with the same bits. */
struct address_prefix {
    struct address address; /* the bits beyond the prefix are 0 */
    int bits;
};
enum { ADDRESS_TEXT_MAX = 48 };

/* Where a connection comes from. */
struct origin {
    uint64_t hash;    /* of the address, with the server's key */
    uint64_t network; /* of its network: address_find_network */
    struct address address;
};

bool address_of_socket(const struct sockaddr *from, struct address *out);
/* Reads 1.2.3.4, 1.2.3.4:80, 2001:db8::1, [2001:db8::1]:80; false: it is no address. */
bool address_read(const char *text, size_t len, struct address *out);
bool address_is_port(const char *text, size_t len);

/* Reads an address, or a prefix as 203.0.113.0/24 or 2001:db8::/32. An IPv6 address is its /64. A
   prefix is not shorter than 8 bits (IPv4) or 16 (IPv6): nobody means half of the world. */
bool address_read_prefix(const char *text, struct address_prefix *out);
/* The network that an address belongs to: what one site or small provider has, a /24 (IPv4) or a
   /48 (IPv6). */
struct address address_find_network(const struct address *a);
bool address_is_in(const struct address *a, const struct address_prefix *prefix);
/* As it is read: 203.0.113.7, 203.0.113.0/24, 2001:db8:1:2::/64. */
void address_write_prefix(const struct address_prefix *prefix, char out[ADDRESS_TEXT_MAX]);

#endif
