// An app with zitadel/oidc, set up as the example of the library for web apps does it: the cookie handler keeps the state, and the
// handlers of the library answer at /login and at the callback. The login is kept in memory.
package main

import (
	"context"
	"crypto/rand"
	"fmt"
	"html"
	"log"
	"net/http"
	"os"
	"sync"
	"time"

	"github.com/zitadel/oidc/v3/pkg/client/rp"
	httphelper "github.com/zitadel/oidc/v3/pkg/http"
	"github.com/zitadel/oidc/v3/pkg/oidc"
)

type login struct{ name, email, idToken string }

func main() {
	origin := os.Getenv("ORIGIN")
	key := []byte(rand.Text()[:16])
	cookies := httphelper.NewCookieHandler(key, key, httphelper.WithUnsecure())
	options := []rp.Option{
		rp.WithCookieHandler(cookies),
		rp.WithVerifierOpts(rp.WithIssuedAtOffset(5 * time.Second)),
		rp.WithSigningAlgsFromDiscovery(),
	}
	switch os.Getenv("PKCE") {
	case "always":
		options = append(options, rp.WithPKCE(cookies))
	case "discovery":
		options = append(options, rp.WithPKCEFromDiscovery(cookies))
	}
	provider, err := rp.NewRelyingPartyOIDC(
		context.Background(), os.Getenv("ISSUER"), os.Getenv("CLIENT_ID"), os.Getenv("CLIENT_SECRET"),
		origin+"/auth/callback", []string{oidc.ScopeOpenID, oidc.ScopeProfile, oidc.ScopeEmail}, options...,
	)
	if err != nil {
		log.Fatal(err)
	}

	var logins sync.Map
	find := func(r *http.Request) (string, *login) {
		cookie, err := r.Cookie("login")
		if err != nil {
			return "", nil
		}
		if found, ok := logins.Load(cookie.Value); ok {
			return cookie.Value, found.(*login)
		}
		return "", nil
	}
	begin := func(
		w http.ResponseWriter, r *http.Request, tokens *oidc.Tokens[*oidc.IDTokenClaims], _ string,
		_ rp.RelyingParty, user *oidc.UserInfo,
	) {
		id := rand.Text()
		logins.Store(id, &login{name: user.Name, email: user.Email, idToken: tokens.IDToken})
		http.SetCookie(w, &http.Cookie{Name: "login", Value: id, Path: "/", HttpOnly: true, SameSite: http.SameSiteLaxMode})
		http.Redirect(w, r, "/", http.StatusFound)
	}

	// The example sends this text as the prompt, which no specification defines.
	var parameters []rp.URLParamOpt
	if prompt := os.Getenv("PROMPT"); prompt != "" {
		parameters = append(parameters, rp.WithPromptURLParam(prompt))
	}
	http.Handle("GET /login", rp.AuthURLHandler(rand.Text, provider, parameters...))
	http.Handle("GET /auth/callback", rp.CodeExchangeHandler(rp.UserinfoCallback(begin), provider))
	http.HandleFunc("POST /logout", func(w http.ResponseWriter, r *http.Request) {
		id, one := find(r)
		if one == nil {
			http.Redirect(w, r, "/", http.StatusFound)
			return
		}
		logins.Delete(id)
		// The library asks the end session endpoint itself, without a browser, and returns where it leads.
		target, err := rp.EndSession(r.Context(), provider, one.idToken, origin+"/", "", "", nil)
		if err != nil {
			http.Error(w, err.Error(), http.StatusBadGateway)
			return
		}
		http.Redirect(w, r, target.String(), http.StatusFound)
	})
	http.HandleFunc("GET /{$}", func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", "text/html; charset=utf-8")
		if _, one := find(r); one != nil {
			fmt.Fprintf(w, `<h1>Hello %s</h1><p>%s</p><form method="post" action="/logout"><button>Sign out</button></form>`,
				html.EscapeString(one.name), html.EscapeString(one.email))
			return
		}
		fmt.Fprint(w, `<h1>Nobody is here</h1><a href="/login">Sign in</a>`)
	})
	log.Fatal(http.ListenAndServe("127.0.0.1:"+os.Getenv("PORT"), nil))
}
