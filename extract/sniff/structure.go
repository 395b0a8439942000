package sniff

import (
	"bufio"
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"net/textproto"
	"slices"
	"strings"
)

// structure returns the type of a text format that shows in its first bytes,
// "" if none does.
func structure(text []byte) string {
	text = bytes.TrimLeft(text, " \t\r\n\f")
	if len(text) == 0 {
		return ""
	}
	switch text[0] {
	case '<':
		return markupType(text)
	case '{', '[':
		found, head := jsonKind(text), text[:min(len(text), headLimit)]
		if found == jsonType && bytes.Contains(head, []byte(`"cells"`)) && bytes.Contains(head, []byte(`"cell_type"`)) {
			return notebook
		}
		return found
	case ')':
		if rest, found := bytes.CutPrefix(text, []byte(")]}'")); found {
			return jsonKind(bytes.TrimLeft(rest, ", \t\r\n"))
		}
	}
	return messageType(text)
}

// markupType names the type of what begins with "<" by its root element.
func markupType(text []byte) string {
	page := text
	declared := bytes.HasPrefix(page, []byte("<?xml"))
	text, doctype := prolog(page)
	root, rest := elementName(text)
	_, local, prefixed := strings.Cut(root, ":")
	if !prefixed {
		local = root
	}
	switch local {
	case "rss":
		return rss
	case "feed":
		if bytes.Contains(rest, []byte("Atom")) || bytes.Contains(rest, []byte("atom")) || declared {
			return atom
		}
	case "rdf":
		if head := text[:min(len(text), 2*headLimit)]; bytes.Contains(head, []byte("purl.org/rss")) || bytes.Contains(head, []byte("netscape.com/rdf")) {
			return rss
		}
		return xmlType
	case "urlset", "sitemapindex":
		return xmlType
	case "opml":
		return opml
	case "svg":
		return svg
	case "html":
		named := bytes.Contains(rest, []byte("1999/xhtml"))
		if named && (declared || prefixed) || declared && bytes.Contains(page[:len(page)-len(text)], []byte("//DTD XHTML")) {
			return xhtml
		}
		return html
	}
	switch {
	case doctype == "html":
		return html
	case declared || doctype != "" && root != "":
		return xmlType
	case root != "" && strings.Contains(htmlElements, " "+root+" "):
		return html
	case bytes.Contains(rest, []byte("xmlns")):
		return xmlType
	}
	return ""
}

// prolog skips declarations, comments and processing instructions, and returns
// the name of the doctype on the way in lower case.
func prolog(text []byte) (rest []byte, doctype string) {
	for {
		text = bytes.TrimLeft(text, " \t\r\n\f")
		end := ""
		switch {
		case bytes.HasPrefix(text, []byte("<!--")):
			end = "-->"
		case bytes.HasPrefix(text, []byte("<?")):
			end = "?>"
			if !bytes.Contains(text, []byte(end)) {
				end = ">"
			}
		case len(text) > 9 && bytes.EqualFold(text[:9], []byte("<!doctype")):
			doctype, _ = elementName(append([]byte("<"), bytes.TrimLeft(text[9:min(len(text), 80)], " \t\r\n")...))
			if open := bytes.IndexByte(text, '['); open >= 0 && open < bytes.IndexByte(text, '>') {
				if _, rest, closed := bytes.Cut(text[open:], []byte("]")); closed { // of the internal subset
					text = rest
				}
			}
			end = ">"
		default:
			return text, doctype
		}
		_, text, _ = bytes.Cut(text, []byte(end)) // nil without an end
	}
}

// elementName returns the lower-case name of the start tag at the head of text,
// and the rest of the tag.
func elementName(text []byte) (name string, rest []byte) {
	if len(text) < 2 || text[0] != '<' {
		return "", nil
	}
	head := text[1:min(len(text), headLimit)]
	end := bytes.IndexAny(head, " \t\r\n\f/>[")
	if end < 0 {
		end = len(head)
	}
	rest = head[end:]
	if i := bytes.IndexByte(rest, '>'); i >= 0 {
		rest = rest[:i]
	}
	return strings.ToLower(string(head[:min(end, 64)])), rest
}

// htmlElements are those that a page without a root begins with.
const htmlElements = " head script iframe h1 h2 h3 div font table a style title b body br p span ul ol dl section article main header nav meta " +
	"link base center pre blockquote form img frameset noscript em strong i hr "

// wholePage reports whether text begins a page and not a fragment.
func wholePage(text []byte) bool {
	rest, doctype := prolog(bytes.TrimLeft(text, " \t\r\n\f"))
	root, _ := elementName(rest)
	return doctype == "html" || root == "html"
}

// jsonKind reports JSON, NDJSON or a JSON feed if the head of text parses as
// the beginning of an object or array.
func jsonKind(text []byte) string {
	head := text[:min(len(text), headLimit)]
	d := json.NewDecoder(bytes.NewReader(head))
	d.UseNumber()
	depth, tokens, found := 0, 0, jsonType
	for {
		token, err := d.Token()
		if err != nil {
			cut := errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF)
			if cut && (tokens >= 3 || depth > 0 && len(head) == headLimit) {
				return found
			}
			return ""
		}
		tokens++
		switch token {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if s, ok := token.(string); ok && depth == 1 && strings.HasPrefix(s, "https://jsonfeed.org/version/") {
			found = jsonFeed
		}
		if depth == 0 {
			return afterValue(bytes.TrimLeft(head[d.InputOffset():], " \t"), found)
		}
	}
}

// afterValue decides what a complete JSON value is by what follows it: nothing
// (found), another value on a line of its own (NDJSON), or text ("").
func afterValue(rest []byte, found string) string {
	switch next := bytes.TrimLeft(rest, "\r\n\t "); {
	case len(next) == 0:
		return found
	case next[0] == '{' || next[0] == '[':
		return ndjson
	case found == jsonFeed:
		return found
	}
	return ""
}

// messageType names the type of a MIME message that holds a saved page, or of a mail (RFC 5322), which has nothing but a header before
// the first blank line: with the fields From and Date, and one of those that programs write.
func messageType(text []byte) string {
	if line, rest, found := bytes.Cut(text, []byte("\n")); found && bytes.HasPrefix(line, []byte("From ")) {
		text = rest // of a mailbox
	}
	head := bytes.NewReader(text[:min(len(text), 4*headLimit)])
	header, err := textproto.NewReader(bufio.NewReader(head)).ReadMIMEHeader()
	isAny := func(fields ...string) bool {
		return slices.ContainsFunc(fields, func(field string) bool { return header.Get(field) != "" })
	}
	switch {
	case isAny("Mime-Version") && strings.Contains(strings.ToLower(header.Get("Content-Type")), mhtml):
		return mhtml
	case err != nil && !errors.Is(err, io.EOF) && !errors.Is(err, io.ErrUnexpectedEOF):
		return ""
	case isAny("From") && isAny("Date") && (isAny("Message-Id", "Mime-Version", "Received") || isAny("To") && isAny("Subject")):
		return mail
	}
	return ""
}
