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
	if formula := onlyElement(n); formula != nil && formula.DataAtom == atom.Span {
		if a := w.attributesOf(formula); a.formula && w.formulaElement(formula, a.class) {
			return
		}
	}
	if len(w.Items) == 0 && w.cell == 0 && w.heading == 0 && n.DataAtom != atom.Kbd && (w.keepLines || hasChild(n, atom.Br)) && !w.inLink() &&
		isOwnLine(n) && (hasChild(n, atom.Br) || strings.Contains(strings.TrimSpace(shortText(n, 4<<10)), "\n")) {
		w.codeBlock(n, language(n))
		return
	}
	if a := onlyElement(n); a != nil && a.DataAtom == atom.A && !w.inLink() {
		href := htmltree.Attr(a, "href")
		if url := w.resolve(href); !url.IsEmpty() {
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
	if w.heading == 0 && !w.inLink() && (w.keepLines || hasChild(n, atom.Br)) && bytes.IndexByte(bytes.TrimSpace(b), '\n') >= 0 {
		w.spaceBeforeCode(n, b)
		w.addCodeLines(b)
		w.pendingBreak = b[len(b)-1] == '\n'
		return
	}
	if b = foldCode(b); len(b) > 0 {
		w.spaceBeforeCode(n, b)
		w.put(mdinline.Code, string(b))
	}
}

// addCodeLines adds each line as code, and a line break after it.
func (w *writer) addCodeLines(b []byte) {
	for line := range bytes.Lines(b) {
		if line = bytes.TrimRight(line, " \t\r\n"); len(line) > 0 {
			w.put(mdinline.Code, string(line))
			w.pendingBreak = true
		}
	}
}

// foldCode makes each run of white space a blank.
func foldCode(b []byte) []byte {
	for i, c := range b {
		if classOf(c) == classSpace {
			b[i] = ' '
		}
	}
	return slices.CompactFunc(b, func(c, next byte) bool { return c == ' ' && next == ' ' })
}

func isElement(n *html.Node, a atom.Atom) bool { return n != nil && n.DataAtom == a }

func (w *writer) codeBlock(n *html.Node, lang string) {
	w.end()
	b := w.codeText(n, w.scratch[:0])
	w.scratch = b
	isTermynal := func(up *html.Node) bool { return htmltree.HasClass(up, "termy") } // which reads the text of code as HTML
	if bytes.IndexByte(b, '<') >= 0 && around(n.Parent, 3, isTermynal) != nil {
		z := html.NewTokenizer(bytes.NewReader(b))
		b = nil
		for kind := z.Next(); kind != html.ErrorToken; kind = z.Next() {
			if kind == html.TextToken {
				b = append(b, z.Text()...)
			}
		}
	}
	if hasChild(n, atom.Code) {
		b = bytes.TrimSuffix(b, []byte{'\n'})
	} else if b = bytes.TrimRight(b, " \t\n\r\f"); len(b) == 0 {
		return
	}
	w.fence(n, b, lang)
}

// codeLines writes a paragraph as a block of code if each of its lines is code, and reports whether it did:
//
//	<p><code>if open {</code><br><code>&nbsp;&nbsp;shut()</code><br><code>}</code></p>
func (w *writer) codeLines(n *html.Node) bool {
	if w.heading > 0 || w.cell > 0 || w.inLink() || !hasChild(n, atom.Code) {
		return false
	}
	lines, atStart := 0, true
	b := w.scratch[:0]
	for c := nextContent(n.FirstChild); c != nil; c = contentAfter(c) {
		switch {
		case c.DataAtom == atom.Br:
			b, atStart = append(b, '\n'), true
		case c.DataAtom == atom.Code && atStart && !w.skips(c):
			b, atStart = w.codeText(c, b), false
			lines++
		default:
			return false
		}
	}
	if w.scratch = b; lines < 2 {
		return false
	}
	w.end()
	w.fence(n, bytes.TrimRight(b, " \n"), "")
	return true
}

// fence writes the code of n as a block, or in a cell each of its lines as code.
func (w *writer) fence(n *html.Node, b []byte, lang string) {
	switch {
	case w.in.DropCode:
		w.leaveOut(n, "code not wanted")
	case w.cell > 0:
		w.addCodeLines(b)
	default:
		w.Fence(bytes.ReplaceAll(b, []byte(noBreakSpace), []byte{' '}), clean(lang)) // compilers reject them
	}
}

func (w *writer) codeText(n *html.Node, b []byte) []byte {
	w.codeLine, w.numbersLines, w.hasMargin = -1, countsItsLines(n), false
	at := len(b)
	if b = w.appendCode(n, b); w.hasMargin {
		b = append(b[:at], withoutMargin(b[at:])...)
	}
	return b
}

// countsItsLines reports whether all lines of a block of code, two or more, begin with an element that holds nothing but the number of
// the line: <pre><b>1</b> go(). One with a class or a style may be a number of the code, as a highlighter sets it, unless spaces or a
// sign are around it: <pre><i class="lin">  1 </i>go().
func countsItsLines(n *html.Node) bool {
	last, count, atStart := 0, 0, true
	if n.DataAtom != atom.Pre {
		return false
	}
	for d := n.FirstChild; d != nil; d = htmltree.Next(d, n) {
		if d.Type != html.TextNode {
			atStart = atStart || d.DataAtom == atom.Br || isCodeBlock(d)
			continue
		}
		text := strings.ReplaceAll(d.Data, noBreakSpace, " ")
		digits := strings.Trim(text, " .:|\t")
		number, err := strconv.Atoi(digits)
		if err == nil && atStart && d.Parent != n && d.PrevSibling == nil && d.NextSibling == nil && (isElement(d.Parent, atom.A) || digits != text || attrOf(d.Parent, "class", "style") == "") {
			if count > 0 && number != last+1 {
				return false
			}
			last, count, atStart = number, count+1, false
			continue
		}
		for line := range strings.Lines(text) {
			if atStart && !isBlank(line) {
				return false
			}
			atStart = strings.HasSuffix(line, "\n") || atStart
		}
	}
	return count > 1
}

// withoutMargin takes a space or two off each line of code if all of them begin so: those behind the number of the line.
func withoutMargin(code []byte) []byte {
	code = bytes.ReplaceAll(code, []byte(noBreakSpace), []byte{' '})
	for range 2 {
		for line := range bytes.Lines(code) {
			if line[0] != ' ' && line[0] != '\n' {
				return code
			}
		}
		code = bytes.ReplaceAll(bytes.TrimPrefix(code, []byte{' '}), []byte("\n "), []byte{'\n'})
	}
	return code
}

func atLineStart(b []byte) bool { return len(b) == 0 || b[len(b)-1] == '\n' }

func (w *writer) appendCode(n *html.Node, b []byte) []byte {
	inTable := n.DataAtom == atom.Table || n.DataAtom == atom.Tbody || n.DataAtom == atom.Thead || n.DataAtom == atom.Tr
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		switch {
		case w.skips(c):
		case c.Type == html.TextNode && inTable: // white space of the source
		case c.Type == html.TextNode:
			// An element that is a line of its own does without a line break.
			if w.codeLine == len(b) && !atLineStart(b) && c.Data != "" && !strings.HasPrefix(strings.TrimLeft(c.Data, " \t\r"), "\n") {
				b = append(b, '\n')
			}
			text := c.Data
			if n.DataAtom == atom.Code && n.Parent.DataAtom != atom.Pre && !w.keepLines && strings.Contains(text, "\n") && hasChild(n, atom.Br) {
				if c.PrevSibling == nil || c.PrevSibling.DataAtom == atom.Br {
					text = strings.TrimPrefix(text, "\n")
				}
				text = strings.ReplaceAll(text, "\n", " ") // only its line breaks show
			}
			b = append(b, w.visibleText(text)...)
		case c.Type != html.ElementNode:
		case c.DataAtom == atom.Br:
			b = append(b, '\n')
		case isGutter(c), isCell(c) && contentAfter(c) != nil && countsLines(c, 1), atLineStart(b) && w.isLineNumber(c):
			w.hasMargin = w.hasMargin || !isCell(c) && atLineStart(b) && countsLines(c, 1)
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
	if n.DataAtom == atom.Kbd && isElement(n.PrevSibling, atom.Kbd) && len(b) > 0 || isCell(n) && len(b) > 0 && classOf(b[len(b)-1]) != classSpace {
		b = append(b, ' ') // two keys, two cells
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
	return slices.Contains([]atom.Atom{atom.Div, atom.P, atom.Li, atom.Tr, atom.Pre}, n.DataAtom)
}

// isLine reports whether an inline element in code is a line by its class or style, or one of several elements that make up a <pre>.
func isLine(n *html.Node) bool {
	isPart := n.DataAtom == atom.Code && n.Parent.DataAtom == atom.Pre && (isElement(n.PrevSibling, atom.Code) || isElement(n.NextSibling, atom.Code))
	return isPart || (n.DataAtom == atom.Code || n.DataAtom == atom.Span) && isLineClass(n)
}

func isLineClass(n *html.Node) bool {
	for c := range strings.FieldsSeq(htmltree.Attr(n, "class")) {
		if words("line").Matches(c) && !words("no line").Has(c) {
			return true
		}
	}
	return isBlockByStyle(n)
}

func isBlockByStyle(n *html.Node) bool {
	display := htmltree.Declared(htmltree.Attr(n, "style"), "display")
	return slices.ContainsFunc([]string{"block", "flex", "grid", "table"}, func(kind string) bool { return strings.HasPrefix(display, kind) })
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
// selected, that a class or an attribute marks, or of which each line begins with one.
func (w *writer) isLineNumber(n *html.Node) bool {
	const longest = 24 // bytes
	whole := shortText(n, longest)
	text := strings.TrimSpace(strings.ReplaceAll(whole, noBreakSpace, " "))
	if text = strings.TrimRight(text, ".:|│ "); text == "" || len(whole) > longest || strings.Trim(text, "0123456789") != "" {
		return false
	}
	if w.numbersLines && !isCodeBlock(n) && !isLine(n) || htmltree.Declared(w.style(n), "user-select") == "none" || htmltree.Attr(n, "aria-hidden") == "true" ||
		slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return words("number attribute").Has(a.Key) }) {
		return true
	}
	class := strings.ToLower(htmltree.Attr(n, "class"))
	return words("number class part").Within(class) || words("number class").InTokens(class)
}

// isCodeTable reports whether a table sets lines of code against their numbers: by a class of a highlighter, or by a first cell that is
// a gutter or the column of the numbers beside preformatted text.
func (w *writer) isCodeTable(n *html.Node) bool {
	if words("listing table").InClass(n) {
		return true
	}
	first := htmltree.Find(n, 3, isCell)
	if first == nil || first.NextSibling == nil {
		return false
	}
	code := contentAfter(first)
	if isGutter(first) || w.isLineNumber(first) {
		return true
	}
	last, count := lastLine(first)
	if code == nil || !isElement(onlyElement(code), atom.Pre) || count == 0 {
		return false
	}
	row := contentAfter(first.Parent)
	return row == nil || strings.HasPrefix(strings.TrimSpace(shortText(row, 16)), strconv.Itoa(last+1)) // else the rows have numbers of their own
}

// countsLines reports whether all text of an element is numbers, each one more than the one before: a column of at least so many
// numbers of lines.
func countsLines(n *html.Node, least int) bool { _, count := lastLine(n); return count >= least }

// lastLine returns how many numbers of lines all text of an element is, 0 if it has other text, and the last one.
func lastLine(n *html.Node) (last, count int) {
	for d := n.FirstChild; d != nil; d = htmltree.Next(d, n) {
		if d.Type != html.TextNode {
			continue
		}
		for field := range strings.FieldsSeq(d.Data) {
			number, err := strconv.Atoi(strings.TrimRight(field, ".:"))
			if err != nil || count > 0 && number != last+1 {
				return 0, 0
			}
			last, count = number, count+1
		}
	}
	return last, count
}

// besideCode reports whether a block of code of as many lines as n has numbers comes right after n, or after an element that holds n alone.
func besideCode(n *html.Node) bool {
	code := contentAfter(n)
	if code == nil && contentBefore(n) == nil && n.Parent != nil {
		code = contentAfter(n.Parent)
	}
	for hop := 0; hop < maxWrappers && code != nil && code.DataAtom == atom.Div; hop++ {
		code = onlyElement(code)
	}
	if !isElement(code, atom.Pre) {
		return false
	}
	const longest = 1 << 16 // bytes
	text := strings.Trim(shortText(code, longest), "\n")
	_, numbers := lastLine(n)
	return numbers == strings.Count(text, "\n")+1 || !strings.Contains(text, "\n") && onlyElement(code) == nil && htmltree.Find(code, 1, func(c *html.Node) bool { return c.Type == html.ElementNode }) != nil
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
