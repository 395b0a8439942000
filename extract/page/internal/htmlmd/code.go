package htmlmd

import (
	"bytes"
	"slices"
	"strconv"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// code writes code within a line, or as a block if it has lines of its own. If all of it is one link, the link goes
// around the code, as Markdown has it.
func (w *writer) code(n *html.Node) {
	if len(w.Items) == 0 && w.cell == 0 && w.heading == 0 && n.DataAtom != atom.Kbd && (w.keepLines || hasChild(n, atom.Br)) && !w.inLink() &&
		isOwnLine(n) && (hasChild(n, atom.Br) || strings.Contains(strings.TrimSpace(shortText(n, 4<<10)), "\n")) {
		w.codeBlock(n, language(n))
		return
	}
	if a := onlyElement(n); a != nil && a.DataAtom == atom.A && !w.inLink() {
		href := htmltree.Attr(a, "href")
		if url := w.base.resolve(href); !url.isEmpty() {
			w.inInline(openInline{kind: linkInline, link: link{url: url}}, func() { w.codeSpan(n) })
			return
		}
	}
	w.codeSpan(n)
}

func (w *writer) codeSpan(n *html.Node) {
	if n.DataAtom == atom.Kbd && isElement(n.PrevSibling, atom.Kbd) {
		w.space() // two keys
	}
	b := w.codeText(n, w.scratch[:0])
	w.scratch = b
	b = foldCode(b)
	if len(b) == 0 {
		return
	}
	w.spaceBeforeCode(n, b)
	w.addCode(b)
}

func (w *writer) addCode(b []byte) {
	w.flushPending()
	start := len(w.Text)
	w.Text = append(w.Text, b...)
	w.Piece(mdinline.Code, start)
}

func foldCode(b []byte) []byte {
	out := b[:0]
	space := false
	for _, c := range b {
		if classOf(c) == classSpace {
			if !space {
				out = append(out, ' ')
			}
			space = true
			continue
		}
		space = false
		out = append(out, c)
	}
	return out
}

func isElement(n *html.Node, a atom.Atom) bool { return n != nil && n.DataAtom == a }

func (w *writer) codeBlock(n *html.Node, lang string) {
	w.end()
	b := w.codeText(n, w.scratch[:0])
	w.scratch = b
	for up, hop := n.Parent, 0; up != nil && hop < 4; up, hop = up.Parent, hop+1 {
		if htmltree.HasClass(up, "termy") && bytes.IndexByte(b, '<') >= 0 { // Termynal reads the text of code as HTML
			z := html.NewTokenizer(bytes.NewReader(b))
			b = nil
			for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
				if kind == html.TextToken {
					b = append(b, z.Text()...)
				}
			}
			break
		}
	}
	if bytes.Contains(b, []byte(noBreakSpace)) { // compilers reject it
		b = bytes.ReplaceAll(b, []byte(noBreakSpace), []byte{' '})
	}
	if hasChild(n, atom.Code) {
		if len(b) > 0 && b[len(b)-1] == '\n' {
			b = b[:len(b)-1]
		}
	} else {
		if b = bytes.TrimRight(b, " \t\n\r\f"); len(b) == 0 {
			return
		}
	}
	switch {
	case w.in.DropCode:
		w.leaveOut(n, "code not wanted")
	case w.cell > 0:
		for line := range bytes.Lines(b) {
			if line = bytes.Trim(line, "\n"); !isBlank(string(line)) {
				w.addCode(line)
			}
			w.pendingBreak = len(w.Items) > 0
		}
	default:
		w.Fence(b, clean(lang))
	}
}

func (w *writer) codeText(n *html.Node, b []byte) []byte {
	w.codeLine = -1
	return w.appendCode(n, b)
}

func atLineStart(b []byte) bool { return len(b) == 0 || b[len(b)-1] == '\n' }

