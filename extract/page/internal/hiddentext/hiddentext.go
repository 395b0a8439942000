// Package hiddentext collects the text of a page that no reader sees, but that a
// model would read in the source: of hidden elements, attributes, scripts, style
// sheets and comments. The injection scan looks at it.
package hiddentext

import (
	"bytes"
	"slices"
	"strings"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/css"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/invisible"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/laxjson"
)

const (
	// MaxBytes bounds the bytes of Collector.Removed, and again those of
	// Collector.Concealed. What is beyond is dropped.
	MaxBytes = 256 << 10
	// MinBytes is the length from which on a text is collected: a shorter one holds
	// no instruction.
	MinBytes = 8
)

// Collector holds the hidden text of one page. The zero value is empty; it serves one
// goroutine at a time.
type Collector struct {
	// Removed is text that no reader sees.
	Removed []extract.Removed
	// Concealed is text that the page conceals at first, but that counts as content:
	// one entry a part of the page. It is complete after [Collector.Finish].
	Concealed []extract.Removed

	removedBytes    int
	concealedText   []byte // the texts of Concealed, one after the other
	concealedStarts []int  // where the text of each begins
}

// Reset forgets all texts but keeps the memory.
func (c *Collector) Reset() {
	clear(c.Removed)
	clear(c.Concealed)
	*c = Collector{Removed: c.Removed[:0], Concealed: c.Concealed[:0], concealedText: c.concealedText[:0], concealedStarts: c.concealedStarts[:0]}
}

// Add collects a text found at a place (see [extract.Removed]), unless it is shorter
// than MinBytes or doesn't look like prose. What exceeds MaxBytes is cut off.
func (c *Collector) Add(text, where, reason string) {
	if len(text) >= MinBytes && looksLikeProse(text) && strings.TrimSpace(text) != "" {
		c.collect(text, where, reason)
	}
}

func (c *Collector) collect(text, where, reason string) {
	if c.Room() == 0 {
		return
	}
	if rest := c.Room(); len(text) > rest {
		text = strings.ToValidUTF8(text[:rest], "")
	}
	c.removedBytes += len(text)
	c.Removed = append(c.Removed, extract.Removed{Text: text, Where: where, Reason: reason})
}

// Room returns how many bytes Removed may still grow by.
func (c *Collector) Room() int { return max(0, MaxBytes-c.removedBytes) }

// AddInvisible collects what the invisible characters of a visible text spell.
func (c *Collector) AddInvisible(text string) {
	if s := invisible.Decode(text); s != "" {
		c.Add(s, "hidden", "invisible characters")
	}
}

// minEncodedBytes is the length from which on a text without spaces may be an encoded sentence.
const minEncodedBytes = 40

// looksLikeProse distinguishes words from identifiers and addresses. It reports two spaces,
// a character beyond ASCII, two "%20", or a text long enough to be an encoded sentence.
func looksLikeProse[T string | []byte](s T) bool {
	spaces, encodedSpaces, slash := 0, 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 0x80:
			return true
		case c == ' ':
			if spaces++; spaces == 2 {
				return true
			}
		case c == '/':
			slash = true
		case c == '%' && i+2 < len(s) && s[i+1] == '2' && s[i+2] == '0':
			encodedSpaces++
		}
	}
	return len(s) >= minEncodedBytes && !slash || encodedSpaces > 1
}

// BeginConcealed begins a part of the page that is content, though the page conceals
// it at first.
func (c *Collector) BeginConcealed(reason string) {
	if len(c.concealedText) >= MaxBytes {
		return
	}
	c.Concealed = append(c.Concealed, extract.Removed{Where: "concealed", Reason: reason})
	c.concealedStarts = append(c.concealedStarts, len(c.concealedText))
}

// AddConcealed adds a text to the part begun last.
func (c *Collector) AddConcealed(text string) {
	if rest := MaxBytes - len(c.concealedText); len(text) >= rest {
		text = text[:max(0, rest)]
	}
	if text = strings.TrimSpace(text); text != "" {
		c.concealedText = append(append(c.concealedText, text...), ' ')
	}
}

