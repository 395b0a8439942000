package compact

import (
	_ "embed"
	"strings"
	"sync"
)

//go:embed lexicon.txt
var lexiconText string

type wordList uint32

const (
	functionWords   wordList = 1 << iota // of questions, without information about their subject
	numeralWords                         // but "one", which often is an article
	momentWords                          // days, times of day, and forms of months that are in no date
	monthWords                           // in dates
	dateWords                            // between the parts of a date
	centuryWords                         // dates beside an ordinal: the 19th century, siglo XIX
	connectingWords                      // inside of names: "Duke of Foo"
	joiningWords                         // between names or clauses of a question
	askingWords                          // that begin a clause that asks
	pronounWords
	referenceWords // that begin a sentence that refers to the one before
	betweenWords   // before two names that are asked about together
	germanWords
)

var askedKinds = [...]struct {
	name  string
	facts facts
}{
	{"mass", hasMass},
	{"length", hasLength},
	{"time", hasTime},
	{"money", hasMoney},
	{"heat", hasHeat},
	{"speed", hasSpeed},
	{"pressure", hasPressure},
	{"sound", hasSound},
	{"power", hasPower},
	{"share", hasShare},
	{"data", hasData},
	{"volume", hasVolume},
	{"version", hasVersion},
	{"area", hasArea},
	{"number", hasNumber},
	{"date", hasDate | hasMoment},
	{"name", hasName},
	{"person", hasPerson},
	{"definition", hasDefinition},
	{"reason", hasReason},
	{"step", hasStep},
}

type lexicon struct {
	lists           map[string]wordList // by word
	units, measures map[string]facts    // by unit, what it measures; units in the case of their letters
	cues            map[string][]string
}

// loadLexicon reads lexicon.txt, once, when a document is compacted first.
var loadLexicon = sync.OnceValue(func() *lexicon {
	bits, kinds := map[string]wordList{}, map[string]facts{}
	for i, name := range strings.Split("function number moment month in_date century connecting joining asking pronoun reference between german", " ") {
		bits[strings.Replace(name, "_", " ", 1)] = 1 << i
	}
	for _, kind := range askedKinds {
		kinds[kind.name] = kind.facts
	}
	x := &lexicon{lists: map[string]wordList{}, units: map[string]facts{}, measures: map[string]facts{}, cues: map[string][]string{}}
	for line := range strings.Lines(lexiconText) {
		head, entries, listed := strings.Cut(strings.TrimRight(line, "\n"), ": ")
		kind, name, _ := strings.Cut(head, " ")
		if !listed || kind == "#" {
			continue
		}
		if kind == "cues" {
			if strings.HasPrefix(name, "asks ") {
				entries = strings.Map(simplify, entries) // as questions are
			}
			x.cues[name] = strings.Split(strings.ReplaceAll(entries, "_", " "), "|")
			continue
		}
		for w := range strings.FieldsSeq(entries) {
			switch kind {
			case "words":
				x.lists[w] |= bits[name]
			case "unit":
				x.units[w] = kinds[name]
			case "measure":
				x.measures[w] = kinds[name]
			}
		}
	}
	return x
})

func isWord(list wordList, w string) bool { return loadLexicon().lists[w]&list != 0 }

func cues(list string) []string { return loadLexicon().cues[list] }
