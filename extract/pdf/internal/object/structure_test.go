package object_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// tagsOf returns the tags of the page of a file whose structure tree has kids.
func tagsOf(t *testing.T, kids string) object.PageTags {
	t.Helper()
	f := pdftest.New("").With(1, "<</Type/Catalog/Pages 2 0 R/StructTreeRoot 20 0 R>>").
		With(20, "<</Type/StructTreeRoot/RoleMap<</Zelle/TD/A/B/B/A>>/K 21 0 R>>").
		With(21, "<</S/Document/Pg 10 0 R/K["+kids+"]>>")
	d, err := object.Open(t.Context(), f.Bytes())
	require.NoError(t, err)
	return d.Structure()[10]
}

func TestStructure(t *testing.T) {
	tags := tagsOf(t, `<</S/H2/K 0>> <</S/P/K[1 <</Type/MCR/MCID 2>> <</Type/MCR/MCID 9/Stm 11 0 R>>]>>
<</S/Table/K[<</S/THead/K<</S/TR/K[<</S/TH/K 3/A<</O/Table/RowSpan 2>>>> <</S/TH/A[<</O/Layout>> <</O/Table/ColSpan 2>>]/K<</S/P/K 4>>>>]>>>>
<</S/TR/K[<</S/Zelle/K 5>> <</S/TD/K 6>>]>> <</S/TR/K<</S/TD/K 7>>>>]>>`)
	cell := func(order, row, column, inRow int) object.Tag {
		return object.Tag{Order: order, Table: 1, Row: row, Column: column, Columns: 3, InRow: inRow}
	}
	assert.Equal(t, object.PageTags{
		0: {Order: 1, Heading: 2, Element: 1}, 1: {Order: 2}, 2: {Order: 3},
		3: cell(4, 0, 0, 3), 4: cell(5, 0, 1, 3), 5: cell(6, 1, 1, 3), 6: cell(7, 1, 2, 3), 7: cell(8, 2, 0, 1),
	}, tags)
}

// Tables that arrange a page, that are too small or too large, and roles that mean each other.
func TestStructureWithoutTables(t *testing.T) {
	row := "<</S/TR/K[<</S/TD/K %d>> <</S/TD/K %s>>]>>"
	two := "<</S/Table/K[" + fmt.Sprintf(row, 0, "1") + fmt.Sprintf(row, 2, "3") + "]>>"
	tags := tagsOf(t, "<</S/Table/K["+fmt.Sprintf(row, 4, "5")+fmt.Sprintf(row, 6, two)+"]>>")
	assert.Equal(t, object.Tag{Order: 1}, tags[4], "a table around another")
	assert.Equal(t, 2, tags[0].Table)
	assert.Equal(t, object.Tag{Order: 1}, tagsOf(t, "<</S/Table/K"+fmt.Sprintf(row, 0, "1")+">>")[0], "one row")
	for columns, want := range map[int]int{60: 1, 61: 0} {
		wide := fmt.Sprintf("<</S/TR/K<</S/TD/A<</ColSpan %d>>/K 0>>>>", columns)
		assert.Equal(t, want, tagsOf(t, "<</S/Table/K["+wide+wide+"]>>")[0].Table, columns)
	}
	assert.Equal(t, object.Tag{Order: 1}, tagsOf(t, "<</S/A/K 0>> 21 0 R <</S/TD/K 1>>")[0])
}
