package compact_test

import (
	"fmt"
	"regexp"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/compact"
)

const limits = `The limits are these:

1. **Length of a name**

   The default is 80. Names are cut behind that.

2. **Number of columns**

   These count:

   - columns of tables
   - columns of views

   The default is 2000. Nobody needs that many columns.

3. **Depth of triggers**

   The recursion ends at 1000 levels. It can be lowered.
`

// What is kept of an item never stands below another one, and keeps its indentation.
func TestPartsOfItemsKeepTheirPlace(t *testing.T) {
	for _, c := range []struct {
		question string
		tokens   int
		want     string
	}{
		{"Where does the recursion end?", 8, "3. …\n\n   The recursion ends at 1000 levels."},
		{"Which views count?", 6, "2. …\n   - columns of views"},
	} {
		assert.Equal(t, c.want, shrink(t, limits, compact.Options{MaxTokens: c.tokens, Question: c.question}).Compacted.Summary)
	}
	s := shrink(t, limits, compact.Options{MaxTokens: 16, Question: "What is the default number of columns?"}).Compacted.Summary
	assert.Contains(t, s, "2. **Number of columns**\n\n   The default is 2000.", "the label finds the paragraph, and comes with it")
	s = shrink(t, limits, compact.Options{MaxTokens: 44, Preserve: []string{"numbers"}}).Compacted.Summary
	for _, want := range []string{"1. **Length of a name**\n\n   The default is 80.", "\n   The default is 2000.", "\n   The recursion ends at 1000 levels."} {
		assert.Contains(t, s, want)
	}
	assert.Contains(t, s, "2. **Number of columns**")
}

// A list or a table of which something is left out ends in a mark, if there is room.
func TestMarksOfWhatIsLeftOut(t *testing.T) {
	list, table, numbered := "", "", ""
	for _, name := range []string{"oak", "beech", "birch", "maple", "larch", "pine", "spruce", "alder", "elder", "willow", "poplar", "hazel"} {
		text := "The " + name + " grows in the valley behind the mill, as the forester told us at length."
		list += "- " + text + "\n"
		numbered += "1. " + text + "\n"
		table += "| " + name + " | " + text + " |\n"
	}
	question := "Does the larch grow in the valley?"
	for md, mark := range map[string]string{list + "\nEnd of it all.\n": "- …", numbered: "1. …", "| Tree | Place |\n|---|---|\n" + table: "| … |"} {
		s := shrink(t, md, compact.Options{MaxTokens: 110, Question: question}).Compacted.Summary
		assert.Regexp(t, `told us at length\.( \|)?\n`+regexp.QuoteMeta(mark), s)
		s = shrink(t, md, compact.Options{MaxTokens: 40, Question: question}).Compacted.Summary
		assert.NotContains(t, s, mark, "no room")
		s = shrink(t, md, compact.Options{MaxTokens: 2000, Question: question}).Compacted.Summary
		assert.NotContains(t, s, mark, "all is kept")
	}
}

// No number stands behind a greater one: what is left out before the last item, the numbers tell.
func TestMarksOfNumberedItems(t *testing.T) {
	md := ""
	for i, name := range []string{"oak", "beech", "birch", "maple", "larch", "pine"} {
		md += fmt.Sprintf("%d. The %s grows in the valley behind the mill, as the forester told us at length on his last visit.\n", i+1, name)
	}
	question := "Does the maple grow in the valley, or the "
	s := shrink(t, md, compact.Options{MaxTokens: 100, Question: question + "pine?"}).Compacted.Summary
	assert.Contains(t, s, "6. The pine")
	assert.NotContains(t, s, "…")
	s = shrink(t, md, compact.Options{MaxTokens: 100, Question: question + "oak?"}).Compacted.Summary
	assert.Regexp(t, `visit\.\n6\. …$`, s)
}
