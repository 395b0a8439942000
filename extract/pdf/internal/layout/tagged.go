package layout

import (
	"cmp"
	"maps"
	"slices"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// The tags of a file mark cells of tables and headings, so that the layout need not find
// them. Tags may be wrong: some files tag a table that only arranges the page, or whole
// paragraphs as headings.

const (
	taggedFilled  = 0.3 // share of the cells of a tagged table that have text
	maxTaggedHead = 0.3 // share of the lines of a file that may be tagged as headings
)

// taggedRows are the rows of a tagged table that a page has.
type taggedRows struct{ table, first, last int }

// takeTaggedTables replaces the runs in the cells of each tagged table by one run.
func takeTaggedTables(runs []*textRun, tags object.PageTags) []*textRun {
	of := map[int][]*textRun{} // the runs of each table
	for _, c := range runs {
		if tag := tags[c.mcid]; c.annotation == 0 && tag.Table > 0 {
			of[tag.Table] = append(of[tag.Table], c)
		}
	}
	var tables []*grid
	for _, table := range slices.Sorted(maps.Keys(of)) {
		taken := of[table]
		short := map[int]bool{} // the rows with too few cells
		for _, c := range taken {
			tag := tags[c.mcid]
			short[tag.Row] = tag.InRow < tag.Columns
		}
		numbers := slices.Sorted(maps.Keys(short))
		g := newGrid(len(numbers), slices.Repeat([]extent{extentOf(nil)}, tags[taken[0].mcid].Columns))
		g.tagged = taggedRows{table, numbers[0], last(numbers)}
		for _, c := range taken {
			tag := tags[c.mcid]
			row, _ := slices.BinarySearch(numbers, tag.Row)
			g.cells[row][tag.Column] = append(g.cells[row][tag.Column], c)
		}
		for _, row := range g.cells {
			if len(filled(row)) < len(row) {
				continue
			}
			for i, cell := range row {
				e := extentOf(cell)
				g.columns[i].add(e.x0, e.x1)
			}
		}
		for row, number := range numbers {
			if short[number] {
				g.cells[row] = placeCells(g.cells[row], g.columns)
			}
		}
		if g.isTable(1, taggedFilled) {
			tables = append(tables, g)
		}
	}
	return replaceTables(runs, tables)
}

// placeCells returns a row that has too few cells with each in the column that it stands
// in. A row whose columns are unknown is returned as it is.
func placeCells(row [][]*textRun, columns []extent) [][]*textRun {
	out := make([][]*textRun, len(row))
	free := 0 // the first column right of the last cell
	for _, cell := range filled(row) {
		e := extentOf(cell)
		at := slices.IndexFunc(columns[free:], func(c extent) bool { return e.x0 < c.x1 && c.x0 < e.x1 })
		if at < 0 {
			return row
		}
		out[free+at] = cell
		free += at + 1
	}
	return out
}

// minInTree is the share of the runs of a page that have tags from which their order is
// taken from these.
const minInTree = 0.9

// inTreeOrder returns the runs of a page in the order of the structure tree; ok is false for a page of which too little
// is in the tree. Runs without a tag stay behind the one before them.
func inTreeOrder(runs []*textRun, tags object.PageTags) (sorted []*textRun, ok bool) {
	place := make(map[*textRun]int, len(runs))
	tagged, last := 0, 0
	for _, c := range runs {
		if n := tags[c.mcid].Order; n > 0 {
			last = n
			tagged++
		}
		place[c] = last
	}
	if tagged == 0 || float64(tagged) < minInTree*float64(len(runs)) {
		return nil, false
	}
	return slices.SortedStableFunc(slices.Values(runs), func(a, b *textRun) int { return cmp.Compare(place[a], place[b]) }), true
}

// taggedHeading returns the level of the heading that begins at line i by its tag, and
// how many lines it takes; 0 for none, and where too many lines are tagged as headings.
func (s *docStats) taggedHeading(lines []Line, i int) (level, taken int) {
	tag := lines[i].heading
	if tag.Heading == 0 || s.tagged > 1 && float64(s.tagged) > maxTaggedHead*float64(len(lines)) {
		return 0, 0
	}
	length, end := 0, i
	for end < len(lines) && lines[end].heading == tag && lines[end].Page == lines[i].Page {
		length += len(lines[end].Text())
		end++
	}
	if length > maxHeading || !hasLetter(lines[i].Text()) {
		return 0, 0
	}
	return tag.Heading, end - i
}
