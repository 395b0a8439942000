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
		if secretParams().MatchString(name) && strings.Join(values, "") != "" {
			return &Error{hasSecret}
		}
		if slices.ContainsFunc(values, holdsSecret) {
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
	if plain, err := url.QueryUnescape(text); err == nil && plain != text && secretForms().MatchString(plain) {
		return true
	}
	if secretForms().MatchString(text) {
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
