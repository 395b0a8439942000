package knowledgetest

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

func emptyBase(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	b.wantNames(ask(scope, "anything"))
	stats, err := b.Stats(t.Context(), scope)
	if err != nil || stats.Documents != 0 {
		t.Errorf("Stats of an empty base: %+v, %v", stats, err)
	}
	n, err := b.Delete(t.Context(), knowledge.Selection{Scope: scope, All: true})
	if err != nil || n != 0 {
		t.Errorf("Delete in an empty base: %d, %v", n, err)
	}
}

const harbour = "# Harbours\n\nA harbour shelters ships from the weather.\n\n## Dredging\n\nDredgers keep the channel at eleven metres.\n"

func documentIsFound(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	receipt := b.put(page(scope, "harbour.md", "Harbours of the north", harbour))
	b.put(page(scope, "bread.md", "Bread", "Sourdough rises for twelve hours before it is baked.\n"))
	b.settle()
	if want := []string{scope.String() + "harbour.md"}; !slices.Equal(receipt.Keys, want) {
		t.Errorf("keys of the receipt: %q, want %q", receipt.Keys, want)
	}
	answer := b.query(ask(scope, "How deep do dredgers keep the channel?"))
	if len(answer.Hits) == 0 {
		t.Fatal("nothing is found")
	}
	h := answer.Hits[0]
	if h.Key != receipt.Keys[0] || h.SourceID != "source-harbour.md" || h.URL != "https://example.com/harbour.md" ||
		h.Title != "Harbours of the north" || !h.RetrievedAt.Equal(Day) || h.AgeSeconds <= 0 {
		t.Errorf("the first hit is not the page that was stored: %+v", h)
	}
	if !strings.Contains(h.Text, "eleven metres") {
		t.Errorf("the first hit does not answer: %q", h.Text)
	}
	stats, err := b.Stats(t.Context(), scope)
	if err != nil || stats.Documents != 2 || stats.Bytes >= 0 && stats.Bytes < int64(len(harbour)) {
		t.Errorf("Stats: %+v, %v", stats, err)
	}
}

func hitIsVerified(t *testing.T, b *bench) {
	reader, ok := b.Base.(knowledge.Reader)
	if !ok {
		t.Skip("the base is no knowledge.Reader")
	}
	scope := b.scope("w", "c")
	b.put(page(scope, "harbour.md", "Harbours", harbour))
	b.settle()
	hit := b.query(ask(scope, "dredgers channel")).Hits[0]
	span, err := knowledge.VerifyQuote(t.Context(), reader, scope, hit, "Dredgers  keep the channel\nat eleven metres.")
	if err != nil || harbour[span.Start:span.End] != "Dredgers keep the channel at eleven metres." {
		t.Errorf("VerifyQuote: %+v, %v", span, err)
	}
	_, err = knowledge.VerifyQuote(t.Context(), reader, scope, hit, "Dredgers keep the channel at twelve metres.")
	wantError(t, "VerifyQuote of what the page does not say", err, knowledge.ErrUnverified)
	_, err = knowledge.VerifyQuote(t.Context(), reader, b.scope("w", "other"), hit, "eleven metres")
	wantError(t, "VerifyQuote from another conversation", err, knowledge.ErrNotFound)
	if s := hit.Span; s != nil && (s.Start < 0 || s.End > len(harbour) || s.Start >= s.End) {
		t.Errorf("span of the hit: %+v", s)
	}
}

func documentIsReplaced(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	if b.put(page(scope, "a.md", "A", "The ferry leaves at seven in the morning.")).Replaced {
		t.Error("the first document replaces one")
	}
	if !b.put(page(scope, "a.md", "A", "The steamer leaves at nine in the evening.")).Replaced {
		t.Error("the second document replaces none")
	}
	b.settle()
	b.wantNames(ask(scope, "steamer"), "a.md")
	for _, h := range b.query(ask(scope, "ferry seven leaves")).Hits {
		if strings.Contains(h.Text, "ferry") {
			t.Errorf("what was replaced is answered: %q", h.Text)
		}
	}
}

func contentIsSkipped(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	doc := page(scope, "a.md", "A", "The ferry leaves at seven in the morning.")
	doc.SkipIfExists = true
	if b.put(doc).Skipped {
		t.Error("the first document is skipped")
	}
	if r := b.put(doc); !r.Skipped || len(r.Keys) != 1 {
		t.Errorf("the same content is not skipped: %+v", r)
	}
	doc.Markdown = "The ferry leaves at eight in the morning."
	if b.put(doc).Skipped {
		t.Error("other content is skipped")
	}
	other := doc
	other.Scope = b.scope("w", "c2")
	if b.put(other).Skipped {
		t.Error("what is stored in another conversation is skipped")
	}
	doc.SkipIfExists = false
	if b.put(doc).Skipped {
		t.Error("it is skipped though nobody asked for it")
	}
}

