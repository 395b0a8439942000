package knowledgetest

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

func queriesAreRefused(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	many, much := -1, 1.5
	for _, c := range []struct {
		name   string
		change func(q *knowledge.Query)
		want   error
	}{
		{"no scope", func(q *knowledge.Query) { q.Scope = knowledge.Scope{} }, knowledge.ErrScope},
		{"no message", func(q *knowledge.Query) { q.Messages = nil }, knowledge.ErrQuery},
		{"a blank message", func(q *knowledge.Query) { q.Messages[0].Content = " \n" }, knowledge.ErrQuery},
		{"a message of the system only", func(q *knowledge.Query) { q.Messages[0].Role = "system" }, knowledge.ErrQuery},
		{"a role that is none", func(q *knowledge.Query) { q.Messages[0].Role = "tool" }, knowledge.ErrQuery},
		{"a mode that is none", func(q *knowledge.Query) { q.Mode = "answer" }, knowledge.ErrQuery},
		{"a type that is none", func(q *knowledge.Query) { q.Retrieval = "magic" }, knowledge.ErrQuery},
		{"too few results", func(q *knowledge.Query) { q.MaxResults = many }, knowledge.ErrQuery},
		{"too many results", func(q *knowledge.Query) { q.MaxResults = knowledge.MaxResults + 1 }, knowledge.ErrQuery},
		{"a threshold over 1", func(q *knowledge.Query) { q.MatchThreshold = &much }, knowledge.ErrQuery},
		{"stream without an answer", func(q *knowledge.Query) { q.Stream = true }, knowledge.ErrQuery},
		{"an unknown field", func(q *knowledge.Query) { q.Filters = json.RawMessage(`{"colour":"red"}`) }, knowledge.ErrQuery},
		{"an unknown operator", func(q *knowledge.Query) { q.Filters = json.RawMessage(`{"tag":{"$regex":"."}}`) }, knowledge.ErrQuery},
		{"filters that are a list", func(q *knowledge.Query) { q.Filters = json.RawMessage(`[{"tag":"docs"}]`) }, knowledge.ErrQuery},
	} {
		q := ask(scope, "ferry")
		c.change(&q)
		_, err := b.Query(t.Context(), q)
		wantError(t, c.name, err, c.want)
	}
}

func resultsAreBounded(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	for i := range 15 {
		b.put(page(scope, fmt.Sprintf("%02d.md", i), "Ferry", fmt.Sprintf("The ferry number %d leaves at seven in the morning.", i)))
	}
	b.settle()
	for asked, want := range map[int]int{0: 10, 1: 1, 12: 12, 50: 15} {
		q := ask(scope, "ferry morning")
		q.MaxResults = asked
		if got := len(b.query(q).Hits); got != want {
			t.Errorf("max_num_results %d: %d hits, want %d", asked, got, want)
		}
	}
}

func retrievalTypes(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	for i := range 40 {
		b.put(page(scope, fmt.Sprintf("%02d.md", i), "Notes", fmt.Sprintf("Ledger entry %d about cargo, cranes and quays of the port.", i)))
	}
	b.put(page(scope, "bread.md", "Bread", "Sourdough rises for twelve hours before it is baked."))
	b.settle()
	for _, kind := range b.Retrieval {
		q := ask(scope, "sourdough baked bread")
		q.Retrieval = kind
		answer := b.query(q)
		if len(answer.Hits) == 0 || answer.Hits[0].Key != scope.String()+"bread.md" {
			t.Errorf("%s: first hits %+v", kind, answer.Hits)
			continue
		}
		if answer.Retrieval != kind && len(answer.Warnings) == 0 {
			t.Errorf("%s was asked for, %s done, and nothing is told", kind, answer.Retrieval)
		}
		one := 1.0
		q.MatchThreshold = &one
		for _, h := range b.query(q).Hits {
			if v := h.Scoring.VectorScore; v != nil && *v < 1 {
				t.Errorf("%s: a hit with the vector score %v passes the threshold 1", kind, *v)
			}
		}
	}
}

func answerHasEvents(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	b.put(page(scope, "harbour.md", "Harbours", harbour))
	b.settle()
	q := ask(scope, "How deep do dredgers keep the channel?")
	q.Mode, q.Stream = knowledge.AISearch, true
	var emitted []knowledge.Event
	q.Emit = func(e knowledge.Event) { emitted = append(emitted, e) }
	answer := b.query(q)
	if answer.Response == "" {
		t.Fatal("there is no response")
	}
	if !answer.Generated && !strings.Contains(answer.Response, "eleven metres") {
		t.Errorf("the extractive response %q does not answer", answer.Response)
	}
	if len(emitted) != len(answer.Events) || len(emitted) < 3 {
		t.Fatalf("%d events emitted, %d in the answer", len(emitted), len(answer.Events))
	}
	text := ""
	for _, e := range emitted {
		text += e.Delta
	}
	if emitted[0].Type != "chunks" || len(emitted[0].Hits) != len(answer.Hits) ||
		emitted[len(emitted)-1].Type != "done" || text != answer.Response {
		t.Errorf("events %+v of the response %q", emitted, answer.Response)
	}
	reader, ok := b.Base.(knowledge.Reader)
	for _, c := range answer.Citations {
		if ok && c.Span != nil {
			text, _, err := reader.Read(t.Context(), scope, answer.Hits[c.Hit].Key)
			if err != nil || text[c.Span.Start:c.Span.End] != c.Text {
				t.Errorf("citation %+v is not in the stored text: %v", c, err)
			}
		}
	}
	silent := ask(scope, "zeppelin")
	silent.Mode = knowledge.AISearch
	if a := b.query(silent); len(a.Hits) == 0 && a.Response != "" {
		t.Errorf("a response without hits: %q", a.Response)
	}
}

