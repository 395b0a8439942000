package cloudflare

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/filter"
)

// Bounds of what the service compares.
const (
	indexedBytes = 64   // of a text, by the documentation of Vectorize
	maxFilter    = 2000 // bytes of filters as JSON; it takes less than 2,048
)

// object is filters as the service takes them: fields to operators to operands, all and-ed.
type object map[string]map[string]any

// remoteFilter returns what to send of a filter and a scope: conditions that pass at least all that they should,
// whether or not the service cuts texts to 64 bytes. exact is false if what comes has to be compared again, so that
// it is worth asking for more. possible is false if nothing can pass.
func remoteFilter(f filter.Filter, scope knowledge.Scope) (send object, exact, possible bool) {
	low, high := filter.Range(scope)
	exact = true
	if len(low) > indexedBytes { // all that begins like the folder
		low, exact = strings.ToValidUTF8(low[:indexedBytes-1], ""), false
		last, size := utf8.DecodeLastRuneInString(low)
		high = low[:len(low)-size] + string(last+1)
	}
	send = object{"folder": {"$gte": low, "$lt": high}}
	for _, c := range f {
		if c.Op == "$in" && len(c.Operands) == 0 {
			return nil, false, false
		}
		if send[c.Field] == nil {
			send[c.Field] = map[string]any{}
		}
		_, twice := send[c.Field][c.Op]
		switch {
		case twice || !sendable(c):
			exact = false
		case c.Op == "$in":
			send[c.Field][c.Op] = c.Operands
		default:
			send[c.Field][c.Op] = c.Operands[0]
		}
	}
	maps.DeleteFunc(send, func(_ string, operators map[string]any) bool { return len(operators) == 0 })
	if raw, err := json.Marshal(send); err != nil || len(raw) > maxFilter {
		return object{"folder": {"$gte": low, "$lt": high}}, false, true
	}
	return send, exact, true
}

// sendable reports a condition that the service can be trusted not to pass less by. It isn't documented whether $ne
// and $nin pass a file that lacks the field, and its timestamp is the time of upload, which is later than that of
// retrieval.
func sendable(c filter.Condition) bool {
	isLong := func(x any) bool {
		text, is := x.(string)
		return is && len(text) >= indexedBytes
	}
	switch {
	case c.Op == "$ne", c.Op == "$nin", slices.ContainsFunc(c.Operands, isLong):
		return false
	}
	return c.Field != "timestamp" || c.Op == "$gt" || c.Op == "$gte"
}