// Finish sets the texts of Concealed. Parts without a text are left out. Call it once,
// after the last text of the page.
func (c *Collector) Finish() {
	all := strings.ToValidUTF8(string(c.concealedText), "") // the bound may have cut a character, at the end
	kept := c.Concealed[:0]
	for i, part := range c.Concealed {
		end := len(all)
		if i+1 < len(c.concealedStarts) {
			end = min(end, c.concealedStarts[i+1])
		}
		if part.Text = strings.TrimSpace(all[min(end, c.concealedStarts[i]):end]); part.Text != "" {
			kept = append(kept, part)
		}
	}
	c.Concealed = kept
}

// ReadAttributes are the attributes that this package treats by name, separated by
// spaces: the parser must not leave them out.
const ReadAttributes = "action alt cite content formaction href title type"

// SilentAttributes are attributes from which text is never taken.
const SilentAttributes = "accept charset d for integrity nonce pattern points sizes target transform viewbox"

// MayHoldText reports whether [Collector.AddAttribute] may collect the value of an
// attribute that is in neither list. The value is as the page has it, with character
// references. In doubt it reports true.
func MayHoldText(name, value []byte) bool {
	switch {
	case isCodeAttribute(string(name)):
		return false
	case bytes.IndexByte(value, '&') >= 0 || bytes.IndexByte(value, 0) >= 0:
		return true
	}
	return len(value) >= MinBytes && (bytes.ContainsAny(value, "<{[") || looksLikeProse(value))
}

// isCodeAttribute reports whether an attribute of this name holds a program, an
// address or a style.
func isCodeAttribute(name string) bool {
	return slices.ContainsFunc([]string{"on", "data-src", "data-style"}, func(prefix string) bool {
		return len(name) >= len(prefix) && strings.EqualFold(name[:len(prefix)], prefix)
	})
}

// AddAttributes collects what the attributes of an element say in words.
func (c *Collector) AddAttributes(n *html.Node) {
	for i := range n.Attr {
		c.AddAttribute(n, &n.Attr[i])
	}
}

// AddAttribute collects what attribute a of element n says in words.
func (c *Collector) AddAttribute(n *html.Node, a *html.Attribute) {
	if len(a.Val) < MinBytes {
		return
	}
	where := "attribute"
	switch a.Key {
	case "class", "id", "style", "src", "srcset", "sizes", "media", "rel", "type", "d", "points", "viewbox", "viewBox", "transform", "name",
		"property", "itemprop", "itemtype", "role", "target", "for", "pattern", "accept", "integrity", "nonce", "charset":
		return
	case "href":
		isSentence := strings.HasPrefix(a.Val, "data:") || strings.IndexByte(a.Val, '%') >= 0 && strings.Count(a.Val, "%20") >= 3 || strings.Count(a.Val, "+") >= 4
		if n.DataAtom != atom.A || !isSentence {
			return
		}
	case "action", "cite", "formaction": // no Markdown has these addresses
		if len(a.Val) >= minEncodedBytes {
			c.collect(a.Val, where, "")
		}
		return
	case "content":
		where = "meta"
	case "alt", "title":
		where = a.Key
	default:
		switch {
		case strings.HasPrefix(a.Key, "aria-"):
			where = "aria"
		case isCodeAttribute(a.Key):
			return
		}
	}
	c.AddEmbedded(a.Val, where)
}

// AddEmbedded collects the sentences inside of data or markup: the string values of
// JSON, the text between tags. Of names, addresses and code nothing is collected.
func (c *Collector) AddEmbedded(text, where string) {
	if section, ok := strings.CutPrefix(text, "[CDATA["); ok { // a comment to a parser of HTML
		text = strings.TrimSuffix(section, "]]")
	} else if strings.HasPrefix(text, "[if ") {
		if _, inner, ok := strings.Cut(text, "]>"); ok {
			text = strings.TrimSuffix(inner, "<![endif]")
		}
	}
	text = strings.TrimSpace(text)
	ends := strings.Count(text, ";")
	isStyle := ends >= 3 && strings.Count(text, ":") >= ends-1 && strings.Count(text, " ") <= 6*ends
	if text == "" || isStyle {
		return
	}
	switch {
	case text[0] == '{' || text[0] == '[':
		c.addJSONValues(text, where, 0)
	case strings.IndexByte(text, '<') >= 0:
		c.Add(withoutTags(text), where, "")
	default:
		c.Add(text, where, "")
	}
}