func (w *writer) appendCode(n *html.Node, b []byte) []byte {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if w.skips(c) {
			continue
		}
		switch {
		case c.Type == html.TextNode:
			switch n.DataAtom {
			case atom.Table, atom.Tbody, atom.Thead, atom.Tr: // white space of the source
			default:
				// An element that is a line of its own does without a line break.
				if w.codeLine == len(b) && !atLineStart(b) && c.Data != "" && !strings.HasPrefix(strings.TrimLeft(c.Data, " \t\r"), "\n") {
					b = append(b, '\n')
				}
				b = append(b, w.visibleText(c.Data)...)
			}
		case c.Type != html.ElementNode:
		case c.DataAtom == atom.Br:
			b = append(b, '\n')
		case isGutter(c), isNumberCell(c), atLineStart(b) && w.isLineNumber(c):
		case w.depth == maxDepth:
		default:
			b = w.codeElement(c, b)
		}
	}
	return b
}

func (w *writer) codeElement(n *html.Node, b []byte) []byte {
	block := isCodeBlock(n)
	line := block || isLine(n)
	before := n.PrevSibling
	if line && !atLineStart(b) && (block || before != nil && before.Type == html.ElementNode && (isCodeBlock(before) || isLine(before))) {
		b = append(b, '\n')
	}
	if n.DataAtom == atom.Kbd && isElement(n.PrevSibling, atom.Kbd) && len(b) > 0 {
		b = append(b, ' ') // two keys
	}
	at, whole := len(b), atLineStart(b)
	w.depth++
	b = w.appendCode(n, b)
	w.depth--
	if line && len(b) == at && whole && n.DataAtom == atom.Span && n.NextSibling != nil && n.NextSibling.Type == html.ElementNode && isLine(n.NextSibling) {
		b = append(b, '\n') // an empty line
	}
	if line && n.DataAtom != atom.Span && len(b) >= at && (len(b) == at || b[len(b)-1] != '\n') && n.NextSibling != nil {
		b = append(b, '\n')
	}
	if line && whole && len(b) > at {
		w.codeLine = len(b)
	}
	return b
}

func isCodeBlock(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Div, atom.P, atom.Li, atom.Tr, atom.Pre:
		return true
	}
	return false
}

// isLine reports whether an inline element in code is a line by its class or style, or one of several elements that make up a <pre>.
func isLine(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Code:
		return isLineClass(n) || n.Parent.DataAtom == atom.Pre && (isElement(n.PrevSibling, atom.Code) || isElement(n.NextSibling, atom.Code))
	case atom.Span:
		return isLineClass(n)
	}
	return false
}

func isLineClass(n *html.Node) bool {
	for c := range strings.FieldsSeq(htmltree.Attr(n, "class")) {
		if words("line").Matches(c) && !words("no line").Has(c) {
			return true
		}
	}
	_, display, _ := strings.Cut(htmltree.Attr(n, "style"), "display:")
	return isBlockDisplay(strings.TrimLeft(display, " "))
}

// isGutter reports whether an element in code is not code: line numbers, prompts to copy, icons, what mdBook hides as
// "boring", and links of Sphinx back to the documentation.
func isGutter(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Button, atom.Script, atom.Style, atom.Select, atom.Textarea, atom.Template, atom.Svg, atom.Noscript:
		return true
	}
	return n.DataAtom == 0 && words("gutter").Has(n.Data) || words("gutter").InTokens(strings.ToLower(htmltree.Attr(n, "class")))
}

// isLineNumber reports whether an element at the beginning of a line of code is its number: digits that can't be
// selected, or that a class or an attribute marks.
func (w *writer) isLineNumber(n *html.Node) bool {
	const longest = 12 // bytes
	text := strings.TrimSpace(strings.ReplaceAll(shortText(n, longest), noBreakSpace, " "))
	if text = strings.TrimRight(text, ".:|│ "); text == "" || strings.Trim(text, "0123456789") != "" {
		return false
	}
	if htmltree.Declared(w.style(n), "user-select") == "none" || htmltree.Attr(n, "aria-hidden") == "true" ||
		slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return words("number attribute").Has(a.Key) }) {
		return true
	}
	class := strings.ToLower(htmltree.Attr(n, "class"))
	return words("number class part").Within(class) || words("number class").InTokens(class)
}

// isCodeTable reports whether a table sets lines of code against their numbers: by a class of a highlighter, by a first
// cell that is a gutter, or by rows of nothing but the next numbers and code.
func (w *writer) isCodeTable(n *html.Node) bool {
	if words("listing table").InClass(n) {
		return true
	}
	tr := firstRow(n)
	if tr == nil {
		return false
	}
	for c := tr.FirstChild; c != nil; c = c.NextSibling {
		if isCell(c) {
			return (isGutter(c) || w.isLineNumber(c)) && c.NextSibling != nil || isNumbered(tr)
		}
	}
	return false
}

func isNumberCell(c *html.Node) bool {
	if c.DataAtom != atom.Td && c.DataAtom != atom.Th || contentAfter(c) == nil {
		return false
	}
	const longest = 1 << 16 // bytes
	for _, r := range shortText(c, longest) {
		if (r < '0' || r > '9') && r != '.' && r != ':' && r > ' ' {
			return false
		}
	}
	return true
}

// nextContent returns the first of n and its siblings after it that is neither a comment nor blank text, nil for none.
func nextContent(n *html.Node) *html.Node {
	for n != nil && (n.Type == html.CommentNode || n.Type == html.TextNode && isBlank(n.Data)) {
		n = n.NextSibling
	}
	return n
}

func firstRow(n *html.Node) *html.Node {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch c.DataAtom {
		case atom.Tr:
			return c
		case atom.Thead, atom.Tbody, atom.Tfoot:
			if tr := firstRow(c); tr != nil {
				return tr
			}
		}
	}
	return nil
}

// isNumbered reports whether each row from tr on sets preformatted text against line numbers that go on from those of the row before.
func isNumbered(tr *html.Node) bool {
	const longest = 1 << 16 // bytes
	number := -1
	for ; tr != nil; tr = tr.NextSibling {
		if tr.DataAtom != atom.Tr {
			continue
		}
		gutter := childElement(tr, atom.Td)
		if gutter == nil || !isCodeCell(contentAfter(gutter)) {
			return false
		}
		lines := strings.Fields(shortText(gutter, longest))
		if number = countOn(number, lines); number < 0 || len(lines) == 0 {
			return false
		}
	}
	return number > 1
}

// isNumberColumn reports whether preformatted text is the column of line numbers beside the code that comes right after it.
func isNumberColumn(n *html.Node) bool {
	if code := contentAfter(n); code == nil || code.DataAtom != atom.Pre {
		return false
	}
	const some = 128 // bytes, of which the last number may be cut
	text := shortText(n, some)
	numbers := strings.Fields(text)
	if len(text) > some && len(numbers) > 0 {
		numbers = numbers[:len(numbers)-1]
	}
	return len(numbers) > 1 && countOn(-1, numbers) > 0
}

// countOn returns the last of the fields of a text if they are numbers that go on from number, each one more than the
// last, else -1. They begin anywhere if number is -1.
func countOn(number int, fields []string) int {
	for _, field := range fields {
		n, err := strconv.Atoi(strings.TrimRight(field, ".:"))
		if err != nil || number >= 0 && n != number+1 {
			return -1
		}
		number = n
	}
	return number
}

func isCodeCell(c *html.Node) bool {
	if c == nil || c.DataAtom != atom.Td || contentAfter(c) != nil {
		return false
	}
	for range 3 {
		inner := nextContent(c.FirstChild)
		if inner == nil || nextContent(inner.NextSibling) != nil {
			return false
		}
		if c = inner; c.DataAtom == atom.Pre {
			return true
		}
	}
	return false
}

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
	if words("no language").Has(strings.ToLower(l)) {
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
	if l := languageOfClass(attrOf(n, "data-syntaxhighlighter-params")+" "+htmltree.Attr(n, "class"), own); l != "" || !own {
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
		highlighter = highlighter || words("highlighter").Has(c)
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

func isLanguage(s string) bool { return words("language").Has(strings.ToLower(s)) }
