// Package wordlist reads the lists of words and phrases that packages embed as text.
//
// A line "name: a, b, c" adds phrases to a list; so does, below a line "name:", each line with one phrase, which may hold commas.
// Blank lines and those that begin with a number sign are passed over.
package wordlist

import (
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// List is a list of phrases. The zero value is empty.
type List struct {
	// Phrases are in the order of the text.
	Phrases []string
	known   map[string]bool
}

// Parse returns the lists of a text by their names.
func Parse(text string) map[string]List {
	lists, name := map[string]List{}, ""
	for line := range strings.Lines(text) {
		line = strings.TrimSuffix(line, "\n")
		if line == "" || line[0] == '#' {
			continue
		}
		before, phrases, several := strings.Cut(line, ": ")
		more := []string{line}
		if several {
			name, more = before, strings.Split(phrases, ", ")
		} else if before, begins := strings.CutSuffix(line, ":"); begins {
			name, more = before, nil
		}
		list := lists[name]
		if list.known == nil {
			list.known = map[string]bool{}
		}
		list.Phrases = append(list.Phrases, more...)
		for _, phrase := range more {
			list.known[phrase] = true
		}
		lists[name] = list
	}
	return lists
}

// Has reports whether a phrase is in the list.
func (l List) Has(phrase string) bool { return l.known[phrase] }

// InTokens reports whether one of some words apart by white space is in the list.
func (l List) InTokens(words string) bool {
	for word := range strings.FieldsSeq(words) {
		if l.known[word] {
			return true
		}
	}
	return false
}

// InClass reports whether one of the classes of an element is in the list.
func (l List) InClass(n *html.Node) bool { return l.InTokens(htmltree.Attr(n, "class")) }

// Within reports whether a text contains one of the phrases.
func (l List) Within(text string) bool {
	return slices.ContainsFunc(l.Phrases, func(phrase string) bool { return strings.Contains(text, phrase) })
}

// Matches reports whether a text matches one of the phrases: "*x" matches each text that ends in x, "x*" each that begins with x,
// and other phrases themselves. It tries all of them, so that lists for it are short.
func (l List) Matches(text string) bool {
	return slices.ContainsFunc(l.Phrases, func(phrase string) bool {
		if start, ok := strings.CutSuffix(phrase, "*"); ok {
			return strings.HasPrefix(text, start)
		}
		end, ok := strings.CutPrefix(phrase, "*")
		return text == phrase || ok && strings.HasSuffix(text, end)
	})
}
