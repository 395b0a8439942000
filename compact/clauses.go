package compact

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// How many words a clause has that can be read on its own. In scripts without
// spaces, each character counts as a word.
const (
	leastFirstWords  = 7 // of the first clause, which often is but a time or a place
	leastClauseWords = 4
)

// readableClauses returns the clauses of a text; one of few words is joined to the
// next, the last to that before it: "In 1871, she moved to the coast" is one.
func readableClauses(text string) []extract.Span {
	var out []extract.Span
	short := false // the last clause is to be joined to the next
	for _, c := range clauses(text) {
		if short {
			out[len(out)-1].End = c.End
		} else {
			out = append(out, c)
		}
		last := out[len(out)-1]
		words, _ := linkShare(text[last.Start:last.End])
		short = words < leastClauseWords || len(out) == 1 && words < leastFirstWords
	}
	if n := len(out); short && n > 1 {
		out[n-2].End = out[n-1].End
		out = out[:n-1]
	}
	return out
}

// clauseOpeners are words that a clause begins with that can be read without the
// rest of its sentence: articles, pronouns and conjunctions behind which the
// subject follows.
const clauseOpeners = " the a an this these those he she it they we you i there his her its their our all some no " +
	"when while where because although though after before since if once until unless whereas " +
	"der die das ein eine er sie es wir als während weil obwohl nachdem bevor wenn wo da dort " +
	"le la les un une des il elle ils elles on nous quand lorsque où parce bien après avant si " +
	"el los las una unos lo cuando donde porque aunque después antes mientras " +
	"o os as um uma ele ela eles quando onde depois enquanto embora " +
	"gli i uno essa esso loro dove perché mentre dopo prima het een hij zij wanneer waar omdat " +
	"он она оно они это мы когда где хотя после если пока "

// coordinators are words that may stand before those.
const coordinators = " and but or so yet und aber oder et mais ou y pero e ma mas en и но а "

// opensClause reports a clause that can be read without those before it: one that begins
// with a name, a number, a quotation, or one of the words above. One that begins with a verb
// or a preposition lacks its subject.
func opensClause(text string) bool {
	for range 2 {
		end := strings.IndexFunc(text, func(r rune) bool { return !unicode.IsLetter(r) })
		if r, _ := utf8.DecodeRuneInString(text); end <= 0 || !unicode.IsLower(r) {
			return true
		}
		switch word := " " + text[:end] + " "; {
		case strings.Contains(clauseOpeners, word):
			return true
		case !strings.Contains(coordinators, word):
			return false
		}
		text = strings.TrimLeft(text[end:], " ")
	}
	return false
}
