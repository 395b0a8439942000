package htmlview

import (
	"regexp"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// languageClass matches the class that names the language of code. It is compiled
// once, at its first use.
var languageClass = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^language-[A-Za-z0-9_+#.-]{1,32}$`)
})

// keepLanguage leaves an element no class but the one that names the language of
// code, if it holds any and says which.
func keepLanguage(n *html.Node) {
	language := ""
	switch n.DataAtom {
	case atom.Pre, atom.Code, atom.Samp, atom.Div:
		language = languageOf(n)
	}
	kept := n.Attr[:0]
	for _, a := range n.Attr {
		if a.Key != "class" {
			kept = append(kept, a)
		}
	}
	n.Attr = kept
	if languageClass().MatchString("language-" + language) {
		n.Attr = append(n.Attr, html.Attribute{Key: "class", Val: "language-" + language})
	}
}

// languageOf returns the language that an element names in one of the ways of
// highlighters, or "".
func languageOf(n *html.Node) string {
	classes := strings.Fields(htmltree.Attr(n, "class"))
	for i, c := range classes {
		for _, prefix := range [...]string{"language-", "lang-", "highlight-source-"} {
			if name, ok := strings.CutPrefix(c, prefix); ok {
				return name
			}
		}
		if name, ok := strings.CutPrefix(c, "brush:"); ok {
			if name == "" && i+1 < len(classes) {
				name = classes[i+1]
			}
			return strings.TrimRight(name, ";")
		}
	}
	for _, key := range [...]string{"data-lang", "data-language"} {
		if name := htmltree.Attr(n, key); name != "" {
			return strings.ToLower(name)
		}
	}
	return ""
}
