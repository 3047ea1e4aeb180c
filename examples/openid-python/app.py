import os
import secrets
import time

from authlib.integrations.flask_client import OAuth, OAuthError
from flask import Flask, redirect, request, session
from joserfc import jwt
from joserfc.errors import InvalidKeyIdError, InvalidPayloadError, JoseError
from joserfc.jwk import KeySet
from markupsafe import escape

ISSUER = os.environ.get("ISSUER", "http://localhost:8090")
CLIENT_ID = os.environ.get("CLIENT_ID", "")
PORT = int(os.environ.get("PORT", "3000"))
# The address of this app, as browsers see it.
ORIGIN = os.environ.get("ORIGIN", f"http://127.0.0.1:{PORT}")

app = Flask(__name__)
# Signs the cookie. With an own value for each start, people sign in again after one.
app.secret_key = os.environ.get("APP_SECRET") or secrets.token_hex(32)
app.config.update(
    SESSION_COOKIE_NAME="__Host-app",
    SESSION_COOKIE_SECURE=True,
    SESSION_COOKIE_HTTPONLY=True,
    SESSION_COOKIE_SAMESITE="Lax",
    MAX_CONTENT_LENGTH=16 * 1024,
)

provider = OAuth(app).register(
    "latchkey",
    client_id=CLIENT_ID,
    client_secret=os.environ.get("CLIENT_SECRET", ""),
    server_metadata_url=f"{ISSUER}/.well-known/openid-configuration",
    client_kwargs={"scope": "openid profile", "code_challenge_method": "S256"},
)

# Who is signed in, by the id in the cookie. An app of several processes keeps this in its database.
logins = {}


def find_login():
    return logins.get(session.get("id"))


def page(title, more=""):
    return f"<!doctype html><title>An app</title><main><h1>{escape(title)}</h1>{more}</main>"


def sign_in(**wishes):
    """Leads to the provider. Authlib keeps state, nonce and PKCE verifier in the cookie until its answer."""
    session["acr"] = wishes.get("acr_values")
    return provider.authorize_redirect(f"{ORIGIN}/callback", **wishes)


@app.get("/sign-in")
def begin():
    return sign_in()


@app.get("/callback")
def callback():
    # Checks state; signature, iss, aud, exp and nonce of the ID token.
    token = provider.authorize_access_token()
    claims = token["userinfo"]
    wanted = session.get("acr")
    # acr_values is a wish: the answer says what was done.
    if wanted and claims["acr"] != wanted:
        return page("A second factor is needed"), 403
    person = read_person(token, claims["sub"])
    logins.pop(session.get("id"), None)
    # Each login has an id of its own, so that nobody knows it from before.
    session.clear()
    session["id"] = secrets.token_urlsafe(32)
    logins[session["id"]] = {
        "sub": claims["sub"],
        "sid": claims["sid"],
        "acr": claims["acr"],
        "name": person["preferred_username"],
        "refreshes": 0,
        "token": token,
    }
    return redirect("/vault" if wanted else "/", 303)


def read_person(token, sub):
    person = provider.userinfo(token=token)
    if person["sub"] != sub:
        raise InvalidPayloadError("This is about somebody else.")
    return person


@app.get("/vault")
def vault():
    """What only somebody with a second factor may see. Anybody else is led to the provider, to prove more."""
    login = find_login()
    if not login or login["acr"] != "aal2":
        return sign_in(acr_values="aal2")
    return page("The vault")


@app.post("/refresh")
def refresh():
    login = find_login()
    if login:
        before = login["token"]
        token = provider.fetch_access_token(
            grant_type="refresh_token", refresh_token=before["refresh_token"]
        )
        login["token"] = {**before, **token}
        login["name"] = read_person(token, login["sub"])["preferred_username"]
        login["refreshes"] += 1
    return redirect("/", 303)


@app.post("/sign-out")
def sign_out():
    login = logins.pop(session.get("id"), None)
    session.clear()
    if not login:
        return redirect("/", 303)
    return provider.logout_redirect(
        post_logout_redirect_uri=f"{ORIGIN}/signed-out",
        id_token_hint=login["token"]["id_token"],
    )


@app.get("/signed-out")
def signed_out():
    provider.validate_logout_response()
    return page("You are signed out")


LOGOUT_EVENT = "http://schemas.openid.net/event/backchannel-logout"


def read_logout_token(text):
    """Returns the claims of a logout token (OpenID Connect Back-Channel Logout 1.0 section 2.6), or raises."""
    algorithms = ["RS256"]  # That of the ID tokens of this client.
    try:
        token = jwt.decode(text, KeySet.import_key_set(provider.fetch_jwk_set()), algorithms)
    except InvalidKeyIdError:
        # The keys change now and then.
        token = jwt.decode(text, KeySet.import_key_set(provider.fetch_jwk_set(force=True)), algorithms)
    claims = token.claims
    jwt.JWTClaimsRegistry(
        leeway=30,
        iss={"essential": True, "value": provider.load_server_metadata()["issuer"]},
        aud={"essential": True, "value": CLIENT_ID},
        iat={"essential": True},
        exp={"essential": True},
        jti={"essential": True},
        events={"essential": True},
    ).validate(claims)
    events = claims["events"]
    is_logout = token.header.get("typ") == "logout+jwt" and isinstance(events, dict) and LOGOUT_EVENT in events
    if not is_logout or "nonce" in claims or not (claims.get("sid") or claims.get("sub")):
        raise InvalidPayloadError("This is no logout token.")
    return claims


# The logout tokens that were obeyed, by their jti, with the time until which they could come again.
obeyed = {}


@app.post("/backchannel-logout")
def backchannel_logout():
    claims = read_logout_token(request.form.get("logout_token", ""))
    now = time.time()
    for jti in [jti for jti, until in list(obeyed.items()) if until < now]:
        obeyed.pop(jti, None)
    # Its first reply may have been lost. With an error it would come again for days.
    if claims["jti"] in obeyed:
        return "known", {"Cache-Control": "no-store"}
    obeyed[claims["jti"]] = claims["exp"] + 60
    key = "sid" if "sid" in claims else "sub"
    for id in [id for id, login in list(logins.items()) if login[key] == claims[key]]:
        logins.pop(id, None)
    return "ended", {"Cache-Control": "no-store"}


@app.get("/")
def home():
    login = find_login()
    if not login:
        return page("Nobody is signed in", '<a href="/sign-in">Sign in</a>')
    return page(
        f"Hello {login['name']}",
        f"""<p>Level {escape(login["acr"])}, refreshed {login["refreshes"]} times</p>
        <a href="/vault">The vault</a>
        <form method="post" action="/refresh"><button>Refresh</button></form>
        <form method="post" action="/sign-out"><button>Sign out</button></form>""",
    )


@app.errorhandler(OAuthError)
@app.errorhandler(JoseError)
def refuse(error):
    app.logger.warning("%s", error)
    # The session at the provider has ended (RFC 6749 section 5.2): the login here ends with it.
    if error.error == "invalid_grant":
        logins.pop(session.get("id"), None)
    return page("That did not work", escape(error.error)), 400, {"Cache-Control": "no-store"}


if __name__ == "__main__":
    # For a trial. In production a WSGI server such as gunicorn runs `app`.
    app.run(host="127.0.0.1", port=PORT)
