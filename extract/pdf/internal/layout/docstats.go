package layout

import (
	"cmp"
	"math"
	"slices"
	"strings"
	"unicode"
)

// docStats holds the usual sizes and distances of a document.
type docStats struct {
	size      float64   // of the body
	leading   float64   // distance of its lines in ems
	bold      bool      // the body is bold
	right     []float64 // the right edge of the text, by page
	left      []float64
	sizes     []float64 // of headings, largest first
	noisy     bool      // sizes vary without meaning, as those of recognised text do
	mono      *bool     // most of the text is in fixed pitch
	bookmarks map[string]int
	shift     int // what the levels of bookmarks are below those of headings
}

const (
	headingSize   = 1.12 // times the size of the body
	maxHeading    = 200  // bytes
	maxBoldLength = 120
)

func measure(lines []Line, bookmarks map[string]int) docStats {
	s := docStats{size: 10, leading: 1.2, bookmarks: bookmarks}
	weights, boldText, all := map[float64]int{}, 0, 0
	leadings := map[float64]int{}
	for i := range lines {
		l := &lines[i]
		n := len(l.Text())
		weights[roundToHalf(l.Size)] += n
		all += n
		if l.Bold {
			boldText += n
		}
		if r := l.Before / max(l.Size, 1); r > 0.8 && r < 2.6 && i > 0 && similarSize(l.Size, lines[i-1].Size) {
			leadings[math.Round(r*20)/20] += n
		}
	}
	if size, ok := heaviest(weights); ok {
		s.size = size
	}
	if r, ok := heaviest(leadings); ok {
		s.leading = r
	}
	s.bold = boldText*2 > all
	s.noisy = hasNoisySizes(lines, s.size)
	s.measureEdges(lines)
	s.collectHeadingSizes(lines)
	s.shiftBookmarks(lines)
	return s
}

// shiftBookmarks sets shift to 1 if the largest heading is clearly larger than the headings
// of the first level of the document outline. That heading is the title, and gets the level above them.
func (s *docStats) shiftBookmarks(lines []Line) {
	largest, found := 0.0, false
	for i := range lines {
		if level, ok := s.bookmarks[TitleKey(lines[i].Text())]; ok && level == 1 && lines[i].Size >= s.size {
			largest, found = max(largest, lines[i].Size), true
		}
	}
	if found && len(s.sizes) > 0 && s.sizes[0] > largest+0.9 {
		s.shift = 1
	}
}

func roundToHalf(v float64) float64 { return math.Round(v*2) / 2 }

// heaviest returns the key with the largest weight, the smallest of equals.
func heaviest(weights map[float64]int) (key float64, ok bool) {
	best := 0
	for k, n := range weights {
		if n > best || n == best && ok && k < key {
			best, key, ok = n, k, true
		}
	}
	return key, ok
}

func (s *docStats) measureEdges(lines []Line) {
	for i := range lines {
		l := &lines[i]
		for len(s.right) <= l.Page {
			s.right, s.left = append(s.right, math.Inf(-1)), append(s.left, math.Inf(1))
		}
		if similarSize(l.Size, s.size) && !l.Turned {
			s.right[l.Page], s.left[l.Page] = max(s.right[l.Page], l.X1), min(s.left[l.Page], l.X0)
		}
	}
}

// collectHeadingSizes collects the sizes of headings that differ by at least a point.
func (s *docStats) collectHeadingSizes(lines []Line) {
	var sizes []float64
	for i := range lines {
		if l := &lines[i]; !l.Turned && l.Size > headingSize*s.size && hasLetter(l.Text()) && !isFormula(l.Text()) && len(l.Text()) <= maxHeading {
			sizes = append(sizes, l.Size)
		}
	}
	slices.SortFunc(sizes, func(a, b float64) int { return cmp.Compare(b, a) })
	for _, v := range sizes {
		if n := len(s.sizes); n == 0 || s.sizes[n-1]-v >= 0.9 {
			s.sizes = append(s.sizes, v)
		}
	}
}

