package data

import (
	"context"
	"encoding/json"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// stripJSONGuard drops what servers put around JSON: prefixes that make it no script,
// or the call of a function that makes it one.
func stripJSONGuard(body string) string {
	for _, guard := range [...]string{")]}',", ")]}'", "while(1);", "for(;;);", "while (1);", "for (;;);", "&&&START&&&"} {
		if rest, found := strings.CutPrefix(body, guard); found {
			return strings.TrimSpace(rest)
		}
	}
	return unwrapCall(body)
}

// unwrapCall returns the argument of a call that is all there is, if it is JSON:
// "callback({...});".
func unwrapCall(body string) string {
	name, argument, found := strings.Cut(strings.TrimSpace(strings.TrimPrefix(body, "/**/")), "(")
	name = strings.TrimSpace(name)
	if !found || name == "" || len(name) > 200 || strings.ContainsFunc(name, func(r rune) bool {
		return !(r >= '0' && r <= '9' || r|0x20 >= 'a' && r|0x20 <= 'z' || strings.ContainsRune("_$.[]\"'", r))
	}) {
		return body
	}
	argument, closed := strings.CutSuffix(strings.TrimRight(argument, " \t\r\n;"), ")")
	if argument = strings.TrimSpace(argument); !closed || !json.Valid([]byte(argument)) {
		return body
	}
	return argument
}

// maxConcatenated bounds the values of JSON texts one after another.
const maxConcatenated = 1 << 20

// splitConcatenated splits JSON texts that stand one after another, over lines as
// they like; nil if there are less than two or anything else between.
func splitConcatenated(ctx context.Context, body string) []string {
	var texts []string
	d := json.NewDecoder(ctxio.NewReader(ctx, strings.NewReader(body)))
	for len(texts) < maxConcatenated {
		var raw json.RawMessage
		if err := d.Decode(&raw); err != nil {
			break
		}
		if c := raw[0]; c != '{' && c != '[' {
			return nil // words and numbers in a row are no JSON
		}
		texts = append(texts, string(raw))
	}
	if len(texts) < 2 || strings.TrimSpace(body[d.InputOffset():]) != "" {
		return nil
	}
	return texts
}
