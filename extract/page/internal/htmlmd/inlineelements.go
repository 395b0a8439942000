package htmlmd

import (
	"bytes"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/raised"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

// customElement writes an element of its own that is more than the text in it, and reports whether n is one.
func (w *writer) customElement(n *html.Node) bool {
	// A shadow tree takes the place of the children, which show where it has slots for them (HTML, 4.12.3).
	tree := htmltree.Find(n, 1, func(c *html.Node) bool { return c.DataAtom == atom.Template && visibility.IsShadowTree(c) })
	switch address := mediaAddress(n); {
	case words("gutter").Has(n.Data):
	case address != "":
		w.mediaLink(n, address)
	case n.Data == "amp-img" && !w.inLink(): // most of those in links are banners
		w.image(n)
	case tree != nil && !w.skips(tree):
		w.hosts = append(w.hosts, n)
		w.children(tree)
		w.hosts = w.hosts[:len(w.hosts)-1]
	default:
		return tree != nil
	}
	return true
}

func (w *writer) spanElement(n *html.Node, a *attributes) {
	if n.DataAtom == 0 && w.customElement(n) {
		return
	}
	if next := contentAfter(n); (isElement(n.Parent, atom.Li) || next != nil && htmltree.IsBlock(next.DataAtom)) && w.labelled(n) {
		return
	}
	sup, sub := shiftOf(a)
	switch {
	case w.pageMark(n):
	case sup || sub:
		w.raisedText(n, sup)
	case w.repeatsMark(n):
	case a.role == "img" && (w.heading > 0 || w.cell > 0) && len(w.Items) == 0 && nextContent(n.FirstChild) == nil:
		w.writeText(attrOf(n, "aria-label"))
	case w.noteMark == "" && isNoteInText(n, a):
		w.pendingSpace, w.noteMark = true, markOfNote(n)
		w.between("(", n, ")")
		w.noteMark = ""
	case w.isNoteMark(n, a):
		w.between("[", n, "]")
	case w.tick(n, a.class), a.class == "mw-editsection", a.class == "editsection":
	case w.footnotes.at != nil && strings.HasPrefix(a.class, "mw-cite-backlink"):
	case protectedAddress(htmltree.Attr(n, "data-cfemail")) != "":
		w.writeText(protectedAddress(htmltree.Attr(n, "data-cfemail")))
	case htmltree.IsCellRole(a.role) || a.role == "tooltip":
		w.apart(n)
	default:
		w.children(n)
	}
}

// pageMark reports whether an element within a sentence is the number of a page of the printed book, which readers show in the
// margin if at all: as EPUB 3 declares it, or by the classes of transcribers, whose tables of contents have such numbers at the end
// of their lines. It writes the white space of the number alone.
func (w *writer) pageMark(n *html.Node) bool {
	isDeclared := htmltree.Attr(n, "role") == "doc-pagebreak" || htmltree.Attr(n, "epub:type") == "pagebreak"
	if w.cell > 0 || !isDeclared && (!htmltree.HasClass(n, "pagenum", "pageno", "pagebreak") || contentAfter(n) == nil) {
		return false
	}
	const longest = len("[Page 1998]")
	text := shortText(n, longest)
	isNumber := strings.ContainsAny(text, "0123456789") || strings.Trim(text, "[]{}() ivxlcIVXLC") == ""
	if isBlank(text) || len(text) > longest || !isNumber {
		return false
	}
	if strings.TrimSpace(text) != text {
		w.space()
	}
	return true
}

// tick writes the drawing that an empty element has by its class as a sign, if it is all that a cell of a table holds: <i class="fa
// fa-check">. It reports whether it did.
func (w *writer) tick(n *html.Node, class string) bool {
	if w.cell == 0 || n.FirstChild != nil || !isCell(n.Parent) || contentBefore(n) != nil || contentAfter(n) != nil {
		return false
	}
	switch {
	case hasWord(class, words("tick class").Has):
		w.writeText("✓")
	case hasWord(class, words("cross class").Has):
		w.writeText("✗")
	default:
		return false
	}
	return true
}

// isNoteInText reports whether n is a note that stands within the text that it belongs to and is to be shown beside or above that: by
// its class, or right behind its mark, which it repeats, or which shows it.
//
//	tides<sup>1</sup><span><span><sup>1</sup>Of 1990.</span></span>
func isNoteInText(n *html.Node, a *attributes) bool {
	before := contentBefore(n)
	if before == nil {
		return false
	}
	isMarked := before.DataAtom == atom.Sup
	repeats := isMarked && n.PrevSibling == before && markOfNote(n) == strings.TrimSpace(shortText(before, maxRaised))
	isShownBy := (a.hidden || a.role == "tooltip") && (isMarked || before.DataAtom == atom.Button) || a.role == "doc-footnote"
	isNamed := a.class != "" && words("note in text").InTokens(a.class) || n.DataAtom == 0 && words("note element").Has(n.Data)
	if !repeats && !isShownBy && !isNamed {
		return false
	}
	text := strings.TrimSpace(shortText(n, 64))
	return text != "" && text[0] != '('
}

// markOfNote returns the raised mark that a note within the text begins with, "" for none.
func markOfNote(n *html.Node) string {
	first := n.FirstChild
	for first != nil && first.DataAtom == atom.Span {
		first = first.FirstChild
	}
	if !isElement(first, atom.Sup) {
		return ""
	}
	return strings.TrimSpace(shortText(first, maxRaised))
}

// isNoteMark reports whether n is the mark of a note right behind a word or the end of a sentence: by its class, because it leads to
// a place in a page, or because the note behind it is not shown:
//
//	tides<span class=note-ref>1</span>, tides<a href=#n1>1</a> or tides<span>1</span><span hidden>Of 1990.</span>
func (w *writer) isNoteMark(n *html.Node, a *attributes) bool {
	last := w.lastOfText()
	if !w.touching() || !unicode.IsLetter(last) && !strings.ContainsRune(".,;:!?)”’»。", last) {
		return false
	}
	const most = 3 // digits
	if mark := shortText(n, most); mark == "" || len(mark) > most || strings.Trim(mark, "0123456789") != "" {
		return false
	}
	if n.DataAtom == atom.Label || strings.Contains(htmltree.Attr(n, "href"), "#") && !w.namesNumber() || a.class != "" && words("note mark").InTokens(a.class) {
		return true
	}
	isTwin := htmltree.Attr(n, "aria-hidden") != "" // of what is spoken
	note := n.NextSibling
	return !isTwin && unicode.IsLetter(last) && isElement(note, atom.Span) && w.skips(note) && strings.Contains(strings.TrimSpace(shortText(note, 64)), " ")
}

// namesNumber reports whether the text ends with a letter alone or with what is numbered: C11, "Fig.2", "Section3".
func (w *writer) namesNumber() bool {
	const longest = 16 // bytes
	text := w.Text[max(0, len(w.Text)-longest):]
	word := bytes.TrimRight(text, ".")
	word = word[bytes.LastIndexFunc(word, func(r rune) bool { return !unicode.IsLetter(r) })+1:]
	if utf8.RuneCount(word) == 1 {
		return true
	}
	list := "numbered"
	if bytes.HasSuffix(text, []byte(".")) {
		list = "numbered in short"
	}
	return words(list).Has(string(bytes.ToLower(word)))
}

// repeatsMark reports whether n, at the head of a note within the text, holds nothing but its mark.
func (w *writer) repeatsMark(n *html.Node) bool {
	return w.noteMark != "" && w.trimNext && strings.TrimSpace(shortText(n, maxRaised)) == w.noteMark
}

func (w *writer) apart(n *html.Node) {
	w.pendingSpace = true
	w.children(n)
	w.pendingSpace = true
}

func (w *writer) between(open string, n *html.Node, end string) {
	w.writeText(open)
	w.withoutLeadingSpace(func() { w.children(n) })
	w.Add(mdinline.Text, end)
}

func (w *writer) withoutLeadingSpace(body func()) {
	w.pendingSpace, w.trimNext = false, true
	at := len(w.Text)
	body()
	if len(w.Text) > at {
		w.pendingSpace = false
	}
	w.trimNext = false
}

// maxRaised bounds what is written as a superscript or subscript, in bytes. What is longer is a text in small type.
const maxRaised = 40

// raisedText writes superscript or subscript text: with Unicode characters if they exist for it, otherwise after "^" or
// "_" as in formulas. A superscript link is the mark of a note. If it has no brackets it gets some, to separate it from
// the word or number before it.
func (w *writer) raisedText(n *html.Node, sup bool) {
	if w.repeatsMark(n) {
		return
	}
	text, plain := w.scriptText(n, 0)
	text = strings.TrimSpace(clean(text))
	switch touches := w.touching(); {
	case text == "":
		w.children(n)
	case !plain || len(text) > maxRaised:
		w.pendingSpace = w.pendingSpace || sup && touches && len(text) > maxRaised && !w.trimNext
		outer := w.bracketLinks
		w.bracketLinks = sup && isMark(text)
		w.children(n)
		w.bracketLinks = outer
	default:
		cents, isCents := w.raisedCents(n, text)
		shifted, isShifted := raised.Text(text, sup, touches)
		switch {
		case sup && isCents:
			w.Add(mdinline.Text, cents)
		case sup && touches && text == "e" && unicode.IsLower(w.lastOfText()):
			w.writeText("^" + text) // of a note, not the end of a number
		case isShifted:
			w.writeText(shifted)
		default:
			w.children(n)
		}
	}
}

// isMark reports whether a raised text is the mark of a note without brackets: "2", "b", "1, 2".
func isMark(text string) bool {
	const longest = 12 // bytes
	first, _ := utf8.DecodeRuneInString(text)
	return len(text) <= longest && isWordRune(first)
}

// scriptText is the text of a superscript or subscript, those in it written as such. It is not plain if it holds more than text.
func (w *writer) scriptText(n *html.Node, depth int) (text string, plain bool) {
	plain = depth < maxWrappers
	isWord := isOne(atom.Span, atom.I, atom.Em, atom.Small, atom.Font, atom.Var, atom.B, atom.Strong)
	for c := n.FirstChild; c != nil && plain && len(text) <= maxRaised; c = c.NextSibling {
		if w.skips(c) {
			continue
		}
		inner, ok := c.Data, c.Type == html.TextNode
		isShifted := c.DataAtom == atom.Sub || c.DataAtom == atom.Sup
		switch {
		case ok:
		case isShifted, isWord(c), c.DataAtom == atom.A && !htmltree.Has(c, "href"):
			inner, ok = w.scriptText(c, depth+1)
		default:
			inner, ok = shortText(c, maxRaised), c.Type == html.CommentNode
		}
		if ok && isShifted {
			if s, is := raised.Text(strings.TrimSpace(inner), c.DataAtom == atom.Sup, text != ""); is {
				inner = s
			}
		}
		text += inner
		plain = plain && ok
	}
	return text, plain
}

// shiftOf reports whether a style or a class raises or lowers the text of an element.
func shiftOf(a *attributes) (sup, sub bool) {
	if a.style != "" {
		switch at := htmltree.Declared(a.style, "vertical-align"); {
		case at == "super" || (at == "top" || at == "text-top") && isSmaller(htmltree.Declared(a.style, "font-size")) || isSmallAt(a.style, at):
			return true, false
		case at == "sub" || strings.HasPrefix(at, "-") && isSmallAt(a.style, at[1:]):
			return false, true
		}
		if top := htmltree.Declared(a.style, "top"); strings.HasPrefix(top, "-") && isSmallAt(a.style, top[1:]) && htmltree.Declared(a.style, "position") == "relative" {
			return true, false // as Word writes it
		}
	}
	return strings.Contains(a.class, "sup") && words("raised").InTokens(a.class), strings.Contains(a.class, "sub") && words("lowered").InTokens(a.class)
}

// isSmaller reports whether a size of the font is less than that around.
func isSmaller(size string) bool {
	number := strings.TrimRight(size, "%abcdefghijklmnopqrstuvwxyz-")
	value, err := strconv.ParseFloat(number, 64)
	unit := size[len(number):]
	return unit == "smaller" || unit == "x-small" || unit == "xx-small" || err == nil && (unit == "%" && value < 100 || unit == "em" && value < 1)
}

// isSmallAt reports whether a style sets a size of the font, and length is one by which text is shifted: "3.0pt", "35%", not "0" or "top".
func isSmallAt(style, length string) bool {
	digits := strings.TrimRight(length, "%abcdefghijklmnopqrstuvwxyz")
	return strings.Trim(digits, "0123456789.") == "" && strings.Trim(digits, "0.") != "" && htmltree.Declared(style, "font-size") != ""
}

func (w *writer) touching() bool { return len(w.Items) > 0 && !w.pendingSpace && !w.pendingBreak }

func onlyText(n *html.Node) bool {
	isWord := isOne(atom.Span, atom.I, atom.Em, atom.Small, atom.Font, atom.Var, atom.B)
	return !holds(n, func(c *html.Node) bool { return c.Type == html.ElementNode && !isWord(c) })
}

// raisedCents recognises the two superscript digits of the cents of a price. They have a point, a comma or the sign of a currency, or,
// since they might be a footnote, are in an element with a class of prices. It returns the text to write on the line.
func (w *writer) raisedCents(n *html.Node, text string) (string, bool) {
	figures := strings.TrimLeftFunc(text, func(r rune) bool { return r == '.' || r == ',' || unicode.Is(unicode.Sc, r) })
	_, size := utf8.DecodeRuneInString(text)
	isMarked := len(figures) != len(text)
	if len(figures) != 2 || strings.Trim(figures, "0123456789") != "" || isMarked && len(text) > size+2 || !w.touching() {
		return "", false
	}
	point := "."
	switch before := w.lastOfText(); {
	case unicode.Is(unicode.Sc, before):
		return text, !isMarked
	case before == ',' && !isMarked && len(w.Text) > 1 && unicode.IsDigit(rune(w.Text[len(w.Text)-2])): // or a note behind a comma
		if point = ""; n.NextSibling != nil && n.NextSibling.Type == html.TextNode {
			next, _ := utf8.DecodeRuneInString(strings.TrimSpace(n.NextSibling.Data))
			if unicode.Is(unicode.Sc, next) {
				return text, true
			}
		}
	case isMarked, !unicode.IsDigit(before):
		return text, unicode.IsDigit(before)
	}
	isPrice := func(up *html.Node) bool {
		return strings.Contains(strings.ToLower(htmltree.Attr(up, "class")), "price")
	}
	return point + text, around(n, 4, isPrice) != nil
}

// pointBefore returns the decimal point before the cents of a price that a style alone sets apart from the digits before them:
// by the class of n, or by what is spoken in their place. It returns "" for other elements.
//
//	<b aria-hidden=true><i>12</i><i>49</i></b><b class=sr-only>$12.49</b>
func (w *writer) pointBefore(n *html.Node) string {
	if n.Type != html.ElementNode || n.DataAtom != atom.Span && n.DataAtom != 0 || !w.touching() || !unicode.IsDigit(w.lastOfText()) {
		return ""
	}
	cents := strings.TrimSpace(shortText(n, 8))
	if len(cents) != 2 || strings.Trim(cents, "0123456789") != "" {
		return ""
	}
	if hasWord(htmltree.Attr(n, "class"), words("cents").Has) {
		return "."
	}
	const maxSpoken = 200 // bytes
	digits := string(w.Text[len(bytes.TrimRight(w.Text, "0123456789")):])
	for up, hop := n.Parent, 0; up != nil && hop < 3; up, hop = up.Parent, hop+1 {
		label := htmltree.Attr(up, "aria-label")
		for _, spoken := range [...]string{label[:min(len(label), maxSpoken)], shortText(up, maxSpoken)} {
			for _, point := range [...]string{".", ","} {
				if i := strings.Index(spoken, digits+point+cents); i == 0 || i > 0 && !unicode.IsDigit(rune(spoken[i-1])) {
					return point
				}
			}
		}
	}
	return ""
}

// unseenSign writes what takes the place of a line or a gap that a style draws within a number, and that is there for those who hear
// the page: <span class=num>7</span><span class=sr-only>/</span><span class=den>8</span>, or the "+" of "5+1/8", which is "5 1/8".
func (w *writer) unseenSign(n *html.Node) {
	sign, next := shortText(n, 1), contentAfter(n)
	if sign != "/" && sign != "+" || next == nil || !w.touching() || !unicode.IsDigit(w.lastOfText()) || !unicode.IsDigit(edgeRune(next, false)) {
		return
	}
	if sign == "+" {
		w.space()
		return
	}
	w.Add(mdinline.Text, sign)
}

// beginsPrice reports whether a text begins with the sign of a currency that stands before the figures: right after figures it begins
// another price.
func beginsPrice(text string) bool {
	sign, size := utf8.DecodeRuneInString(text)
	return sign == '$' || sign == '£' || sign == '¥' || sign == '€' && size < len(text) && text[size] >= '0' && text[size] <= '9'
}
