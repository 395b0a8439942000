package injection

import (
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/security/injection/internal/classifier"
)

func finding(text string, start, end int, h classifier.Hit, location Location, certain float64) Finding {
	f := Finding{
		Text: clip(text[start:end]), Reason: strings.Join(h.Reasons, "; "), Category: Category(h.Category), Score: h.Score, Location: location, Start: start, End: end,
		weighed: h.Weighed,
	}
	f.judge(certain)
	return f
}

func clip(s string) string {
	if len(s) <= maxShown {
		return s
	}
	n := maxShown
	for n > 0 && s[n]&0xc0 == 0x80 {
		n--
	}
	return s[:n]
}

func overlaps(found []Finding, start, end int) bool {
	return slices.ContainsFunc(found, func(f Finding) bool { return f.Start < end && start < f.End })
}

func insert(found []Finding, f Finding) []Finding {
	i := len(found)
	for i > 0 && found[i-1].Start > f.Start {
		i--
	}
	return slices.Insert(found, i, f)
}
