package htmlmd

import (
	"bytes"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// White space between inline elements that is not in the source but shown by style: between neighbours of different
// kinds (spaceBefore), and beside images (spaceBeforeText, which also folds the line ends between ideographs).

// spaceBefore sets n apart from its neighbour before it where only style would. In fragments links that touch stay as they are.
func (w *writer) spaceBefore(n *html.Node) {
	if point := w.pointBefore(n); point != "" {
		w.Add(mdinline.Text, point)
		return
	}
	before := shownFrom(n.PrevSibling, true)
	if before != nil && (isInlineGap(before, n) || !w.fragment && (isGap(before, n) || isItemNumber(before, n))) {
		w.space()
	}
}

// shownFrom returns n, or the nearest sibling behind or before it, that is a text or an element with text; nil for none.
func shownFrom(n *html.Node, back bool) *html.Node {
	const most = 8 // elements that are passed over
	for passed := 0; n != nil && passed < most && showsNoText(n); passed++ {
		if back {
			n = n.PrevSibling
		} else {
			n = n.NextSibling
		}
	}
	return n
}

func showsNoText(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Style, atom.Script, atom.Meta, atom.Link, atom.Svg:
		return true
	case atom.Span, atom.I:
		return n.FirstChild == nil // a separator or a picture, drawn by style
	}
	return n.Type == html.CommentNode
}

// isItemNumber reports whether an element with a class holds the number of an item, such as a reference, and n what it
// numbers: <div><span class="label">1</span><cite>Finch A. Tides. 1902.</cite></div>.
func isItemNumber(before, n *html.Node) bool {
	if n.Type != html.ElementNode || before.Type != html.ElementNode || htmltree.Attr(before, "class") == "" || contentBefore(before) != nil || !unicode.IsLetter(edgeRune(n, false)) {
		return false
	}
	number := shortText(before, maxItemMark)
	return isItemMark(number) || number != "" && len(number) <= 4 && strings.Trim(number, "0123456789") == "" && isPhrase(n)
}

const maxItemMark = 9 // bytes

// isItemMark reports whether a text is the mark of an item: a number with a stop, a bracket or a sign ("12.", "1.2)", "#3"), letters with a
// bracket ("(a)", "iv)").
func isItemMark(s string) bool {
	const most = 6 // bytes without stops and brackets
	bare := strings.Trim(s, "().#")
	if bare == "" || bare == s || len(bare) > most || len(s) > maxItemMark {
		return false
	}
	isNumber := strings.Trim(bare, "0123456789.") == ""
	isLetters := !strings.ContainsFunc(bare, func(r rune) bool { return !isWordRune(r) })
	return isNumber || isLetters && strings.HasSuffix(s, ")")
}

func isPhrase(n *html.Node) bool { return strings.Contains(strings.TrimSpace(shortText(n, 64)), " ") }

// space sets what comes apart from what was written.
func (w *writer) space() { w.pendingSpace = w.pendingSpace || !w.trimNext }

// IsInlineGap reports whether n is a span or a link that stands right after another one and begins with a capital where that ends with
// a small letter or a digit, all of them ASCII. Only style sets such two apart ("In stock" and "Ships today" on a card), so that text
// needs a space between them.
func IsInlineGap(n *html.Node) bool { return n.PrevSibling != nil && isInlineGap(n.PrevSibling, n) }

func isInlineGap(before, n *html.Node) bool {
	if !spanOrLink(before) || !spanOrLink(n) {
		return false
	}
	a, b := edgeRune(before, true), edgeRune(n, false)
	return b >= 'A' && b <= 'Z' && (a >= 'a' && a <= 'z' || a >= '0' && a <= '9')
}

func spanOrLink(n *html.Node) bool { return n.DataAtom == atom.Span || n.DataAtom == atom.A }

func isName(n *html.Node) bool {
	return n.DataAtom == atom.Strong || n.DataAtom == atom.B || n.DataAtom == atom.Code
}

