// Package botauth signs requests, so that sites can identify the sender. It implements Web
// Bot Auth (draft-meunier-web-bot-auth-architecture) over HTTP Message Signatures (RFC 9421)
// with Ed25519 (RFC 8032).
//
//	signer, err := botauth.New(botauth.Options{Key: key, Agent: "https://bot.example"})
//	...
//	client, err := webfetch.New(webfetch.Options{Hooks: webfetch.Hooks{WrapTransport: signer.Transport}})
//
// A site finds the public key by the address in Signature-Agent, where [Signer.Directory]
// has to be served: at /.well-known/http-message-signatures-directory of that host.
//
// # Security considerations
//
// A signature identifies the sender; it grants no access. It covers the requested host, so
// that one site can't use it at another, and expires soon. Each try and each redirect has
// one of its own.
package botauth

import (
	"cmp"
	"crypto/ed25519"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"
)

// tag says what a signature is for (section 4.2 of the draft).
const tag = "web-bot-auth"

// Options configure a [Signer]. Key is required.
type Options struct {
	// Key signs. Its public half is in the directory.
	Key ed25519.PrivateKey
	// Agent is the address whose host serves the directory, https, as
	// "https://bot.example". It is sent as Signature-Agent and signed. Zero means that
	// sites know the key otherwise.
	Agent string
	// KeyID names the key. Zero means its thumbprint (RFC 7638, RFC 8037), as the
	// draft wants it.
	KeyID string
	// Components are the signed parts of a request: derived components (RFC 9421, section 2.2),
	// as "@authority" and "@path", and names of header fields, which a request must have. Zero
	// means "@authority". That and Signature-Agent are always among them.
	Components []string
	// Lifetime is how long a signature is valid. Zero means a minute, the most is a day.
	Lifetime time.Duration
}

// Signer signs requests. It is safe for concurrent use. Make one with [New].
type Signer struct {
	opts       Options
	agent      string // as a field value, "" for none
	components []string
}

// New returns a signer, or an error that names the option.
func New(opts Options) (*Signer, error) {
	if len(opts.Key) != ed25519.PrivateKeySize {
		return nil, errors.New("botauth: Key is not an Ed25519 private key")
	}
	if opts.Lifetime < 0 || opts.Lifetime > 24*time.Hour {
		return nil, errors.New("botauth: Lifetime is negative or more than a day")
	}
	opts.Lifetime = cmp.Or(opts.Lifetime, time.Minute)
	opts.KeyID = cmp.Or(opts.KeyID, Thumbprint(opts.Key.Public().(ed25519.PublicKey)))
	s := &Signer{opts: opts}
	s.components = slices.Clone(opts.Components)
	if !slices.Contains(s.components, "@authority") {
		s.components = append([]string{"@authority"}, s.components...)
	}
	if opts.Agent != "" {
		u, err := url.Parse(opts.Agent)
		if err != nil || u.Scheme != "https" || u.Host == "" || u.User != nil {
			return nil, errors.New("botauth: Agent is not an https address")
		}
		s.agent = quoted(opts.Agent)
		if !slices.Contains(s.components, "signature-agent") {
			s.components = append(s.components, "signature-agent")
		}
	}
	for i, name := range s.components {
		if s.components[i] = strings.ToLower(name); slices.Index(s.components, s.components[i]) < i {
			return nil, fmt.Errorf("botauth: Components has %q twice", name)
		}
	}
	for _, text := range append([]string{opts.KeyID, opts.Agent}, s.components...) {
		if strings.ContainsFunc(text, func(r rune) bool { return r < ' ' || r > '~' }) {
			return nil, fmt.Errorf("botauth: %q can't be in a header field", text)
		}
	}
	return s, nil
}

// Transport returns a RoundTripper that signs each request and passes it to next. It
// is a value for webfetch.Options.Hooks.WrapTransport. A request without a field that is to
// be signed is not sent.
func (s *Signer) Transport(next http.RoundTripper) http.RoundTripper {
	return roundTripper(func(req *http.Request) (*http.Response, error) {
		signed := req.Clone(req.Context())
		if signed.Header == nil {
			signed.Header = http.Header{}
		}
		if err := s.Sign(signed); err != nil {
			if req.Body != nil {
				_ = req.Body.Close()
			}
			return nil, err
		}
		return next.RoundTrip(signed)
	})
}

