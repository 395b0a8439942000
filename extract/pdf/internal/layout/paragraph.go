package layout

import (
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"
)

func (b *builder) continues(l *Line) bool {
	above := &b.lines[b.last]
	if l.Turned != above.Turned || !similarSize(l.Size, above.Size) || len(b.open.Text()) > 20000 {
		return false
	}
	if l.Page != above.Page || l.Before == 0 { // in the next column or page
		text := strings.TrimSpace(above.Text())
		isFull := b.count > 1 && above.X1 > b.lines[b.last-1].X1-2*l.Size // as in the first of three columns
		if endsSentence(text) || b.style.endsEarly(above) && !isFull && !hyphenated(text) {
			return false
		}
		r, _ := utf8.DecodeRuneInString(strings.TrimSpace(l.Text()))
		return unicode.IsLower(r) || hyphenated(text) || joinsIdeographs(text, l.Text())
	}
	isNote := len(l.Cells) == 2 && strings.Trim(l.Cells[0].Text(), "0123456789 ") == "" && len(l.Cells[1].Text()) >= proseCell // beside its number
	if isNote || l.Before > b.style.paragraphGap(l.Size) {
		return false
	}
	if hyphenated(strings.TrimSpace(above.Text())) {
		return true
	}
	short, ended := b.style.endsEarly(above), endsSentence(above.Text())
	if b.open.Kind == Item {
		if l.X0 > b.left+0.3*l.Size || l.X0 > b.itemX-0.5*l.Size {
			return true
		}
		// else it may go back to the margin, as in laws
		if b.count == 1 && (short || ended) || b.count > 1 && above.X0 > b.itemX-0.5*l.Size {
			return false
		}
	}
	switch cells := above.Cells; {
	case len(cells) > 1 && isTick(strings.TrimSpace(cells[len(cells)-1].Text())):
		return false // a box of a form, behind its text
	case l.X0 > above.X0+0.8*l.Size && (short || ended) && (b.count > 1 || short && ended):
		return false // indented; after one line it may as well hang
	case startsSentence(l.Text()) && (short && ended || b.open.Kind == Paragraph && b.leavesRoom(l)):
		return false
	case l.Bold != above.Bold && (short || ended):
		return false
	}
	return true
}

// leavesRoom reports whether the line above l has room for the first word of l and more, so that somebody broke it there: a title, an
// address. Two lines around it reach the edge, since columns may be narrow, and one line too long; of a paragraph, one of its own.
func (b *builder) leavesRoom(l *Line) bool {
	const around = 12 // lines
	above := &b.lines[b.last]
	text, before := strings.TrimSpace(l.Text()), strings.TrimSpace(above.Text())
	if l.Turned || !hasLetter(text) || !hasLetter(before) || min(len(text), len(before)) < 3 || before[len(before)-1] == ',' {
		return false
	}
	word, _, _ := strings.Cut(text, " ")
	end := above.X1 + (l.X1-l.X0)*float64(len(word))/float64(len(text)) + 2*l.Size
	if joinsIdeographs(before, text) { // which have no blanks: above is at most half as long as lines are
		end = above.X0 + 2*(above.X1-above.X0)
	}
	reach, reachesEdge := 0, b.count == 1
	for i := max(0, b.at-around); i < min(len(b.lines), b.at+around); i++ {
		other := &b.lines[i]
		if other.Page == l.Page && other.Rows == nil && !other.Turned && similarSize(other.Size, l.Size) && math.Abs(other.X0-above.X0) < 3*l.Size && other.X1 > end {
			reach++
			reachesEdge = reachesEdge || i > b.last-b.count && i < b.last
		}
	}
	return reach > 1 && reachesEdge
}

// extend appends a line to the open block, joined as the text wants it.
func (b *builder) extend(l *Line) {
	spans := b.open.Spans
	if n := len(spans); n > 0 {
		tail := strings.TrimRight(spans[n-1].Text, " ")
		head := strings.TrimSpace(l.Text())
		r, _ := utf8.DecodeRuneInString(head)
		word, _, _ := strings.Cut(head, " ")
		// a hyphen before such a word replaces the rest of another: "Vor- und Nachteile"
		replaces := slices.Contains([]string{"und", "oder", "bzw.", "sowie", "and", "or", "to"}, word)
		compound := !replaces && isCompound(tail, r, word)
		switch {
		case hyphenated(tail) && unicode.IsLower(r) && !replaces && !compound && !inAddress(tail, head):
			_, size := utf8.DecodeLastRuneInString(tail)
			spans[n-1].Text = tail[:len(tail)-size]
		case inAddress(tail, head), compound, joinsIdeographs(tail, head):
			spans[n-1].Text = tail
		default:
			spans[n-1].Text = tail + " "
		}
	}
	b.append(l.Cells)
}

func (b *builder) append(cells []Cell) {
	for i := range cells {
		if n := len(b.open.Spans); i > 0 && n > 0 {
			b.open.Spans[n-1].Text += " "
		}
		for _, s := range cells[i].Spans {
			if n := len(b.open.Spans); n > 0 {
				last := &b.open.Spans[n-1]
				if same := (Span{s.Text, last.Bold, last.Italic, last.Mono, last.Link}); same == s {
					last.Text += s.Text
					continue
				}
			}
			b.open.Spans = append(b.open.Spans, s)
		}
	}
}

