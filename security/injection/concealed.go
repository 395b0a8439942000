package injection

import (
	"regexp"
	"strings"
	"sync"
)

// concealed holds texts that a page hides at first, such as a closed menu. The set
// of their word runs is built at the first call of holds.
type concealed struct {
	texts []string
	runs  map[string]struct{}
}

// holds reports whether the texts contain at least half of the word runs of a
// passage of Markdown.
func (c *concealed) holds(passage string) bool {
	if c.runs == nil {
		c.runs = make(map[string]struct{})
		for _, text := range c.texts {
			for _, run := range runsOf(text) {
				c.runs[run] = struct{}{}
			}
		}
	}
	held, runs := 0, runsOf(targets().ReplaceAllString(passage, ""))
	for _, run := range runs {
		if _, ok := c.runs[run]; ok {
			held++
		}
	}
	return len(runs) > 0 && 2*held >= len(runs)
}

const runLength = 3

// runsOf returns every runLength words in a row of a text; fewer words are one run, no words none.
func runsOf(text string) (runs []string) {
	list := words().FindAllString(strings.ToLower(text), -1)
	for i := range min(len(list), max(1, len(list)-runLength+1)) {
		runs = append(runs, strings.Join(list[i:min(len(list), i+runLength)], " "))
	}
	return runs
}

var (
	// words matches words of letters and digits. Every letter of a script that puts no spaces between words is one.
	words = sync.OnceValue(func() *regexp.Regexp {
		return regexp.MustCompile(`[\p{Han}\p{Hiragana}\p{Katakana}\p{Hangul}]|[\p{L}\p{Nd}]+`)
	})
	// targets matches the targets of the links of Markdown.
	targets = sync.OnceValue(func() *regexp.Regexp { return regexp.MustCompile(`\]\([^)]*\)?`) })
)