func wordsAreData(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	b.put(page(scope, "a.md", "A", "The ferry leaves at seven; AND OR NOT NEAR are words."))
	b.settle()
	for _, text := range []string{
		`"`, `'`, `ferry" OR "x`, `ferry AND`, `NOT ferry`, `NEAR(ferry seven, 2)`, `ferry*`, `scope:ferry`, `(ferry`, `ferry; DROP TABLE files`,
		"\x00ferry", "-ferry", "^ferry", "...", "the of and", strings.Repeat("ferry ", 500), "😀", "\u202eferry", "%", "_",
	} {
		b.query(ask(scope, text))
	}
	b.wantNames(ask(scope, `ferry" OR (`), "a.md")
}

// filters holds a base to what filters mean. The semantics are those of
// knowledge.Query; the cases here are end to end.
func filters(t *testing.T, b *bench) {
	scope := b.scope("w", "c")
	put := func(name string, at time.Duration, fields map[string]string) {
		doc := page(scope, name, "", "alpha text of the page "+name)
		doc.RetrievedAt, doc.Metadata = Day.Add(at), fields
		b.put(doc)
	}
	put("a.md", 0, map[string]string{"tag": "docs", "score": "0.9", "public": "true", "published": "2026-01-15T00:00:00Z", "lang": "en"})
	put("b.md", 5*time.Second, map[string]string{"tag": "draft", "score": "0.5", "public": "no", "published": "2026-02-01T00:00:00Z", "lang": "en"})
	put("sub/c.md", 999*time.Millisecond, map[string]string{"TAG": "guides", "score": "10", "public": "1", "lang": "de"})
	put("d.md", time.Minute, map[string]string{"score": "not a number", "public": "maybe", "lang": "Ünï"})
	other := page(b.scope("w", "c2"), "a.md", "", "alpha text of another conversation")
	other.Metadata = map[string]string{"tag": "docs", "score": "0.9"}
	b.put(other)
	b.settle()
	folder := scope.String()
	for _, c := range []struct{ filters, want string }{
		{``, "a.md b.md d.md sub/c.md"},
		{`{}`, "a.md b.md d.md sub/c.md"},
		{`{"tag":"docs"}`, "a.md"},
		{`{"Tag":{"$in":["guides","docs"]}}`, "a.md sub/c.md"},
		{`{"tag":{"$ne":"draft"}}`, "a.md d.md sub/c.md"},
		{`{"tag":{"$nin":["draft","guides"]}}`, "a.md d.md"},
		{`{"tag":{"$in":[]}}`, ""},
		{`{"score":{"$gt":0.5,"$lt":10}}`, "a.md"},
		{`{"score":10}`, "sub/c.md"},
		{`{"public":true}`, "a.md sub/c.md"},
		{`{"published":{"$lt":"2026-01-15T02:00:00+01:00"}}`, "a.md"},
		{`{"lang":"en","score":{"$gte":0.6}}`, "a.md"},
		{`{"lang":"Ünï"}`, "d.md"},
		{`{"folder":"` + folder + `"}`, "a.md b.md d.md"},
		{`{"folder":"` + other.Scope.String() + `"}`, ""},
		{`{"folder":{"$gte":"p/","$lt":"p0"}}`, "a.md b.md d.md sub/c.md"},
		{`{"filename":"` + folder + `sub/c.md"}`, "sub/c.md"},
		{fmt.Sprintf(`{"timestamp":{"$lte":%d}}`, Day.UnixMilli()), "a.md sub/c.md"},
		{fmt.Sprintf(`{"timestamp":{"$gte":%d}}`, Day.Unix()+5), "b.md d.md"},
		{`{"type":"and","filters":[{"type":"gt","key":"score","value":0.5},{"type":"lt","key":"score","value":10}]}`, "a.md"},
		{`{"type":"or","filters":[{"type":"eq","key":"tag","value":"docs"},{"type":"eq","key":"tag","value":"draft"}]}`, "a.md b.md"},
		{`{"type":"and","filters":[{"type":"eq","key":"tag","value":"docs"},{"type":"eq","key":"tag","value":"draft"}]}`, ""},
		{`{"tag":"docs' or 1=1 --"}`, ""},
	} {
		q := ask(scope, "alpha")
		q.Filters = json.RawMessage(c.filters)
		b.wantNames(q, strings.Fields(c.want)...)
	}
}
