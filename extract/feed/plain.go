package feed

import (
	"html"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// elements are those of HTML that bodies of items are made of.
const elements = " a abbr article aside audio b blockquote body br button center cite code dd del details div dl dt em embed figcaption figure font footer form " +
	"h1 h2 h3 h4 h5 h6 head header hr html i iframe img ins kbd li link main mark meta nav noscript object ol p picture pre q s samp script section small " +
	"source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time tr tt u ul var video wbr "

// voids are those that have no end tag.
const voids = " br embed hr img link meta source wbr "

// isMarkup reports whether a body is HTML: it has a tag of an element, or a
// comment. Else it is text, in which "<" is a sign like others.
func isMarkup(body string) bool {
	for {
		i := strings.IndexByte(body, '<')
		if i < 0 {
			return false
		}
		body = body[i+1:]
		if strings.HasPrefix(body, "!--") {
			return true
		}
		if name := elementName(strings.TrimPrefix(body, "/")); name != "" {
			return true
		}
	}
}

// elementName returns the lower-case name of the HTML element at the start of s: for "B>" it
// is "b". It returns "" if s does not begin with one.
func elementName(s string) string {
	end := 0
	for end < len(s) && end < 12 && (s[end]|0x20 >= 'a' && s[end]|0x20 <= 'z' || s[end] >= '0' && s[end] <= '9') {
		end++
	}
	name := strings.ToLower(s[:end])
	if end == 0 || end == len(s) || strings.IndexByte(" \t\r\n/>", s[end]) < 0 || !strings.Contains(elements, " "+name+" ") {
		return ""
	}
	return name
}

// maxTitle bounds the text of a title, in bytes.
const maxTitle = 10_000

// plainText returns a title, a name or a category as text on one line. Neither RSS nor the feeds
// in the wild say whether it is text or HTML, so its tags are judged one by one: those of an
// element of HTML that is closed are markup, all else is text.
//
//	The <b>bold</b> gate          The bold gate
//	Why Vec<T> beats List<b>      Why Vec<T> beats List<b>
//	if a<b and c>d                if a<b and c>d
func plainText(s string) string {
	if len(s) > maxTitle {
		s = strings.ToValidUTF8(s[:maxTitle], "")
	}
	if !strings.Contains(s, "<") {
		return htmlfrag.Plain(s)
	}
	lower := strings.Map(func(c rune) rune { // tags are ASCII, and the length must stay
		if c >= 'A' && c <= 'Z' {
			c |= 0x20
		}
		return c
	}, s)
	lastEnd := map[string]int{} // of an element, where its last end tag is
	opened := map[string]bool{}
	var b strings.Builder
	for at := 0; at < len(s); {
		i := strings.IndexByte(s[at:], '<')
		if i < 0 {
			b.WriteString(s[at:])
			break
		}
		b.WriteString(s[at : at+i])
		at += i
		rest, markup := s[at+1:], false
		if name := elementName(strings.TrimPrefix(rest, "/")); name != "" && rest[0] == '/' {
			markup = opened[name]
		} else if name != "" && hasAttributesOnly(rest[len(name):]) {
			end, sought := lastEnd[name]
			if !sought {
				end = strings.LastIndex(lower, "</"+name)
				lastEnd[name] = end
			}
			markup = end > at || strings.Contains(voids, " "+name+" ")
			opened[name] = opened[name] || markup
		} else {
			markup = strings.HasPrefix(rest, "!--")
		}
		if at++; markup {
			b.WriteByte('<')
		} else {
			b.WriteString("&lt;")
		}
	}
	return htmlfrag.Plain(b.String())
}

// hasAttributesOnly reports whether the text after the name of a tag consists of attributes
// with values: "b and c>" in a title is text, not a tag.
func hasAttributesOnly(rest string) bool {
	tag, _, closed := strings.Cut(rest, ">")
	tag = strings.TrimSuffix(tag, "/")
	return closed && (strings.TrimSpace(tag) == "" || strings.Contains(tag, "="))
}

func (r *reader) text(body string) {
	var paragraph []string
	flush := func() {
		r.w.Text(strings.Join(paragraph, "\n"))
		paragraph = paragraph[:0]
	}
	for line := range strings.Lines(html.UnescapeString(body)) {
		if line = mdwriter.Fold(line); line != "" {
			paragraph = append(paragraph, line)
		} else {
			flush()
		}
	}
	flush()
}
