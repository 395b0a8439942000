package page

import (
	_ "embed"
	"fmt"
	"strings"
	"sync"
)

// phraseList is one of the lists of phrases.txt, which says what each is for.
type phraseList uint8

// Those up to botWallSources are found by a phraseMatcher: first those that are looked
// for in the title, then those for the text.
const (
	botWallTitles phraseList = iota
	consentTitles
	missingTitles
	maybeMissingTitles
	loginTitles
	botWallTexts
	consentTexts
	consentButtons
	missingTexts
	loginTexts
	paywallTexts
	paywallLabels
	botWallSources
	waitingTexts
	loadingWords
	loadingVerbs
	widgetNames
	phraseListCount

	matchedListCount = botWallSources + 1
)

var phraseListNames = [phraseListCount]string{
	botWallTitles:      "bot wall titles",
	consentTitles:      "consent titles",
	missingTitles:      "missing titles",
	maybeMissingTitles: "maybe missing titles",
	loginTitles:        "login titles",
	botWallTexts:       "bot wall texts",
	consentTexts:       "consent texts",
	consentButtons:     "consent buttons",
	missingTexts:       "missing texts",
	loginTexts:         "login texts",
	paywallTexts:       "paywall texts",
	paywallLabels:      "paywall labels",
	botWallSources:     "bot wall sources",
	waitingTexts:       "waiting texts",
	loadingWords:       "loading words",
	loadingVerbs:       "loading verbs",
	widgetNames:        "widget names",
}

//go:embed phrases.txt
var phrasesText string

// phrases returns the lists of phrases, read on the first call.
var phrases = sync.OnceValue(func() *[phraseListCount][]string {
	lists, err := parsePhrases(phrasesText)
	if err != nil {
		panic("page: phrases.txt: " + err.Error())
	}
	return lists
})

// parsePhrases reads lists of phrases. Each begins with its name in brackets; a phrase is a
// line. Blank lines and those that begin with a number sign are passed over. A list that is
// unknown, comes twice or is missing is an error.
func parsePhrases(text string) (*[phraseListCount][]string, error) {
	byName := map[string]*[]string{}
	lists := new([phraseListCount][]string)
	for i, name := range phraseListNames {
		byName["["+name+"]"] = &lists[i]
	}
	var list *[]string
	for line := range strings.Lines(text) {
		switch line = strings.TrimRight(line, "\n"); {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			if list = byName[line]; list == nil {
				return nil, fmt.Errorf("list %s is unknown, or there twice", line)
			}
			delete(byName, line)
		case list == nil:
			return nil, fmt.Errorf("phrase %q before the first list", line)
		default:
			*list = append(*list, line)
		}
	}
	for name := range byName {
		return nil, fmt.Errorf("no list %s", name)
	}
	return lists, nil
}
