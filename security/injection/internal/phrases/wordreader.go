package phrases

// Signs are cheap signs that a text is disguised.
type Signs uint8

// The signs.
const (
	Reversed Signs = 1 << iota // a word is a known one with its letters turned round
	Rotated                    // a word is a telling one with its letters moved in the alphabet
	Apart                      // letters stand alone, several in a row
	Mixed                      // words have digits between their letters
)

// Head is what the lists know of a Latin word by its letters alone: the node of the trie behind it, whether an entry
// begins with it, and its signs.
type Head uint32

const (
	headSigns  = Head(Reversed | Rotated)
	headBegins = headSigns + 1
	headNode   = 3 // bits before the node, which is 0 if an entry may end within the word
)

// Begins reports whether an entry begins with the word.
func (h Head) Begins() bool { return h&headBegins != 0 }

// Signs returns which of Reversed and Rotated are true of the word.
func (h Head) Signs() Signs { return Signs(h & headSigns) }

// Head looks up a Latin word. A scrambled word is repaired in place; repaired reports that.
func (t *Trie) Head(word []byte) (h Head, repaired bool) {
	at, begins := t.spell(word)
	if at == 0 || !begins {
		sum := sumOf(word)
		if repaired = t.repair(word, sum); repaired {
			at, begins = t.spell(word)
		} else if !begins {
			return Head(t.signsOf(word, sum)), false
		}
	}
	if begins {
		h = Head(at)<<headNode | headBegins
	}
	return h, repaired
}

// Entries returns the shortest and the longest entry that start with the word b[i:end], as [Trie.Find] does. An entry
// must begin with the word, whose Head is h.
func (t *Trie) Entries(b []byte, i, end int, h Head) (short, long Match) {
	if at := int32(h >> headNode); at != 0 {
		n := &t.nodes[at]
		if end+1 < len(b) && b[end] == ' ' && b[end+1]-'a' < 26 && (n.letters&spaced == 0 || t.nodes[n.children].letter(b[end+1]-'a') == 0) {
			if n.word != 0 { // no entry goes on with the first letter of the next word
				long = Match{&t.known[n.word&^open], end}
			}
			return short, long
		}
		return t.walk(b, end, at, false)
	}
	return t.walk(b, i+1, t.first[b[i]], false)
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
