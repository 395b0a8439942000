package pdf_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// tagged returns a file of pages whose pieces of marked content, of the same numbers on
// each page, stand at x, y; the structure tree has kids.
func tagged(kids string, pages ...string) *pdftest.File {
	f := pdftest.New(pages...)
	return f.With(1, "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 8 0 R>>").With(8, "<</Type/StructTreeRoot/K<</S/Document/Pg 10 0 R/K["+kids+"]>>>>")
}

// piece shows a piece of marked content, a line for each text.
func piece(id, x, y int, texts ...string) string {
	lines := ""
	for _, text := range texts {
		lines += "(" + text + ") Tj T* "
	}
	return fmt.Sprintf("/P <</MCID %d>> BDC BT /F1 10 Tf 12 TL %d %d Td %s ET EMC\n", id, x, y, lines)
}

// tableRow is a row of cells that each have one piece.
func tableRow(page int, ids ...int) string {
	var b strings.Builder
	for _, id := range ids {
		fmt.Fprintf(&b, "<</S/TD/Pg %d 0 R/K %d>>", page, id)
	}
	return "<</S/TR/K[" + b.String() + "]>>"
}

// TestTaggedTable has lines as near in cells as in rows, columns that nearly touch, and an empty
// cell that has no tag.
func TestTaggedTable(t *testing.T) {
	page := piece(0, 72, 700, "Place") + piece(1, 110, 700, "Note") + piece(2, 250, 700, "mm of rain") +
		piece(3, 72, 688, "Lund") + piece(4, 110, 688, "a town in the", "south of the country") + piece(5, 250, 688, "112") +
		piece(6, 72, 664, "Malm") + piece(7, 250, 664, "98")
	doc := read(t, tagged("<</S/Table/K["+tableRow(10, 0, 1, 2)+tableRow(10, 3, 4, 5)+tableRow(10, 6, 7)+"]>>", page))
	assert.Equal(t, "| Place | Note | mm of rain |\n| --- | --- | --- |\n| Lund | a town in the south of the country | 112 |\n| Malm |  | 98 |", doc.Markdown)
}

func TestTaggedTableOverPages(t *testing.T) {
	first := piece(0, 72, 700, "Place") + piece(1, 150, 700, "Note") + piece(2, 72, 680, "Lund") + piece(3, 150, 680, "begins")
	second := piece(0, 72, 700, "Place") + piece(1, 150, 700, "Note") + piece(3, 150, 680, "and ends") + piece(4, 72, 660, "Kiruna") + piece(5, 150, 660, "far")
	rows := tableRow(10, 0, 1) + tableRow(10, 2, 3) + tableRow(20, 0, 1) + "<</S/TR/K[<</S/TD>><</S/TD/Pg 20 0 R/K 3>>]>>" + tableRow(20, 4, 5)
	doc := read(t, tagged("<</S/Table/K["+rows+"]>>", first, second))
	assert.Equal(t, "| Place | Note |\n| --- | --- |\n| Lund | begins and ends |\n| Kiruna | far |", doc.Markdown)
}

// Tags that can't be right: the halves of a page are no cells.
func TestTaggedTableOfAPage(t *testing.T) {
	half := make([]string, 40)
	for i := range half {
		half[i] = "Words of a column that goes on and on for long"
	}
	doc := read(t, tagged("<</S/Table/K["+tableRow(10, 0, 1)+tableRow(10, 2, 3)+"]>>",
		piece(0, 72, 720, half...)+piece(1, 320, 720, half...)+piece(2, 72, 200, "left")+piece(3, 320, 200, "right")))
	assert.NotContains(t, doc.Markdown, "| Words")
}

func TestTaggedHeadings(t *testing.T) {
	text := strings.Repeat("x", 20)
	page := piece(0, 72, 720, "A heading of two", "lines in plain type") + piece(1, 72, 690, text+" one", text, text) + piece(2, 72, 650, "Below it") + piece(3, 72, 630, text+" two", text, text, text, text)
	kids := "<</S/H1/K 0>><</S/P/K 1>><</S/H3/K 2>><</S/P/K 3>>"
	doc := read(t, tagged(kids, page))
	assert.Contains(t, doc.Markdown, "# A heading of two lines in plain type\n\n"+text+" one")
	assert.Contains(t, doc.Markdown, "\n\n### Below it\n\n"+text+" two")
	doc = read(t, tagged("<</S/H1/K 0>><</S/H1/K 1>><</S/H3/K 2>><</S/P/K 3>>", page))
	assert.NotContains(t, doc.Markdown, "# ", "half of the lines are tagged as headings")
}

// A heading shares no line with text that stands beside it.
func TestTaggedHeadingBesideText(t *testing.T) {
	text := strings.Repeat("x", 20)
	page := piece(0, 72, 720, "Ropes Ltd", "Harbour Street 12") + piece(1, 400, 708, "Invoice") + piece(2, 72, 650, text, text, text)
	doc := read(t, tagged("<</S/P/K 0>><</S/H1/K 1>><</S/P/K 2>>", page))
	assert.Contains(t, doc.Markdown, "Harbour Street 12\n\n# Invoice\n\n"+text)
}

// The stream has the lines of two notes in turns, and the tree one after the other.
func TestTaggedOrder(t *testing.T) {
	page, kids := "", ""
	for i := range 8 {
		page += piece(2*i, 72, 700-30*i, fmt.Sprintf("first %d", i))
		page += piece(2*i+1, 72, 685-30*((i+4)%8), fmt.Sprintf("second %d", i))
	}
	for _, i := range []int{0, 9, 2, 11, 4, 13, 6, 15, 8, 1, 10, 3, 12, 5, 14, 7} {
		kids += fmt.Sprintf("<</S/P/K %d>>", i)
	}
	doc := read(t, tagged(kids, page))
	assert.Regexp(t, `(?s)first 0\s+second 4\s+first 1\s+second 5.*first 7\s+second 3`, doc.Markdown)
}
