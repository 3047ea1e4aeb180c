// Reads a key and two tokens, and prints what each library for Go says of them.
package main

import (
	"context"
	"crypto"
	"encoding/json"
	"log"
	"os"
	"runtime/debug"

	"github.com/coreos/go-oidc/v3/oidc"
	"github.com/go-jose/go-jose/v4"
	"github.com/golang-jwt/jwt/v5"
)

var given struct {
	JWK      jose.JSONWebKey   `json:"jwk"`
	Issuer   string            `json:"issuer"`
	Audience string            `json:"audience"`
	Tokens   map[string]string `json:"tokens"`
}

// An empty name means the defaults of the library.
var libraries = []struct {
	name, module string
	verify       func(token, algorithm string) error
}{
	{"go-jose", "github.com/go-jose/go-jose/v4", func(token, algorithm string) error {
		signed, err := jose.ParseSigned(token, namesOf[jose.SignatureAlgorithm](algorithm))
		if err != nil {
			return err
		}
		_, err = signed.Verify(given.JWK)
		return err
	}},
	{"go-oidc", "github.com/coreos/go-oidc/v3", func(token, algorithm string) error {
		keys := &oidc.StaticKeySet{PublicKeys: []crypto.PublicKey{given.JWK.Key}}
		config := &oidc.Config{ClientID: given.Audience, SupportedSigningAlgs: namesOf[string](algorithm)}
		_, err := oidc.NewVerifier(given.Issuer, keys, config).Verify(context.Background(), token)
		return err
	}},
	{"golang-jwt", "github.com/golang-jwt/jwt/v5", func(token, algorithm string) error {
		var options []jwt.ParserOption
		if algorithm != "" {
			options = append(options, jwt.WithValidMethods([]string{algorithm}))
		}
		_, err := jwt.Parse(token, func(*jwt.Token) (any, error) { return given.JWK.Key, nil }, options...)
		return err
	}},
}

func namesOf[T ~string](algorithm string) []T {
	if algorithm == "" {
		return nil
	}
	return []T{T(algorithm)}
}

func main() {
	if err := json.Unmarshal([]byte(os.Args[1]), &given); err != nil {
		log.Fatal(err)
	}
	versions := map[string]string{}
	if build, ok := debug.ReadBuildInfo(); ok {
		for _, one := range build.Deps {
			versions[one.Path] = one.Version
		}
	}
	lines := []map[string]string{}
	for _, one := range libraries {
		line := map[string]string{"library": one.name, "version": versions[one.module]}
		for name, token := range given.Tokens {
			byItself := one.verify(token, "")
			named := one.verify(token, name)
			if os.Getenv("WHY") != "" {
				log.Print(one.name, " ", name, ": ", byItself, "; named: ", named)
			}
			switch {
			case byItself == nil:
				line[name] = "yes"
			case named == nil:
				line[name] = "when named"
			default:
				line[name] = "no"
			}
		}
		lines = append(lines, line)
	}
	if err := json.NewEncoder(os.Stdout).Encode(lines); err != nil {
		log.Fatal(err)
	}
}
