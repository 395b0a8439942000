package verdict

// CheckPhrases returns what is wrong with lists of phrases.
func CheckPhrases(text string) error {
	_, err := parsePhrases(text)
	return err
}
