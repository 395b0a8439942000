package linkstyle

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
)

// inline is an inline link or image of CommonMark, section 6.3 and 6.4. All
// fields but parent are byte offsets into Markdown.
type inline struct {
	start, end           int
	labelStart, labelEnd int
	destStart, destEnd   int // the destination without angle brackets
	titleStart, titleEnd int // the title with its quotes; equal if there is none
	image                bool
	parent               int // index of the link around it, -1 for none
}

// bracket is an opening bracket that waits for its partner.
type bracket struct {
	at     int
	image  bool
	active bool // it may still open a link: links don't hold links
	first  int  // how many inlines were found before it
}

// maxOpenBrackets bounds the brackets that wait; with more, those of the
// paragraph so far are text.
const maxOpenBrackets = 1000

type scanner struct {
	md        string
	found     []inline
	open      []bracket
	lineEnd   int
	paragraph int // end of the paragraph, 0 while unknown
	noTicks   [maxTicks + 1]int
	noDollar  int
}

// scan finds the inline links and images outside of code, formulas and HTML,
// ordered by where they end.
func scan(md string, blocks []extract.Block) []inline {
	if !strings.Contains(md, "](") {
		return nil
	}
	s := &scanner{md: md}
	at := 0
	for _, b := range blocks {
		if b.Start < at || b.End > len(md) {
			continue
		}
		switch b.Kind {
		case extract.Code, extract.Math, extract.HTML, extract.Rule:
			s.text(at, b.Start)
			at = b.End
		}
	}
	s.text(at, len(md))
	return s.found
}

// text scans whole lines, except those of fenced or deeply indented code.
func (s *scanner) text(i, end int) {
	var f fence
	afterBlank := true
	s.endParagraph()
	for i < end {
		stop := end
		if k := strings.IndexByte(s.md[i:end], '\n'); k >= 0 {
			stop = i + k
		}
		line := s.md[i:stop]
		inner := withoutMarkers(line)
		switch {
		case f.n > 0:
			if f.closedBy(inner) {
				f = fence{}
			}
		case strings.TrimSpace(inner) == "":
			s.endParagraph()
			afterBlank = true
		case fenceOf(inner).n > 0:
			f = fenceOf(inner)
			s.endParagraph()
		case afterBlank && indentation(line) >= codeIndent:
			s.endParagraph() // maybe code in an item of a list
		default:
			afterBlank = false
			s.line(i, stop, end)
		}
		i = stop + 1
	}
	s.endParagraph()
}

// codeIndent is the indentation from which on lines after a blank one may be
// indented code, whatever list they stand in.
const codeIndent = 8

func (s *scanner) endParagraph() {
	s.open, s.paragraph, s.noDollar = s.open[:0], 0, 0
	s.noTicks = [maxTicks + 1]int{}
}

// line scans one line of text; end is that of the text.
func (s *scanner) line(i, stop, end int) {
	s.lineEnd = stop
	for i < stop {
		k := strings.IndexAny(s.md[i:stop], "\\`<$![]")
		if k < 0 {
			return
		}
		i += k
		switch s.md[i] {
		case '\\':
			i += 2
		case '`':
			i = s.codeSpan(i, end)
		case '<':
			i = s.tag(i)
		case '$':
			i = s.formula(i)
		case '!':
			if i++; i < stop && s.md[i] == '[' {
				s.push(i-1, true)
				i++
			}
		case '[':
			s.push(i, false)
			i++
		case ']':
			i = s.close(i, end)
		}
	}
}

func (s *scanner) push(at int, image bool) {
	if len(s.open) == maxOpenBrackets {
		s.open = s.open[:0]
	}
	s.open = append(s.open, bracket{at: at, image: image, active: true, first: len(s.found)})
}

// close takes the bracket that opened what ends at i, and returns where to go
// on.
func (s *scanner) close(i, end int) int {
	n := len(s.open)
	if n == 0 {
		return i + 1
	}
	b := s.open[n-1]
	s.open = s.open[:n-1]
	t, ok := parseTarget(s.md[:end], i+1)
	if !b.active || !ok {
		return i + 1
	}
	t.start, t.labelStart, t.labelEnd, t.image, t.parent = b.at, b.at+1, i, b.image, -1
	if b.image {
		t.labelStart++
	} else {
		for k := range s.open {
			s.open[k].active = s.open[k].active && s.open[k].image
		}
	}
	for k := b.first; k < len(s.found); k++ {
		if s.found[k].parent < 0 {
			s.found[k].parent = len(s.found)
		}
	}
	s.found = append(s.found, t)
	return t.end
}

// maxTicks is the longest run of backticks that opens a code span here.
const maxTicks = 32

// codeSpan returns the end of the code span that begins at i, or of the
// backticks there. A run without partner is remembered, so that the search is
// not repeated for each of many.
func (s *scanner) codeSpan(i, end int) int {
	n := runLength(s.md[i:s.lineEnd], '`')
	if n > maxTicks || s.noTicks[n] > i {
		return i + n
	}
	if s.paragraph <= i {
		s.paragraph = end
		if k := strings.Index(s.md[i:end], "\n\n"); k >= 0 {
			s.paragraph = i + k
		}
	}
	for k := i + n; k < s.paragraph; {
		next := strings.IndexByte(s.md[k:s.paragraph], '`')
		if next < 0 {
			break
		}
		k += next
		size := runLength(s.md[k:s.paragraph], '`')
		if k += size; size == n {
			return k
		}
	}
	s.noTicks[n] = s.paragraph
	return i + n
}

// tag returns the end of the autolink or HTML tag that begins at i, or i+1.
func (s *scanner) tag(i int) int {
	rest := s.md[i+1 : min(s.lineEnd, i+maxTag)]
	if rest == "" || !ascii.IsLetter(rest[0]) && rest[0] != '/' && rest[0] != '!' && rest[0] != '?' {
		return i + 1
	}
	if k := strings.IndexAny(rest, "<>"); k >= 0 && rest[k] == '>' {
		return i + 1 + k + 1
	}
	return i + 1
}

// maxTag bounds the length of a tag.
const maxTag = 4096

// formula returns the end of the formula between dollar signs that begins at i,
// or the end of those signs. It is one if no space follows the opening sign,
// none stands before the closing one, and no digit follows that (the rule of
// Pandoc's tex_math_dollars).
func (s *scanner) formula(i int) int {
	n := runLength(s.md[i:s.lineEnd], '$')
	if n > 2 || s.noDollar > i || i+n >= s.lineEnd || n == 1 && s.md[i+n] == ' ' {
		return i + n
	}
	sign := "$$"[:n]
	for at := i + n; ; {
		k := strings.Index(s.md[at:s.lineEnd], sign)
		if k < 0 {
			s.noDollar = s.lineEnd
			return i + n
		}
		at += k
		before, after := s.md[at-1], byte(' ')
		if at+n < s.lineEnd {
			after = s.md[at+n]
		}
		if at > i+n && before != ' ' && before != '\\' && (after < '0' || after > '9') {
			return at + n
		}
		at += n
	}
}

// runLength returns how many bytes c text begins with.
func runLength(text string, c byte) int {
	n := 0
	for n < len(text) && text[n] == c {
		n++
	}
	return n
}
