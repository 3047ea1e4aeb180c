// An app that logs people in with OpenID Connect.
package main

import (
	"cmp"
	"context"
	"crypto/rand"
	"encoding/base64"
	"encoding/json"
	"errors"
	"log"
	"net/http"
	"net/url"
	"os"
	"sync"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"golang.org/x/oauth2"
)

// login is one person who is signed in with one browser.
type login struct {
	Subject, SessionID, Level, Name, IDToken string
	Refreshes                                int
	Token                                    *oauth2.Token
}

type app struct {
	origin        string
	provider      *oidc.Provider
	config        oauth2.Config
	verifier      *oidc.IDTokenVerifier
	endSessionURL string

	mutex sync.Mutex
	// Who is signed in, by the id in the cookie. An app of several processes keeps this in its database.
	logins map[string]login
	// The logout tokens that were obeyed, by their jti, with the time until which they could come again.
	obeyed map[string]time.Time
}

func main() {
	issuer := cmp.Or(os.Getenv("ISSUER"), "http://localhost:8090")
	port := cmp.Or(os.Getenv("PORT"), "3000")
	// The address of this app, as browsers see it.
	origin := cmp.Or(os.Getenv("ORIGIN"), "http://127.0.0.1:"+port)
	a, err := newApp(context.Background(), issuer, origin)
	if err != nil {
		log.Fatal(err)
	}
	server := http.Server{Addr: "127.0.0.1:" + port, Handler: a.routes(), ReadHeaderTimeout: 10 * time.Second}
	log.Fatal(server.ListenAndServe())
}

func newApp(ctx context.Context, issuer, origin string) (*app, error) {
	provider, err := oidc.NewProvider(ctx, issuer)
	if err != nil {
		return nil, err
	}
	var metadata struct {
		EndSessionURL string `json:"end_session_endpoint"`
	}
	if err := provider.Claims(&metadata); err != nil {
		return nil, err
	}
	clientID := os.Getenv("CLIENT_ID")
	return &app{
		origin:   origin,
		provider: provider,
		config: oauth2.Config{
			ClientID:     clientID,
			ClientSecret: os.Getenv("CLIENT_SECRET"),
			Endpoint:     provider.Endpoint(),
			RedirectURL:  origin + "/callback",
			Scopes:       []string{oidc.ScopeOpenID, "profile"},
		},
		// RS256 is the algorithm of the ID tokens of this client.
		verifier:      provider.Verifier(&oidc.Config{ClientID: clientID, SupportedSigningAlgs: []string{oidc.RS256}}),
		endSessionURL: metadata.EndSessionURL,
		logins:        map[string]login{},
		obeyed:        map[string]time.Time{},
	}, nil
}

func (a *app) routes() http.Handler {
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", a.home)
	mux.HandleFunc("GET /sign-in", func(w http.ResponseWriter, r *http.Request) { a.signIn(w, r, "") })
	mux.HandleFunc("GET /callback", a.callback)
	mux.HandleFunc("GET /vault", a.vault)
	mux.HandleFunc("POST /refresh", a.refresh)
	mux.HandleFunc("POST /sign-out", a.signOut)
	mux.HandleFunc("GET /signed-out", func(w http.ResponseWriter, _ *http.Request) {
		show(w, http.StatusOK, "You are signed out", nil)
	})
	mux.HandleFunc("POST /backchannel-logout", a.backchannelLogout)
	return mux
}

// begun is what must be the same in the answer of the provider.
type begun struct{ State, Nonce, Verifier, Level string }

// signIn leads to the provider. What must be the same in its answer is kept in a cookie until then.
func (a *app) signIn(w http.ResponseWriter, r *http.Request, level string) {
	one := begun{State: rand.Text(), Nonce: rand.Text(), Verifier: oauth2.GenerateVerifier(), Level: level}
	kept, err := json.Marshal(one)
	if err != nil {
		fail(w, err)
		return
	}
	setCookie(w, "__Host-begun", base64.RawURLEncoding.EncodeToString(kept), 600)
	options := []oauth2.AuthCodeOption{oidc.Nonce(one.Nonce), oauth2.S256ChallengeOption(one.Verifier)}
	if level != "" {
		options = append(options, oauth2.SetAuthURLParam("acr_values", level))
	}
	http.Redirect(w, r, a.config.AuthCodeURL(one.State, options...), http.StatusSeeOther)
}

