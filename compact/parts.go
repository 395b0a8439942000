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
	maxJoinedRunes   = 12      // of what is joined, in scripts without spaces
	maxJoinersTried  = 4       // of a clause: for each, the document is searched
)

// joiners are words that join names or clauses of a question, each between spaces.
const joiners = " and or & vs versus und oder sowie et ou y e и или "

// unspacedJoiners are those of scripts without spaces, longest first.
var unspacedJoiners = []string{"以及", "还是", "還是", "และ", "和", "与", "與", "及", "跟", "或", "と", "、"}

// askingWords begin a clause that asks, each between spaces.
const askingWords = " who whom whose what which when where why how wer wen wem was wann wo warum wie wieviel welche welcher welches qui quoi quel quelle quels quelles quand où pourquoi comment combien " +
	"quién quiénes qué cuál cuáles cuándo dónde cómo cuánto cuánta cuántos cuántas quem qual quais quando onde quanto quanta quantos quantas chi quale quali dove perché quanti quante кто что какой какая какое какие когда где почему сколько чей чья чьё чьи hoeveel wanneer waar wat "

// questionParts returns the questions that a question asks: its sentences, its clauses with a question word of
// their own, and one question for each of what it joins.
func (m *docIndex) questionParts(question string) []string {
	if len(question) > maxPartsBytes || m.isConversation() {
		return []string{question}
	}
	var clauses, out []string
	for sentence := range strings.FieldsFuncSeq(question, func(r rune) bool { return strings.ContainsRune("?？؟", r) }) {
		clauses = append(clauses, clausesOf(sentence)...)
	}
	for _, c := range clauses {
		if strings.TrimSpace(c) == "" {
			continue
		}
		out = append(out, m.alternatives(c)...)
	}
	if len(out) == 0 {
		return []string{question}
	}
	return out[:min(len(out), maxQuestionParts)]
}

// questionWord is a word of a question with its place.
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

// clausesOf cuts a sentence before each clause with a question word of its own:
func clausesOf(sentence string) []string {
	var out []string
	at, asked := 0, false
	words := wordsIn(sentence)
	for k, w := range words {
		asking := isOneOf(askingWords, w.lower)
		begin := k
		if asking && k > 1 && len(words[k-1].lower) <= 3 && !isOneOf(joiners, words[k-1].lower) && adjacent(sentence, words[k-1], w) {
			begin = k - 1 // "and in which year"
		}
		if asking && asked && begin > 0 {
			before := words[begin-1]
			end := before.end
			joined := strings.HasPrefix(strings.TrimSpace(sentence[end:]), ",")
			if isOneOf(joiners, before.lower) {
				joined, end = true, before.start
			}
			if joined && end > at {
				out, at = append(out, sentence[at:end]), words[begin].start
			}
		}
		asked = asked || asking
	}
	if out = append(out, sentence[at:]); len(out) == 1 {
		return unspacedClauses(sentence)
	}
	numbers := ""
	for _, w := range words {
		if isNumber(w.lower) {
			numbers += " " + w.lower
		}
	}
	for i, c := range out {
		subject := contentWords(c)
		if i > 0 && (len(subject) < 2 || hasPronoun(c)) {
			out[i] += " " + strings.Join(contentWords(out[i-1]), " ")
		}
		if !strings.ContainsFunc(out[i], unicode.IsDigit) {
			out[i] += numbers
		}
	}
	return out
}

func contentWords(clause string) []string {
	return slices.DeleteFunc(allWords(clause), func(w string) bool { return functionWord(strings.ToLower(w)) })
}

func hasPronoun(clause string) bool {
	return slices.ContainsFunc(allWords(clause), func(w string) bool { return isOneOf(pronouns, strings.ToLower(w)) })
}

// pronouns are such words, each between spaces.
const pronouns = " it its he she they him her them his their there er sie es ihn ihm ihr ihnen il elle ils elles lui leur ella ellos ellas ele ela eles elas lui lei loro он она оно они его её их "

// unspacedClauses cuts a sentence in a script without spaces at commas between two question words.
func unspacedClauses(sentence string) []string {
	parts := strings.FieldsFunc(sentence, func(r rune) bool { return strings.ContainsRune("，、；", r) })
	for _, p := range parts {
		if p = anyRuns.Replace(p); withoutQuestionRuns(p) == p {
			return []string{sentence}
		}
	}
	return parts
}

// anyRuns drops words that contain a question word and ask nothing:
var anyRuns = strings.NewReplacer("任何", "", "几乎", "", "几何", "")

func isOneOf(list, word string) bool { return strings.Contains(list, " "+word+" ") }

func isNumber(word string) bool {
	return word != "" && strings.Trim(word, "0123456789") == ""
}

