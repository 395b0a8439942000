package layout

import (
	"strings"
	"unicode/utf8"
)

// code takes the run of lines in fixed pitch from b.at on as a code block: two
// lines or more, or a single one apart from the text around it.
func (b *builder) code() int {
	n := 0
	x0, leading := b.lines[b.at].X0, b.style.leading*b.lines[b.at].Size
	for i := b.at; i < len(b.lines); i++ {
		l := &b.lines[i]
		if !l.Mono || l.Turned || l.Rows != nil || i > b.at && (l.Page != b.lines[b.at].Page || l.Before > 3*l.Size || l.Before == 0) {
			break
		}
		x0 = min(x0, l.X0)
		if n++; i > b.at {
			leading = min(leading, l.Before)
		}
	}
	if n == 0 || b.style.mono {
		return 0
	}
	if n == 1 && (b.open != nil && b.continues(&b.lines[b.at]) || b.at+1 < len(b.lines) && b.lines[b.at+1].Before > 0 && b.lines[b.at+1].Before <= b.style.paragraphGap(b.lines[b.at].Size)) {
		return 0
	}
	b.flush()
	var text strings.Builder
	pitch := pitch(b.lines[b.at : b.at+n])
	for i := b.at; i < b.at+n; i++ {
		l := &b.lines[i]
		if i > b.at && l.Before > 1.7*leading {
			text.WriteByte('\n')
		}
		column := 0
		for k := range l.Cells {
			if k > 0 {
				text.WriteByte(' ')
				column++
			}
			for at := int((l.Cells[k].X0-x0)/pitch + 0.5); column < at && column < 500; column++ {
				text.WriteByte(' ')
			}
			s := l.Cells[k].Text()
			text.WriteString(s)
			column += len([]rune(s))
		}
		text.WriteByte('\n')
	}
	b.out = append(b.out, Block{Kind: Code, Code: text.String()})
	return n
}

func pitch(lines []Line) float64 {
	width, characters := 0.0, 0
	for i := range lines {
		for _, c := range lines[i].Cells {
			if n := utf8.RuneCountInString(c.Text()); n > 3 {
				width += c.X1 - c.X0
				characters += n
			}
		}
	}
	if characters == 0 {
		return 0.6 * max(lines[0].Size, 1)
	}
	return max(width/float64(characters), 0.5)
}
