// Package queries has what all bases do alike with a query: its checks, and the response of mode ai_search.
package queries

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"strings"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/terms"
)

const (
	maxText     = 64 << 10 // bytes of the messages of a query and of its system prompt
	maxMessages = 100
	// MaxResults is the most hits that a query can have.
	MaxResults = 50
)

// Text returns what is looked for: the last message of the user, trimmed.
func Text(q *knowledge.Query) string {
	for i := len(q.Messages) - 1; i >= 0; i-- {
		if q.Messages[i].Role == "user" {
			return strings.TrimSpace(q.Messages[i].Content)
		}
	}
	return ""
}

// Results returns the number of hits that a query wants.
func Results(q *knowledge.Query) int { return cmp.Or(q.MaxResults, 10) }

// New returns an answer without hits.
func New(q *knowledge.Query) *knowledge.Answer {
	return &knowledge.Answer{
		Query: Text(q), Retrieval: cmp.Or(q.Retrieval, "hybrid"), Hits: []knowledge.Hit{}, Citations: []knowledge.Citation{}, Warnings: []extract.Warning{},
	}
}

// Validate returns a [knowledge.ErrInvalid] if the query makes no sense. It does not read
// the filters.
func Validate(q *knowledge.Query) error {
	if q.Scope == (knowledge.Scope{}) {
		return fmt.Errorf("%w: query without a scope", knowledge.ErrInvalid)
	}
	fault := messagesFault(q)
	t := q.MatchThreshold
	switch {
	case fault != "":
	case q.Mode != "" && q.Mode != "search" && q.Mode != "ai_search":
		fault = fmt.Sprintf("unknown mode %q; want search or ai_search", q.Mode)
	case q.Retrieval != "" && q.Retrieval != "keyword" && q.Retrieval != "vector" && q.Retrieval != "hybrid":
		fault = fmt.Sprintf("unknown retrieval_type %q; want keyword, vector or hybrid", q.Retrieval)
	case q.MaxResults < 0 || q.MaxResults > MaxResults:
		fault = fmt.Sprintf("max_num_results %d is not within 1 and %d", q.MaxResults, MaxResults)
	case t != nil && (math.IsNaN(*t) || *t < 0 || *t > 1):
		fault = fmt.Sprintf("match_threshold %v is not within 0 and 1", *t)
	case q.Stream && q.Mode != "ai_search":
		fault = "stream is for mode ai_search"
	}
	if fault != "" {
		return fmt.Errorf("%w: %s", knowledge.ErrInvalid, fault)
	}
	return nil
}

func messagesFault(q *knowledge.Query) string {
	if len(q.Messages) > maxMessages {
		return fmt.Sprintf("more than %d messages", maxMessages)
	}
	size := len(q.SystemPrompt)
	for _, m := range q.Messages {
		switch {
		case m.Role != "system" && m.Role != "user" && m.Role != "assistant":
			return fmt.Sprintf("unknown role %q; want user, system or assistant", m.Role)
		case !utf8.ValidString(m.Content):
			return "a message is not UTF-8"
		}
		size += len(m.Content)
	}
	switch {
	case size > maxText:
		return fmt.Sprintf("messages are longer than %d bytes", maxText)
	case Text(q) == "":
		return "there is no message of the user, or it is blank"
	}
	return ""
}

// Respond adds the response to an answer that has its hits, in mode ai_search, and emits
// its events. It does nothing in other modes. An answer without hits gets no response, so
// that no model invents one. If answerer is nil or fails, the response consists of sentences
// of the hits, word for word, each with its citation; then Answer.Generated is false, and a
// failure is a warning. If no sentence covers enough of the question, the answer gets a
// warning instead of a response. The error is that of ctx.
func Respond(ctx context.Context, q *knowledge.Query, a *knowledge.Answer, answerer knowledge.Answerer) error {
	if q.Mode != "ai_search" {
		return nil
	}
	Emit(q, a, knowledge.Event{Type: "chunks", Hits: a.Hits})
	streamed := false
	if answerer != nil && len(a.Hits) > 0 {
		streamed = generate(ctx, q, a, answerer)
		if ctx.Err() != nil {
			return context.Cause(ctx)
		}
	}
	if !a.Generated {
		if streamed { // what the model had begun no longer counts
			Emit(q, a, knowledge.Event{Type: "restart"})
		}
		Quote(q, a)
	}
	Emit(q, a, knowledge.Event{Type: "done"})
	return nil
}