func documentIsCut(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	doc := page(scope, "long.md", "Long", "# First\n\n"+strings.Repeat("The lighthouse stands on a rock. ", 12)+
		"\n\n# Second\n\n"+strings.Repeat("The pilot boat waits outside. ", 12)+"\n\n# Third\n\nThe customs house is closed.\n")
	doc.MaxFileBytes = 512
	receipt := b.put(doc)
	b.settle()
	if len(receipt.Keys) < 2 || receipt.Keys[1] != scope.String()+"long.part-002.md" {
		t.Fatalf("keys of a document that was cut: %q", receipt.Keys)
	}
	hits := b.query(ask(scope, "customs house")).Hits
	if len(hits) == 0 || hits[0].Key != receipt.Keys[len(receipt.Keys)-1] {
		t.Fatalf("the last part is not found: %+v", hits)
	}
	if s := hits[0].Span; s != nil {
		if at := s.Offset + s.Start; !strings.Contains(doc.Markdown[at:s.Offset+s.End], "customs house") {
			t.Errorf("span %+v leads to %q", s, doc.Markdown[at:s.Offset+s.End])
		}
	}
	if !slices.ContainsFunc(receipt.Keys, func(key string) bool { return strings.HasSuffix(key, "part-002.md") }) {
		t.Errorf("keys: %q", receipt.Keys)
	}
	doc.MaxFileBytes = 0
	if r := b.put(doc); len(r.Keys) != 1 {
		t.Fatalf("keys of the whole document: %q", r.Keys)
	}
	b.settle()
	b.wantNames(ask(scope, "customs lighthouse pilot"), "long.md")
}

func documentsAreRefused(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	good := page(scope, "a.md", "A", "Words enough to be stored.")
	for _, c := range []struct {
		name   string
		change func(d *knowledge.Document)
		want   error
	}{
		{"no scope", func(d *knowledge.Document) { d.Scope = knowledge.Scope{} }, knowledge.ErrScope},
		{"no name and no URL", func(d *knowledge.Document) { d.Name, d.URL = "", "" }, knowledge.ErrDocument},
		{"a name that leads up", func(d *knowledge.Document) { d.Name = "../c2/a.md" }, knowledge.ErrDocument},
		{"a name that leads into a conversation", func(d *knowledge.Document) { d.Name = "conversations/c2/a.md" }, knowledge.ErrDocument},
		{"bad UTF-8", func(d *knowledge.Document) { d.Markdown += "\xff" }, knowledge.ErrDocument},
		{"a bound that is too small", func(d *knowledge.Document) { d.MaxFileBytes = 1 }, knowledge.ErrDocument},
	} {
		doc := good
		c.change(&doc)
		_, err := b.Put(t.Context(), doc)
		wantError(t, c.name, err, c.want)
	}
	for _, reason := range []extract.VerdictKind{extract.VerdictBotWall, extract.VerdictJSShell, extract.VerdictSoft404} {
		doc := good
		doc.Verdict.Kind = reason
		_, err := b.Put(t.Context(), doc)
		var quality *knowledge.QualityError
		if !errors.As(err, &quality) || quality.Reason != string(reason) {
			t.Errorf("a page that is a %s: error %v", reason, err)
		}
	}
	b.wantNames(ask(scope, "words"))
}

func metadataIsKept(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	doc := page(scope, "a.md", "Ünïcode", "The ferry leaves at seven in the morning.")
	doc.Metadata = map[string]string{"Tag": "naïve", "folder": "elsewhere/", "bad name": "x"}
	receipt := b.put(doc)
	b.settle()
	if len(receipt.Warnings) != 2 {
		t.Errorf("warnings about metadata: %+v, want two", receipt.Warnings)
	}
	hit := b.query(ask(scope, "ferry")).Hits[0]
	if hit.Metadata["tag"] != "naïve" || hit.Title != "Ünïcode" {
		t.Errorf("title %q, metadata %q", hit.Title, hit.Metadata)
	}
	if doc.Metadata["folder"] != "elsewhere/" {
		t.Error("Put changed the metadata of the caller")
	}
}

func deleting(t *testing.T, b *bench) {
	scope, other := b.scope("w", "c"), b.scope("w", "c2")
	for _, s := range []knowledge.Scope{scope, other} {
		for _, name := range []string{"a.md", "b.md", "c.md"} {
			b.put(page(s, name, "Page", "The ferry leaves at seven in the morning."))
		}
	}
	b.settle()
	_, err := b.Delete(t.Context(), knowledge.Selection{All: true})
	wantError(t, "Delete without a scope", err, knowledge.ErrScope)
	_, err = b.Delete(t.Context(), knowledge.Selection{Scope: scope})
	wantError(t, "Delete of nothing named", err, knowledge.ErrQuery)
	for _, c := range []struct {
		sel  knowledge.Selection
		want int
		left []string
	}{
		{knowledge.Selection{Name: "x.md"}, 0, []string{"a.md", "b.md", "c.md"}},
		{knowledge.Selection{Before: Day}, 0, []string{"a.md", "b.md", "c.md"}},
		{knowledge.Selection{Name: "a.md", URL: "https://example.com/b.md"}, 0, []string{"a.md", "b.md", "c.md"}},
		{knowledge.Selection{Name: "a.md"}, 1, []string{"b.md", "c.md"}},
		{knowledge.Selection{URL: "https://example.com/b.md"}, 1, []string{"c.md"}},
		{knowledge.Selection{Before: Day.Add(1e9)}, 1, nil},
	} {
		c.sel.Scope = scope
		n, err := b.Delete(t.Context(), c.sel)
		if err != nil || n != c.want {
			t.Errorf("Delete(%+v) = %d, %v, want %d", c.sel, n, err, c.want)
		}
		b.settle()
		b.wantNames(ask(scope, "ferry"), c.left...)
	}
	b.wantNames(ask(other, "ferry"), "a.md", "b.md", "c.md")
	if n, err := b.Delete(t.Context(), knowledge.Selection{Scope: other, All: true}); err != nil || n != 3 {
		t.Errorf("Delete of all: %d, %v", n, err)
	}
	b.settle()
	b.wantNames(ask(other, "ferry"))
}
