package linkstyle

import (
	_ "embed"
	"slices"
	"strings"
	"sync"
)

//go:embed words.txt
var wordsText string

// words are the lists of words.txt, in the order in which they stand there.
var words = sync.OnceValue(func() map[string][]string {
	lists := map[string][]string{}
	for line := range strings.Lines(wordsText) {
		name, entries, ok := strings.Cut(strings.TrimSuffix(line, "\n"), ": ")
		if ok && name[0] != '#' {
			lists[name] = append(lists[name], strings.Split(entries, ", ")...)
		}
	}
	return lists
})

func isOf(list, word string) bool { return slices.Contains(words()[list], word) }

func beginsAsOf(list, text string) bool {
	return slices.ContainsFunc(words()[list], func(entry string) bool { return strings.HasPrefix(text, entry) })
}
