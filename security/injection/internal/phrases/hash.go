package phrases

// Words are hashed letter by letter (FNV-1a), a byte of ASCII or another
// character at a time.
const (
	HashSeed = 0xcbf29ce484222325
	HashStep = 0x100000001b3
)

// StemLetters is how many letters the hash of a stem is of.
const StemLetters = 5

// hashed returns the hash of a word and that of its first letters, 0 if it has no
// more than those.
func hashed(word []byte) (whole, stem uint64) {
	whole = HashSeed
	for i, c := range word {
		if i == StemLetters {
			stem = whole
		}
		whole = (whole ^ uint64(c)) * HashStep
	}
	return whole, stem
}