func hasLetter(text string) bool { return strings.ContainsFunc(text, unicode.IsLetter) }

// paragraphGap returns the distance of lines from which a paragraph ends.
func (s *docStats) paragraphGap(size float64) float64 {
	return max(s.leading*1.28, s.leading+0.25) * size
}

// endsEarly reports whether a line ends well before the right edge of its column.
func (s *docStats) endsEarly(l *Line) bool {
	if l.Page >= len(s.right) || s.right[l.Page] <= s.left[l.Page] {
		return false
	}
	width := s.right[l.Page] - s.left[l.Page]
	right := s.right[l.Page]
	if l.X1 < s.left[l.Page]+0.55*width && l.X0 < s.left[l.Page]+0.3*width {
		// in a narrow column the edge is nearer, but no one knows where
		return l.X1-l.X0 < 0.33*width
	}
	return l.X1 < right-0.12*width
}

// heading returns the level of a heading that begins at line i, 0 for none.
func (s *docStats) heading(lines []Line, i int) int {
	l := &lines[i]
	text := strings.TrimSpace(l.Text())
	if l.Turned || l.Rows != nil || !hasLetter(text) || len(text) > maxHeading || len(l.Cells) > 2 {
		return 0
	}
	if level, _ := s.title(lines, i); level > 0 {
		return level
	}
	if isFormula(text) {
		return 0
	}
	if l.Size > headingSize*s.size && (!s.noisy || s.standsAlone(lines, i)) {
		for n, size := range s.sizes {
			if l.Size > size-0.9 {
				return min(n+1, 6)
			}
		}
	}
	if l.Size <= headingSize*s.size && isCaption(text) {
		return 0
	}
	if _, _, isItem := bullet(l); isItem && !hasSectionNumber(text) {
		return 0
	}
	if l.Bold && !s.bold && similarSize(l.Size, s.size) && len(text) <= maxBoldLength && len(l.Cells) <= 2 && !strings.ContainsAny(text[len(text)-1:], ".,;:") {
		alone := l.Before == 0 || l.Before > s.paragraphGap(l.Size)*0.95 || i > 0 && lines[i-1].Rows == nil && lines[i-1].Size > headingSize*s.size
		next := i+1 < len(lines) && lines[i+1].Page == l.Page && lines[i+1].Bold && similarSize(lines[i+1].Size, l.Size) && lines[i+1].Before > 0 && lines[i+1].Before <= s.paragraphGap(l.Size)
		if alone && !next {
			return min(len(s.sizes)+1, 6)
		}
	}
	return 0
}

// isFormula reports whether text has a sign between two sides, and no word of more letters than "dx": "a² + b² = c²".
func isFormula(text string) bool {
	const minWord = 3
	letters, longest := 0, 0
	for _, r := range text {
		if letters++; !unicode.IsLetter(r) {
			letters = 0
		}
		longest = max(longest, letters)
	}
	return longest < minWord && strings.ContainsAny(text, "=≠≈≡≤≥")
}

func isCaption(text string) bool {
	word, rest, _ := strings.Cut(text, " ")
	switch word = strings.TrimSuffix(word, "."); strings.ToUpper(word[:min(1, len(word))]) + strings.ToLower(word[min(1, len(word)):]) {
	case "Table", "Figure", "Fig", "Listing", "Algorithm", "Tabelle", "Abbildung", "Abb", "Tab", "Tableau", "Tabla", "Figura", "Tabell", "Figur", "Tabela":
	default:
		return false
	}
	number := strings.TrimLeft(rest, "0123456789.")
	return number != rest && (strings.HasPrefix(number, ":") || strings.HasSuffix(rest[:len(rest)-len(number)], "."))
}

func hasSectionNumber(text string) bool {
	i, digits := 0, 0
	for i < len(text) && (text[i] >= '0' && text[i] <= '9' || text[i] == '.') {
		if text[i] != '.' {
			digits++
		}
		i++
	}
	return digits > 0 && digits <= 6 && i < len(text) && text[i] == ' '
}
