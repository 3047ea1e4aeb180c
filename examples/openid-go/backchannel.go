package main

import (
	"context"
	"errors"
	"io"
	"net/http"
	"time"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
)

// readLogoutToken returns what a logout token says (OpenID Connect Back-Channel Logout 1.0 section 2.6), or an error.
func (a *app) readLogoutToken(ctx context.Context, text string) (*oidc.LogoutToken, error) {
	// Checks signature, iss, aud, exp, events, jti, and that there is no nonce. It does not look at the type.
	token, err := a.verifier.VerifyLogout(ctx, text)
	if err != nil {
		return nil, err
	}
	signed, err := jose.ParseSigned(text, []jose.SignatureAlgorithm{jose.RS256})
	if err != nil {
		return nil, err
	}
	if signed.Signatures[0].Protected.ExtraHeaders[jose.HeaderType] != "logout+jwt" {
		return nil, errors.New("this is no logout token")
	}
	return token, nil
}

func (a *app) backchannelLogout(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "no-store")
	r.Body = http.MaxBytesReader(w, r.Body, 16*1024)
	token, err := a.readLogoutToken(r.Context(), r.PostFormValue("logout_token"))
	if err != nil {
		fail(w, err)
		return
	}
	_, _ = io.WriteString(w, a.obey(token))
}

// obey ends the logins that a logout token names.
func (a *app) obey(token *oidc.LogoutToken) string {
	a.mutex.Lock()
	defer a.mutex.Unlock()
	for jti, until := range a.obeyed {
		if until.Before(time.Now()) {
			delete(a.obeyed, jti)
		}
	}
	// Its first reply may have been lost. With an error it would come again for days.
	if _, known := a.obeyed[token.TokenID]; known {
		return "known"
	}
	a.obeyed[token.TokenID] = token.Expiry.Add(time.Minute)
	for id, one := range a.logins {
		// Without a session, all logins of the person end.
		if token.SessionID == "" && token.Subject == one.Subject || token.SessionID != "" && token.SessionID == one.SessionID {
			delete(a.logins, id)
		}
	}
	return "ended"
}
