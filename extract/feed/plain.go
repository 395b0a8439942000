package feed

import (
	"html"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// elements are those of HTML that bodies of items are made of.
const elements = " a abbr article aside audio b blockquote body br button center cite code dd del details div dl dt em embed figcaption figure font footer form " +
	"h1 h2 h3 h4 h5 h6 head header hr html i iframe img ins kbd li link main mark meta nav noscript object ol p picture pre q s samp script section small " +
	"source span strike strong style sub summary sup svg table tbody td template textarea tfoot th thead time tr tt u ul var video wbr "

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
		name := strings.TrimPrefix(body, "/")
		end := 0
		for end < len(name) && end < 12 && (name[end]|0x20 >= 'a' && name[end]|0x20 <= 'z' || name[end] >= '0' && name[end] <= '9') {
			end++
		}
		if end > 0 && end < len(name) && strings.IndexByte(" \t\r\n/>", name[end]) >= 0 && strings.Contains(elements, " "+strings.ToLower(name[:end])+" ") {
			return true
		}
	}
}

// text writes a body that is no HTML: blank lines part its paragraphs.
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