// Sign sets Signature-Agent, Signature-Input and Signature in the header of a request. It
// replaces existing values.
func (s *Signer) Sign(req *http.Request) error {
	req.Header.Del("Signature-Agent")
	if s.agent != "" {
		req.Header.Set("Signature-Agent", s.agent)
	}
	var nonce [64]byte         // as long as the draft recommends
	_, _ = rand.Read(nonce[:]) // never fails
	params := inner(s.components) + s.validity() + ";nonce=" + quoted(base64.StdEncoding.EncodeToString(nonce[:])) + ";tag=" + quoted(tag)
	base, err := signatureBase(req, s.components, params)
	if err == nil {
		s.seal(req.Header, params, base)
	}
	return err
}

// validity are the parameters of every signature (RFC 9421, section 2.3).
func (s *Signer) validity() string {
	now := time.Now()
	return fmt.Sprintf(`;created=%d;expires=%d;keyid=%s;alg="ed25519"`, now.Unix(), now.Add(s.opts.Lifetime).Unix(), quoted(s.opts.KeyID))
}

func (s *Signer) seal(h http.Header, params, base string) {
	h.Set("Signature-Input", "sig1="+params)
	h.Set("Signature", "sig1=:"+base64.StdEncoding.EncodeToString(ed25519.Sign(s.opts.Key, []byte(base)))+":")
}

type roundTripper func(*http.Request) (*http.Response, error)

func (f roundTripper) RoundTrip(req *http.Request) (*http.Response, error) { return f(req) }

// signatureBase returns the text to sign (RFC 9421, section 2.5): a line for each component
// and the parameters of the signature.
func signatureBase(req *http.Request, components []string, params string) (string, error) {
	var b strings.Builder
	for _, name := range components {
		value, err := component(req, name)
		if err != nil {
			return "", err
		}
		b.WriteString(quoted(name) + ": " + value + "\n")
	}
	b.WriteString(`"@signature-params": ` + params)
	return b.String(), nil
}

// component is the value of a component of a request (sections 2.1 and 2.2).
func component(req *http.Request, name string) (string, error) {
	switch name {
	case "@method":
		return cmp.Or(req.Method, http.MethodGet), nil
	case "@target-uri":
		u := *req.URL
		u.Fragment, u.RawFragment, u.User = "", "", nil
		return u.String(), nil
	case "@authority":
		return authority(req), nil
	case "@scheme":
		return strings.ToLower(req.URL.Scheme), nil
	case "@request-target":
		return req.URL.RequestURI(), nil
	case "@path":
		return cmp.Or(req.URL.EscapedPath(), "/"), nil
	case "@query":
		return "?" + req.URL.RawQuery, nil
	}
	if strings.HasPrefix(name, "@") {
		return "", fmt.Errorf("botauth: component %q is not known", name)
	}
	values := req.Header.Values(name)
	if len(values) == 0 {
		if name == "content-length" && req.ContentLength > 0 {
			return strconv.FormatInt(req.ContentLength, 10), nil
		}
		return "", fmt.Errorf("botauth: the request has no field %q", name)
	}
	parts := make([]string, len(values))
	for i, value := range values {
		parts[i] = strings.TrimSpace(value)
	}
	return strings.Join(parts, ", "), nil
}

// authority is host and port in lower case, without the port of the scheme
// (section 2.2.3).
func authority(req *http.Request) string {
	host := strings.ToLower(cmp.Or(req.Host, req.URL.Host))
	switch req.URL.Scheme {
	case "http":
		return strings.TrimSuffix(host, ":80")
	case "https":
		return strings.TrimSuffix(host, ":443")
	}
	return host
}

// inner writes components as an inner list (RFC 8941, section 3.1.1).
func inner(components []string) string {
	names := make([]string, len(components))
	for i, name := range components {
		names[i] = quoted(name)
	}
	return "(" + strings.Join(names, " ") + ")"
}

// quoted writes a string of RFC 8941, section 3.3.3.
func quoted(s string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`).Replace(s) + `"`
}

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
