package weburl

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed shareforms.txt
var shareFormsText string

// shareForms are the beginnings, after the scheme and "www.", of addresses of forms that
// share a page with people of a network.
var shareForms = sync.OnceValue(func() []string { return strings.Fields(shareFormsText) })

// SharesPage reports whether an address is that of a button that sends the page at hand on: in a mail
// or a message without recipient, or to people of a network ("https://x.com/intent/post?url=…").
func SharesPage(address string) bool {
	switch scheme := strings.ToLower(address[:min(len(address), len("whatsapp:"))]); {
	case strings.HasPrefix(scheme, "mailto:"):
		return strings.HasPrefix(address[len("mailto:"):], "?")
	case scheme == "whatsapp:":
		return true
	}
	_, rest, _ := strings.Cut(address, "://")
	if !strings.Contains(rest, "?") {
		return false
	}
	rest = strings.ToLower(strings.TrimPrefix(strings.TrimPrefix(rest, "www."), "m."))
	return slices.ContainsFunc(shareForms(), func(form string) bool { return strings.HasPrefix(rest, form) })
}
