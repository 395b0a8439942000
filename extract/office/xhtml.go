package office

import (
	"bytes"
	"iter"
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

// dropInnerLinks takes the address from the links of a chapter to other documents of the
// book, and calls found with it. Those within the chapter and marks of notes keep theirs. It changes
// body.
func dropInnerLinks(body []byte, found func(target []byte)) []byte {
	for i, end := range tags(body) {
		if tag := body[i:end]; len(tag) > 3 && tag[1]|0x20 == 'a' && tag[2] <= ' ' {
			dropInnerTarget(tag, !bytes.Contains(tag, []byte("noteref")), found)
		}
	}
	return body
}

// dropInnerTarget calls found with the href of a tag, if it is relative and names a document, and
// renames the attribute if it is to be dropped.
func dropInnerTarget(tag []byte, drop bool, found func(target []byte)) {
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
			end := bytes.IndexAny(value, "#\"' >")
			if end < 0 {
				end = len(value)
			}
			found(value[:end])
			if drop {
				copy(tag[at-len("href"):], "xref") // no attribute of a link
			}
		}
		return
	}
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
