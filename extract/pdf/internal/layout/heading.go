package layout

import (
	"cmp"
	"maps"
	"math"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// docStats holds the usual sizes and distances of a document.
type docStats struct {
	size      float64        // of the body
	leading   float64        // distance of its lines in ems
	bold      bool           // the body is bold
	margins   map[int]extent // between which the text is, by page
	sizes     []float64      // of headings, largest first
	noisy     bool           // sizes vary without meaning, as those of recognised text do
	mono      bool           // most of the text is in fixed pitch, so that fixed pitch doesn't mark code
	tagged    int            // lines that are tagged as headings
	bookmarks map[string]int
	shift     int // what the levels of bookmarks are below those of headings
}

const (
	headingSize   = 1.12 // times the size of the body
	maxHeading    = 200  // bytes
	maxBoldLength = 120
)

func measure(m *ctxio.Meter, lines []Line, bookmarks map[string]int) docStats {
	s := docStats{bookmarks: bookmarks, margins: map[int]extent{}}
	weights, bold, mono, all := map[float64]int{}, 0, 0, 0
	leadings := map[float64]int{}
	for i := range lines {
		if m.Spend(ctxio.PerItem) != nil {
			break
		}
		l := &lines[i]
		n := len(l.Text())
		weights[math.Round(l.Size*2)/2] += n
		all += n
		if l.Bold {
			bold += n
		}
		if l.Mono {
			mono += n
		}
		if r := l.Before / max(l.Size, 1); r > 0.8 && r < 2.6 && i > 0 && similarSize(l.Size, lines[i-1].Size) {
			leadings[math.Round(r*20)/20] += n
		}
	}
	s.size, s.leading = heaviest(weights, 10), heaviest(leadings, 1.2)
	s.bold, s.mono = bold*2 > all, mono*2 > all
	var sizes []float64 // of headings
	noisy := 0
	for i := range lines {
		l := &lines[i]
		if l.heading.Heading > 0 {
			s.tagged++
		}
		switch {
		case l.Turned:
		case l.Size > headingSize*s.size:
			text := l.Text()
			if len(text) > longLine {
				noisy++
			}
			if len(text) <= maxHeading && hasLetter(text) && !isFormula(text) {
				sizes = append(sizes, l.Size)
			}
		case similarSize(l.Size, s.size):
			of, known := s.margins[l.Page]
			if !known {
				of = extentOf(nil)
			}
			of.add(l.X0, l.X1)
			s.margins[l.Page] = of
		}
	}
	s.noisy = noisy >= minNoisyLines && float64(noisy) >= minNoisyShare*float64(len(lines))
	slices.SortFunc(sizes, func(a, b float64) int { return cmp.Compare(b, a) })
	for alike := range groups(sizes, func(alike []float64, v float64) bool { return alike[0]-v < 0.9 }) {
		s.sizes = append(s.sizes, alike[0])
	}
	if len(bookmarks) > 0 {
		s.shiftBookmarks(lines)
	}
	return s
}

// shiftBookmarks sets shift to 1 if the largest heading is clearly larger than the headings
// of the first level of the document outline. That heading is the title, and gets the level above them.
func (s *docStats) shiftBookmarks(lines []Line) {
	largest, found := 0.0, false
	for i := range lines {
		if l := &lines[i]; l.Size >= s.size && s.bookmarks[TitleKey(l.Text())] == 1 {
			largest, found = max(largest, l.Size), true
		}
	}
	if found && len(s.sizes) > 0 && s.sizes[0] > largest+0.9 {
		s.shift = 1
	}
}

// heaviest returns the key with the largest weight, of equal ones the smallest, or other if the map is empty.
func heaviest(weights map[float64]int, other float64) float64 {
	best := 0
	for _, key := range slices.Sorted(maps.Keys(weights)) {
		if weights[key] > best {
			best, other = weights[key], key
		}
	}
	return other
}

func hasLetter(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }

// paragraphGap returns the distance of lines from which a paragraph ends.
func (s *docStats) paragraphGap(size float64) float64 {
	return max(s.leading*1.28, s.leading+0.25) * size
}

// endsEarly reports whether a line ends well before the right edge of its column.
func (s *docStats) endsEarly(l *Line) bool {
	of := s.margins[l.Page]
	width := of.x1 - of.x0
	if l.X1 < of.x0+0.55*width && l.X0 < of.x0+0.3*width {
		// in a narrow column the edge is nearer, but no one knows where
		return l.X1-l.X0 < 0.33*width
	}
	return width > 0 && l.X1 < of.x1-0.12*width
}

// heading returns the level of the heading that begins at line i and how many lines it has, 0 for none. The
// level is that of a bookmark with its text, else of its tag, else of its type.
func (s *docStats) heading(lines []Line, i int) (level, n int) {
	if level, n = s.title(lines, i); n > 0 {
		return level, n
	}
	if level, n = s.taggedHeading(lines, i); n > 0 {
		return level, n
	}
	if level = s.typeLevel(lines, i); level == 0 {
		return 0, 0
	}
	first, length := &lines[i], len(lines[i].Text())
	for n = 1; i+n < len(lines) && length <= maxHeading; n++ {
		l := &lines[i+n]
		_, titled := s.title(lines, i+n)
		if titled > 0 || !similarSize(l.Size, first.Size) || l.Page != first.Page || l.Bold != first.Bold || l.Before <= 0 || l.Before > 1.6*first.Size ||
			s.typeLevel(lines, i+n) != level || hasSectionNumber(l.Text()) {
			break
		}
		length += len(l.Text())
	}
	return level, n
}

// typeLevel returns the level that line i has as a heading by its size or bold type, 0 if it isn't one.
func (s *docStats) typeLevel(lines []Line, i int) int {
	l := &lines[i]
	text := strings.TrimSpace(l.Text())
	if l.Turned || l.Rows != nil || !hasLetter(text) || len(text) > maxHeading || len(l.Cells) > 2 || strings.HasPrefix(text, "• ") || isFormula(text) {
		return 0
	}
	isLarge := l.Size > headingSize*s.size
	if n := slices.IndexFunc(s.sizes, func(size float64) bool { return l.Size > size-0.9 }); isLarge && n >= 0 && (!s.noisy || s.standsAlone(lines, i)) {
		return min(n+1, 6)
	}
	if _, _, isItem := bullet(l); !isLarge && isCaption(text) || isItem && !hasSectionNumber(text) {
		return 0
	}
	if l.Bold && !s.bold && similarSize(l.Size, s.size) && len(text) <= maxBoldLength && !strings.ContainsAny(text[len(text)-1:], ".,;:") {
		alone := l.Before == 0 || l.Before > s.paragraphGap(l.Size)*0.95 || i > 0 && lines[i-1].Rows == nil && lines[i-1].Size > headingSize*s.size
		next := i+1 < len(lines) && lines[i+1].Page == l.Page && lines[i+1].Bold && similarSize(lines[i+1].Size, l.Size) && lines[i+1].Before > 0 && lines[i+1].Before <= s.paragraphGap(l.Size)
		if alone && !next {
			return min(len(s.sizes)+1, 6)
		}
	}
	return 0
}

// isFormula reports whether text has a relation sign and no word of three letters or more: "a² + b² = c²".
func isFormula(text string) bool {
	const minWord = 3
	for word := range strings.FieldsFuncSeq(text, func(r rune) bool { return !unicode.IsLetter(r) }) {
		if utf8.RuneCountInString(word) >= minWord {
			return false
		}
	}
	return strings.ContainsAny(text, "=≠≈≡≤≥")
}

func isCaption(text string) bool {
	word, rest, _ := strings.Cut(text, " ")
	switch strings.ToLower(strings.TrimSuffix(word, ".")) {
	case "table", "figure", "fig", "listing", "algorithm", "tabelle", "abbildung", "abb", "tab", "tableau", "tabla", "figura", "tabell", "figur", "tabela":
		number := strings.TrimLeft(rest, "0123456789.")
		return number != rest && (strings.HasPrefix(number, ":") || strings.HasSuffix(rest[:len(rest)-len(number)], "."))
	}
	return false
}

func hasSectionNumber(text string) bool {
	word, _, found := strings.Cut(text, " ")
	digits := strings.ReplaceAll(word, ".", "")
	return found && digits != "" && len(digits) <= 6 && strings.Trim(digits, "0123456789") == ""
}

// maxTitleLines bounds the lines of a heading that is found by its bookmark.
const maxTitleLines = 3

// TitleKey returns what is compared of a bookmark and a line: letters and digits
// in lower case without the number of the section, which many programs leave out
// of one of them. "2.1 General expressions", "General Expressions" and "§ 2.1.
// General expressions" have the same key. It is "" for a text of a number alone.
func TitleKey(text string) string {
	fields := strings.Fields(norm.NFKC.String(text))
	for len(fields) > 1 && sectionNumber(fields[0]) {
		fields = fields[1:]
	}
	if key := TextKey(strings.Join(fields, "")); hasLetter(key) {
		return key
	}
	return ""
}

// TextKey returns the letters and digits of text in lower case, by which two texts are compared
// whose blanks and hyphens may differ.
func TextKey(text string) string {
	return strings.Map(func(c rune) rune {
		if !unicode.IsLetter(c) && !unicode.IsNumber(c) {
			return -1
		}
		return unicode.ToLower(c)
	}, norm.NFKC.String(text))
}

// sectionNumber reports whether a word is the number of a section: "2", "2.1.",
// "A", "A.1", "IV.", "§", "Chapter".
func sectionNumber(word string) bool {
	switch strings.ToLower(strings.TrimRight(word, ".:")) {
	case "§", "chapter", "section", "appendix", "part", "kapitel", "abschnitt", "anhang", "teil", "chapitre", "annexe":
		return true
	}
	word = strings.Trim(word, ".:)(-–")
	digits := strings.Trim(word, "0123456789.")
	return word != "" && (len(digits) == 0 || len(digits) == 1 && digits[0] >= 'A' && digits[0] <= 'Z' || strings.Trim(digits, "IVX") == "")
}

// title returns the level of the heading that begins at line i by a bookmark that
// has its text, and how many lines it takes; 0 for none.
func (s *docStats) title(lines []Line, i int) (level, taken int) {
	l := &lines[i]
	if len(s.bookmarks) == 0 || l.Turned || l.Rows != nil || l.Size < 0.95*s.size {
		return 0, 0
	}
	// it looks like more than a line of a paragraph: by its type, or by the distance to the line above
	if !(l.Bold && !s.bold || l.Size > 1.05*s.size || l.Before == 0 || l.Before > 1.15*s.leading*l.Size || i > 0 && !similarSize(lines[i-1].Size, l.Size)) {
		return 0, 0
	}
	text := ""
	for n := i; n < len(lines) && n < i+maxTitleLines; n++ {
		l := &lines[n]
		goesOn := l.Page == lines[i].Page && !l.Turned && l.Rows == nil && l.Before > 0 && l.Before <= max(s.paragraphGap(l.Size), 1.6*l.Size)
		if n > i && (!goesOn || !similarSize(lines[n-1].Size, l.Size)) {
			break
		}
		text = strings.TrimSpace(text + " " + l.Text())
		if len(text) > maxHeading {
			break
		}
		if level, ok := s.bookmarks[TitleKey(text)]; ok {
			return min(level+s.shift, 6), n - i + 1
		}
	}
	return 0, 0
}

// Text recognition (OCR) gives each line of a scan a different size, so that lines of
// paragraphs look like headings. In such a document a heading must also be apart from other lines.

const (
	longLine      = 60   // bytes, which few headings have
	minNoisyLines = 5    // long lines that are larger than the text
	minNoisyShare = 0.04 // of all lines
	maxAloneHead  = 80   // bytes
	maxAloneWidth = 0.7  // of the width of the text
)

// standsAlone reports whether a short line is apart from those around it and begins and ends as a
// heading does.
func (s *docStats) standsAlone(lines []Line, i int) bool {
	l := &lines[i]
	text := strings.TrimSpace(l.Text())
	first, _ := utf8.DecodeRuneInString(text)
	if len(text) > maxAloneHead || unicode.IsLower(first) || strings.ContainsAny(text[len(text)-1:], ".,;:-") {
		return false
	}
	if width := s.margins[l.Page].x1 - s.margins[l.Page].x0; width > 0 && l.X1-l.X0 > maxAloneWidth*width {
		return false
	}
	gap := 0.95 * s.paragraphGap(l.Size)
	return (l.Before == 0 || l.Before > gap) && (i+1 == len(lines) || lines[i+1].Before == 0 || lines[i+1].Before > gap)
}

const (
	maxAboveTitle = 3  // blocks that may be above the title of a document
	maxByline     = 60 // blocks between the title and the abstract

	longestAddress = 300 // bytes of a paragraph between them
)

// demoteByline makes paragraphs of the headings right below the title of a document that
// have no text under them: authors, where they work and the date are set larger than the
// text, but are no sections. Bold type, a number or a bookmark makes a section. Before an
// abstract nothing but a number or a bookmark does.
func demoteByline(blocks []Block, bookmarks map[string]int) {
	title := slices.IndexFunc(blocks[:min(len(blocks), maxAboveTitle)], func(b Block) bool { return b.Kind == Heading && b.Level == 1 })
	if title < 0 {
		return
	}
	blocks = blocks[title+1:]
	isSection := func(b *Block) bool { return bookmarks[TitleKey(b.Text())] > 0 || isNumbered(b.Text()) }
	end := beforeAbstract(blocks)
	if end == 0 {
		for ; end < len(blocks); end++ {
			b := &blocks[end]
			isBold := slices.ContainsFunc(b.Spans, func(s Span) bool { return s.Bold && !isBlank(s.Text) })
			if b.Kind != Heading || b.Level == 1 || b.Level != blocks[0].Level || isBold || isSection(b) {
				break
			}
			if hasText := end+1 == len(blocks) || blocks[end+1].Kind != Heading || blocks[end+1].Level > b.Level; hasText && end < 2 {
				break
			}
		}
	}
	for i := range blocks[:end] {
		if b := &blocks[i]; b.Kind == Heading && b.Level > 1 && !isSection(b) {
			b.Kind, b.Level = Paragraph, 0
		}
	}
}

// beforeAbstract returns how many blocks are before the heading of an abstract. It returns
// 0 if no abstract is near, or if a numbered section, a list or prose comes first, as in a thesis.
func beforeAbstract(blocks []Block) int {
	names := []string{"abstract", "zusammenfassung", "résumé", "resumen", "resumo", "sommario", "sammanfattning", "аннотация", "摘要"}
	for i, b := range blocks[:min(len(blocks), maxByline)] {
		text, isHeading := b.Text(), b.Kind == Heading
		switch {
		case isHeading && slices.Contains(names, strings.ToLower(strings.Trim(text, " .:"))):
			return i
		case isHeading && isNumbered(text), b.Kind == Paragraph && len(text) > longestAddress, !isHeading && b.Kind != Paragraph:
			return 0
		}
	}
	return 0
}

// isNumbered reports whether a heading has the number of a section, unlike "3 March 2026".
func isNumbered(text string) bool {
	fields := strings.Fields(text)
	isDate := len(fields) == 3 && len(fields[2]) == 4 && strings.Trim(fields[2], "0123456789") == ""
	return hasSectionNumber(text) && !isDate
}
