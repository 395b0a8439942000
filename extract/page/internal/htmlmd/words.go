package htmlmd

import (
	_ "embed"
	"slices"
	"strings"
	"sync"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

//go:embed words.txt
var wordsText string

// wordList names a list of words.txt.
type wordList string

// words are the lists of words.txt.
var words = sync.OnceValue(func() map[wordList][]string {
	lists := map[wordList][]string{}
	for line := range strings.Lines(wordsText) {
		name, entries, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if ok && name[0] != '#' {
			lists[wordList(name)] = append(lists[wordList(name)], strings.Split(entries, ", ")...)
		}
	}
	for _, list := range lists {
		slices.Sort(list)
	}
	return lists
})

func (l wordList) has(word string) bool {
	_, found := slices.BinarySearch(words()[l], word)
	return found
}

func (l wordList) inClass(n *html.Node) bool { return l.inTokens(htmltree.Attr(n, "class")) }

func (l wordList) inTokens(tokens string) bool {
	for tokens != "" {
		var token string
		if token, tokens = cutToken(tokens); token != "" && l.has(token) {
			return true
		}
	}
	return false
}

func (l wordList) begins(text string) bool {
	return slices.ContainsFunc(words()[l], func(entry string) bool { return strings.HasPrefix(text, entry) })
}
