package cloudflare

import (
	"encoding/json"
	"maps"
	"slices"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

// Bounds of what the service compares.
const (
	indexedBytes = 64   // of a text, by the documentation of Vectorize
	maxFilter    = 2000 // bytes of filters as JSON; it takes less than 2,048
)

// remoteFilter returns what to send of a filter and a scope: conditions that pass
// at least all that they should, whether or not the service cuts texts to 64
// bytes. exact is false if what comes has to be compared again, so that it is
// worth asking for more. ok is false if nothing can pass.
func remoteFilter(f knowledge.Filter, scope knowledge.Scope) (object map[string]map[string]any, exact, ok bool) {
	if _, ok = f.Object(scope); !ok {
		return nil, false, false
	}
	exact = true
	var send knowledge.Filter
	for _, c := range f {
		if sendable(c) {
			send = append(send, c)
		} else {
			exact = false
		}
	}
	object, ok = send.Object(scope)
	for field, operators := range object {
		if !widen(operators) {
			exact = false
		}
		if len(operators) == 0 {
			delete(object, field)
		}
	}
	if raw, err := json.Marshal(object); err != nil || len(raw) > maxFilter {
		object, ok = knowledge.Filter(nil).Object(scope)
		widen(object["folder"])
		exact = false
	}
	return object, exact, ok
}

// sendable reports a condition that the service can be trusted not to pass less
// by. It isn't documented whether $ne and $nin pass a file that lacks the field,
// and its timestamp is the time of upload, which is later than that of retrieval.
func sendable(c knowledge.Condition) bool {
	switch c.Op {
	case knowledge.NotEqual, knowledge.NotIn:
		return false
	case knowledge.Greater, knowledge.GreaterOrEqual:
		return true
	}
	return c.Field != "timestamp"
}

// widen makes comparisons with texts of more than 64 bytes pass all that agrees
// with their first bytes, and reports whether none had to be.
func widen(operators map[string]any) bool {
	exact := true
	for _, op := range sortedKeys(operators) {
		text, is := operators[op].(string)
		if list, many := operators[op].([]any); many && hasLong(list) {
			delete(operators, op)
			exact = false
			continue
		}
		if !is || len(text) <= indexedBytes {
			continue
		}
		exact = false
		low, high := prefixRange(text)
		delete(operators, op)
		switch op {
		case "$gt", "$gte":
			operators["$gte"] = low
		case "$lt", "$lte":
			if high != "" {
				operators["$lt"] = high
			}
		case "$eq":
			operators["$gte"] = low
			if high != "" {
				operators["$lt"] = high
			}
		}
	}
	return exact
}

// sortedKeys returns the keys of a map in order.
func sortedKeys[V any](m map[string]V) []string { return slices.Sorted(maps.Keys(m)) }

func hasLong(list []any) bool {
	for _, x := range list {
		if text, is := x.(string); is && len(text) > indexedBytes {
			return true
		}
	}
	return false
}

// prefixRange returns the range of the texts that begin like text: what is within
// it is so whether or not the texts are cut to 64 bytes. high is "" for no bound.
func prefixRange(text string) (low, high string) {
	n := indexedBytes - 1
	for n > 0 && !utf8.RuneStart(text[n]) {
		n--
	}
	low = text[:n]
	for end := low; end != ""; {
		r, size := utf8.DecodeLastRuneInString(end)
		end = end[:len(end)-size]
		if next := nextRune(r); next > 0 {
			return low, end + string(next)
		}
	}
	return low, ""
}

func nextRune(r rune) rune {
	switch {
	case r == utf8.MaxRune:
		return 0
	case r == 0xd7ff:
		return 0xe000
	}
	return r + 1
}
