"""A Django site with mozilla-django-oidc, set up as the quick start of the library does it, in one file.

The library finds the user by the email address, which it asks for by default; it knows no name.
"""

import json
import os
import sys
from urllib.request import urlopen

import django
from django.conf import settings
from django.core.management import execute_from_command_line
from django.http import HttpResponse
from django.template import Engine, RequestContext
from django.urls import include, path

with urlopen(os.environ["ISSUER"] + "/.well-known/openid-configuration") as found:
    provider = json.load(found)

settings.configure(
    DEBUG=True,
    SECRET_KEY=os.urandom(32).hex(),
    ROOT_URLCONF=__name__,
    INSTALLED_APPS=[
        "django.contrib.contenttypes",
        "django.contrib.sessions",
        "django.contrib.auth",
        "mozilla_django_oidc",
    ],
    MIDDLEWARE=[
        "django.contrib.sessions.middleware.SessionMiddleware",
        "django.middleware.csrf.CsrfViewMiddleware",
        "django.contrib.auth.middleware.AuthenticationMiddleware",
    ],
    DATABASES={
        "default": {
            "ENGINE": "django.db.backends.sqlite3",
            "NAME": os.path.join(os.environ["FOLDER"], "site.db"),
        }
    },
    DEFAULT_AUTO_FIELD="django.db.models.BigAutoField",
    AUTHENTICATION_BACKENDS=[
        "django.contrib.auth.backends.ModelBackend",
        "mozilla_django_oidc.auth.OIDCAuthenticationBackend",
    ],
    OIDC_RP_CLIENT_ID=os.environ["CLIENT_ID"],
    OIDC_RP_CLIENT_SECRET=os.environ["CLIENT_SECRET"],
    OIDC_OP_AUTHORIZATION_ENDPOINT=provider["authorization_endpoint"],
    OIDC_OP_TOKEN_ENDPOINT=provider["token_endpoint"],
    OIDC_OP_USER_ENDPOINT=provider["userinfo_endpoint"],
    OIDC_OP_JWKS_ENDPOINT=provider["jwks_uri"],
    LOGIN_REDIRECT_URL="/",
    LOGOUT_REDIRECT_URL="/",
    # The settings of one trial.
    **json.loads(os.environ.get("SETTINGS", "{}")),
)
django.setup()

page = Engine().from_string(
    """{% if user.is_authenticated %}
    <h1>Hello</h1><p>{{ user.email }}</p>
    <form method="post" action="/oidc/logout/">{% csrf_token %}<button>Sign out</button></form>
    {% else %}<h1>Nobody is here</h1><a href="/oidc/authenticate/">Sign in</a>{% endif %}"""
)


def home(request):
    return HttpResponse(page.render(RequestContext(request, {"user": request.user})))


urlpatterns = [path("", home), path("oidc/", include("mozilla_django_oidc.urls"))]

if __name__ == "__main__":
    execute_from_command_line([sys.argv[0], "migrate", "--verbosity", "0"])
    address = "127.0.0.1:" + os.environ["PORT"]
    execute_from_command_line([sys.argv[0], "runserver", "--noreload", address])
