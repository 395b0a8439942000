package verdict

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// The bounds of texts that ask their readers for something, in words. A character
// of a script written without spaces is a word.
const (
	maxWaitWords   = 14
	maxWeakWords   = 5
	maxWantedWords = 60
)

func isWaiting(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	words := CountWords(text)
	letters := strings.IndexFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	switch {
	case text == "" || words > maxWaitWords:
		return false
	case letters < 0:
		return strings.Contains(text, "…") || strings.Contains(text, "..") || strings.Contains(text, "⏳")
	case hasPhrase(text, waitingTexts):
		return true
	case words > maxWeakWords || len(text) > 80:
		return false
	case hasPhrase(text, loadingWords):
		return true
	}
	rest, found := cutVerb(text)
	return found && !strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsDigit(r) || r == ':' || r == ';' })
}

func cutVerb(text string) (rest string, found bool) {
	for _, verb := range phrases()[loadingVerbs] {
		rest, found = strings.CutPrefix(text, verb)
		if next, _ := utf8.DecodeRuneInString(rest); found && !unicode.IsLetter(next) {
			return rest, true
		}
	}
	return "", false
}

// asksForScripts reports whether a text says that the page needs scripts. What says
// so of a part of the page alone doesn't count.
func asksForScripts(text string) bool {
	text = strings.ToLower(text)
	return (strings.Contains(text, "javascript") || strings.Contains(text, "java script")) && CountWords(text) >= 3 && !hasPhrase(text, scriptParts)
}

// isListName reports whether an id or a class attribute is or ends in the name of what
// holds many of a kind: "list", "product-list".
func isListName(names string) bool {
	for name := range strings.FieldsSeq(strings.ToLower(names)) {
		if isPhrase(name[strings.LastIndexAny(name, "-_")+1:], listNames) {
			return true
		}
	}
	return false
}

// isPlaceholder reports whether a text is little else than the placeholders of a
// template that a script fills: {{ name }}.
func isPlaceholder(text string) bool {
	rest, found := "", false
	for {
		before, after, open := strings.Cut(text, "{{")
		name, tail, closed := strings.Cut(after, "}}")
		if !open || !closed {
			return found && CountWords(rest+" "+text) <= 3
		}
		found = found || strings.ContainsFunc(name, unicode.IsLetter)
		rest, text = rest+" "+before, tail
	}
}

func isRoot(id string) bool {
	id = strings.ToLower(id)
	return isPhrase(id, rootNames) || strings.HasPrefix(id, "ember") ||
		strings.HasSuffix(id, "-root") || strings.HasSuffix(id, "-app") || strings.HasPrefix(id, "app-") || strings.HasPrefix(id, "root-")
}

func isLoadingClass(class string) bool {
	class = strings.ToLower(class)
	return class != "" && hasPhrase(class, loadingClasses) && !hasPhrase(class, loadedClasses)
}

// isWidget reports whether the name, id or class of an element has a word for a widget. A
// widget may be empty on a complete page.
func isWidget(n *html.Node) bool {
	for _, name := range [...]string{n.Data, htmltree.Attr(n, "id"), htmltree.Attr(n, "class")} {
		for word := range strings.FieldsFuncSeq(strings.ToLower(name), func(r rune) bool { return strings.ContainsRune("-_ :.", r) }) {
			if isPhrase(word, widgetNames) {
				return true
			}
		}
	}
	return false
}

func startTag(n *html.Node) string {
	for _, key := range [...]string{"id", "class"} {
		if value := htmltree.Attr(n, key); value != "" {
			return "<" + n.Data + " " + key + `="` + clipped(value, maxNameText) + `">`
		}
	}
	return "<" + n.Data + ">"
}

// clipped returns at most limit bytes of s, whole characters.
func clipped(s string, limit int) string { return strings.ToValidUTF8(s[:min(len(s), limit)], "") }
