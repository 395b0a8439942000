package htmlmd

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/raised"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/visibility"
)

func (w *writer) spanElement(n *html.Node, a *attributes) {
	if n.DataAtom == 0 {
		if words("gutter").Has(n.Data) {
			return
		}
		if id := attrOf(n, "videoid", "data-videoid"); id != "" && strings.HasSuffix(n.Data, "-youtube") { // of lite-youtube-embed and AMP
			w.mediaLink(n, "https://www.youtube.com/watch?v="+id)
			return
		}
		for c := n.FirstChild; c != nil; c = c.NextSibling {
			// A shadow tree takes the place of the children, which show where it has slots for them (HTML, 4.12.3).
			if c.DataAtom == atom.Template && visibility.IsShadowTree(c) {
				if !w.skips(c) {
					w.hosts = append(w.hosts, n)
					w.children(c)
					w.hosts = w.hosts[:len(w.hosts)-1]
				}
				return
			}
		}
		w.children(n)
		return
	}
	if isElement(n.Parent, atom.Li) && w.labelled(n) {
		return
	}
	if sup, sub := shiftOf(a); sup || sub {
		w.raisedText(n, sup)
		return
	}
	if w.repeatsMark(n) {
		return
	}
	if a.role == "img" && (w.heading > 0 || w.cell > 0) && len(w.Items) == 0 && nextContent(n.FirstChild) == nil {
		w.writeText(attrOf(n, "aria-label"))
		return
	}
	if mark := noteMarkBefore(n); mark != "" && w.noteMark == "" {
		w.pendingSpace, w.noteMark = true, mark
		w.between("(", n, ")")
		w.noteMark = ""
		return
	}
	if class := a.class; class != "" {
		if address := protectedAddress(htmltree.Attr(n, "data-cfemail")); address != "" {
			w.writeText(address)
			return
		}
		if class == "mw-editsection" || class == "editsection" || w.footnotes != nil && w.footnotes.at != nil && strings.HasPrefix(class, "mw-cite-backlink") {
			return
		}
	}
	if htmltree.IsCellRole(a.role) || a.role == "tooltip" {
		w.apart(n)
		return
	}
	w.children(n)
}

// noteMarkBefore returns the mark right before n if n is a note within the text that begins with that mark again, else "":
//
//	tides<sup>1</sup><span><span><sup>1</sup>Of 1990.</span></span>
func noteMarkBefore(n *html.Node) string {
	if !isElement(n.PrevSibling, atom.Sup) {
		return ""
	}
	mark := strings.TrimSpace(shortText(n.PrevSibling, maxRaised))
	first := n.FirstChild
	for first != nil && first.DataAtom == atom.Span {
		first = first.FirstChild
	}
	if mark == "" || !isElement(first, atom.Sup) || strings.TrimSpace(shortText(first, maxRaised)) != mark {
		return ""
	}
	return mark
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
	w.appendText(end)
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

func (w *writer) abbr(n *html.Node) {
	w.children(n)
	title := strings.TrimSpace(attrOf(n, "title"))
	text := strings.TrimSpace(shortText(n, 64))
	if title == "" || len(title) > 120 || strings.EqualFold(title, text) || w.abbrs[text] {
		return
	}
	if w.abbrs == nil {
		w.abbrs = map[string]bool{}
	}
	w.abbrs[text] = true
	w.writeText(" (" + title + ")")
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
		if cents, ok := w.raisedCents(n, text); sup && ok {
			text = cents
		} else if sup && touches && text == "e" && unicode.IsLower(w.lastOfText()) {
			text = "^" + text // of a note, not the end of a number
		} else if s, ok := raised.Text(text, sup, touches); ok {
			text = s
		} else {
			w.children(n)
			return
		}
		w.writeText(text)
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
	for c := n.FirstChild; c != nil && plain && len(text) <= maxRaised; c = c.NextSibling {
		if w.skips(c) {
			continue
		}
		inner, ok := c.Data, true
		switch c.DataAtom {
		case atom.Span, atom.I, atom.Em, atom.Small, atom.Font, atom.Var, atom.B, atom.Strong:
			inner, ok = w.scriptText(c, depth+1)
		case atom.Sub, atom.Sup:
			if inner, ok = w.scriptText(c, depth+1); ok {
				if s, is := raised.Text(strings.TrimSpace(inner), c.DataAtom == atom.Sup, text != ""); is {
					inner = s
				}
			}
		default:
			if c.DataAtom == atom.A && !htmltree.Has(c, "href") {
				inner, ok = w.scriptText(c, depth+1)
			} else if c.Type != html.TextNode {
				inner, ok = shortText(c, maxRaised), c.Type == html.CommentNode
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
		case at == "super" || isSmallAt(a.style, at):
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

// isSmallAt reports whether a style sets a size of the font, and length is one by which text is shifted: "3.0pt", "35%", not "0" or "top".
func isSmallAt(style, length string) bool {
	digits := strings.TrimRight(length, "%abcdefghijklmnopqrstuvwxyz")
	return strings.Trim(digits, "0123456789.") == "" && strings.Trim(digits, "0.") != "" && htmltree.Declared(style, "font-size") != ""
}

func (w *writer) touching() bool { return len(w.Items) > 0 && !w.pendingSpace && !w.pendingBreak }

func onlyText(n *html.Node) bool {
	return htmltree.Find(n, maxDepth, func(c *html.Node) bool {
		switch c.DataAtom {
		case atom.Span, atom.I, atom.Em, atom.Small, atom.Font, atom.Var, atom.B:
			return false
		}
		return c.Type == html.ElementNode
	}) == nil
}

// raisedCents recognises the two superscript digits of the cents of a price. They have a point or comma, or, since they might be a
// footnote, are in an element with a class of prices. It returns the text to write on the line.
func (w *writer) raisedCents(n *html.Node, text string) (string, bool) {
	figures := strings.TrimLeft(text, ".,")
	if len(figures) != 2 || strings.Trim(figures, "0123456789") != "" || len(text) > 3 || !w.touching() || !unicode.IsDigit(w.lastOfText()) {
		return "", false
	}
	if len(text) == 3 {
		return text, true
	}
	for up, hop := n, 0; up != nil && hop < 5; up, hop = up.Parent, hop+1 {
		if class := htmltree.Attr(up, "class"); strings.Contains(strings.ToLower(class), "price") {
			return "." + text, true
		}
	}
	return "", false
}

// beginsPrice reports whether a text begins with the sign of a currency that stands before the figures: right after figures it begins
// another price.
func beginsPrice(text string) bool {
	sign, size := utf8.DecodeRuneInString(text)
	return sign == '$' || sign == '£' || sign == '¥' || sign == '€' && size < len(text) && text[size] >= '0' && text[size] <= '9'
}