func (a *app) callback(w http.ResponseWriter, r *http.Request) {
	one, err := readBegun(r)
	setCookie(w, "__Host-begun", "", -1)
	if err != nil || r.FormValue("state") != one.State {
		show(w, http.StatusBadRequest, "This sign-in is over", nil)
		return
	}
	if refusal := r.FormValue("error"); refusal != "" {
		fail(w, errors.New(refusal))
		return
	}
	token, err := a.config.Exchange(r.Context(), r.FormValue("code"), oauth2.VerifierOption(one.Verifier))
	if err != nil {
		fail(w, err)
		return
	}
	person, err := a.readLogin(r.Context(), token, one.Nonce)
	if err != nil {
		fail(w, err)
		return
	}
	// acr_values is a wish: the answer says what was done.
	if one.Level != "" && person.Level != one.Level {
		show(w, http.StatusForbidden, "A second factor is needed", nil)
		return
	}
	// Each login has an id of its own, so that nobody knows it from before.
	a.end(r)
	id := rand.Text()
	a.mutex.Lock()
	a.logins[id] = person
	a.mutex.Unlock()
	setCookie(w, "__Host-app", id, 0)
	target := "/"
	if one.Level != "" {
		target = "/vault"
	}
	http.Redirect(w, r, target, http.StatusSeeOther)
}

// readLogin checks signature, iss, aud, exp and nonce of the ID token, and asks for the name.
func (a *app) readLogin(ctx context.Context, token *oauth2.Token, nonce string) (login, error) {
	text, _ := token.Extra("id_token").(string)
	idToken, err := a.verifier.Verify(ctx, text)
	if err != nil {
		return login{}, err
	}
	if idToken.Nonce != nonce {
		return login{}, errors.New("the nonce is of another sign-in")
	}
	var claims struct {
		SessionID string `json:"sid"`
		Level     string `json:"acr"`
	}
	if err := idToken.Claims(&claims); err != nil {
		return login{}, err
	}
	name, err := a.readName(ctx, token, idToken.Subject)
	return login{
		Subject: idToken.Subject, SessionID: claims.SessionID, Level: claims.Level,
		Name: name, IDToken: text, Token: token,
	}, err
}

func (a *app) readName(ctx context.Context, token *oauth2.Token, subject string) (string, error) {
	info, err := a.provider.UserInfo(ctx, oauth2.StaticTokenSource(token))
	if err != nil {
		return "", err
	}
	if info.Subject != subject {
		return "", errors.New("the user information is about somebody else")
	}
	var person struct {
		Name string `json:"preferred_username"`
	}
	err = info.Claims(&person)
	return person.Name, err
}

// vault is what only somebody with a second factor may see. Anybody else is led to the provider, to prove more.
func (a *app) vault(w http.ResponseWriter, r *http.Request) {
	if one, _ := a.find(r); one.Level != "aal2" {
		a.signIn(w, r, "aal2")
		return
	}
	show(w, http.StatusOK, "The vault", nil)
}

func (a *app) refresh(w http.ResponseWriter, r *http.Request) {
	one, id := a.find(r)
	if id == "" {
		http.Redirect(w, r, "/", http.StatusSeeOther)
		return
	}
	// Without an access token, the library asks for one at once.
	old := &oauth2.Token{RefreshToken: one.Token.RefreshToken}
	token, err := a.config.TokenSource(r.Context(), old).Token()
	if err != nil {
		// The session at the provider has ended (RFC 6749 section 5.2): the login here ends with it.
		var refusal *oauth2.RetrieveError
		if errors.As(err, &refusal) && refusal.ErrorCode == "invalid_grant" {
			a.end(r)
		}
		fail(w, err)
		return
	}
	name, err := a.readName(r.Context(), token, one.Subject)
	if err != nil {
		fail(w, err)
		return
	}
	a.mutex.Lock()
	// A logout may have come meanwhile.
	if current, ok := a.logins[id]; ok {
		current.Token, current.Name = token, name
		current.Refreshes++
		a.logins[id] = current
	}
	a.mutex.Unlock()
	http.Redirect(w, r, "/", http.StatusSeeOther)
}

func (a *app) signOut(w http.ResponseWriter, r *http.Request) {
	one, id := a.find(r)
	a.end(r)
	setCookie(w, "__Host-app", "", -1)
	target := "/"
	if id != "" {
		target = a.endSessionURL + "?" + url.Values{
			"id_token_hint":            {one.IDToken},
			"post_logout_redirect_uri": {a.origin + "/signed-out"},
		}.Encode()
	}
	http.Redirect(w, r, target, http.StatusSeeOther)
}
