package botauth

import (
	"crypto/ed25519"
	"encoding/base64"
	"net/http"
)

// The vectors of RFC 9421 have components and parameters that a Signer does not write.

// SignatureBase is the text that is signed, for components and the parameters behind them.
func SignatureBase(r *http.Request, components []string, params string) (string, error) {
	return signatureBase(r, components, inner(components)+params)
}

// SignBase signs it, and returns the signature in base64.
func SignBase(key ed25519.PrivateKey, r *http.Request, components []string, params string) (string, error) {
	base, err := SignatureBase(r, components, params)
	return base64.StdEncoding.EncodeToString(ed25519.Sign(key, []byte(base))), err
}
