package knowledgetest

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

const (
	// here and there are the folders of two conversations.
	here  = "p/workspaces/w/conversations/c/"
	there = "p/workspaces/w/conversations/c2/"

	ferry   = "The ferry leaves at seven in the morning."
	harbour = "# Harbours\n\nA harbour shelters ships from the weather.\n\n## Dredging\n\nDredgers keep the channel at eleven metres.\n"
)

func documentIsFound(b *bench) {
	scope := b.scope(here)
	b.wantNames(ask(scope, "anything"))
	doc := page(scope, "harbour.md", harbour)
	doc.Title, doc.Metadata = "Ünïcode", map[string]string{"Tag": "naïve", "folder": "elsewhere/", "bad name": "x"}
	receipt := b.put(page(scope, "bread.md", "Sourdough rises for twelve hours before it is baked.\n"), doc)
	b.settle()
	if want := []string{here + "harbour.md"}; !slices.Equal(receipt.Keys, want) || len(receipt.Warnings) != 2 {
		b.Errorf("receipt: %+v, want keys %q and two warnings about metadata", receipt, want)
	}
	if doc.Metadata["folder"] != "elsewhere/" {
		b.Error("Put changed the metadata of the caller")
	}
	answer := b.query(ask(scope, "How deep do dredgers keep the channel?"))
	if len(answer.Hits) == 0 {
		b.Fatal("nothing is found")
	}
	h := answer.Hits[0]
	if h.Key != receipt.Keys[0] || h.SourceID != doc.SourceID || h.URL != doc.URL || h.Title != doc.Title || !h.RetrievedAt.Equal(Day) ||
		h.Metadata["tag"] != "naïve" || !strings.Contains(h.Text, "eleven metres") {
		b.Errorf("the first hit is not the page that was stored: %+v", h)
	}
	if s := h.Span; s != nil && (s.Start < 0 || s.End > len(harbour) || s.Start >= s.End) {
		b.Errorf("span of the hit: %+v", s)
	}
	span, err := knowledge.VerifyQuote(b.Context(), b.Base, scope, h, "Dredgers  keep the channel\nat eleven metres.")
	if err != nil || harbour[span.Start:span.End] != "Dredgers keep the channel at eleven metres." {
		b.Errorf("VerifyQuote: %+v, %v", span, err)
	}
	_, err = knowledge.VerifyQuote(b.Context(), b.Base, scope, h, "Dredgers keep the channel at twelve metres.")
	b.wantError("VerifyQuote of what the page does not say", err, knowledge.ErrNotFound)
	_, err = knowledge.VerifyQuote(b.Context(), b.Base, b.scope(there), h, "eleven metres")
	b.wantError("VerifyQuote from another conversation", err, knowledge.ErrNotFound)
}

func documentIsReplaced(b *bench) {
	scope := b.scope(here)
	doc := page(scope, "a.md", ferry)
	doc.SkipIfExists = true
	if b.put(doc).Skipped {
		b.Error("the first document is skipped")
	}
	if r := b.put(doc); !r.Skipped || len(r.Keys) != 1 {
		b.Errorf("the same content is not skipped: %+v", r)
	}
	other := doc
	other.Scope = b.scope(there)
	if b.put(other).Skipped {
		b.Error("what is stored in another conversation is skipped")
	}
	doc.SkipIfExists = false
	if b.put(doc).Skipped {
		b.Error("it is skipped though nobody asked for it")
	}
	doc.SkipIfExists, doc.Markdown = true, "The steamer departs at nine in the evening."
	if b.put(doc).Skipped {
		b.Error("other content is skipped")
	}
	b.settle()
	b.wantNames(ask(scope, "steamer"), "a.md")
	for _, h := range b.query(ask(scope, "ferry seven leaves")).Hits {
		if strings.Contains(h.Text, "ferry") {
			b.Errorf("what was replaced is answered: %q", h.Text)
		}
	}
}