// isPhrasing reports whether an element may be a label, a value or a cell of a row.
func isPhrasing(n *html.Node) bool { return spanOrLink(n) || isName(n) || n.DataAtom == atom.Time }

// isGap reports whether two neighbours that touch are apart to a reader:
//
//   - a text and a phrase in a link, in bold or in a span with a class, a small letter and a
//     capital (`Lamp<span class=tagline>Light for all</span>`); parts of names have no space in them;
//   - a date and a capital (`<span>06.03.2016</span>Plan your tour`), a price and a phrase, a colon and a phrase with a capital;
//   - the method and the path of a request (`<span>GET</span><span>/v1/charges</span>`);
//   - a text and a span that its style sets on a line of its own or elsewhere (`Monday<span style="float:right">9-17</span>`);
//   - a link after the end of a sentence, or after a link to another place;
//   - words of which a style puts one elsewhere, or whose classes say that they are different
//     things (`<span class=name>Kim H.</span><span class=role>Buyer</span>`). Pieces of a word,
//     such as an initial, have one letter or classes without a meaning ("c3"), which a program
//     numbers ("span1", "span2");
//   - numbers of a date, and a number and an hour (`<span>28.09.19</span><span>13:39</span>`);
//   - the name of a parameter and its type (`<b>limit</b><span class=type>integer</span>`);
//   - cells of a row, see isAmongCells;
//   - two labels of form controls;
//   - words of which one is for those who hear the page (`<span class="sr-only">Price</span>£9`), out of the line by its style.
func isGap(before, n *html.Node) bool {
	if before.DataAtom == atom.Label && n.DataAtom == atom.Label {
		return true
	}
	last, first := edgeRune(before, true), edgeRune(n, false)
	if (isWordRune(last) || last == ':') && (isWordRune(first) || unicode.Is(unicode.Sc, first)) && !isUnspaced(last) && !isUnspaced(first) &&
		(visibility.IsSpokenName(htmltree.Attr(before, "class")) || visibility.IsSpokenName(htmltree.Attr(n, "class"))) {
		return true
	}
	if before.Type == html.ElementNode && (unicode.IsDigit(last) && unicode.IsLetter(first) || last == ':' && unicode.IsUpper(first) || first == '/') {
		text := shortText(before, 20)
		const signs = ".:/-" // of a date or an hour: "6.3.2016", "2016-03-06", "21:22"
		isDate := strings.Trim(text, signs+"0123456789") == "" && (strings.Contains(text, ":") || strings.Count(text, ".")+strings.Count(text, "/")+strings.Count(text, "-") == 2)
		switch {
		case first == '/' && words("request method").Has(text),
			last == ':' && isPhrase(n) && before.DataAtom != atom.Code,
			unicode.IsUpper(first) && isDate,
			unicode.IsLetter(first) && beginsPrice(text) && isPhrase(n):
			return true
		}
	}
	if before.Type != n.Type {
		span := n
		if n.Type == html.TextNode {
			span = before
		}
		if span.DataAtom == atom.Span && (isBlockByStyle(span) || isPlaced(span)) {
			return isWordRune(last) && isWordRune(first) && len(shortText(span, 2)) > 1
		}
		isWhole := span.DataAtom == atom.Span && tellsKind(htmltree.Attr(span, "class")) || span.DataAtom == atom.A || span.DataAtom == atom.B || span.DataAtom == atom.Strong
		return isWhole && unicode.IsLower(last) && unicode.IsUpper(first) && isPhrase(span)
	}
	if !isPhrasing(before) || !isPhrasing(n) {
		return false
	}
	if unicode.IsDigit(last) && unicode.IsDigit(first) {
		hour, minute, _ := strings.Cut(shortText(n, 5), ":")
		isHour := len(hour) <= 2 && len(minute) >= 2 && strings.Trim(hour+minute[:2], "0123456789") == ""
		if isHour || before.DataAtom == atom.Time || n.DataAtom == atom.Time || n.Parent.DataAtom == atom.Time {
			return true
		}
	}
	isPiece := strings.ContainsRune(".,:/-", last) && unicode.IsDigit(first) // of a number or an hour
	switch {
	case isWordRune(last) && isWordRune(first) && hasGaps(n.Parent),
		spanOrLink(n) && before.DataAtom != atom.Time && isLabel(before, n, last, first),
		!isPiece && isRowCell(before) && isRowCell(n) && isAmongCells(n.Parent):
		return true
	case isName(before) && n.DataAtom == atom.Span && tellsKind(htmltree.Attr(n, "class")): // and its type
		return len(shortText(before, 4)) > 2 && len(shortText(n, 4)) > 2 && isWordRune(last) && isWordRune(first) && !isUnspaced(first)
	case !spanOrLink(before) || !spanOrLink(n):
		return false
	}
	endOfSentence := last == '.' || last == '!' || last == '?'
	if link := edgeLink(n, false); link != nil {
		if endOfSentence {
			return unicode.IsUpper(first)
		}
		a := edgeLink(before, true)
		if a != nil && !sameLink(a, link) && isWordRune(last) && (isWordRune(first) || first == '#' || first == '@') {
			return true
		}
	}
	// Only letters and digits of scripts that set words apart run together, and the end of a sentence and a capital.
	if endOfSentence && !unicode.IsUpper(first) || !endOfSentence && (!isWordRune(last) || !isWordRune(first) || isUnspaced(last) || isUnspaced(first)) {
		return false
	}
	if isPlaced(before) || isPlaced(n) {
		return true
	}
	a, b := classOfKind(before), classOfKind(n)
	text := shortText(before, 64)
	if a == b || last == '.' && !strings.Contains(strings.TrimSpace(text), " ") { // the name of a module
		return false
	}
	return tellsKind(a) && tellsKind(b) && len(text) > 1 && len(shortText(n, 3)) > 1
}