// Emit keeps an event of a query with Stream, and passes it on.
func Emit(q *knowledge.Query, a *knowledge.Answer, e knowledge.Event) {
	if q.Stream {
		a.Events = append(a.Events, e)
	}
	if q.Emit != nil {
		q.Emit(e)
	}
}

// Quote makes the response of sentences of the hits and emits them.
func Quote(q *knowledge.Query, a *knowledge.Answer) {
	if !quote(a, Text(q)) && len(a.Hits) > 0 {
		a.Warnings = append(a.Warnings, extract.Warning{Type: "answer_missing", Message: "No sentence of the passages has enough of the question; look at the results, or ask in words of the pages."})
	}
	for i, c := range a.Citations {
		delta := c.Text
		if i > 0 {
			delta = sentenceSeparator + delta
		}
		Emit(q, a, knowledge.Event{Type: "delta", Delta: delta})
	}
}

// generate lets answerer write the response and emits it. Where that fails, Generated stays false, and streamed
// reports that a part of it was emitted.
func generate(ctx context.Context, q *knowledge.Query, a *knowledge.Answer, answerer knowledge.Answerer) (streamed bool) {
	text, model, err := answerer.Answer(ctx, q, a.Hits, func(delta string) {
		streamed = true
		Emit(q, a, knowledge.Event{Type: "delta", Delta: delta})
	})
	if err == nil && strings.TrimSpace(text) != "" {
		a.Response, a.Model, a.Generated = text, model, true
		if !streamed {
			Emit(q, a, knowledge.Event{Type: "delta", Delta: text})
		}
		return streamed
	}
	w := extract.Warning{Type: "answer_extractive", Message: "The model wrote nothing; the response is made of sentences of the pages."}
	if err != nil { // whose text may be untrusted
		w.Message, w.Detail = "The model failed; the response is made of sentences of the pages.", err.Error()
	}
	a.Warnings = append(a.Warnings, w)
	return streamed
}

const (
	// maxSentences is how many sentences an extractive response has at most.
	maxSentences = 4
	// quotedHits is how many hits they are taken of.
	quotedHits = 5
	// leastGain is the share of the best sentence's score that each must add.
	leastGain = 0.25
	// leastCover is the share of the question, by weight of its terms, that the
	// sentences must have together. With less they are about something else.
	leastCover = 1.0 / 3
	// longSentence is the length in terms from which on a sentence is at a
	// disadvantage.
	longSentence = 40
	// sentenceSeparator is written between two of them.
	sentenceSeparator = "\n\n"
)

// sentence is a part of a hit that may be quoted.
type sentence struct {
	hit        int
	start, end int // in the text of the hit
	terms      map[string]bool
	length     int
}