func documentIsCut(b *bench) {
	scope := b.scope(here)
	doc := page(scope, "long.md", "# First\n\n"+strings.Repeat("The lighthouse stands on a rock. ", 12)+
		"\n\n# Second\n\n"+strings.Repeat("The pilot boat waits outside. ", 12)+"\n\n# Third\n\nThe customs house is closed.\n")
	doc.MaxFileBytes = 512
	receipt := b.put(doc)
	b.settle()
	if len(receipt.Keys) < 2 || receipt.Keys[1] != here+"long.part-002.md" {
		b.Fatalf("keys of a document that was cut: %q", receipt.Keys)
	}
	hits := b.query(ask(scope, "customs house")).Hits
	if len(hits) == 0 || hits[0].Key != receipt.Keys[len(receipt.Keys)-1] {
		b.Fatalf("the last part is not found: %+v", hits)
	}
	span, err := knowledge.VerifyQuote(b.Context(), b.Base, scope, hits[0], "The customs house is closed.")
	_, offset, readErr := b.Read(b.Context(), scope, hits[0].Key)
	if err := errors.Join(err, readErr); err != nil || !strings.HasPrefix(doc.Markdown[offset+span.Start:], "The customs house") {
		b.Errorf("span %+v in a part at %d: %v", span, offset, err)
	}
	doc.MaxFileBytes = 0
	if r := b.put(doc); len(r.Keys) != 1 {
		b.Fatalf("keys of the whole document: %q", r.Keys)
	}
	b.settle()
	b.wantNames(ask(scope, "customs lighthouse pilot"), "long.md")
}

func badInput(b *bench) {
	scope := b.scope(here)
	for what, change := range map[string]func(d *knowledge.Document){
		"no scope":                              func(d *knowledge.Document) { d.Scope = knowledge.Scope{} },
		"no name and no URL":                    func(d *knowledge.Document) { d.Name, d.URL = "", "" },
		"a name that leads up":                  func(d *knowledge.Document) { d.Name = "../c2/a.md" },
		"a name that leads into a conversation": func(d *knowledge.Document) { d.Name = "conversations/c2/a.md" },
		"bad UTF-8":                             func(d *knowledge.Document) { d.Markdown += "\xff" },
		"a bound that is too small":             func(d *knowledge.Document) { d.MaxFileBytes = 1 },
	} {
		doc := page(scope, "a.md", ferry)
		change(&doc)
		_, err := b.Put(b.Context(), doc)
		b.wantError("a document with "+what, err, knowledge.ErrInvalid)
	}
	for _, kind := range []extract.VerdictKind{extract.VerdictBotWall, extract.VerdictJSShell, extract.VerdictSoft404} {
		doc := page(scope, "a.md", ferry)
		doc.Verdict.Kind = kind
		_, err := b.Put(b.Context(), doc)
		if b.wantError("a page that is a "+string(kind), err, knowledge.ErrQuality); err != nil && !strings.Contains(err.Error(), string(kind)) {
			b.Errorf("error %q does not name %s", err, kind)
		}
	}
	b.settle()
	b.wantNames(ask(scope, "ferry"))
	much := 1.5
	for what, change := range map[string]func(q *knowledge.Query){
		"no scope":                func(q *knowledge.Query) { q.Scope = knowledge.Scope{} },
		"no message":              func(q *knowledge.Query) { q.Messages = nil },
		"a blank message":         func(q *knowledge.Query) { q.Messages[0].Content = " \n" },
		"a message of the system": func(q *knowledge.Query) { q.Messages[0].Role = "system" },
		"a role that is none":     func(q *knowledge.Query) { q.Messages[0].Role = "tool" },
		"a mode that is none":     func(q *knowledge.Query) { q.Mode = "answer" },
		"a type that is none":     func(q *knowledge.Query) { q.Retrieval = "magic" },
		"too few results":         func(q *knowledge.Query) { q.MaxResults = -1 },
		"too many results":        func(q *knowledge.Query) { q.MaxResults = 51 },
		"a threshold over 1":      func(q *knowledge.Query) { q.MatchThreshold = &much },
		"stream and no answer":    func(q *knowledge.Query) { q.Stream = true },
		"an unknown field":        func(q *knowledge.Query) { q.Filters = json.RawMessage(`{"colour":"red"}`) },
		"an unknown operator":     func(q *knowledge.Query) { q.Filters = json.RawMessage(`{"tag":{"$regex":"."}}`) },
		"filters that are a list": func(q *knowledge.Query) { q.Filters = json.RawMessage(`[{"tag":"docs"}]`) },
	} {
		q := ask(scope, "ferry")
		change(&q)
		_, err := b.Query(b.Context(), q)
		b.wantError("a query with "+what, err, knowledge.ErrInvalid)
	}
}

func resultsAreBounded(b *bench) {
	scope := b.scope(here)
	for i := range 15 {
		b.put(page(scope, fmt.Sprintf("%02d.md", i), fmt.Sprintf("The ferry number %d leaves at seven in the morning.", i)))
	}
	b.settle()
	for asked, want := range map[int]int{0: 10, 1: 1, 12: 12, 50: 15} {
		q := ask(scope, "ferry morning")
		q.MaxResults = asked
		if got := len(b.query(q).Hits); got != want {
			b.Errorf("max_num_results %d: %d hits, want %d", asked, got, want)
		}
	}
}

func retrievalTypes(b *bench) {
	scope := b.scope(here)
	for i := range 12 {
		b.put(page(scope, fmt.Sprintf("%02d.md", i), fmt.Sprintf("Ledger entry %d about cargo, cranes and quays of the port.", i)))
	}
	b.put(page(scope, "bread.md", "Sourdough rises for twelve hours before it is baked as bread."))
	b.settle()
	for _, kind := range []string{"keyword", "vector", "hybrid"} {
		q := ask(scope, "sourdough baked bread")
		q.Retrieval = kind
		answer := b.query(q)
		if len(answer.Hits) == 0 || answer.Hits[0].Key != here+"bread.md" {
			b.Errorf("%s: first hits %+v", kind, answer.Hits)
		}
		if answer.Retrieval != kind && len(answer.Warnings) == 0 {
			b.Errorf("%s was asked for, %s done, and nothing is told", kind, answer.Retrieval)
		}
		one := 1.0
		q.MatchThreshold = &one
		for _, h := range b.query(q).Hits {
			if v, has := h.Scoring["vector_score"].(float64); has && v < 1 {
				b.Errorf("%s: a hit with the vector score %v passes the threshold 1", kind, v)
			}
		}
	}
}

// filters holds a base to what filters mean, see knowledge.Query.
func filters(b *bench) {
	scope, other := b.scope(here), page(b.scope(there), "a.md", "alpha text of another conversation")
	other.Metadata = map[string]string{"tag": "docs", "score": "0.9"}
	b.put(other)
	for _, d := range []struct {
		name   string
		after  time.Duration
		fields map[string]string
	}{
		{"a.md", 0, map[string]string{"tag": "docs", "score": "0.9", "public": "true", "published": "2026-01-15T00:00:00Z", "lang": "en"}},
		{"b.md", 5 * time.Second, map[string]string{"tag": "draft", "score": "0.5", "public": "no", "published": "2026-02-01T00:00:00Z", "lang": "en"}},
		{"sub/c.md", 999 * time.Millisecond, map[string]string{"TAG": "guides", "score": " 10 ", "public": "1", "lang": "de"}},
		{"d.md", time.Minute, map[string]string{"tag": " Docs ", "score": "not a number", "public": "maybe", "lang": "Ünï"}},
		{"e.md", time.Hour, map[string]string{"tag": "", "score": "-3.50", "public": "No", "published": "2026-02-01T02:00:00+02:00", "lang": "EN"}},
	} {
		doc := page(scope, d.name, "alpha text of the page "+d.name)
		doc.RetrievedAt, doc.Metadata = Day.Add(d.after), d.fields
		b.put(doc)
	}
	b.settle()
	for _, c := range []struct{ filters, want string }{
		{``, "a.md b.md d.md e.md sub/c.md"},
		{`{}`, "a.md b.md d.md e.md sub/c.md"},
		{`{"tag":"docs"}`, "a.md"},
		{`{"tag":" Docs "}`, "d.md"},
		{`{"tag":"Docs"}`, ""},
		{`{"tag":"docs "}`, ""},
		{`{"tag":{"$ne":"Docs"}}`, "a.md b.md d.md e.md sub/c.md"},
		{`{"tag":""}`, "e.md"},
		{`{"tag":{"$ne":""}}`, "a.md b.md d.md sub/c.md"},
		{`{"tag":{"$in":["docs",7,true]}}`, "a.md"},
		{`{"Tag":{"$in":["guides","docs"]}}`, "a.md sub/c.md"},
		{`{"tag":{"$nin":["draft","guides"]}}`, "a.md d.md e.md"},
		{`{"tag":{"$in":[]}}`, ""},
		{`{"score":{"$gt":0.5,"$lt":10}}`, "a.md"},
		{`{"score":10}`, "sub/c.md"},
		{`{"score":"10"}`, "sub/c.md"},
		{`{"score":" 1e1"}`, "sub/c.md"},
		{`{"score":{"$in":["0.90",".5"]}}`, "a.md b.md"},
		{`{"score":{"$gte":"0.9","$lt":"11"}}`, "a.md sub/c.md"},
		{`{"score":"ten"}`, ""},
		{`{"score":{"$in":[" +10","-3.5"]}}`, "e.md sub/c.md"},
		{`{"score":{"$nin":["0.9","x",10]}}`, "b.md d.md e.md"},
		{`{"score":"0xA"}`, ""},
		{`{"score":""}`, ""},
		{`{"score":{"$ne":"ten"}}`, "a.md b.md d.md e.md sub/c.md"},
		{`{"public":true}`, "a.md sub/c.md"},
		{`{"public":"true"}`, ""},
		{`{"public":{"$in":[true,false]}}`, "a.md b.md e.md sub/c.md"},
		{`{"published":{"$lt":"2026-01-15T02:00:00+01:00"}}`, "a.md"},
		{`{"published":{"$gte":"2026-02-01","$lt":"2026-02-02"}}`, "b.md e.md"},
		{`{"published":"2026-02-01T00:00:00.000Z"}`, "b.md e.md"},
		{`{"published":1769904000000}`, "b.md e.md"},
		{`{"published":"soon"}`, ""},
		{`{"published":{"$ne":"2026-02-01"}}`, "a.md d.md sub/c.md"},
		{`{"lang":"en","score":{"$gte":0.6}}`, "a.md"},
		{`{"lang":"Ünï"}`, "d.md"},
		{`{"lang":"EN"}`, "e.md"},
		{`{"folder":"` + here + `"}`, "a.md b.md d.md e.md"},
		{`{"Folder":"` + here + `sub/"}`, "sub/c.md"},
		{`{"folder":"` + strings.TrimSuffix(here, "/") + `"}`, ""},
		{`{"folder":"` + here + `sub\\"}`, ""},
		{`{"folder":"` + there + `"}`, ""},
		{`{"folder":{"$gte":"p/","$lt":"p0"}}`, "a.md b.md d.md e.md sub/c.md"},
		{`{"filename":"` + here + `sub/c.md"}`, "sub/c.md"},
		{`{"filename":"` + here + `A.md"}`, ""},
		{fmt.Sprintf(`{"timestamp":{"$lte":%d}}`, Day.UnixMilli()), "a.md sub/c.md"},
		{fmt.Sprintf(`{"timestamp":{"$gte":"%d"}}`, Day.Unix()+5), "b.md d.md e.md"},
		{`{"type":"and","filters":[{"type":"gt","key":"score","value":"0.5"},{"type":"lt","key":"score","value":10}]}`, "a.md"},
		{`{"type":"or","filters":[{"type":"eq","key":"tag","value":"docs"},{"type":"eq","key":"tag","value":"draft"}]}`, "a.md b.md"},
		{`{"type":"and","filters":[{"type":"eq","key":"tag","value":"docs"},{"type":"eq","key":"tag","value":"draft"}]}`, ""},
		{`{"type":"and","filters":[{"type":"ne","key":"tag","value":"docs"},{"type":"lt","key":"score","value":"0.7"}]}`, "b.md e.md"},
		{`{"type":"or","filters":[{"type":"eq","key":"score","value":"0.5"},{"type":"eq","key":"Score","value":10}]}`, "b.md sub/c.md"},
		{`{"tag":"docs' or 1=1 --"}`, ""},
	} {
		q := ask(scope, "alpha")
		q.Filters = json.RawMessage(c.filters)
		b.wantNames(q, strings.Fields(c.want)...)
	}
}

// scopesAreApart stores, replaces and deletes at random in conversations whose names are similar,
// and compares what each scope answers with a model that keeps a map.
func scopesAreApart(b *bench) {
	random := rand.New(rand.NewPCG(1, 2))
	var folders []string
	for _, w := range []string{"w", "w1", "w10"} {
		for _, c := range []string{"c", "c1", "c10"} {
			folders = append(folders, "p/workspaces/"+w+"/conversations/"+c+"/")
		}
	}
	folders = append(folders, "p2/")
	model := map[string]string{} // key -> the word that only this document has
	for step := range 80 {
		folder, name := folders[random.IntN(len(folders))], fmt.Sprintf("%d.md", random.IntN(3))
		if random.IntN(4) == 0 {
			n, err := b.Delete(b.Context(), b.scope(folder), name)
			if _, had := model[folder+name]; err != nil || (n > 0) != had {
				b.Fatalf("Delete(%s%s) = %d, %v; it was there: %v", folder, name, n, err, had)
			}
			delete(model, folder+name)
			continue
		}
		word := fmt.Sprintf("secret%dx", step)
		b.put(page(b.scope(folder), name, "shared words of every page, and "+word))
		model[folder+name] = word
	}
	b.settle()
	for _, folder := range append(folders, "p/workspaces/w/", "p/workspaces/w1/", "p/", "P/", "p/%/", "p/workspaces/w_/") {
		scope := b.scope(folder)
		want, outside := []string{}, ""
		for key, word := range model {
			if scope.Contains(key) {
				want = append(want, key[len(folder):])
			} else {
				outside += word + " "
			}
		}
		slices.Sort(want)
		b.wantNames(ask(scope, "shared words page"), want...)
		if outside == "" {
			continue
		}
		for _, h := range b.query(ask(scope, outside)).Hits {
			if _, has := h.Scoring["keyword_score"]; has && strings.Contains(outside, h.Text[strings.LastIndexByte(h.Text, ' ')+1:]) {
				b.Errorf("scope %s answers what is outside: %q", scope, h.Text)
			}
		}
	}
}

func deleting(b *bench) {
	scope, other := b.scope(here), b.scope(there)
	for _, s := range []knowledge.Scope{scope, other} {
		for _, name := range []string{"a.md", "sub/b.md", "sub2/c.md"} {
			b.put(page(s, name, ferry))
		}
	}
	unnamed := page(scope, "", ferry)
	unnamed.URL = "https://example.com/unnamed"
	b.put(unnamed)
	_, err := b.Delete(b.Context(), knowledge.Scope{}, "/")
	b.wantError("Delete without a scope", err, knowledge.ErrInvalid)
	_, err = b.Delete(b.Context(), scope)
	b.wantError("Delete of nothing named", err, knowledge.ErrInvalid)
	for _, c := range []struct {
		names []string
		want  int
		left  string
	}{
		{[]string{unnamed.URL, "x.md"}, 1, "a.md sub/b.md sub2/c.md"},
		{[]string{"sub"}, 0, "a.md sub/b.md sub2/c.md"},
		{[]string{"sub/"}, 1, "a.md sub2/c.md"},
		{[]string{"a.md", "a.md"}, 1, "sub2/c.md"},
		{[]string{"/"}, 1, ""},
	} {
		n, err := b.Delete(b.Context(), scope, c.names...)
		if err != nil || n != c.want {
			b.Errorf("Delete(%q) = %d, %v, want %d", c.names, n, err, c.want)
		}
		b.settle()
		b.wantNames(ask(scope, "ferry"), strings.Fields(c.left)...)
	}
	b.wantNames(ask(other, "ferry"), "a.md", "sub/b.md", "sub2/c.md")
}

func answerHasEvents(b *bench) {
	scope := b.scope(here)
	b.put(page(scope, "harbour.md", harbour))
	b.settle()
	q := ask(scope, "How deep do dredgers keep the channel?")
	q.Mode, q.Stream = "ai_search", true
	var emitted []knowledge.Event
	q.Emit = func(e knowledge.Event) { emitted = append(emitted, e) }
	answer := b.query(q)
	if answer.Response == "" || !answer.Generated && !strings.Contains(answer.Response, "eleven metres") {
		b.Fatalf("the response is %q", answer.Response)
	}
	if len(emitted) != len(answer.Events) || len(emitted) < 3 {
		b.Fatalf("%d events emitted, %d in the answer", len(emitted), len(answer.Events))
	}
	text := ""
	for _, e := range emitted {
		text += e.Delta
	}
	if emitted[0].Type != "chunks" || len(emitted[0].Hits) != len(answer.Hits) || emitted[len(emitted)-1].Type != "done" || text != answer.Response {
		b.Errorf("events %+v of the response %q", emitted, answer.Response)
	}
	for _, c := range answer.Citations {
		if c.Span != nil {
			text, _, err := b.Read(b.Context(), scope, answer.Hits[c.Hit].Key)
			if err != nil || text[c.Span.Start:c.Span.End] != c.Text {
				b.Errorf("citation %+v is not in the stored text: %v", c, err)
			}
		}
	}
	silent := ask(scope, "zeppelin")
	silent.Mode = "ai_search"
	if a := b.query(silent); len(a.Hits) == 0 && a.Response != "" {
		b.Errorf("a response without hits: %q", a.Response)
	}
}

func wordsAreData(b *bench) {
	scope := b.scope(here)
	b.put(page(scope, "a.md", "The ferry leaves at seven; AND OR NOT NEAR are words."))
	b.settle()
	for _, text := range []string{
		`"`, `'`, `ferry" OR "x`, `ferry AND`, `NOT ferry`, `NEAR(ferry seven, 2)`, `ferry*`, `scope:ferry`, `(ferry`, `ferry; DROP TABLE files`,
		"\x00ferry", "-ferry", "^ferry", "...", "the of and", strings.Repeat("ferry ", 500), "😀", "\u202eferry", "%", "_",
	} {
		b.query(ask(scope, text))
	}
	b.wantNames(ask(scope, `ferry" OR (`), "a.md")
}

func cancelledAndClosed(b *bench) {
	scope := b.scope(here)
	cause := errors.New("enough")
	done, cancel := context.WithCancelCause(b.Context())
	cancel(cause)
	check := func(when string, ctx context.Context, want error) {
		_, err := b.Put(ctx, page(scope, "a.md", ferry))
		b.wantError("Put "+when, err, want)
		_, err = b.Query(ctx, ask(scope, "words"))
		b.wantError("Query "+when, err, want)
		_, err = b.Delete(ctx, scope, "/")
		b.wantError("Delete "+when, err, want)
		_, _, err = b.Read(ctx, scope, here+"a.md")
		b.wantError("Read "+when, err, want)
	}
	check("under a cancelled context", done, cause)
	if err := errors.Join(b.Close(), b.Close()); err != nil {
		b.Errorf("Close: %v", err)
	}
	check("after Close", b.Context(), knowledge.ErrClosed)
}

func concurrent(b *bench) {
	const writers, each = 4, 3
	errs := make(chan error)
	for w := range writers {
		scope := b.scope(fmt.Sprintf("p/c%d/", w))
		go func() {
			for i := range each {
				_, err := b.Put(b.Context(), page(scope, fmt.Sprintf("%d.md", i), fmt.Sprintf("Harbour number %d of writer %d.", i, w)))
				_, queryErr := b.Query(b.Context(), ask(scope, "harbour"))
				errs <- errors.Join(err, queryErr)
			}
		}()
	}
	for range writers * each {
		if err := <-errs; err != nil {
			b.Error(err)
		}
	}
	b.settle()
	for w := range writers {
		b.wantNames(ask(b.scope(fmt.Sprintf("p/c%d/", w)), "harbour"), "0.md", "1.md", "2.md")
	}
}
