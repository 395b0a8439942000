package htmlmd

import (
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Formulas in running text, which MathJax and KaTeX find by their delimiters when the
// page is shown: \( \), \[ \], $$ $$ and, as pandoc tells it from prices, $ $.

// maxTextFormula bounds the bytes of a formula in running text.
const maxTextFormula = 2000

// maxMathParents bounds the elements around a text that are asked whether it holds
// formulas.
const maxMathParents = 8

// runningText writes the text of a node: formulas in it as such, the rest as text.
func (w *writer) runningText(n *html.Node, s string) {
	if w.fragment || strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, '$') < 0 {
		w.writeText(s)
		return
	}
	f := formulaFinder{text: s, declared: declaresMath(n)}
	done := 0
	for {
		start, end, tex, display := f.next()
		if start < 0 {
			break
		}
		w.writeText(s[done:start])
		w.formula(tex, display)
		done = end
	}
	w.writeText(s[done:])
}

// declaresMath reports whether an element around a text says that it holds formulas.
func declaresMath(n *html.Node) bool {
	for a, hops := n.Parent, 0; a != nil && hops < maxMathParents; a, hops = a.Parent, hops+1 {
		if htmltree.HasClass(a, "mathjax", "tex2jax_process", "mathjax_process", "math-tex") || strings.HasPrefix(a.Data, "math-") {
			return true
		}
	}
	return false
}

// formulaFinder finds the formulas of a text one after the other. A text is searched
// once for each kind of delimiter, however many of them have no counterpart.
type formulaFinder struct {
	text     string
	declared bool // an element around says that the text holds formulas
	at       int
	closers  [len(delimiters)]int // where the next closing delimiter is, 0 before it is looked for, -1 for none
}

// delimiters are those of formulas. Longer ones come before what they begin with.
var delimiters = [...]struct {
	open, close string
	display     bool
}{{`\(`, `\)`, false}, {`\[`, `\]`, true}, {"$$", "$$", true}, {"$", "$", false}}

// next returns the next formula, from start to before end; start is -1 if there is none.
func (f *formulaFinder) next() (start, end int, tex string, display bool) {
	for f.at < len(f.text) {
		i := strings.IndexAny(f.text[f.at:], `\$`)
		if i < 0 {
			break
		}
		start = f.at + i
		f.at = start + 1
		if f.text[start] == '$' && start > 0 && f.text[start-1] == '\\' {
			continue // an escaped dollar
		}
		for k, d := range delimiters {
			if !strings.HasPrefix(f.text[start:], d.open) {
				continue
			}
			from := start + len(d.open)
			to := f.closer(k, from)
			if to < 0 || to-from > maxTextFormula {
				break
			}
			if tex = f.text[from:to]; f.isFormula(tex, k, to+len(d.close)) {
				f.at = to + len(d.close)
				return start, f.at, tex, d.display
			}
			f.at = from
			break
		}
	}
	return -1, -1, "", false
}

// closer returns where the delimiter that closes kind k next stands from a place on.
func (f *formulaFinder) closer(k, from int) int {
	if c := f.closers[k]; c < 0 || c >= from && c > 0 {
		return c
	}
	i := strings.Index(f.text[from:], delimiters[k].close)
	if i >= 0 {
		i += from
	}
	f.closers[k] = i
	return i
}

// isFormula tells TeX between delimiters of kind k, the last of which ends before end, from
// text that happens to stand between such signs: prices, variables of a shell, groups of
// regular expressions.
func (f *formulaFinder) isFormula(tex string, k, end int) bool {
	trimmed := strings.TrimSpace(tex)
	if trimmed == "" || strings.Contains(tex, "\n\n") {
		return false
	}
	if delimiters[k].open == "$" && (trimmed != tex || end < len(f.text) && f.text[end] >= '0' && f.text[end] <= '9') {
		return false
	}
	if f.declared || hasTeXCommand(tex) || strings.Contains(tex, "^{") || strings.Contains(tex, "_{") {
		return true
	}
	return delimiters[k].open != "$" && (len(trimmed) == 1 && isWordRune(rune(trimmed[0])) || strings.ContainsAny(tex, "^=") && !strings.ContainsAny(tex, "*[]|?\\"))
}

// hasTeXCommand reports whether there is a command of TeX, such as \mu, in a text. \n and
// its like, of one letter, are escapes of strings.
func hasTeXCommand(s string) bool {
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+2 >= len(s) {
			return false
		}
		if isASCIILetter(s[i+1]) && isASCIILetter(s[i+2]) {
			return true
		}
		s = s[i+2:]
	}
}

func isASCIILetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }
