// Package urlpolicy decides where the address of a fetch may come from. An agent
// that reads pages of strangers can be talked into sending what it knows to one of
// them, in an address that it makes up: https://evil.example/?q=what-the-user-said.
//
// [Seen] allows addresses that were there before the agent could make them up: in
// the words of the user, or in what it has read. [Secrets] refuses addresses that
// hold what looks like a key or a token. Both are values for
// webfetch.Options.Hooks.URLPolicy, which is asked before anything is sent, and again for
// every redirect.
//
// # What this does not do
//
// A page that was read can hold many addresses, and which of them an agent goes on to
// can give away a little. Secrets knows the forms of common keys, not the words of a
// secret; data that looks like nothing passes. Neither replaces the egress policy.
package urlpolicy

import (
	"context"
	"encoding/base64"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
)

// Error is why an address is refused.
type Error struct {
	// Reason is a sentence: that the address is neither of the user nor of an earlier result, that
	// it holds what looks like a secret, that it is longer than 8 KiB, or that the policy refuses it.
	Reason string
}

const (
	notSeen    = "the address is neither of the user nor of an earlier result"
	hasSecret  = "the address holds what looks like a secret"
	tooLong    = "the address is longer than 8 KiB"
	notAllowed = "the policy for addresses refuses it"
)

// Error is the reason.
func (e *Error) Error() string { return e.Reason }

// Hint says what to do instead.
func (e *Error) Hint() string {
	switch e.Reason {
	case notSeen:
		return "Use an address that the user gave or that an earlier result shows, as it stands there, or ask the user."
	case hasSecret:
		return "Leave keys and tokens out of addresses."
	}
	return "Use another address."
}

type (
	redirectKey struct{}
	sessionKey  struct{}
)

// WithRedirect returns the context that a policy is asked under about an address
// that another one has led to: by a redirect, or in a browser by a script.
func WithRedirect(ctx context.Context, from *url.URL) context.Context {
	return context.WithValue(ctx, redirectKey{}, from)
}

// RedirectFrom returns the address that has led to the one in question, nil if the
// caller of the fetch has named that.
func RedirectFrom(ctx context.Context) *url.URL {
	from, _ := ctx.Value(redirectKey{}).(*url.URL)
	return from
}

// WithSession returns a context for one of several conversations that share a [Seen].
// Addresses seen in one conversation do not count in another.
func WithSession(ctx context.Context, name string) context.Context {
	return context.WithValue(ctx, sessionKey{}, name)
}

func session(ctx context.Context) string {
	name, _ := ctx.Value(sessionKey{}).(string)
	return name
}

const maxAddress = 8 << 10

var secretForms = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(strings.Join([]string{
		`\bsk-[A-Za-z0-9_-]{20,}`,                                   // OpenAI, Anthropic and others
		`\b[sr]k_(?:live|test)_[A-Za-z0-9]{16,}`,                    // Stripe
		`\bgh[pousr]_[A-Za-z0-9]{30,}`,                              // GitHub
		`\bgithub_pat_[A-Za-z0-9_]{22,}`,                            //
		`\bglpat-[A-Za-z0-9_-]{20,}`,                                // GitLab
		`\bxox[abeoprs]-[A-Za-z0-9-]{10,}`,                          // Slack
		`\b(?:AKIA|ASIA)[A-Z0-9]{16}\b`,                             // AWS
		`\bAIza[A-Za-z0-9_-]{35}`,                                   // Google
		`\bya29\.[A-Za-z0-9_-]{20,}`,                                //
		`\bhf_[A-Za-z0-9]{30,}`,                                     // Hugging Face
		`\bnpm_[A-Za-z0-9]{36}`,                                     // npm
		`\bpypi-AgE[A-Za-z0-9_-]{50,}`,                              // PyPI
		`\bSG\.[A-Za-z0-9_-]{16,}\.[A-Za-z0-9_-]{16,}`,              // SendGrid
		`\beyJ[A-Za-z0-9_-]{8,}\.eyJ[A-Za-z0-9_-]{8,}`,              // JSON Web Token (RFC 7519)
		`-----BEGIN [A-Z ]*PRIVATE KEY`,                             // PEM (RFC 7468)
		`\bAGE-SECRET-KEY-1[A-Z0-9]{20,}`,                           // age
		`\b(?i:password|passwd|api[_-]?key|secret)\s*[=:]\s*\S{6,}`, // a line of a configuration
	}, "|"))
})

var secretParams = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)^(?:x-?)?(?:api[-_]?key|apikey|access[-_]?token|auth[-_]?token|id[-_]?token|refresh[-_]?token|client[-_]?secret|secret(?:[-_]?key)?|password|passwd|pwd|private[-_]?key|session[-_]?(?:id|token)|jwt|bearer|authorization)$`)
})

// Secrets refuses, with an *[Error], an address that holds what looks like a
// secret: a key or a token of a known form, anywhere in it, percent-encoded or in
// base64 too; or a parameter named like one, as api_key or password, that has a value.
// What an allowed address redirects to is the site's own affair.
func Secrets(ctx context.Context, u *url.URL) error {
	if RedirectFrom(ctx) != nil {
		return nil
	}
	raw := u.String()
	if len(raw) > maxAddress {
		return &Error{tooLong}
	}
	for name, values := range u.Query() {
		if secretParams().MatchString(name) && strings.Join(values, "") != "" || slices.ContainsFunc(values, holdsSecret) {
			return &Error{hasSecret}
		}
	}
	if slices.ContainsFunc([]string{raw, u.Host, u.Path, u.Fragment}, holdsSecret) {
		return &Error{hasSecret}
	}
	return nil
}

// holdsSecret looks at a text, and at what parts of it say in base64.
func holdsSecret(text string) bool {
	if plain, err := url.QueryUnescape(text); secretForms().MatchString(text) || err == nil && plain != text && secretForms().MatchString(plain) {
		return true
	}
	for _, part := range strings.FieldsFunc(text, func(r rune) bool { return strings.ContainsRune("/?&=.;:@#, ", r) }) {
		if len(part) < 24 {
			continue
		}
		for _, encoding := range []*base64.Encoding{base64.RawStdEncoding, base64.RawURLEncoding} {
			if decoded, err := encoding.DecodeString(strings.TrimRight(part, "=")); err == nil && secretForms().Match(decoded) {
				return true
			}
		}
	}
	return false
}

// written finds addresses in running text: with a scheme, or a host with an ending
// that is common, and a path.
var written = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`(?i)\bhttps?://[^\s<>"` + "`" + `|^{}\\]+|` +
		`\b(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+(?:[a-z]{2,24})(?::[0-9]{2,5})?(?:/[^\s<>"` + "`" + `|^{}\\]*)?`)
})

// addressesIn returns the addresses in a text. Marks that end a sentence or close a
// bracket which the address did not open belong to the text; since a sentence can
// also end without one, the address is returned with them too.
func addressesIn(text string) []string {
	var found []string
	for _, raw := range written().FindAllString(text, -1) {
		if !strings.Contains(raw, "://") {
			raw = "https://" + raw
		}
		found = append(found, raw)
		if bare := trimmed(raw); bare != raw {
			found = append(found, bare)
		}
	}
	return found
}

func trimmed(raw string) string {
	for {
		cut := strings.TrimRight(raw, ".,;:!?'*_~")
		if last := len(cut) - 1; last > 0 {
			if open := strings.IndexByte(")]>", cut[last]); open >= 0 && strings.Count(cut, string("([<"[open])) < strings.Count(cut, string(cut[last])) {
				cut = cut[:last]
			}
		}
		if cut == raw {
			return raw
		}
		raw = cut
	}
}
