package feed

import (
	"html"
	"regexp"
	"strings"
	"sync"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// elements are those of HTML that bodies of items are made of.
const elements = "a abbr article aside audio b blockquote body br button center cite code dd del details div dl dt em embed figcaption figure font footer form " +
	"h1 h2 h3 h4 h5 h6 head header hr html i iframe img ins kbd li link main mark meta nav noscript object ol p picture pre q s samp script section small " +
	"source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time tr tt u ul var video wbr"

// voids are those that have no end tag.
const voids = " br embed hr img link meta source wbr "

// tagPattern compiles a pattern in which NAME matches the name of any element, in either case.
func tagPattern(pattern string) func() *regexp.Regexp {
	return sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile("(?i)" + strings.ReplaceAll(pattern, "NAME", "("+strings.ReplaceAll(elements, " ", "|")+")"))
	})
}

var (
	// elementTag matches the start of a tag of an element, or of a comment. Without one a body is text, in which "<" is a sign like others.
	elementTag = tagPattern(`<(?:!--|/?NAME[\s/>])`)
	// titleTag matches a start tag only where its rest is attributes with values.
	titleTag = tagPattern(`<(?:!--|/NAME[\s/>]|NAME(?:[\s/]*|[\s/][^>]*=[^>]*)>)`)
)

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
	tags := titleTag().FindAllStringSubmatch(s, -1)
	closed := map[string]int{} // of an element, its last end tag
	for i, m := range tags {
		closed[strings.ToLower(m[1])] = i
	}
	opened := map[string]bool{}
	var b strings.Builder
	for i, m := range tags {
		before, after, _ := strings.Cut(s, m[0])
		b.WriteString(strings.ReplaceAll(before, "<", "&lt;"))
		isMarkup := true // as a comment is
		if name := strings.ToLower(m[2]); name != "" {
			isMarkup = closed[name] > i || strings.Contains(voids, " "+name+" ")
			opened[name] = opened[name] || isMarkup
		} else if m[1] != "" {
			isMarkup = opened[strings.ToLower(m[1])]
		}
		if isMarkup {
			b.WriteString(m[0])
		} else {
			b.WriteString("&lt;" + m[0][1:])
		}
		s = after
	}
	return htmlfrag.Plain(b.String() + strings.ReplaceAll(s, "<", "&lt;"))
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
