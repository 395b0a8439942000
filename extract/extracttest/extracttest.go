// Package extracttest is the conformance suite that every extract.Extractor must
// pass.
//
//	func TestConformance(t *testing.T) {
//		extracttest.Run(t, feed.Extractor{}, extracttest.Case{
//			Name: "rss", MediaType: "application/rss+xml", Body: []byte(rss), Want: []string{"First item"},
//		})
//	}
//
// [Run] holds the promises of the Extractor interface against each case, and
// then against what is made of it: cut off at many places, with bytes flipped,
// empty, under a cancelled context, from many goroutines at once. Run it with
// the race detector as well.
package extracttest

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"html"
	"net/url"
	"reflect"
	"slices"
	"strings"
	"sync"
	"testing"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Case is a document that the extractor must read without error.
type Case struct {
	// Name names the subtest.
	Name string
	// MediaType and URL go into the source. Empty means none.
	MediaType, URL string
	// Body is the document.
	Body []byte
	// Want are strings that the Markdown must hold, HasNot ones it must not.
	Want, HasNot []string
	// Title and Format, if set, are the expected values of the document.
	Title, Format string
	// Outline, if set, is the text of the headings.
	Outline []string
}

// Run holds e to the contract of extract.Extractor on every case. It reports
// each broken promise as an error of t, in a subtest per case and promise.
func Run(t *testing.T, e extract.Extractor, cases ...Case) {
	t.Helper()
	t.Run("empty", func(t *testing.T) { empty(t, e, cases) })
	for _, c := range cases {
		t.Run(c.Name, func(t *testing.T) {
			doc := c.extract(t, e)
			c.check(t, doc)
			t.Run("same again", func(t *testing.T) { repeated(t, e, c, doc) })
			t.Run("cancelled", func(t *testing.T) { cancelled(t, e, c) })
			t.Run("at once", func(t *testing.T) { concurrent(t, e, c, doc) })
			t.Run("cut off", func(t *testing.T) { cutOff(t, e, c) })
			t.Run("garbled", func(t *testing.T) { garbled(t, e, c) })
		})
	}
}

func (c Case) source(t testing.TB, body []byte) *extract.Source {
	t.Helper()
	src := &extract.Source{MediaType: c.MediaType, Body: body}
	if c.URL != "" {
		u, err := url.Parse(c.URL)
		if err != nil {
			t.Fatalf("case %s: %v", c.Name, err)
		}
		src.URL = u
	}
	return src
}

func (c Case) extract(t testing.TB, e extract.Extractor) *extract.Document {
	t.Helper()
	body := bytes.Clone(c.Body)
	doc, err := e.Extract(t.Context(), c.source(t, body))
	if err != nil {
		t.Fatalf("Extract: %v", err)
	}
	if !bytes.Equal(body, c.Body) {
		t.Errorf("Extract changed Source.Body")
	}
	return doc
}

// check compares a document with what the case wants.
func (c Case) check(t *testing.T, doc *extract.Document) {
	t.Helper()
	if err := Check(doc); err != nil {
		t.Errorf("%v\n%s", err, doc.Markdown)
	}
	for _, want := range c.Want {
		if !strings.Contains(doc.Markdown, want) {
			t.Errorf("Markdown lacks %q:\n%s", want, doc.Markdown)
		}
	}
	for _, not := range c.HasNot {
		if strings.Contains(doc.Markdown, not) {
			t.Errorf("Markdown has %q:\n%s", not, doc.Markdown)
		}
	}
	if c.Title != "" && doc.Meta.Title != c.Title {
		t.Errorf("Title = %q, want %q", doc.Meta.Title, c.Title)
	}
	if c.Format != "" && doc.Format != c.Format {
		t.Errorf("Format = %q, want %q", doc.Format, c.Format)
	}
	if c.Outline != nil {
		got := make([]string, len(doc.Outline))
		for i, h := range doc.Outline {
			got[i] = h.Text
		}
		if !slices.Equal(got, c.Outline) {
			t.Errorf("Outline = %q, want %q", got, c.Outline)
		}
	}
}

