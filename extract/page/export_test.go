package page

// Unfiltered is an Extractor that parses pages as they are: what tests hold the prefilter
// against.
func Unfiltered() Extractor { return Extractor{unfiltered: true} }

// CheckPhrases returns what is wrong with lists of phrases.
func CheckPhrases(text string) error {
	_, err := parsePhrases(text)
	return err
}