// hasGaps reports whether an element sets what is in it apart: by its style, as the boxes of a grid are, or by a utility class, as of
// Tailwind: "gap-2", "space-x-4".
func hasGaps(n *html.Node) bool {
	const maxClass = 500 // bytes
	display := strings.TrimPrefix(htmltree.Declared(htmltree.Attr(n, "style"), "display"), "inline-")
	if display == "flex" || display == "grid" {
		return true
	}
	class := htmltree.Attr(n, "class")
	for name := range strings.FieldsSeq(class[:min(len(class), maxClass)]) {
		if words("gap").Matches(name) && !strings.HasSuffix(name, "-0") {
			return true
		}
	}
	return false
}

// isRowCell reports whether an element without block elements may be a cell of a row: it begins with a letter, a digit or
// the sign of a currency, and its class, if it has one, has a meaning. Programs that write texts in pieces give each a style.
func isRowCell(n *html.Node) bool {
	first := edgeRune(n, false)
	class, marked := htmltree.Lookup(n, "class")
	return (isWordRune(first) || unicode.Is(unicode.Sc, first)) && !isUnspaced(first) && (len(n.Attr) == 0 || marked && tellsKind(class)) && !htmltree.Has(n, "style")
}

// isAmongCells reports whether an item or a division is a row of cells, and so is one beside it, of the same class and with as many. Only
// a style sets them apart: <li><span>Monday</span><span>9-17</span></li>.
func isAmongCells(row *html.Node) bool {
	n := cellsOf(row)
	return n > 1 && isBesideLike(row, func(other *html.Node) bool { return cellsOf(other) == n })
}

// isBesideLike reports whether one of the siblings next to n has its tag and class, and isLike is true of it.
func isBesideLike(n *html.Node, isLike func(*html.Node) bool) bool {
	return slices.ContainsFunc([]*html.Node{contentAfter(n), contentBefore(n)}, func(s *html.Node) bool {
		return s != nil && s.DataAtom == n.DataAtom && htmltree.Attr(s, "class") == htmltree.Attr(n, "class") && isLike(s)
	})
}