// alternatives returns a clause once for each of the names, numbers or words that it joins.
func (m *docIndex) alternatives(clause string) []string {
	words, tries := wordsIn(clause), 0
	for k := 1; k+1 < len(words) && tries < maxJoinersTried; k++ {
		if !isOneOf(joiners, words[k].lower) || strings.TrimSpace(clause[words[k-1].end:words[k].start]) != "" {
			continue
		}
		tries++
		spans := joinedSpans(clause, words, k)
		if spans == nil || isBetween(clause, words, spans[0][0]) || strings.Contains(strings.ToLower(m.md), strings.ToLower(clause[spans[len(spans)-2][0]:spans[len(spans)-1][1]])) {
			continue
		}
		return eachOf(clause, spans)
	}
	if spans := m.joinedRuns(clause); spans != nil {
		return eachOf(clause, spans)
	}
	return []string{clause}
}

// eachOf returns a text for each of the spans, which are adjacent: text with that span instead of all of them.
func eachOf(text string, spans [][2]int) []string {
	out := make([]string, len(spans))
	for i, s := range spans {
		out[i] = text[:spans[0][0]] + text[s[0]:s[1]] + " " + text[spans[len(spans)-1][1]:]
	}
	return out
}

// joinedSpans returns the spans that the joiner words[k] joins, with those before commas; nil if they are of
// different kinds.
func joinedSpans(text string, words []questionWord, k int) [][2]int {
	right := k + 1
	for right+1 < len(words) && functionWord(words[right].lower) {
		right++
	}
	if named(text, words[k-1]) && named(text, words[right]) {
		end := right
		for end+1 < len(words) && adjacent(text, words[end], words[end+1]) && (named(text, words[end+1]) || connects(words[end+1].lower) && end+2 < len(words) && named(text, words[end+2]) && !isOneOf(joiners, words[end+1].lower)) {
			end++
		}
		spans := [][2]int{{words[right].start, words[end].end}}
		for last := k - 1; last >= 0; {
			begin := last
			for begin > 0 && adjacent(text, words[begin-1], words[begin]) && (named(text, words[begin-1]) || connects(words[begin-1].lower) && begin > 1 && named(text, words[begin-2])) && !functionWord(words[begin-1].lower) {
				begin--
			}
			spans = append([][2]int{{words[begin].start, words[last].end}}, spans...)
			last = begin - 1
			if last < 0 || strings.TrimSpace(text[words[last].end:words[begin].start]) != "," || !named(text, words[last]) {
				break
			}
		}
		return spans
	}
	a, b := words[k-1], words[k+1]
	if functionWord(a.lower) || functionWord(b.lower) || strings.ContainsFunc(a.lower+b.lower, unspaced) {
		return nil
	}
	return [][2]int{{a.start, a.end}, {b.start, b.end}}
}

// isBetween reports names that belong together:
func isBetween(text string, words []questionWord, at int) bool {
	for k, w := range words {
		if w.start >= at {
			return k > 0 && isOneOf(" between zwischen entre tra fra между ", words[k-1].lower) || k > 1 && functionWord(words[k-1].lower) && isOneOf(" between zwischen entre tra fra между ", words[k-2].lower)
		}
	}
	return false
}

func adjacent(text string, a, b questionWord) bool {
	return strings.TrimSpace(text[a.end:b.start]) == ""
}

func named(text string, w questionWord) bool {
	r, _ := utf8.DecodeRuneInString(text[w.start:])
	return unicode.IsUpper(r) && !functionWord(w.lower) || unicode.IsDigit(r)
}

// joinedRuns returns what a joiner of a script without spaces joins: the longest runs at both sides that the
// document has, of which the left one is not much longer.
func (m *docIndex) joinedRuns(text string) [][2]int {
	tries := 0
	for _, joiner := range unspacedJoiners {
		for from := 0; ; {
			at := strings.Index(text[from:], joiner)
			if at < 0 || tries == maxJoinersTried {
				break
			}
			tries++
			at += from
			from = at + len(joiner)
			before, size := utf8.DecodeLastRuneInString(text[:at])
			behind, next := utf8.DecodeRuneInString(text[from:])
			if !unspaced(before) || !unspaced(behind) || strings.Contains(m.md, text[at-size:from+next]) {
				continue
			}
			right, n := from, 0
			for i, r := range text[from:] {
				if end := from + i + utf8.RuneLen(r); n < maxJoinedRunes && unspaced(r) && strings.Contains(m.md, text[from:end]) {
					right, n = end, n+1
				} else {
					break
				}
			}
			left := at
			for k := 0; k < n+2; k++ {
				r, size := utf8.DecodeLastRuneInString(text[:left])
				if !unspaced(r) || !strings.Contains(m.md, text[left-size:at]) {
					break
				}
				left -= size
			}
			if n >= 2 && utf8.RuneCountInString(text[left:at]) >= 2 {
				return [][2]int{{left, at}, {from, right}}
			}
		}
	}
	return nil
}
