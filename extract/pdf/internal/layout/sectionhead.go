package layout

import (
	"slices"
	"strconv"
	"strings"
	"unicode"
)

// Some journals set the headings of sections no larger and no bolder than the text: in
// capitals with a Roman number ("II. RELATED WORK"), those of parts of sections in italics
// with a letter ("B. Cleaning"). The numbers tell: they count on through the document.

const (
	maxSectionHead   = 100 // bytes
	minRomanSections = 2
	maxSectionStep   = 10 // sections without parts between two that have some
)

// collectSectionHeads notes the lines that are headings by their numbers, with their depth.
func (s *docStats) collectSectionHeads(lines []Line) {
	heads := map[int]int{}
	romans, letters := 0, 0
	var parts sectionParts
	for i := range lines {
		l := &lines[i]
		text, ok := s.mayHeadSection(l)
		if !ok {
			continue
		}
		if parts.heads(text) && isItalic(l) {
			s.setHead(i, 2)
			continue
		}
		label, rest, found := strings.Cut(text, ". ")
		switch {
		case found && isCapitals(rest) && romanNumber(label) == romans+1:
			romans++
			letters = 0
			heads[i] = 1
		case found && romans > 0 && len(label) == 1 && int(label[0]-'A') == letters && startsWithCapital(rest) && isItalic(l):
			letters++
			heads[i] = 2
		case romans > 0 && isUnnumberedSection(text):
			heads[i] = 1
		case heads[i-1] == 1 && isCapitals(text) && l.Before > 0 && l.Before <= 1.6*l.Size:
			heads[i] = 1 // its second line
		}
	}
	if romans >= minRomanSections {
		for i, depth := range heads {
			s.setHead(i, depth)
		}
	}
}

func (s *docStats) setHead(line, depth int) {
	if s.heads == nil {
		s.heads = map[int]int{}
	}
	s.heads[line] = depth
}

// sectionParts counts the parts of sections that have numbers of two figures.
type sectionParts struct{ section, part int }

// heads reports whether a line begins with the next number: "5.2. Fitting" after "5.1", or
// "6.1" after any of a lower section.
func (p *sectionParts) heads(text string) bool {
	label, rest, _ := strings.Cut(text, " ")
	major, minor, found := strings.Cut(strings.TrimSuffix(label, "."), ".")
	section, err := strconv.Atoi(major)
	part, err2 := strconv.Atoi(minor)
	if !found || err != nil || err2 != nil || !startsWithCapital(rest) {
		return false
	}
	if section == p.section && part == p.part+1 || section > p.section && section <= p.section+maxSectionStep && part == 1 {
		p.section, p.part = section, part
		return true
	}
	return false
}

// mayHeadSection returns the text of a line that is short and not larger than the text.
func (s *docStats) mayHeadSection(l *Line) (text string, ok bool) {
	if l.Turned || l.Rows != nil || len(l.Cells) > 2 || l.Size > headingSize*s.size {
		return "", false
	}
	text = strings.TrimSpace(l.Text())
	return text, text != "" && len(text) <= maxSectionHead && !strings.ContainsAny(text[len(text)-1:], ".,;:")
}

// sectionHead returns the depth of the heading of a section that line i is by its number,
// 0 for none. It stands apart from the text above, or below another heading.
func (s *docStats) sectionHead(lines []Line, i int) int {
	depth := s.heads[i]
	l := &lines[i]
	if depth == 0 || l.Before > 0 && l.Before < s.leading*1.1*l.Size && s.heads[i-1] == 0 {
		return 0
	}
	return depth
}

// romanNumber returns the value of a number in Roman capitals up to 39, 0 for none.
func romanNumber(text string) int {
	ones := [...]string{"", "I", "II", "III", "IV", "V", "VI", "VII", "VIII", "IX"}
	rest := strings.TrimLeft(text, "X")
	tens := len(text) - len(rest)
	if at := slices.Index(ones[:], rest); at >= 0 && tens <= 3 {
		return 10*tens + at
	}
	return 0
}

// isCapitals reports whether all letters of a text are capitals, two at least.
func isCapitals(text string) bool {
	letters := 0
	for _, r := range text {
		if unicode.IsLower(r) {
			return false
		}
		if unicode.IsUpper(r) {
			letters++
		}
	}
	return letters >= 2
}

func startsWithCapital(text string) bool {
	return text != "" && unicode.IsUpper([]rune(text[:min(len(text), 4)])[0])
}

// isItalic reports whether the letters of a line are in italics.
func isItalic(l *Line) bool {
	for _, c := range l.Cells {
		for _, s := range c.Spans {
			if !s.Italic && hasLetter(s.Text) {
				return false
			}
		}
	}
	return true
}

// isUnnumberedSection reports whether text is the title, in capitals, of a section without a number.
func isUnnumberedSection(text string) bool {
	switch strings.TrimRight(text, "S") {
	case "REFERENCE", "ACKNOWLEDGMENT", "ACKNOWLEDGEMENT", "APPENDIX", "BIBLIOGRAPHY":
		return true
	}
	return false
}