// cellsOf returns how many inline elements an item or a division consists of, 0 if there is anything else in it. Each has two letters at
// least or, behind the first, a digit.
func cellsOf(row *html.Node) int {
	const most = 8
	n := 0
	if row.DataAtom != atom.Li && row.DataAtom != atom.Div {
		return 0
	}
	for c := nextContent(row.FirstChild); c != nil; c = contentAfter(c) {
		isShort := len(shortText(c, 2)) < 2 && (n == 0 || !unicode.IsDigit(edgeRune(c, false)))
		if n++; n > most || isShort || !isPhrasing(c) {
			return 0
		}
	}
	return n
}

// classOfKind returns the class of an element without the number that a program may have given it.
func classOfKind(n *html.Node) string {
	return strings.TrimRight(htmltree.Attr(n, "class"), "0123456789")
}

// isLabel reports whether an element is the label of the one behind it: a word before a number, but for pieces of one class, or
// letters with a colon (`<b>Price:</b><span>9 marks</span>`). last and first are the characters that touch.
func isLabel(before, n *html.Node, last, first rune) bool {
	const longest = 60 // bytes
	if last == ':' && !isWordRune(first) || last != ':' && !(unicode.IsLetter(last) && unicode.IsDigit(first)) {
		return false
	}
	label := strings.TrimSuffix(strings.TrimSpace(shortText(before, longest)), ":")
	if letter, _ := utf8.DecodeLastRuneInString(label); len(label) < 3 || len(label) > longest || !unicode.IsLetter(letter) || isUnspaced(letter) {
		return false
	}
	class := classOfKind(before)
	return last == ':' || class == "" || class != classOfKind(n)
}

func tellsKind(class string) bool {
	letters := 0
	for i := 0; i < len(class) && letters < 4; i++ {
		if letters++; !ascii.IsLetter(class[i]) {
			letters = 0
		}
	}
	return letters >= 4
}

func isUnspaced(r rune) bool {
	return isIdeographic(r) || unicode.In(r, unicode.Thai, unicode.Lao, unicode.Khmer, unicode.Myanmar)
}

// firstIdeograph is the first byte of an ideographic character in UTF-8, or less.
const firstIdeograph = 0xE2

// spaceBeforeText decides on the space before text that goes on with what was gathered: images need one beside words,
// and two ideographs need none where only a line of the source ended between them (CSS Text Level 3, section 4.1.3).
func (w *writer) spaceBeforeText(text string) {
	n := len(w.Items)
	if n == 0 {
		return
	}
	switch last := &w.Items[n-1]; {
	case w.pendingSpace && w.spaceHasLineEnd && !w.pendingBreak:
		if last.Kind == mdinline.Text || last.Kind == mdinline.Close || last.Kind == mdinline.LinkEnd {
			before, _ := utf8.DecodeLastRune(w.Text)
			after, _ := utf8.DecodeRuneInString(text)
			w.pendingSpace = !isIdeographic(before) || !isIdeographic(after)
		}
	case !w.pendingSpace && (last.Kind == mdinline.ImageEnd || last.Kind == mdinline.LinkEnd && w.holdsImage(w.Items[last.Pair:n-1])):
		after, _ := utf8.DecodeRuneInString(text)
		w.pendingSpace = !w.trimNext && isWordRune(after)
	case !w.pendingSpace && !w.pendingBreak && !w.fragment && beginsPrice(text) && unicode.IsDigit(w.lastOfText()):
		w.space()
	}
}

// lastOfText is the last character of the text at hand, emphasis that ends there left out of account, 0 if something else stands there.
func (w *writer) lastOfText() rune {
	n := len(w.Items)
	for n > 0 && w.Items[n-1].Kind == mdinline.Close {
		n--
	}
	if n == 0 || w.Items[n-1].Kind != mdinline.Text {
		return 0
	}
	r, _ := utf8.DecodeLastRune(w.Text[w.Items[n-1].Start:w.Items[n-1].End])
	return r
}

func (w *writer) holdsImage(items []mdinline.Item) bool {
	return w.hasImage && slices.ContainsFunc(items, func(it mdinline.Item) bool { return it.Kind == mdinline.ImageEnd })
}

