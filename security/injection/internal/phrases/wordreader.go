package phrases

// Signs are cheap signs that a text is disguised.
type Signs uint8

// The signs.
const (
	Reversed Signs = 1 << iota // a word is a known one with its letters turned round
	Rotated                    // a word is a telling one with its letters moved in the alphabet
	Turned                     // the text speaks of turning words round
	Mixed                      // words have digits between their letters
)

// Next reads the Latin word at b[i]. It returns where its letters end, the shortest and the longest entry that
// start with it, as [Trie.Find] does, and which of Reversed and Rotated are true of it. A scrambled word is
// repaired in the text.
func (t *Trie) Next(b []byte, i int) (end int, short, long Match, signs Signs) {
	w := lettersAt(b, i)
	word := b[i : i+w.n]
	var at int32
	begins := false
	if t.heads.has(w.hash) || t.stems.has(w.stem) {
		at, begins = t.spell(word)
	}
	if at == 0 || !begins {
		if t.repair(word, w.sum) {
			at, begins = t.spell(word)
		} else if !begins {
			signs = t.signsOf(word, w.sum)
		}
	}
	switch {
	case !begins:
	case at == 0:
		short, long = t.walk(b, i+1, t.first[b[i]], false)
	default:
		short, long = t.walk(b, i+w.n, at, false)
	}
	return i + w.n, short, long, signs
}

// spell follows the letters of a word through the trie up to the node behind them. It reports whether an entry
// begins with the word; the node is 0 if the entry may end within it.
func (t *Trie) spell(word []byte) (at int32, begins bool) {
	at = t.first[word[0]]
	for _, c := range word[1:] {
		if at == 0 {
			return 0, false
		}
		if t.nodes[at].word&open != 0 {
			return 0, true
		}
		at = t.step(&t.nodes[at], c)
	}
	n := &t.nodes[at]
	return at, at != 0 && (n.word != 0 || n.others > 0)
}

// telling are stems that injected instructions have; see Rotated.
var telling = [...]string{"ignor", "instr", "previ", "promp", "assis", "syste"}

// tellingSteps has a bit for each step through the alphabet from the first letter of one of telling to its second,
// which rotation keeps. Few words have one of these steps.
var tellingSteps = func() (steps uint32) {
	for _, stem := range telling {
		steps |= 1 << ((stem[1] + 26 - stem[0]) % 26)
	}
	return steps
}()

// signsOf returns the signs of a word that no entry begins with; sum is that of its letters.
func (t *Trie) signsOf(word []byte, sum uint64) (found Signs) {
	if string(word) == "gur" || string(word) == "lbhe" { // ROT13 of "the" and "your"
		return Rotated
	}
	if len(word) < minTypo {
		return 0
	}
	if t.reverses(word, sum) {
		found |= Reversed
	}
	if tellingSteps>>((word[1]+26-word[0])%26)&1 == 0 {
		return found
	}
	for _, stem := range telling {
		k := 1
		for k < len(stem) && (word[k]+26-word[0])%26 == (stem[k]+26-stem[0])%26 {
			k++
		}
		if k == len(stem) && word[0] != stem[0] {
			found |= Rotated
		}
	}
	return found
}
