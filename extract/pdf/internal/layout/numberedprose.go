package layout

import (
	"strconv"
	"strings"
)

// proseCell is how many bytes the texts beside numbers have on average from which they are
// notes or the items of a list: those of a table are shorter.
const proseCell = 45

// noteSize is how many times the size of the text notes have at most.
const noteSize = 0.95

// isNumberedProse reports whether a table of two columns is a list: numbers that count on, and
// prose beside each.
func isNumberedProse(rows [][][]Span) bool {
	last, size := 0, 0
	for i, row := range rows {
		if len(row) != 2 {
			return false
		}
		number, ok := rowNumber(row)
		if !ok || i > 0 && number != last+1 {
			return false
		}
		last = number
		size += len(Text(row[1]))
	}
	return len(rows) > 1 && size >= proseCell*len(rows)
}

func rowNumber(row [][]Span) (number int, ok bool) {
	text := strings.Trim(strings.TrimSpace(Text(row[0])), "(.)")
	number, err := strconv.Atoi(text)
	return number, err == nil && number > 0 && len(text) <= 3
}

// addNumbered adds rows as the items of a list, or in small type as notes.
func (b *builder) addNumbered(rows [][][]Span, size float64) {
	for _, row := range rows {
		number, _ := rowNumber(row)
		if size < noteSize*b.style.size {
			b.out = append(b.out, Block{Kind: Paragraph, Spans: append([]Span{{Text: strconv.Itoa(number) + " "}}, row[1]...)})
			continue
		}
		b.out = append(b.out, Block{Kind: Item, Marker: strconv.Itoa(number) + ".", Spans: row[1]})
	}
}
