package layout

import (
	"strings"
	"unicode/utf8"
)

// code takes the run of lines in fixed pitch from b.at on as a code block: two
// lines or more, or a single one apart from the text around it.
func (b *builder) code() int {
	n, lines := 0, b.lines[b.at:]
	x0, leading := lines[0].X0, b.style.leading*lines[0].Size
	for ; n < len(lines); n++ {
		l := &lines[n]
		if !l.Mono || l.Turned || l.Rows != nil || n > 0 && (l.Page != lines[0].Page || l.Before > 3*l.Size || l.Before == 0) {
			break
		}
		if x0 = min(x0, l.X0); n > 0 {
			leading = min(leading, l.Before)
		}
	}
	if n == 0 || b.style.mono ||
		n == 1 && (b.open != nil && b.continues(&lines[0]) || len(lines) > 1 && lines[1].Before > 0 && lines[1].Before <= b.style.paragraphGap(lines[0].Size)) {
		return 0
	}
	b.flush()
	var text strings.Builder
	pitch := pitch(lines[:n])
	for i := range lines[:n] {
		l := &lines[i]
		if i > 0 && l.Before > 1.7*leading {
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
			text.WriteString(l.Cells[k].Text())
			column += utf8.RuneCountInString(l.Cells[k].Text())
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
