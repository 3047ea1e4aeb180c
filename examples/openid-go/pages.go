package main

import (
	"encoding/base64"
	"encoding/json"
	"html/template"
	"log"
	"net/http"
)

// find returns the login of a browser and its id, which is empty when nobody is signed in.
func (a *app) find(r *http.Request) (login, string) {
	cookie, err := r.Cookie("__Host-app")
	if err != nil {
		return login{}, ""
	}
	a.mutex.Lock()
	defer a.mutex.Unlock()
	one, ok := a.logins[cookie.Value]
	if !ok {
		return login{}, ""
	}
	return one, cookie.Value
}

// end forgets the login of a browser.
func (a *app) end(r *http.Request) {
	if cookie, err := r.Cookie("__Host-app"); err == nil {
		a.mutex.Lock()
		delete(a.logins, cookie.Value)
		a.mutex.Unlock()
	}
}

func readBegun(r *http.Request) (one begun, err error) {
	cookie, err := r.Cookie("__Host-begun")
	if err != nil {
		return one, err
	}
	kept, err := base64.RawURLEncoding.DecodeString(cookie.Value)
	if err != nil {
		return one, err
	}
	return one, json.Unmarshal(kept, &one)
}

func setCookie(w http.ResponseWriter, name, value string, maxAge int) {
	http.SetCookie(w, &http.Cookie{
		Name: name, Value: value, Path: "/", MaxAge: maxAge,
		HttpOnly: true, Secure: true, SameSite: http.SameSiteLaxMode,
	})
}

func (a *app) home(w http.ResponseWriter, r *http.Request) {
	one, id := a.find(r)
	if id == "" {
		show(w, http.StatusOK, "Nobody is signed in", nil)
		return
	}
	show(w, http.StatusOK, "Hello "+one.Name, &one)
}

var view = template.Must(template.New("page").Parse(`<!doctype html><title>An app</title><main><h1>{{.Title}}</h1>
{{with .Login}}<p>Level {{.Level}}, refreshed {{.Refreshes}} times</p>
<a href="/vault">The vault</a>
<form method="post" action="/refresh"><button>Refresh</button></form>
<form method="post" action="/sign-out"><button>Sign out</button></form>
{{else}}<a href="/sign-in">Sign in</a>{{end}}</main>`))

func show(w http.ResponseWriter, status int, title string, one *login) {
	w.Header().Set("Content-Type", "text/html; charset=utf-8")
	w.WriteHeader(status)
	content := struct {
		Title string
		Login *login
	}{title, one}
	if err := view.Execute(w, content); err != nil {
		log.Print(err)
	}
}

func fail(w http.ResponseWriter, err error) {
	log.Print(err)
	show(w, http.StatusBadRequest, "That did not work", nil)
}