// Check reports the first promise that doc breaks: those of Document.Check, a
// Format, a verdict, an empty verdict exactly without text, no control
// characters in the Markdown, link spans with the signs of links, no link
// with a dangerous scheme, and valid UTF-8 in what was removed.
func Check(doc *extract.Document) error {
	if doc == nil {
		return fmt.Errorf("no document and no error")
	}
	if err := doc.Check(); err != nil {
		return err
	}
	switch {
	case doc.Format == "":
		return fmt.Errorf("no Format")
	case doc.Verdict.Kind == "":
		return fmt.Errorf("no Verdict")
	case strings.TrimSpace(doc.Markdown) == "" && doc.Verdict.Kind == extract.VerdictContent:
		return fmt.Errorf("verdict %q for a document without text", doc.Verdict.Kind)
	case strings.TrimSpace(doc.Markdown) != "" && doc.Verdict.Kind == extract.VerdictEmpty:
		return fmt.Errorf("verdict %q for a document with text", doc.Verdict.Kind)
	}
	for i, r := range doc.Markdown {
		if unicode.IsControl(r) && r != '\n' && r != '\t' {
			return fmt.Errorf("control character %U at %d", r, i)
		}
	}
	for _, l := range doc.Links {
		if scheme, _, found := strings.Cut(strings.ToLower(l.URL), ":"); found && dangerous(scheme) {
			return fmt.Errorf("link to %q", l.URL)
		}
	}
	for i, l := range doc.LinkSpans {
		if err := checkLinkSpan(doc.Markdown, l); err != nil {
			return fmt.Errorf("link span %d, %q: %w", i, doc.Markdown[l.Start:l.End], err)
		}
	}
	for _, r := range doc.Removed {
		if !utf8.ValidString(r.Text) {
			return fmt.Errorf("removed text is not UTF-8: %q", r.Text)
		}
	}
	return nil
}

// checkLinkSpan reports a link or an image without its signs around it and between its text and
// its address, and one with a dangerous scheme.
func checkLinkSpan(md string, l extract.LinkSpan) error {
	open, between, end := "[", "](", ")"
	switch md[l.Start] {
	case '!':
		open = "!["
	case '<':
		open, between, end = "<", ">", ">"
	}
	if md[l.Start:l.Text.Start] != open || !strings.HasPrefix(md[l.Text.End:], between) || !strings.HasSuffix(md[l.Start:l.End], end) {
		return fmt.Errorf("it lacks signs of a link or an image")
	}
	if scheme, _, found := strings.Cut(strings.ToLower(html.UnescapeString(md[l.Address.Start:l.Address.End])), ":"); found && dangerous(scheme) {
		return fmt.Errorf("leads to a dangerous scheme")
	}
	return nil
}

func dangerous(scheme string) bool {
	switch scheme {
	case "javascript", "vbscript", "data", "file", "blob":
		return true
	}
	return false
}

// empty requires VerdictEmpty of a body without bytes.
func empty(t *testing.T, e extract.Extractor, cases []Case) {
	types := []string{""}
	for _, c := range cases {
		if !slices.Contains(types, c.MediaType) {
			types = append(types, c.MediaType)
		}
	}
	for _, mediaType := range types {
		doc, err := e.Extract(t.Context(), &extract.Source{MediaType: mediaType})
		if err != nil {
			t.Errorf("empty body of type %q: %v", mediaType, err)
			continue
		}
		if err := Check(doc); err != nil {
			t.Errorf("empty body of type %q: %v", mediaType, err)
		} else if doc.Verdict.Kind != extract.VerdictEmpty {
			t.Errorf("empty body of type %q: verdict %q", mediaType, doc.Verdict.Kind)
		}
	}
}

// repeated requires the same document of the same source.
func repeated(t *testing.T, e extract.Extractor, c Case, want *extract.Document) {
	if got := c.extract(t, e); !reflect.DeepEqual(got, want) {
		t.Errorf("a second extraction differs:\n%s\nfirst:\n%s", got.Markdown, want.Markdown)
	}
}

// cancelled requires an error that wraps the context's, without delay.
func cancelled(t *testing.T, e extract.Extractor, c Case) {
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	doc, err := within(t, func() (*extract.Document, error) { return e.Extract(ctx, c.source(t, c.Body)) })
	if doc != nil || err == nil || !errors.Is(err, context.Canceled) {
		t.Errorf("Extract under a cancelled context = %v, %v", doc, err)
	}
}

// concurrent requires that one extractor serves many goroutines.
func concurrent(t *testing.T, e extract.Extractor, c Case, want *extract.Document) {
	var wg sync.WaitGroup
	for range 8 {
		wg.Go(func() {
			doc, err := e.Extract(t.Context(), c.source(t, c.Body))
			if err != nil {
				t.Errorf("concurrent Extract: %v", err)
			} else if doc.Markdown != want.Markdown {
				t.Errorf("concurrent Extract differs:\n%s", doc.Markdown)
			}
		})
	}
	wg.Wait()
}
