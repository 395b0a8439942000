package compact

import (
	"strings"
	"unicode"
)

// questionWords are the words of a question that say what it is about; all of them if none does.
func questionWords(question string) []string {
	words := allWords(question)
	var out []string
	for _, w := range words {
		if !functionWord(strings.ToLower(w)) {
			out = append(out, w)
		}
	}
	if len(out) == 0 {
		return words
	}
	return out
}

// allWords are the runs of letters and digits of a question.
func allWords(question string) []string {
	var out []string
	start, last := -1, ' '
	for i, r := range question {
		inWord := unicode.IsLetter(r) || unicode.IsDigit(r) || unicode.Is(unicode.M, r)
		if start >= 0 && (!inWord || !unicode.Is(unicode.M, r) && unspaced(r) != unspaced(last)) {
			out, start = append(out, question[start:i]), -1
		}
		if inWord && start < 0 {
			start = i
		}
		if !unicode.Is(unicode.M, r) {
			last = r
		}
	}
	if start >= 0 {
		out = append(out, question[start:])
	}
	return out
}

// functionWord reports words of questions without information about their subject.
func functionWord(w string) bool { return isWord(functionWords, w) }

// askedFacts returns the kinds of facts that answer a question.
func askedFacts(question string) facts {
	q := " " + strings.Join(strings.FieldsFunc(strings.ToLower(question), func(r rune) bool {
		return unicode.IsSpace(r) || strings.ContainsRune("?¿!¡,;:.\"“”()", r)
	}), " ") + " "
	f := facts(0)
	for _, kind := range measureKinds {
		if containsAny(q, cues("asks "+kind.name)...) {
			f |= kind.facts
		}
	}
	asks := func(what string) bool { return containsAny(q, cues("asks "+what)...) }
	if f != 0 || asks("number") {
		f |= hasNumber
	}
	if asks("date") {
		f |= hasDate | hasMoment
	}
	if asks("name") {
		f |= hasName
	}
	if asks("person") {
		f |= hasPerson
	}
	if f == 0 && asks("definition") {
		f |= hasDefinition
	}
	if asks("reason") {
		f |= hasReason
	}
	if f == 0 && asks("step") {
		f |= hasStep
	}
	return f
}
