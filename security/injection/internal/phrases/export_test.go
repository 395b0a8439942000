package phrases

// SetLastTurn makes the sentence at hand the last one before the count of sentences starts
// again: 4 billion are too many for a test.
func SetLastTurn(r *WordReader) { r.turn = 1<<32 - 1 }

// CountLetters is countLetters for a test.
func CountLetters(x uint64) int { return countLetters(x) }