// isIdeographic reports whether a character is one of the scripts that are written without spaces and wide: Han, Kana,
// Bopomofo and their punctuation, but not Hangul.
func isIdeographic(r rune) bool {
	switch {
	case r < 0x2E80:
		return false
	case r <= 0x312F, r >= 0x3190 && r <= 0x9FFF: // radicals, punctuation, Kana, Bopomofo; Han
		return !unicode.Is(unicode.Hangul, r)
	case r >= 0xF900 && r <= 0xFAFF, r >= 0xFE30 && r <= 0xFE4F, // compatibility
		r >= 0xFF00 && r <= 0xFF9F, r >= 0xFFE0 && r <= 0xFFE6: // full width
		return true
	}
	return r >= 0x20000 && r <= 0x3FFFF
}

func edgeChild(n *html.Node, last bool) *html.Node {
	if last {
		return n.LastChild
	}
	return n.FirstChild
}

func edgeLink(n *html.Node, last bool) *html.Node {
	for n != nil && n.DataAtom == atom.Span {
		n = edgeChild(n, last)
	}
	if n == nil || n.DataAtom != atom.A {
		return nil
	}
	return n
}

func sameLink(a, b *html.Node) bool {
	x, ok := htmltree.Lookup(a, "href")
	y, ok2 := htmltree.Lookup(b, "href")
	return ok && ok2 && x == y
}

// edgeRune returns the character at one end of n. An image counts as a letter. It returns 0 for
// other elements without text.
func edgeRune(n *html.Node, last bool) rune {
	for n != nil {
		switch {
		case n.DataAtom == atom.Img || n.DataAtom == atom.Picture:
			return 'x'
		case n.Type == html.TextNode && last:
			r, _ := utf8.DecodeLastRuneInString(n.Data)
			return r
		case n.Type == html.TextNode:
			r, _ := utf8.DecodeRuneInString(n.Data)
			return r
		}
		n = shownFrom(edgeChild(n, last), last)
	}
	return 0
}

func isWordRune(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) }

// spaceBeforeCode puts a space before code that begins with a letter or digit, after a link whose text ends in one or
// after other code. Siblings stay together: <code>a</code><code>b</code>.
func (w *writer) spaceBeforeCode(n *html.Node, code []byte) {
	first, _ := utf8.DecodeRune(bytes.TrimLeft(code, " "))
	if w.fragment || !w.touching() || !isWordRune(first) {
		return
	}
	before := n.PrevSibling
	k := len(w.Items) - 1
	switch w.Items[k].Kind {
	case mdinline.Code:
		if !isElement(before, atom.Code) && !isElement(before, atom.Kbd) && !isElement(before, atom.Samp) && !isElement(before, atom.Tt) {
			w.space()
		}
	case mdinline.LinkEnd:
		if it := w.Items[k-1]; it.Kind == mdinline.Text {
			if last, _ := utf8.DecodeLastRune(w.Text[it.Start:it.End]); isWordRune(last) {
				w.space()
			}
		}
	}
}

// isPlaced reports whether the style of an element gives it a place of its own.
func isPlaced(n *html.Node) bool {
	style := htmltree.Attr(n, "style")
	return style != "" && words("placing style").Within(";"+strings.ReplaceAll(style, " ", ""))
}

// Text keeps its lines where a style says so (white-space: CSS Text Level 3, section 3): as lines that are broken, or
// as a block of code where its spaces matter as well.

// style returns the style attribute of n, followed by what the cascade makes of it and the style sheets of the page where these
// declare a property that the writer needs.
func (w *writer) style(n *html.Node) string { return w.withSheets(n, htmltree.Attr(n, "style")) }

// withSheets is style for an element whose style attribute was read before.
func (w *writer) withSheets(n *html.Node, own string) string {
	if sheets := w.in.Styles[n]; sheets != "" {
		return own + ";" + sheets
	}
	return own
}

