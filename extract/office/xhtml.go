package office

import (
	"bytes"
	"iter"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// tags yields where the tags of a text begin and end, up to one that has no end.
func tags(body []byte) iter.Seq2[int, int] {
	return func(yield func(begin, end int) bool) {
		for i := 0; i < len(body); {
			open := bytes.IndexByte(body[i:], '<')
			if open < 0 {
				return
			}
			end, ok := tagEnd(body, i+open)
			if !ok || !yield(i+open, end) {
				return
			}
			i = end
		}
	}
}

// expandEmpty gives the empty elements of XHTML an end tag, unless they have none
// in HTML either: there <title/> or <script/> would go on to the end of the text.
func expandEmpty(body []byte) []byte {
	var out []byte
	from := 0
	for i, end := range tags(body) {
		if name := tagName(body[i:end]); name != "" && body[end-1] == '>' && body[end-2] == '/' && !htmltree.IsVoid(strings.ToLower(name)) {
			out = append(append(out, body[from:end-2]...), "></"+name+">"...)
			from = end
		}
	}
	if out == nil {
		return body
	}
	return append(out, body[from:]...)
}

// dropInnerLinks takes the address from the links of a chapter to other documents of the
// book. Those within the chapter and marks of notes keep theirs. It changes body.
func dropInnerLinks(body []byte) []byte {
	for i, end := range tags(body) {
		if tag := body[i:end]; len(tag) > 3 && tag[1]|0x20 == 'a' && tag[2] <= ' ' && !bytes.Contains(tag, []byte("noteref")) {
			dropInnerTarget(tag)
		}
	}
	return body
}

// dropInnerTarget renames the href of a tag, if it is relative and names a document.
func dropInnerTarget(tag []byte) {
	for at := 0; ; {
		n := bytes.Index(tag[at:], []byte("href"))
		if n < 0 {
			return
		}
		at += n + len("href")
		value := bytes.TrimLeft(tag[at:], " \t\r\n")
		if tag[at-len("href")-1] > ' ' || len(value) < 3 || value[0] != '=' {
			continue
		}
		value = bytes.TrimLeft(value[1:], " \t\r\n\"'")
		stop := bytes.IndexAny(value, ":/?#\"' >")
		if len(value) > 0 && value[0] != '#' && (stop < 0 || value[stop] != ':') && !bytes.HasPrefix(value, []byte("//")) {
			copy(tag[at-len("href"):], "xref") // no attribute of a link
		}
		return
	}
}

// tagName returns the name of a start tag, "" for what is none.
func tagName(tag []byte) string {
	end := 1
	for end < len(tag) && (tag[end]|0x20 >= 'a' && tag[end]|0x20 <= 'z' || end > 1 && (tag[end] >= '0' && tag[end] <= '9' || tag[end] == '-' || tag[end] == ':')) {
		end++
	}
	if len(tag) < 4 || end > 40 {
		return ""
	}
	return string(tag[1:end])
}

// tagEnd returns where the tag, comment or section that begins at i ends, if it
// does. A sign in quotes ends no tag.
func tagEnd(body []byte, i int) (end int, ok bool) {
	rest := body[i:]
	for _, pair := range [...][2]string{{"<!--", "-->"}, {"<![CDATA[", "]]>"}, {"<?", "?>"}} {
		if bytes.HasPrefix(rest, []byte(pair[0])) {
			if n := bytes.Index(rest, []byte(pair[1])); n >= 0 {
				return i + n + len(pair[1]), true
			}
			return 0, false
		}
	}
	var quote byte
	for n := 1; n < len(rest); n++ {
		switch c := rest[n]; {
		case quote != 0:
			if c == quote {
				quote = 0
			}
		case c == '"' || c == '\'':
			quote = c
		case c == '>':
			return i + n + 1, true
		case c == '<':
			return i + n, true
		}
	}
	return 0, false
}
