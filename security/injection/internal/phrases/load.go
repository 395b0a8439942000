package phrases

import (
	"embed"
	"strings"
)

// lists are the phrases, a file for each language or group of languages.
//
//go:embed lists/*.txt
var lists embed.FS

// sources are the files of the languages, in the order of the bits of LangSet.
func sources() []string {
	return []string{
		"english", "german", "dutch", "nordic", "french", "spanish", "portuguese", "italian", "romanian", "russian", "ukrainian", "polish", "west_south_slavic",
		"turkic", "uralic_greek", "semitic_persian", "indic", "chinese", "japanese", "korean", "southeast",
	}
}

// everyLanguage is the file of what texts of every language use as it is.
const everyLanguage = "shared"

// load reads a file of lists/. It panics if the file is not in its format, which a test checks.
func (d Dictionary) load(name string, langs LangSet) {
	raw, err := lists.ReadFile("lists/" + name + ".txt")
	if err == nil {
		err = d.Read(string(raw), langs)
	}
	if err != nil {
		panic("phrases: " + name + ": " + err.Error())
	}
}

// Text returns all lists, one behind the other.
func Text() string {
	var all strings.Builder
	for _, name := range append(sources(), everyLanguage) {
		raw, err := lists.ReadFile("lists/" + name + ".txt")
		if err != nil {
			panic("phrases: " + err.Error())
		}
		all.Write(raw)
	}
	return all.String()
}
