package host

import (
	"bufio"
	"context"
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"time"

	"github.com/modelcontextprotocol/go-sdk/auth"
	"github.com/modelcontextprotocol/go-sdk/oauthex"

	"github.com/webfetch-mcp/webfetch-go/mcpserver/internal/httplimits"
)

// Identity is who a bearer token speaks for.
type Identity struct {
	// Principal keys what is stored for the caller. It may not be empty.
	Principal string
	// Audience are the resources that the token was made for. [Auth] refuses a
	// token of Verify that does not name its Resource.
	Audience []string
	// Scopes are the permissions of the token.
	Scopes []string
	// Expires is when the token ends. Zero means that the verifier answers for it.
	Expires time.Time
}

// ErrVerifierUnavailable is wrapped by the error of [Auth].Verify where it can't check a token
// now, for example because the issuer does not answer.
var ErrVerifierUnavailable = errors.New("tokens can't be checked now")

// Auth decides who may call over HTTP. One of Tokens and Verify is enough;
// Tokens are tried first.
type Auth struct {
	// Tokens are static bearer tokens. Nil means none.
	Tokens *Tokens
	// Verify checks other tokens. It returns an error for one that isn't good,
	// which is answered with 401, and one that wraps [ErrVerifierUnavailable] where it
	// can't judge now, which is answered with 503 and may be tried again. The text of an
	// error is not shown to the caller: the Logger of the server gets it, at warn level if
	// the verifier is unavailable and at debug level else, and never the token. Verify
	// is called by many goroutines. Nil means that only Tokens are accepted.
	Verify func(ctx context.Context, token string) (*Identity, error)
	// Resource is the public URL of the server: the audience that tokens of
	// Verify have to name, and what the metadata of RFC 9728 describe. Verify
	// without Resource refuses every token.
	Resource string
	// AuthorizationServers are the issuers named in the metadata. Zero means none.
	AuthorizationServers []string
	// Scopes are all required of a token of Verify. Zero means none.
	Scopes []string
}

func (a *Auth) host() string {
	u, err := url.Parse(a.Resource)
	if err != nil {
		return ""
	}
	return u.Hostname()
}

// errBadToken gives no reason, so that a caller can't probe tokens with it.
var errBadToken = fmt.Errorf("%w: not accepted", auth.ErrInvalidToken)

func (a *Auth) verify(ctx context.Context, token string, logger *slog.Logger) (*auth.TokenInfo, error) {
	if name := a.Tokens.principal(token); name != "" {
		return &auth.TokenInfo{UserID: name, Scopes: a.Scopes}, nil
	}
	if a.Verify == nil {
		return nil, errBadToken
	}
	id, err := a.Verify(ctx, token)
	switch {
	case errors.Is(err, ErrVerifierUnavailable):
		logger.WarnContext(ctx, "a token can't be checked", "error", err)
		return nil, ErrVerifierUnavailable
	case err != nil:
		logger.DebugContext(ctx, "a token is refused", "error", err)
		return nil, errBadToken
	case id == nil || id.Principal == "" || a.Resource == "" || !slices.Contains(id.Audience, a.Resource):
		return nil, errBadToken
	}
	return &auth.TokenInfo{UserID: id.Principal, Scopes: id.Scopes, Expiration: id.Expires}, nil
}

const metadataPath = "/.well-known/oauth-protected-resource"

// retryVerifier is the time that a client is asked to wait before it shows its token again.
const retryVerifier = 5 * time.Second

func (a *Auth) require(h http.Handler, logger *slog.Logger) http.Handler {
	opts := &auth.RequireBearerTokenOptions{Scopes: a.Scopes, AllowMissingExpiration: true}
	if u, err := url.Parse(a.Resource); err == nil && u.IsAbs() {
		opts.ResourceMetadataURL = (&url.URL{Scheme: u.Scheme, Host: u.Host, Path: metadataPath + strings.TrimSuffix(u.Path, "/")}).String()
	}
	if logger == nil {
		logger = slog.New(slog.DiscardHandler)
	}
	return http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		unavailable := false
		verify := func(ctx context.Context, token string, _ *http.Request) (*auth.TokenInfo, error) {
			info, err := a.verify(ctx, token, logger)
			unavailable = errors.Is(err, ErrVerifierUnavailable)
			return info, err
		}
		// The SDK has 500 for errors of a verifier that are no invalid tokens.
		auth.RequireBearerToken(verify, opts)(h).ServeHTTP(&httplimits.Writer{ResponseWriter: w, Status: func(code int) int {
			if code == http.StatusUnauthorized && w.Header().Get("WWW-Authenticate") == "" {
				w.Header().Set("WWW-Authenticate", "Bearer") // which the SDK sends with the metadata of a resource alone
			}
			if unavailable && code == http.StatusInternalServerError {
				w.Header().Set("Retry-After", strconv.Itoa(int(retryVerifier/time.Second)))
				return http.StatusServiceUnavailable
			}
			return code
		}}, r)
	})
}

// describe serves the protected-resource metadata of RFC 9728, at the well-known path alone and
// with the path of the resource behind it.
func (a *Auth) describe(mux *http.ServeMux) {
	if a.Resource == "" {
		return
	}
	h := auth.ProtectedResourceMetadataHandler(&oauthex.ProtectedResourceMetadata{
		Resource:               a.Resource,
		AuthorizationServers:   a.AuthorizationServers,
		ScopesSupported:        a.Scopes,
		BearerMethodsSupported: []string{"header"},
	})
	mux.Handle(metadataPath, h)
	if u, err := url.Parse(a.Resource); err == nil && strings.Trim(u.Path, "/") != "" {
		mux.Handle(metadataPath+strings.TrimSuffix(u.Path, "/"), h)
	}
}

// Tokens maps static bearer tokens to their principals. It keeps hashes of the tokens. A nil
// *Tokens is empty.
type Tokens struct {
	byHash map[[sha256.Size]byte]string
}

const minTokenLength = 16

// ReadTokens reads a token file: a principal and a token a line, with white space between
// them. Empty lines and those that begin with # are skipped. Tokens have at least 16
// characters. One principal may have several; a token on two lines is refused, even for the
// same principal. Errors name lines, never a token.
func ReadTokens(r io.Reader) (*Tokens, error) {
	t := &Tokens{byHash: map[[sha256.Size]byte]string{}}
	lineOf := map[[sha256.Size]byte]int{}
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		line := strings.TrimSpace(lines.Text())
		if line == "" || line[0] == '#' {
			continue
		}
		fields := strings.Fields(line)
		switch {
		case len(fields) != 2:
			return nil, fmt.Errorf("line %d: want a principal and a token", n)
		case len(fields[1]) < minTokenLength:
			return nil, fmt.Errorf("line %d: token is shorter than %d characters", n, minTokenLength)
		}
		hash := sha256.Sum256([]byte(fields[1]))
		if first, repeated := lineOf[hash]; repeated {
			return nil, fmt.Errorf("line %d: the token of line %d again", n, first)
		}
		t.byHash[hash], lineOf[hash] = fields[0], n
	}
	if err := lines.Err(); err != nil {
		return nil, err
	}
	if len(t.byHash) == 0 {
		return nil, errors.New("no tokens")
	}
	return t, nil
}

// principal looks a token up by its hash, so that timing reveals nothing of it.
func (t *Tokens) principal(token string) string {
	if t == nil {
		return ""
	}
	return t.byHash[sha256.Sum256([]byte(token))]
}
