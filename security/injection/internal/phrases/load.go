package phrases

import "embed"

// lists are the phrases, a file for each language or group of languages.
//
//go:embed lists/*.txt
var lists embed.FS

func sources() []string {
	return []string{
		"english", "german", "dutch", "nordic", "french", "spanish", "portuguese", "italian", "romanian", "russian", "ukrainian", "polish", "west_south_slavic",
		"turkic", "uralic_greek", "semitic_persian", "indic", "chinese", "japanese", "korean", "southeast",
	}
}

// everyLanguage is the file of what texts of every language use as it is.
const everyLanguage = "shared"

func (d Dictionary) load(name string, langs LangSet) {
	if err := d.Read(list(name), langs); err != nil {
		panic("phrases: " + name + ": " + err.Error())
	}
}

func list(name string) string {
	raw, err := lists.ReadFile("lists/" + name + ".txt")
	if err != nil {
		panic("phrases: " + err.Error())
	}
	return string(raw)
}

// Text returns all lists, one behind the other.
func Text() (all string) {
	for _, name := range append(sources(), everyLanguage) {
		all += list(name)
	}
	return all
}
