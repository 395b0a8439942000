package feed

import (
	"context"
	"crypto/rand"
	"encoding/json"
	"html"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// longText is the length in bytes from which the body of an item does not go through the
// library that parses feeds, which would take it in one go, several times over.
const longText = 256 << 10

// longBodies maps placeholders in the feed to the long bodies of items. Placeholders begin
// with a random text, so that no item can name the body of another. Nil is empty.
type longBodies struct {
	prefix string
	bodies map[string]longBody
}

func newLongBodies() *longBodies {
	return &longBodies{prefix: rand.Text(), bodies: map[string]longBody{}}
}

// longBody is a body as written in the feed.
type longBody struct {
	raw  string
	form bodyForm
}

type bodyForm int

const (
	escaped    bodyForm = iota // XML: character references and CDATA sections
	markup                     // elements of XHTML
	jsonString                 // a string of JSON
)

// add stores a body and returns its placeholder.
func (l *longBodies) add(raw string, form bodyForm) (placeholder string) {
	placeholder = l.prefix + strconv.Itoa(len(l.bodies))
	l.bodies[placeholder] = longBody{raw, form}
	return placeholder
}

// text returns the body for a placeholder, or body itself if it isn't one. The error is that
// of ctx, which is that of meter.
func (l *longBodies) text(ctx context.Context, body string, meter *ctxio.Meter) (string, error) {
	if l == nil {
		return body, nil
	}
	long, found := l.bodies[strings.TrimSpace(body)]
	switch {
	case !found:
		return body, nil
	case long.form == markup:
		return long.raw, nil
	case long.form == jsonString:
		t, err := json.NewDecoder(ctxio.NewReader(ctx, strings.NewReader(long.raw))).Token()
		text, _ := t.(string)
		return text, err
	}
	return escapedText(long.raw, meter)
}

// The marks of a CDATA section (XML 1.0, section 2.7).
const (
	cdataStart = "<![CDATA["
	cdataEnd   = "]]>"
)

// escapedText decodes the text of an XML element.
func escapedText(raw string, meter *ctxio.Meter) (string, error) {
	var b strings.Builder
	b.Grow(len(raw))
	for raw != "" {
		n := strings.IndexAny(raw, "&<")
		if n < 0 {
			n = len(raw)
		}
		b.WriteString(raw[:n])
		raw = raw[n:]
		if err := meter.Spend(n + ctxio.PerItem); err != nil {
			return "", err
		}
		switch {
		case raw == "":
		case strings.HasPrefix(raw, cdataStart):
			var section string
			section, raw, _ = strings.Cut(raw[len(cdataStart):], cdataEnd)
			b.WriteString(section)
		case raw[0] == '&':
			n := referenceEnd(raw)
			b.WriteString(html.UnescapeString(raw[:n]))
			raw = raw[n:]
		default:
			b.WriteByte(raw[0])
			raw = raw[1:]
		}
	}
	return b.String(), nil
}

// maxReference is longer than any character reference.
const maxReference = 40

// referenceEnd returns the end of the character reference at the start of text. It returns
// 1, the end of the "&", if no complete reference with a ";" is there.
func referenceEnd(text string) int {
	end := strings.IndexByte(text[:min(len(text), maxReference)], ';')
	if end < 0 || strings.ContainsAny(text[1:end], "& \t\r\n<") {
		return 1
	}
	return end + 1
}

// replaceBodies puts placeholders in the place of long bodies of items. The error is that of the
// context of meter.
func replaceBodies(body string, meter *ctxio.Meter) (out string, bodies *longBodies, err error) {
	if len(body) <= longText {
		return body, nil, nil
	}
	bodies = newLongBodies()
	var b strings.Builder
	from, inItem := 0, false
	unclosed := map[string]bool{} // names of which no end tag follows
	for i := 0; i < len(body); {
		open := strings.IndexByte(body[i:], '<')
		if open < 0 {
			break
		}
		i += open
		kind, length := tag(body[i:])
		if err := meter.Spend(ctxio.PerItem + open + length); err != nil {
			return "", nil, err
		}
		start := body[i : i+length]
		i += length
		switch {
		case kind == closing && itemTag(start[2:]):
			inItem = false
		case kind == opening && itemTag(start[1:]):
			inItem = true
		case kind == opening && inItem:
			name := bodyName(start)
			if name == "" || unclosed[name] {
				continue
			}
			end, err := endTag(body[i:], name, meter)
			if err != nil {
				return "", nil, err
			}
			if end < 0 {
				unclosed[name] = true
				continue
			}
			if end > longText {
				form := escaped
				if strings.Contains(start, "xhtml") {
					form = markup
				}
				b.WriteString(body[from:i])
				b.WriteString(bodies.add(body[i:i+end], form))
				from = i + end
			}
			i += end
		}
	}
	if len(bodies.bodies) == 0 {
		return body, nil, nil
	}
	b.WriteString(body[from:])
	return b.String(), bodies, nil
}

// bodyName returns the name of a start tag of an element that holds the body of an item, ""
// for any other, and for one that is encoded.
func bodyName(start string) string {
	name := start[1:]
	if end := strings.IndexAny(name, " \t\r\n>/"); end >= 0 {
		name = name[:end]
	}
	switch name {
	case "description", "content", "content:encoded", "summary", "atom:content", "atom:summary", "itunes:summary", "media:description":
		if !strings.Contains(start, "base64") {
			return name
		}
	}
	return ""
}

// endTag returns where the end tag of an element begins, CDATA sections passed over; -1 for
// nowhere.
func endTag(body, name string, meter *ctxio.Meter) (int, error) {
	end := strings.Index(body, "</"+name)
	for at := 0; end >= 0; {
		section := strings.Index(body[at:max(at, end)], cdataStart)
		if section < 0 {
			return end, nil
		}
		length := strings.Index(body[at+section:], cdataEnd)
		if length < 0 {
			return -1, nil
		}
		if err := meter.Spend(ctxio.PerItem + section + length); err != nil {
			return 0, err
		}
		if at += section + length + len(cdataEnd); at > end {
			next := strings.Index(body[at:], "</"+name)
			if next < 0 {
				return -1, nil
			}
			end = at + next
		}
	}
	return -1, nil
}
