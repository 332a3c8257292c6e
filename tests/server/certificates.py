"""Certificates for the server's tests, made by openssl."""

import os
import ssl
import subprocess


def make(folder, name, stem="tls"):
    """A new certificate of its own for localhost; returns the paths of it and of its key."""
    cert, key = os.path.join(folder, stem + "-cert.pem"), os.path.join(folder, stem + "-key.pem")
    subprocess.run(["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:P-256", "-nodes",
                    "-keyout", key, "-out", cert, "-days", "2", "-subj", "/CN=" + name,
                    "-addext", "subjectAltName=DNS:localhost"], check=True, stderr=subprocess.DEVNULL)
    return cert, key


def trust(*certs):
    """What a client needs that trusts these certificates and no others."""
    context = ssl.create_default_context(cafile=certs[0])
    for cert in certs[1:]:
        context.load_verify_locations(cert)
    return context
