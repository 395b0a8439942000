package botauth

import (
	"crypto/ed25519"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"net/http"
)

// directoryType is of draft-meunier-http-message-signatures-directory.
const directoryType = "application/http-message-signatures-directory+json"

// Thumbprint names a public key (RFC 7638 and RFC 8037, appendix A.3).
func Thumbprint(key ed25519.PublicKey) string {
	// The members that are required, in the order of their names.
	sum := sha256.Sum256([]byte(`{"crv":"Ed25519","kty":"OKP","x":"` + base64.RawURLEncoding.EncodeToString(key) + `"}`))
	return base64.RawURLEncoding.EncodeToString(sum[:])
}

// Directory serves the public key, to be mounted at /.well-known/http-message-signatures-directory of the host of
// Options.Agent. It signs its responses for the requested host, so that no other site can
// serve the key as its own.
func (s *Signer) Directory() http.Handler {
	public := s.opts.Key.Public().(ed25519.PublicKey)
	body, err := json.Marshal(map[string]any{"keys": []map[string]string{ // RFC 8037, section 2
		{"kty": "OKP", "crv": "Ed25519", "kid": s.opts.KeyID, "x": base64.RawURLEncoding.EncodeToString(public), "use": "sig"},
	}})
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if err != nil || r.Method != http.MethodGet && r.Method != http.MethodHead {
			http.Error(w, http.StatusText(http.StatusMethodNotAllowed), http.StatusMethodNotAllowed)
			return
		}
		params := `("@authority";req)` + s.validity() + `;tag="http-message-signatures-directory"`
		w.Header().Set("Content-Type", directoryType)
		w.Header().Set("Cache-Control", "max-age=86400")
		s.seal(w.Header(), params, `"@authority";req: `+authority(r)+"\n"+`"@signature-params": `+params)
		_, _ = w.Write(body) // who has gone needs no answer
	})
}
