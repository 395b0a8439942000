package layout

// tallies has, by class of character, a one in the field of what to count: eight
// bits for each of letters and digits, upper case, digits, commas, stops, marks
// and white space. The last field is what of the character goes into Block.Print: its
// number, whatever the case and the digit, times that of its word.
var tallies = [16]uint64{
	lower: 1 | 0xFF<<56, upper: 1 | 1<<8 | 0xFF<<56, digit: 1 | 1<<16 | 0x10<<56,
	comma: 1 << 24, stop: 1 << 32, mark: 1 << 40, space: 1 << 48,
}

// countRest is count for what comes when no word is open and no hash is asked for
// any more. It takes ASCII as it comes, without a branch on what it is.
func (p *Page) countRest(b *Block, s string) (ascii bool) {
	ascii = true
	inside := uint64(0) // 1 inside of a word
	for i := 0; i < len(s); {
		start, sum, words, print := i, uint64(0), uint64(b.Words), b.Print
		for end := min(len(s), i+0xFF); i < end && s[i] < 0x80; i++ {
			t := tallies[charClasses[s[i]]&15]
			sum += t
			words += t & 1 &^ inside
			inside = t & 1
			print += uint64(s[i]|0x20) & (t >> 56) * words
		}
		b.Words, b.Print = int32(words), print
		b.tally(sum, s[start:i])
		if i < len(s) && s[i] >= 0x80 {
			ascii = false
			i += p.countWide(b, s[i:], &inside)
		}
	}
	return ascii
}

// tally adds the sums of a run of ASCII.
func (b *Block) tally(sum uint64, run string) {
	b.Upper += int32(sum >> 8 & 0xFF)
	b.Digits += int32(sum >> 16 & 0xFF)
	b.Commas += int32(sum >> 24 & 0xFF)
	b.Stops += int32(sum >> 32 & 0xFF)
	b.Marks += int32(sum >> 40 & 0xFF)
	b.Bytes += int32(len(run)) - int32(sum>>48&0xFF)
	for i := len(run) - 1; i >= 0; i-- {
		if charClasses[run[i]] != space {
			b.Last = run[i]
			return
		}
	}
}

// countWide counts the character beyond ASCII that s begins with and returns its
// size, 1 for each byte of a letter.
func (p *Page) countWide(b *Block, s string, inside *uint64) (size int) {
	b.Bytes++
	b.Last = s[0]
	n := p.wide(b, s)
	if n < 0 {
		*inside = 0
		return -n
	}
	if n == 0 {
		b.Words += int32(1 &^ *inside)
		*inside = 1
		b.Print += uint64(s[0]) * uint64(b.Words)
		return 1
	}
	b.Words++
	*inside = 0
	b.Print += (uint64(s[0]) + uint64(s[1])<<8 + uint64(s[2])<<16) * uint64(b.Words)
	return n
}
