package urlpolicy

import (
	"regexp"
	"strings"
	"sync"
)

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
