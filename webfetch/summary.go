package webfetch

import (
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/textstat"
)

const (
	maxKeyBlocks  = 20
	keyBlockRunes = 240 // code points of KeyBlock.Text
	maxTopics     = 8   // headings in SourceSummary
	maxFigures    = 6   // amounts in SourceSummary
	wordsAMinute  = 225 // Brysbaert 2019: silent reading of English, 238 words a minute for non-fiction, less for dense text
	cjkAMinute    = 500 // characters of scripts without spaces
)

// keyBlocks picks the blocks that say most about a document, in order: all of
// a short one, else headings with the block that follows each, tables and code.
func keyBlocks(doc *extract.Document) ([]KeyBlock, []Citation) {
	chosen := chooseBlocks(doc)
	blocks := make([]KeyBlock, len(chosen))
	citations := make([]Citation, len(chosen))
	runes := textstat.NewRuneIndex(doc.Markdown)
	for i, index := range chosen {
		b := doc.Blocks[index]
		loc := locOf(runes, b.Start, b.End)
		blocks[i] = KeyBlock{BlockID: extract.BlockID(index), Kind: b.Kind, Text: clip(doc.Text(b), keyBlockRunes), CharLen: loc.EndChar - loc.StartChar}
		citations[i] = Citation{BlockID: extract.BlockID(index), Loc: loc}
	}
	return blocks, citations
}

func chooseBlocks(doc *extract.Document) []int {
	if len(doc.Blocks) <= maxKeyBlocks {
		return allBlocks(len(doc.Blocks))
	}
	taken := make([]bool, len(doc.Blocks))
	left := maxKeyBlocks
	for rank := 0; rank < keyRanks && left > 0; rank++ {
		for i := range doc.Blocks {
			if left > 0 && !taken[i] && keyRank(doc.Blocks, i) == rank {
				taken[i] = true
				left--
			}
		}
	}
	chosen := make([]int, 0, maxKeyBlocks)
	for i, t := range taken {
		if t {
			chosen = append(chosen, i)
		}
	}
	return chosen
}

func allBlocks(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// keyRanks is the number of ranks that keyRank returns.
const keyRanks = 5

// keyRank says how early a block is chosen, 0 first.
func keyRank(blocks []extract.Block, i int) int {
	b := blocks[i]
	switch {
	case i == 0, b.Kind == extract.HeadingBlock && b.Level <= 2:
		return 0
	case b.Kind == extract.Paragraph && blocks[i-1].Kind == extract.HeadingBlock && blocks[i-1].Level <= 2:
		return 1
	case b.Kind == extract.Table, b.Kind == extract.HeadingBlock:
		return 2
	case b.Kind == extract.Code, b.Kind == extract.List:
		return 3
	}
	return 4
}

// readingTime is in minutes, at least 1 for any text, given what textstat.CountWords says.
func readingTime(words, cjk int) int {
	if words+cjk == 0 {
		return 0
	}
	return max(1, (words*cjkAMinute+cjk*wordsAMinute+wordsAMinute*cjkAMinute/2)/(wordsAMinute*cjkAMinute))
}

// summarize says in a few lines what the document is about, all of it taken
// from the document; words and cjk are the counts of textstat.CountWords for it.
func summarize(doc *extract.Document, words, cjk int) []string {
	var lines []string
	if topics := topicsOf(doc); topics != "" {
		lines = append(lines, "Main topics: "+topics)
	}
	if figures := keyFigures(doc); len(figures) > 0 {
		lines = append(lines, "Key figures: "+strings.Join(figures, ", "))
	}
	switch {
	case words+cjk == 0:
		lines = append(lines, "Content length: empty")
	case cjk > words:
		lines = append(lines, fmt.Sprintf("Content length: ~%d characters", rounded(cjk)))
	default:
		lines = append(lines, fmt.Sprintf("Content length: ~%d words", rounded(words)))
	}
	return lines
}

func rounded(n int) int {
	switch {
	case n >= 1000:
		return (n + 50) / 100 * 100
	case n >= 100:
		return (n + 5) / 10 * 10
	}
	return n
}

func topicsOf(doc *extract.Document) string {
	var topics []string
	for level := 1; level <= 6 && len(topics) < 2; level++ {
		topics = topics[:0]
		for _, h := range doc.Outline {
			if h.Level <= level && len(topics) < maxTopics && h.Text != "" {
				topics = append(topics, clip(h.Text, 80))
			}
		}
	}
	return strings.Join(topics, ", ")
}
