package queries

import (
	"cmp"
	"math"
	"slices"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/chunk"
	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/markdown"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/internal/terms"
)

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
