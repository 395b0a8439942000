package compact

// FunctionWord reports whether a word says nothing of its subject: no group of synonyms may
// have one, and no summary would show it.
func FunctionWord(w string) bool { return functionWord(w) }
