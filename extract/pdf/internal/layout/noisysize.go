package layout

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// Text recognition (OCR) gives each line of a scan a different size, so that lines of
// paragraphs look like headings. In such a document a heading must also be apart from other lines.

const (
	longLine      = 60   // bytes, which few headings have
	minNoisyLines = 5    // long lines that are larger than the text
	minNoisyShare = 0.04 // of all lines
	maxAloneHead  = 80   // bytes
	maxAloneWidth = 0.7  // of the width of the text
)

func hasNoisySizes(lines []Line, body float64) bool {
	noisy := 0
	for i := range lines {
		if l := &lines[i]; !l.Turned && l.Size > headingSize*body && len(l.Text()) > longLine {
			noisy++
		}
	}
	return noisy >= minNoisyLines && float64(noisy) >= minNoisyShare*float64(len(lines))
}

// standsAlone reports whether a short line is apart from those around it and begins and ends as a
// heading does.
func (s *docStats) standsAlone(lines []Line, i int) bool {
	l := &lines[i]
	text := strings.TrimSpace(l.Text())
	first, _ := utf8.DecodeRuneInString(text)
	if len(text) > maxAloneHead || unicode.IsLower(first) || strings.ContainsAny(text[len(text)-1:], ".,;:-") {
		return false
	}
	if width := s.right[l.Page] - s.left[l.Page]; width > 0 && l.X1-l.X0 > maxAloneWidth*width {
		return false
	}
	gap := 0.95 * s.paragraphGap(l.Size)
	return (l.Before == 0 || l.Before > gap) && (i+1 == len(lines) || lines[i+1].Before == 0 || lines[i+1].Before > gap)
}
