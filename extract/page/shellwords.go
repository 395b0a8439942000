package page

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

// The bounds of texts that ask their readers for something, in words. A character
// of a script written without spaces is a word.
const (
	maxWaitWords   = 14
	maxWeakWords   = 5
	maxWantedWords = 60
)

// isWaiting reports whether a text says only that the content is yet to come.
func isWaiting(text string) bool {
	text = strings.ToLower(strings.TrimSpace(text))
	words := countWords(text)
	letters := strings.IndexFunc(text, func(r rune) bool { return unicode.IsLetter(r) || unicode.IsDigit(r) })
	switch {
	case text == "" || words > maxWaitWords:
		return false
	case letters < 0:
		return strings.Contains(text, "…") || strings.Contains(text, "..") || strings.Contains(text, "⏳")
	case containsAny(text, phrases()[waitingTexts]):
		return true
	case words > maxWeakWords || len(text) > 80:
		return false
	case containsAny(text, phrases()[loadingWords]):
		return true
	}
	rest, found := cutVerb(text)
	return found && !strings.ContainsFunc(rest, func(r rune) bool { return unicode.IsDigit(r) || r == ':' || r == ';' })
}

// trailsOff reports whether a text ends in an ellipsis.
func trailsOff(text string) bool {
	return strings.HasSuffix(text, "…") || strings.HasSuffix(text, "..")
}

// cutVerb cuts the verb of a text that says what is being done.
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
	return (strings.Contains(text, "javascript") || strings.Contains(text, "java script")) && countWords(text) >= 3 &&
		!containsAny(text, []string{"comment", "disqus", "kommentar"})
}

// namesScripts reports whether a text for those without scripts speaks of them by
// another word.
func namesScripts(text string) bool {
	return containsAny(strings.ToLower(text), []string{"script", "スクリプト", "脚本", "скрипт", "جافا"})
}

// listNames are ids and classes of elements that hold many of a kind.
var listNames = []string{
	"list", "items", "feed", "results", "posts", "entries", "rows", "cards", "articles", "stories", "products", "messages", "timeline", "listing", "listings", "events", "catalog", "catalogue", "gallery-items", "records", "log", "output",
}

// isListName reports whether an id or a class attribute is or ends in such a name:
// "list", "product-list".
func isListName(names string) bool {
	for name := range strings.FieldsSeq(strings.ToLower(names)) {
		if slices.Contains(listNames, name[strings.LastIndexAny(name, "-_")+1:]) {
			return true
		}
	}
	return false
}

func containsAny(s string, list []string) bool {
	return slices.ContainsFunc(list, func(part string) bool { return strings.Contains(s, part) })
}

// isPlaceholder reports whether a text is little else than the placeholders of a
// template that a script fills: {{ name }}.
func isPlaceholder(text string) bool {
	rest, found := "", false
	for {
		before, after, open := strings.Cut(text, "{{")
		name, tail, closed := strings.Cut(after, "}}")
		if !open || !closed {
			return found && countWords(rest+" "+text) <= 3
		}
		found = found || strings.ContainsFunc(name, unicode.IsLetter)
		rest, text = rest+" "+before, tail
	}
}

// rootNames are ids at which applications are mounted, as their makers' templates
// have them.
var rootNames = []string{
	"root", "app", "vue", "__next", "__nuxt", "___gatsby", "svelte", "react", "application", "mount", "main-app", "app-mount", "container-app", "swagger-ui", "d-splash", "data-preloaded",
}

func isRoot(id string) bool {
	id = strings.ToLower(id)
	return slices.Contains(rootNames, id) || strings.HasPrefix(id, "ember") ||
		strings.HasSuffix(id, "-root") || strings.HasSuffix(id, "-app") || strings.HasPrefix(id, "app-") || strings.HasPrefix(id, "root-")
}

// loaderWords are what classes of elements say that stand where content is loading.
var loaderWords = []string{"loading", "loader", "preloader", "spinner", "skeleton", "shimmer", "placeholder", "splash", "throbber"}

// loads reports whether a class attribute says that something is loading. What is
// lazy is a picture.
func loads(class string) bool {
	class = strings.ToLower(class)
	return class != "" && containsAny(class, loaderWords) && !strings.Contains(class, "lazy") && !strings.Contains(class, "loading-lg") && !strings.Contains(class, "loaded")
}
