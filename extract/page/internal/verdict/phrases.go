package verdict

import (
	_ "embed"
	"fmt"
	"slices"
	"strings"
	"sync"
)

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
	scriptParts
	scriptWords
	listNames
	rootNames
	loadingClasses
	loadedClasses
	contentCalls
	trackingCalls
	trackerAddresses
	phraseListCount

	matchedListCount = botWallSources + 1
)

const phraseListNames = "bot wall titles|consent titles|missing titles|maybe missing titles|login titles|bot wall texts|" +
	"consent texts|consent buttons|missing texts|login texts|paywall texts|paywall labels|" +
	"bot wall sources|waiting texts|loading words|loading verbs|widget names|parts that need scripts|" +
	"words for scripts|list names|root names|loading classes|loaded classes|content calls|" +
	"tracking calls|tracker addresses"

//go:embed phrases.txt
var phrasesText string

var phrases = sync.OnceValue(func() *[phraseListCount][]string {
	lists, err := parsePhrases(phrasesText)
	if err != nil {
		panic("verdict: phrases.txt: " + err.Error())
	}
	return lists
})

func isPhrase(s string, list phraseList) bool { return slices.Contains(phrases()[list], s) }

// parsePhrases reads lists of phrases. Each begins with its name in brackets; a phrase is a
// line. Blank lines and those that begin with a number sign are passed over. Lists in
// another order than that of phraseListNames are an error.
func parsePhrases(text string) (*[phraseListCount][]string, error) {
	lists, list := new([phraseListCount][]string), -1
	names := strings.Split(phraseListNames, "|")
	for line := range strings.Lines(text) {
		switch line = strings.TrimRight(line, "\n"); {
		case line == "" || line[0] == '#':
		case line[0] == '[':
			if list++; list == len(names) || line != "["+names[list]+"]" {
				return nil, fmt.Errorf("list %s is unknown, or in another place", line)
			}
		case list < 0:
			return nil, fmt.Errorf("phrase %q before the first list", line)
		default:
			lists[list] = append(lists[list], line)
		}
	}
	if list != len(names)-1 {
		return nil, fmt.Errorf("no list %s", names[list+1])
	}
	return lists, nil
}
