package feed

import (
	"encoding/json"
	"html"
	"io"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// longText is the length in bytes from which the body of an item does not go through the
// library that parses feeds, which would take it in one go, several times over.
const longText = 256 << 10

// heldTexts are the long bodies of items, by what stands in for them in the feed.
type heldTexts map[string]heldText

// heldText is a body as it stands in the feed.
type heldText struct {
	raw  string
	form heldForm
}

type heldForm int

const (
	escaped heldForm = iota // XML: character references and CDATA sections
	markup                  // elements of XHTML
	literal                 // a string of JSON
)

// hold keeps a body and returns what stands in for it.
func (h heldTexts) hold(raw string, form heldForm) (placeholder string) {
	placeholder = "webfetch-held-text-" + strconv.Itoa(len(h))
	h[placeholder] = heldText{raw, form}
	return placeholder
}

// text returns body itself, or the body that it stands in for. The error is that of the
// context of meter.
func (h heldTexts) text(body string, meter *ctxio.Meter) (string, error) {
	held, found := h[strings.TrimSpace(body)]
	switch {
	case !found:
		return body, nil
	case held.form == markup:
		return held.raw, nil
	case held.form == literal:
		return literalText(held.raw, meter)
	}
	return escapedText(held.raw, meter)
}

// literalText returns the text of a string of JSON.
func literalText(raw string, meter *ctxio.Meter) (string, error) {
	t, err := json.NewDecoder(meteredReader{strings.NewReader(raw), meter}).Token()
	text, _ := t.(string)
	return text, err
}

// meteredReader is a reader that ends with the context of a meter.
type meteredReader struct {
	r     io.Reader
	meter *ctxio.Meter
}

func (m meteredReader) Read(p []byte) (int, error) {
	n, err := m.r.Read(p[:min(len(p), 16<<10)])
	if spent := m.meter.Spend(n); spent != nil {
		return 0, spent
	}
	return n, err
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
		if err := meter.Spend(n + perTag); err != nil {
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

// referenceEnd returns where the character reference ends that text begins with: 1, after the
// "&", if it is none with a ";" at its end.
func referenceEnd(text string) int {
	end := strings.IndexByte(text[:min(len(text), maxReference)], ';')
	if end < 0 || strings.ContainsAny(text[1:end], "& \t\r\n<") {
		return 1
	}
	return end + 1
}
