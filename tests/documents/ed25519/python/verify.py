"""Reads a key and two tokens, and prints what each library for Python says of them."""

import json
import os
import sys
from importlib.metadata import version

import jwt as pyjwt
from authlib.integrations.requests_client import OAuth2Session
from authlib.integrations.base_client.sync_openid import OpenIDMixin
from joserfc import jwt as joserfc_jwt
from joserfc.jwk import OKPKey

given = json.loads(sys.argv[1])
jwk, issuer, audience = given["jwk"], given["issuer"], given["audience"]


def with_pyjwt(token, algorithm):
    names = {"algorithms": [algorithm]} if algorithm else {}
    pyjwt.decode(token, pyjwt.PyJWK(jwk), audience=audience, **names)


def with_joserfc(token, algorithm):
    joserfc_jwt.decode(token, OKPKey.import_key(jwk), [algorithm] if algorithm else None)


class Party(OpenIDMixin):
    """The part of Authlib's client that checks ID tokens, which takes the names from the metadata of the issuer."""

    client_id = audience
    client_cls = OAuth2Session

    def __init__(self, names):
        self.server_metadata = {"issuer": issuer, "jwks": {"keys": [jwk]}}
        if names:
            self.server_metadata["id_token_signing_alg_values_supported"] = names

    def load_server_metadata(self):
        return self.server_metadata


def with_authlib(token, algorithm):
    Party([algorithm] if algorithm else None).parse_id_token({"id_token": token, "access_token": "one"}, nonce=None)


def works(verify, token, algorithm=None):
    try:
        verify(token, algorithm)
        return True
    except Exception as error:
        if os.environ.get("WHY"):
            print(verify.__name__, algorithm, repr(error), file=sys.stderr)
        return False


lines = []
for library, verify in {"Authlib": with_authlib, "joserfc": with_joserfc, "PyJWT": with_pyjwt}.items():
    line = {"library": library, "version": version(library)}
    for name, token in given["tokens"].items():
        by_itself = works(verify, token)
        named = by_itself or works(verify, token, name)
        line[name] = "yes" if by_itself else "when named" if named else "no"
    lines.append(line)
print(json.dumps(lines))
