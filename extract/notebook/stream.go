package notebook

import (
	"bytes"
	"context"
	"encoding/json"
	"io"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// stream reads JSON value by value, so that a context can end it between any two and no more
// is held than is asked for. A value of another type than is asked for is passed over. Once
// something failed, every method does nothing.
type stream struct {
	d   *json.Decoder
	err error // of syntax, or of the context
}

func newStream(ctx context.Context, body []byte) *stream {
	d := json.NewDecoder(ctxio.NewReader(ctx, bytes.NewReader(body)))
	d.UseNumber()
	return &stream{d: d}
}

// next returns the next token, nil at null and once something failed.
func (s *stream) next() json.Token {
	if s.err != nil {
		return nil
	}
	t, err := s.d.Token()
	if err == io.EOF {
		err = io.ErrUnexpectedEOF
	}
	s.err = err
	return t
}

func (s *stream) more() bool { return s.err == nil && s.d.More() }

// end reports whether nothing follows.
func (s *stream) end() bool {
	if s.err != nil {
		return false
	}
	_, err := s.d.Token()
	return err == io.EOF
}

// members calls value for each member of an object, with its key; it must read the value.
func (s *stream) members(value func(key string)) (isObject bool) {
	t := s.next()
	if t != json.Delim('{') {
		s.rest(t)
		return false
	}
	for s.more() {
		key, _ := s.next().(string)
		value(key)
	}
	s.next()
	return s.err == nil
}

// items calls item for each element of an array; it must read the element.
func (s *stream) items(item func()) {
	t := s.next()
	if t != json.Delim('[') {
		s.rest(t)
		return
	}
	for s.more() {
		item()
	}
	s.next()
}

// skip passes over a value.
func (s *stream) skip() { s.rest(s.next()) }

// rest passes over what is left of a value that begins with t.
func (s *stream) rest(t json.Token) {
	depth := 0
	for {
		switch t {
		case json.Delim('{'), json.Delim('['):
			depth++
		case json.Delim('}'), json.Delim(']'):
			depth--
		}
		if depth <= 0 || s.err != nil {
			return
		}
		t = s.next()
	}
}

// text returns a string, "" for any other value.
func (s *stream) text() string {
	t := s.next()
	text, _ := t.(string)
	s.rest(t)
	return text
}

// lines returns text that is written as a string or as a list of lines.
func (s *stream) lines() string {
	t := s.next()
	if t != json.Delim('[') {
		text, _ := t.(string)
		s.rest(t)
		return text
	}
	var b strings.Builder
	for s.more() {
		b.WriteString(s.text())
	}
	s.next()
	return b.String()
}

// number returns a small whole number, 0 for any other value.
func (s *stream) number() int {
	t := s.next()
	s.rest(t)
	if n, isNumber := t.(json.Number); isNumber {
		if i, err := n.Int64(); err == nil && i > 0 && i < 100 {
			return int(i)
		}
	}
	return 0
}
