// Package httpcache is a private HTTP cache (RFC 9111) of whole responses.
//
// [Cache.Do] answers a request from what is stored, asks the origin whether that
// is still valid, or sends the request and stores the answer. The rules it is
// made of ([Storable], [FreshFor], [Age], [StaleIfError], [Conditions], [Update]) can be used on
// their own. Responses are stored by a [Store] under the caller's keys, several
// under one key if they differ by what their Vary field names.
//
// It is a private cache: responses to requests with credentials may be stored,
// so callers keep the keys of different principals apart. Responses to ranges
// are never stored.
package httpcache