// addJSONValues collects the strings of a JSON text that are values and look like
// prose, and those of strings that hold JSON. The text need not be valid, nor complete.
func (c *Collector) addJSONValues(text, where string, depth int) {
	const maxNestedJSON = 4 // bounds the strings of JSON within each other that are read as JSON
	s := laxjson.Scanner{Src: text}
	for c.Room() > 0 && s.NextQuote() {
		start := s.At
		if !s.SkipString() {
			return
		}
		literal := text[start:s.At]
		if s.AtColon() || !looksLikeProse(literal) {
			continue
		}
		value := laxjson.Unquote(literal)
		if depth < maxNestedJSON && isNestedJSON(value) {
			c.addJSONValues(value, where, depth+1)
			continue
		}
		c.Add(withoutTags(value), where, "")
	}
}

func isNestedJSON(value string) bool {
	value = strings.TrimLeft(value, " \t\r\n[")
	if !strings.HasPrefix(value, "{") {
		return false
	}
	value = strings.TrimLeft(value[1:], " \t\r\n")
	s := laxjson.Scanner{Src: value}
	return strings.HasPrefix(value, "\"") && s.SkipString() && s.AtColon()
}

func withoutTags(s string) string {
	if strings.IndexByte(s, '<') < 0 {
		return s
	}
	var b strings.Builder
	for s != "" {
		text, rest, tagged := strings.Cut(s, "<")
		b.WriteString(text)
		if !tagged {
			break
		}
		if rest == "" || !ascii.IsLetter(rest[0]) && strings.IndexByte("/!?", rest[0]) < 0 {
			b.WriteByte('<')
			s = rest
			continue
		}
		b.WriteByte(' ')
		_, s, _ = strings.Cut(rest, ">")
	}
	return strings.TrimSpace(html.UnescapeString(b.String()))
}

// Bounds of what is collected of one script, in bytes.
const (
	maxProgramBytes = 4 << 10  // a longer program is left out whole
	maxDataBytes    = 32 << 10 // data is read up to here
	// maxGeneratedBytes bounds what is collected of a value of generated content.
	maxGeneratedBytes = 2000
)

// AddElementText collects what a script, a style or a title element holds. Other
// elements are passed over.
func (c *Collector) AddElementText(n *html.Node) {
	if n.FirstChild == nil {
		return
	}
	text := n.FirstChild.Data
	switch n.DataAtom {
	case atom.Script:
		switch kind := htmltree.Attr(n, "type"); {
		case strings.HasPrefix(kind, "application/ld+json"), strings.HasPrefix(kind, "application/json"):
			c.addJSONValues(validText(text[:min(len(text), maxDataBytes)]), "json", 0)
		case len(text) <= maxProgramBytes:
			c.Add(validText(text), "script", "")
		}
	case atom.Style:
		c.addStyleSheet(text)
	case atom.Title:
		c.Add(text, "title", "")
	}
}

// validText is strings.ToValidUTF8, which looks at each character, for text that most often is valid.
func validText(text string) string {
	if utf8.ValidString(text) {
		return text
	}
	return strings.ToValidUTF8(text, "")
}

func (c *Collector) addStyleSheet(sheet string) {
	for rest := sheet; ; {
		_, after, found := strings.Cut(rest, "/*")
		if !found {
			break
		}
		var comment string
		comment, rest, _ = strings.Cut(after, "*/")
		c.Add(strings.TrimSpace(comment), "comment", "")
	}
	// Then the values of content properties that hold a string (CSS Generated Content Level 3).
	for rest := sheet; ; {
		colon := strings.IndexByte(rest, ':')
		if colon < 0 {
			break
		}
		end := colon
		for end > 0 && css.IsBlank(rest[end-1]) {
			end--
		}
		before, after, start := rest[:end], rest[colon+1:], end-len("content")
		rest = after
		if start < 0 || before[end-1]|0x20 != 't' || !strings.EqualFold(before[start:], "content") || start > 0 && strings.IndexByte(";{}/ \t\r\n", before[start-1]) < 0 {
			continue
		}
		value, _ := css.CutBlock(after[:min(len(after), maxGeneratedBytes)], '}')
		if value, _ = css.CutBlock(value, ';'); strings.ContainsAny(value, `"'`) {
			c.Add(strings.Trim(strings.TrimSpace(value), `"'`), "attribute", "generated content")
			rest = after[len(value):]
		}
	}
}