// quote makes a response of the sentences of the hits that have the most of the
// question: each one is chosen for the words that those before it lack, which
// weigh the more the fewer sentences have them. It reports false, and makes no
// response, if they have too little of the question.
func quote(a *knowledge.Answer, question string) bool {
	a.Citations = []knowledge.Citation{}
	var sentences []sentence
	for i := range a.Hits[:min(len(a.Hits), quotedHits)] {
		sentences = append(sentences, sentencesOf(i, a.Hits[i].Text)...)
	}
	weights := questionWeights(question, sentences)
	total, covered, least := 0.0, 0.0, 0.0
	for _, w := range weights {
		total += w.weight
	}
	var chosen []sentence
	for len(chosen) < maxSentences {
		best, gain := -1, least
		for i := range sentences {
			if g := gainOf(&sentences[i], weights); g > gain {
				best, gain = i, g
			}
		}
		if best < 0 {
			break
		}
		least = max(least, gain*leastGain)
		chosen = append(chosen, sentences[best])
		weights = slices.DeleteFunc(weights, func(w weightedTerm) bool {
			has := sentences[best].terms[w.term]
			if has {
				covered += w.weight
			}
			return has
		})
	}
	if covered == 0 || covered < leastCover*total {
		return false
	}
	slices.SortStableFunc(chosen, func(x, y sentence) int { return cmp.Or(cmp.Compare(x.hit, y.hit), cmp.Compare(x.start, y.start)) })
	texts := make([]string, 0, len(chosen))
	for _, s := range chosen {
		h := &a.Hits[s.hit]
		c := knowledge.Citation{Text: h.Text[s.start:s.end], Hit: s.hit}
		if at := h.Span; at != nil && at.End-at.Start == len(h.Text) { // the text is just the span
			c.Span = &extract.Span{Start: at.Start + s.start, End: at.Start + s.end}
		}
		texts, a.Citations = append(texts, c.Text), append(a.Citations, c)
	}
	a.Response = strings.Join(texts, sentenceSeparator)
	return true
}

func sentencesOf(hit int, text string) []sentence {
	var out []sentence
	for _, u := range chunk.Units(markdown.Parse(text)) {
		switch u.Kind {
		case chunk.SentenceUnit, chunk.ItemUnit, chunk.RowUnit:
		default:
			continue
		}
		s := sentence{hit: hit, start: u.Start, end: u.End, terms: map[string]bool{}}
		for { // marks of quotations and list items
			marked := text[s.start:s.end]
			if len(marked) < 2 || !strings.ContainsRune(">-*+", rune(marked[0])) || marked[1] != ' ' {
				break
			}
			s.start += 2
		}
		s.end = s.start + len(strings.TrimRight(text[s.start:s.end], " \t\n>"))
		for _, t := range terms.Split(text[s.start:s.end]) {
			s.terms[t.Text] = true
			s.length++
		}
		out = append(out, s)
	}
	return out
}

// weightedTerm is a term of a question with its weight.
type weightedTerm struct {
	term   string
	weight float64
}

// questionWeights returns the terms of a question, in their order, with their inverse
// frequency among the sentences. English words that only make it a question are left out,
// unless there are no others.
func questionWeights(question string, sentences []sentence) []weightedTerm {
	var weights []weightedTerm
	asked := terms.Split(question)
	if told := slices.DeleteFunc(slices.Clone(asked), func(t terms.Term) bool { return strings.Contains(questionWords, " "+t.Text+" ") }); len(told) > 0 {
		asked = told
	}
	seen := map[string]bool{}
	for _, t := range asked {
		if seen[t.Text] {
			continue
		}
		seen[t.Text] = true
		n := 0
		for i := range sentences {
			if sentences[i].terms[t.Text] {
				n++
			}
		}
		weights = append(weights, weightedTerm{t.Text, math.Log(1 + float64(len(sentences)+1)/float64(n+1))})
	}
	return weights
}

// questionWords are English words, as terms, that say what kind of question it is, and who asks.
const questionWords = " what which who whom whose when where whi how do doe did can could should would i you we me my your our tell pleas about "

// gainOf returns the gain in coverage from adding a sentence. Among similar sentences it
// prefers those of better hits and short ones.
func gainOf(s *sentence, weights []weightedTerm) float64 {
	sum := 0.0
	for _, w := range weights {
		if s.terms[w.term] {
			sum += w.weight
		}
	}
	return sum / (1 + 0.05*float64(s.hit)) / (1 + max(0, float64(s.length-longSentence)/longSentence))
}