// lineStyle returns what the classes of Tailwind say of lines, in the form of a style attribute: "whitespace-pre-line".
func lineStyle(class string) string {
	for name, rest := cutToken(class); name != ""; name, rest = cutToken(rest) {
		switch value, _ := strings.CutPrefix(name, "whitespace-"); value {
		case "pre", "pre-wrap", "pre-line", "break-spaces":
			return "white-space:" + value + ";"
		}
	}
	return ""
}

// keepsLines reports whether an element with these declarations keeps the line breaks of its text, and whether it keeps
// the spaces as well. outer reports whether the element around it keeps line breaks.
func keepsLines(style string, outer bool) (lines, spaces bool) {
	switch htmltree.WhiteSpace(style) {
	case "pre", "pre-wrap", "break-spaces":
		return true, true
	case "pre-line":
		return true, false
	case "normal", "nowrap", "initial":
		return false, false
	}
	return outer, false
}

// listing writes elements that keep their lines and spaces as a block of code, if they are code or the output of a program: set in a
// font of one width, by their style or the words of their class, or with columns. That is n, if it has several lines, or n with those of
// its kind after it, each a line:
//
//	<p style="white-space:pre">if open {</p> <p style="white-space:pre">    go()</p> <p style="white-space:pre">}</p>
//
// It reports whether it did. n is the first of them.
func (w *writer) listing(n *html.Node, style string) bool {
	if w.cell > 0 || w.heading > 0 || w.inLink() || w.Container().Tight && len(w.Items) > 0 || !isOwnLine(n) || !holdsPlainText(n) {
		return false
	}
	text := w.codeText(n, w.scratch[:0])
	next := contentAfter(n)
	isRun := !bytes.Contains(bytes.TrimSpace(text), []byte{'\n'})
	if isRun && (!htmltree.IsPreformatted(style) || w.joinsRun(n, contentBefore(n)) || !w.joinsRun(n, next)) {
		return false
	}
	for c := next; isRun && w.joinsRun(n, c); c = contentAfter(c) {
		if !w.skips(c) && !holdsPlainText(c) {
			return false
		}
		text = w.codeText(c, append(text, '\n'))
	}
	if text = bytes.TrimRight(text, " \t\r\n\f"); len(text) == 0 || !looksLikeCode(n, style, text) {
		return false
	}
	w.end()
	w.fence(n, text, language(n))
	for c := next; isRun && w.joinsRun(n, c); c = contentAfter(c) {
		w.written[c] = true
	}
	return true
}

func holdsPlainText(n *html.Node) bool {
	return !holds(n, func(c *html.Node) bool {
		return isBlock(c) && c.DataAtom != atom.Div || c.DataAtom == atom.A || c.DataAtom == atom.Img
	})
}

// looksLikeCode reports whether text that keeps its spaces is code: by the font or the class of the element, or by columns and indents.
func looksLikeCode(n *html.Node, style string, text []byte) bool {
	if n.DataAtom == atom.Code || strings.Contains(style, "monospace") || hasWord(htmltree.Attr(n, "class"), words("listing").Has) {
		return true
	}
	if htmltree.WhiteSpace(style) != "pre" {
		return false
	}
	for line := range bytes.Lines(text) {
		if bytes.Contains(bytes.ReplaceAll(bytes.TrimRight(line, " \n"), []byte(".  "), nil), []byte("  ")) || bytes.IndexByte(line, '\t') >= 0 {
			return true
		}
	}
	return false
}

func isOwnLine(n *html.Node) bool {
	if htmltree.IsBlock(n.DataAtom) {
		return true
	}
	before, after := contentBefore(n), contentAfter(n)
	return (before == nil || htmltree.IsBlock(before.DataAtom)) && (after == nil || htmltree.IsBlock(after.DataAtom)) && n.Parent != nil && htmltree.IsBlock(n.Parent.DataAtom)
}

func (w *writer) joinsRun(n, c *html.Node) bool {
	return c != nil && c.DataAtom == n.DataAtom && c.Type == html.ElementNode && htmltree.Attr(c, "class") == htmltree.Attr(n, "class") && htmltree.IsPreformatted(w.style(c))
}
