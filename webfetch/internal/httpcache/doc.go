// Package httpcache holds the rules of a private HTTP cache (RFC 9111) of whole
// responses: what may be stored ([Storable]), when it answers a request without
// asking ([Rules.Fresh]), how the origin is asked whether it is still valid
// ([Conditions]), and what answers in the end ([Settle], [Update], [StaleIfError]).
// Where responses are stored is the caller's matter.
//
// It is a private cache: responses to requests with credentials may be stored,
// so callers keep the keys of different principals apart. Responses to ranges
// are never stored.
package httpcache
