package compact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds on the parts of a question. What is asked for beyond them is found by the whole question.
const (
	maxQuestionParts = 6
	maxPartsBytes    = 2 << 10 // of a question that is looked at for parts
	maxJoinersTried  = 4       // of a clause: for each, the document is searched
)

// questionParts returns the questions that a question asks: its sentences, its clauses with a question word of
// their own, and one question for each of what it joins.
func (m *docIndex) questionParts(question string) []string {
	if len(question) > maxPartsBytes || m.conversation {
		return []string{question}
	}
	var out []string
	for sentence := range strings.FieldsFuncSeq(question, func(r rune) bool { return strings.ContainsRune("?？؟", r) }) {
		for _, c := range clausesOf(sentence) {
			if strings.TrimSpace(c) != "" {
				out = append(out, m.alternatives(c)...)
			}
		}
	}
	if len(out) == 0 {
		return []string{question}
	}
	return out[:min(len(out), maxQuestionParts)]
}

type questionWord struct {
	start, end int
	lower      string
}

// wordsIn returns the words of a text in order; "&" is one, and what hyphens and apostrophes join.
func wordsIn(text string) []questionWord {
	var out []questionWord
	start := -1
	for i, r := range text + " " {
		inWord := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r) || r == '&' || start >= 0 && strings.ContainsRune("-'’", r)
		switch {
		case inWord && start < 0:
			start = i
		case !inWord && start >= 0:
			out = append(out, questionWord{start, i, strings.ToLower(text[start:i])})
			start = -1
		}
	}
	return out
}

// clausesOf cuts a sentence before each clause with a question word of its own: "Who won and when was it?", or in a script
// without spaces behind a comma: "谁获胜，什么时候？" A clause that says little by itself gets the words of the one before it,
// one without a number those of the others.
func clausesOf(sentence string) []string {
	var out []string
	at, asked := 0, false
	words := wordsIn(sentence)
	for k, w := range words {
		unspacedAsking := containsAny(w.lower, cues("only ask")...)
		asking, begin := unspacedAsking || isWord(askingWords, w.lower), k
		for unspacedAsking && begin > 0 && !commaAt(sentence, words[begin-1].end) {
			begin-- // what asks may stand anywhere in its clause
		}
		if asking && k > 1 && len(words[k-1].lower) <= 3 && !isWord(joiningWords, words[k-1].lower) && adjacent(sentence, words[k-1], w) {
			begin = k - 1 // "and in which year"
		}
		if asking && asked && begin > 0 {
			before := words[begin-1]
			end := before.end
			joined := commaAt(sentence, end)
			if isWord(joiningWords, before.lower) {
				joined, end = true, before.start
			}
			if joined && end > at {
				out, at = append(out, sentence[at:end]), words[begin].start
			}
		}
		asked = asked || asking
	}
	out = append(out, sentence[at:])
	numbers := ""
	for _, w := range words {
		if strings.Trim(w.lower, "0123456789") == "" {
			numbers += " " + w.lower
		}
	}
	for i, c := range out {
		if i > 0 && (saysLittle(c) || slices.ContainsFunc(allWords(c), func(w string) bool { return isWord(pronounWords, strings.ToLower(w)) })) {
			out[i] += " " + strings.Join(contentWords(out[i-1]), " ")
		}
		if !strings.ContainsFunc(out[i], unicode.IsDigit) {
			out[i] += numbers
		}
	}
	return out
}

func commaAt(sentence string, i int) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(sentence[i:]))
	return strings.ContainsRune(",，、；", r)
}

// saysLittle reports whether a clause has, question words aside, less than two words, or less than five characters of a
// script without spaces.
func saysLittle(clause string) bool {
	n := 0
	for _, w := range contentWords(withoutQuestionRuns(clause)) {
		if r, _ := utf8.DecodeRuneInString(w); unspaced(r) {
			n += utf8.RuneCountInString(w)
		} else {
			n += 3
		}
	}
	return n < 5
}

// alternatives returns a clause once for each of the names, numbers or words that it joins.
func (m *docIndex) alternatives(clause string) []string {
	words, tries := wordsIn(clause), 0
	for k := 1; k+1 < len(words) && tries < maxJoinersTried; k++ {
		if !isWord(joiningWords, words[k].lower) || strings.TrimSpace(clause[words[k-1].end:words[k].start]) != "" {
			continue
		}
		tries++
		spans := joinedSpans(clause, words, k)
		if spans == nil || belongTogether(words, spans[0][0]) || strings.Contains(strings.ToLower(m.md), strings.ToLower(clause[spans[len(spans)-2][0]:spans[len(spans)-1][1]])) {
			continue
		}
		out := make([]string, len(spans))
		for i, s := range spans {
			out[i] = clause[:spans[0][0]] + clause[s[0]:s[1]] + " " + clause[spans[len(spans)-1][1]:]
		}
		return out
	}
	return []string{clause}
}

// joinedSpans returns the spans that the joiner words[k] joins: names, with those before commas, or the two words
// beside it. It returns nil if they are of different kinds.
func joinedSpans(text string, words []questionWord, k int) [][2]int {
	names := namesIn(text, words)
	left := slices.IndexFunc(names, func(n [2]int) bool { return n[1] == k })
	isName := left >= 0 && left+1 < len(names)
	for i := k + 1; isName && i < names[left+1][0]; i++ {
		isName = functionWord(words[i].lower)
	}
	if !isName {
		a, b := words[k-1], words[k+1]
		if functionWord(a.lower) || functionWord(b.lower) || strings.ContainsFunc(a.lower+b.lower, unspaced) {
			return nil
		}
		return [][2]int{{a.start, a.end}, {b.start, b.end}}
	}
	first := left
	for first > 0 && strings.TrimSpace(text[words[names[first-1][1]-1].end:words[names[first][0]].start]) == "," {
		first--
	}
	var spans [][2]int
	for _, n := range names[first : left+2] {
		spans = append(spans, [2]int{words[n[0]].start, words[n[1]-1].end})
	}
	return spans
}

// namesIn returns the ranges of words that are names or numbers: "Foo Bar", "Duke of Foo".
func namesIn(text string, words []questionWord) (out [][2]int) {
	named := func(k int) bool {
		r, _ := utf8.DecodeRuneInString(text[words[k].start:])
		return unicode.IsUpper(r) && !functionWord(words[k].lower) || unicode.IsDigit(r)
	}
	for k := 0; k < len(words); k++ {
		if !named(k) {
			continue
		}
		end := k + 1
		for end < len(words) && adjacent(text, words[end-1], words[end]) &&
			(named(end) || connects(words[end].lower) && !isWord(joiningWords, words[end].lower) && end+1 < len(words) && named(end+1)) {
			end++
		}
		out = append(out, [2]int{k, end})
		k = end - 1
	}
	return out
}

// belongTogether reports whether the name that begins at at follows the word "between", so that it and the name behind
// the next "and" are asked about together: "the distance between Foo and Bar".
func belongTogether(words []questionWord, at int) bool {
	k := slices.IndexFunc(words, func(w questionWord) bool { return w.start >= at })
	return k > 0 && isWord(betweenWords, words[k-1].lower) || k > 1 && functionWord(words[k-1].lower) && isWord(betweenWords, words[k-2].lower)
}

func adjacent(text string, a, b questionWord) bool {
	return strings.TrimSpace(text[a.end:b.start]) == ""
}