func similarSize(a, b float64) bool { return a < 1.12*b && b < 1.12*a }

func hyphenated(text string) bool {
	r, size := utf8.DecodeLastRuneInString(text)
	if r != '-' && r != '\u00ad' && r != '\u2010' {
		return false
	}
	before, _ := utf8.DecodeLastRuneInString(text[:len(text)-size])
	return unicode.IsLetter(before) || unicode.IsDigit(before)
}

// isCompound reports whether the hyphen at the end of a line belongs to a word, which goes on with r in word. It does where a capital or
// a digit follows (Anglo-Saxon, COVID-19, 2019-20), and behind what no program hyphenates: one letter (e-mail, vis-à-vis), capitals alone (NATO-led),
// an option or a path (--dry-run, /etc/rope-walk), "self-" and "well-", tens (twenty-first), a word between hyphens that joins others
// (state-of-the-art, brother-in-law), and the second of two words with one end (short- and long-term).
func isCompound(tail string, r rune, word string) bool {
	const looksBack = 100 // bytes
	tail, isHyphen := strings.CutSuffix(tail[max(0, len(tail)-looksBack):], "-")
	last, _ := utf8.DecodeLastRuneInString(tail)
	words := strings.Fields(tail)
	if !isHyphen || !unicode.IsLetter(last) && !unicode.IsDigit(last) || len(words) == 0 {
		return false
	}
	before := strings.TrimLeft(words[len(words)-1], "(\"“‘'")
	switch n := len(words); {
	case unicode.IsUpper(r) || unicode.IsDigit(r), unicode.IsDigit(last), len(before) == 1, strings.IndexByte(word, '-') == utf8.RuneLen(r), strings.ContainsAny(before[:1], "/~-") || strings.Count(before, "/") > 1,
		n > 2 && strings.HasSuffix(words[n-3], "-") && slices.Contains([]string{"and", "or", "to"}, words[n-2]),
		slices.Contains(joiningWords, before[strings.LastIndexByte(before, '-')+1:]) && strings.Contains(before, "-"), slices.Contains(tens, strings.ToLower(before)):
		return true
	case strings.HasSuffix(before, "-in"):
		return slices.ContainsFunc(afterIn, func(w string) bool { return strings.HasPrefix(word, w) })
	case strings.EqualFold(before, "self") || strings.EqualFold(before, "well"):
		return !slices.ContainsFunc([]string{"ish", "less", "hood", "ness"}, func(end string) bool { return strings.HasPrefix(word, end) })
	}
	return utf8.RuneCountInString(before) > 1 && !strings.ContainsFunc(before, func(c rune) bool { return !unicode.IsUpper(c) })
}

// Words between the hyphens of a compound, in several languages, and before a hyphen in the numbers up to a hundred.
var (
	joiningWords = strings.Fields("of the to by and up with for und von на")
	afterIn      = strings.Fields("law chief house hand place residence trade one") // brother-in-law, but plug-in-put
	tens         = strings.Fields("twenty thirty forty fifty sixty seventy eighty ninety")
)

// inAddress reports whether a line breaks within the address of a page or a mailbox, of which the sign at
// the end of the line is a part: "https://a.example/two-" and "parts.html", "first-" and "last@a.example", "ferry-" and "men.example/day".
func inAddress(tail, head string) bool {
	tail = tail[strings.LastIndexByte(tail, ' ')+1:]
	head, _, _ = strings.Cut(head, " ")
	if tail == "" || head == "" {
		return false
	}
	begin := strings.TrimLeft(tail, "(<\"“")
	starts := strings.Contains(tail, "://") || strings.HasPrefix(begin, "www.") || strings.HasPrefix(begin, "doi:") || strings.HasPrefix(begin, "10.")
	if len(head) > 2 && strings.IndexByte("/.?&=#%_-", head[0]) >= 0 && head[1] != head[0] {
		return starts || strings.Contains(tail, "@")
	}
	switch host, _, isPath := strings.Cut(head, "/"); tail[len(tail)-1] {
	case '-', '_':
		return starts || strings.ContainsAny(strings.Trim(tail, "_"), "@_") || strings.IndexByte(head, '@') > 0 || isPath && strings.IndexByte(host, '.') > 0
	case '@':
		return len(tail) > 1 && strings.Contains(strings.TrimRight(head, ".,;:)"), ".")
	case '.':
		return starts && isPath && 'a' <= head[0] && head[0] <= 'z'
	case '/', '?', '&', '=', '%', '#':
		return starts && strings.ContainsAny(strings.TrimRight(head, ".,;:)"), "./-_=&?%0123456789")
	}
	return false
}

func endsSentence(text string) bool {
	text = strings.TrimRight(strings.TrimSpace(text), "\"'”’»)]")
	r, _ := utf8.DecodeLastRuneInString(text)
	return strings.ContainsRune(".!?:;。！？…", r)
}

func startsSentence(text string) bool {
	r, _ := utf8.DecodeRuneInString(strings.TrimSpace(text))
	return !unicode.IsLower(r)
}
