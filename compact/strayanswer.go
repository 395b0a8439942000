package compact

import (
	"errors"
	"strings"
)

// A model may refuse, answer in another language, or write about something else: then its
// answer has few words of the material.
const (
	leastAnswerTerms = 5   // words that say something, of an answer that is judged by them
	sharedTerms      = .3  // of them that the material has, at least
	longestRefusal   = 400 // bytes
)

var errStray = errors.New("the model's answer has little to do with the document: it may be a refusal or in another language")

// isStray reports an answer that was not made of the material.
func isStray(answer, material string) bool {
	return refuses(answer, material) || sharesLittle(answer, material)
}

// sharesLittle reports an answer of which the material has few words.
func sharesLittle(answer, material string) bool {
	known, said := newVocabulary(), newVocabulary()
	known.terms(nil, material, true)
	for _, w := range questionWords(answer) {
		said.terms(nil, w, true)
	}
	shared := 0
	for term := range said.ids {
		if _, ok := known.ids[term]; ok {
			shared++
		}
	}
	return len(said.ids) >= leastAnswerTerms && float64(shared) < sharedTerms*float64(len(said.ids))
}

// refusals are how refusals of models begin, in lower case.
var refusals = []string{
	"i'm sorry", "i am sorry", "i’m sorry", "sorry, ", "i cannot ", "i can't ", "i can’t ", "i'm unable", "i am unable", "i’m unable", "i won't ", "i will not ", "as an ai", "unfortunately, i ", "i apologize",
	"es tut mir leid", "tut mir leid", "leider kann ich", "ich kann ", "je suis désolé", "désolé", "je ne peux pas", "lo siento", "no puedo ", "desculpe", "sinto muito", "não posso ", "mi dispiace", "non posso ",
	"извините", "к сожалению, я", "я не могу", "抱歉", "很抱歉", "对不起", "我无法", "我不能", "申し訳", "すみません", "죄송",
}

// refuses reports a short answer that begins as refusals do, but not as the material does
// somewhere.
func refuses(answer, material string) bool {
	answer = strings.ToLower(strings.TrimLeft(strings.NewReplacer("*", "", "_", "").Replace(answer), ">\"“ \n"))
	if len(answer) > longestRefusal {
		return false
	}
	for _, start := range refusals {
		if strings.HasPrefix(answer, start) {
			return !strings.Contains(strings.ToLower(material), answer[:min(len(answer), 2*len(start))])
		}
	}
	return false
}

// withoutFence returns the inside of an answer that is one fenced block of Markdown, as
// models write what they take for a document.
func withoutFence(answer string) string {
	first, rest, ok := strings.Cut(answer, "\n")
	fence := strings.TrimRight(first, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ ")
	info := strings.ToLower(strings.TrimSpace(first[len(fence):]))
	inside, closed := strings.CutSuffix(rest, fence)
	if !ok || len(fence) < 3 || strings.Trim(fence, "`") != "" || !closed || strings.Contains(inside, "\n"+fence+"\n") ||
		info != "" && info != "markdown" && info != "md" && info != "text" {
		return answer
	}
	return strings.TrimSpace(inside)
}
