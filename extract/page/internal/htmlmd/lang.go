package htmlmd

import (
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// language returns the language of a code block, declared in the class names of a highlighter: on the code, on the
// block or on its wrapper.
func language(pre *html.Node) string {
	l := ""
	for c := pre.FirstChild; c != nil && l == ""; c = c.NextSibling {
		if c.DataAtom == atom.Code {
			l = languageOf(c, true)
		}
	}
	for n, hops := pre, 0; hops < 4 && l == "" && n != nil && n.Type == html.ElementNode && n.DataAtom != atom.Body; n, hops = n.Parent, hops+1 {
		l = languageOf(n, n == pre)
	}
	if wordList("no language").has(strings.ToLower(l)) {
		return ""
	}
	return l
}

// Language returns the language that the attributes of one element declare of the code in it, "" for none.
func Language(n *html.Node) string { return languageOf(n, false) }

// languageOf is Language; own says that the element is the code itself, whose bare class names may be languages.
func languageOf(n *html.Node, own bool) string {
	for _, k := range [...]string{"data-lang", "data-language", "data-enlighter-language", "data-code-language", "data-prismjs-language"} {
		if v, ok := htmltree.Lookup(n, k); ok && isLangName(v) {
			return strings.ToLower(v)
		}
	}
	if l := languageOfClass(htmltree.Attr(n, "class"), own); l != "" || !own {
		return l
	}
	if v := htmltree.Attr(n, "lang"); isLangName(v) && isLanguage(v) {
		return v
	}
	return ""
}

func languageOfClass(class string, own bool) string {
	bare, highlighter := "", false
	for c := range strings.FieldsSeq(strings.ReplaceAll(class, "brush: ", "brush:")) {
		for _, p := range [...]string{"language-", "lang-", "highlight-source-", "highlight-text-", "brush:"} {
			if l, ok := strings.CutPrefix(c, p); ok && l != "" {
				if l = strings.Trim(l, ";,"); p == "language-" || isLangName(l) {
					return strings.Replace(l, "html-basic", "html", 1) // GitHub: "highlight-text-html-basic"
				}
			}
		}
		if l, ok := strings.CutPrefix(c, "highlight-"); ok && isLanguage(l) {
			return l
		}
		highlighter = highlighter || wordList("highlighter").has(c)
		if l := strings.TrimPrefix(c, "src-"); bare == "" && isLanguage(l) { // Org mode: "src src-python"
			bare = l
		}
	}
	if own || highlighter {
		return bare
	}
	return ""
}

func isLangName(s string) bool {
	const longest = 32 // bytes
	return s != "" && len(s) <= longest && !strings.ContainsFunc(s, func(r rune) bool {
		return r >= utf8.RuneSelf || !ascii.IsAlnum(byte(r)) && !strings.ContainsRune("+#-_.", r)
	})
}

func isLanguage(s string) bool { return wordList("language").has(strings.ToLower(s)) }
