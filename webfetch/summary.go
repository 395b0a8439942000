package webfetch

import (
	"fmt"
	"slices"
	"strings"
	"unicode"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
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
		blocks[i] = KeyBlock{BlockID: extract.BlockID(index), Kind: b.Kind, Text: line.Clip(doc.Text(b), keyBlockRunes), CharLen: loc.EndChar - loc.StartChar}
		citations[i] = Citation{BlockID: extract.BlockID(index), Loc: loc}
	}
	return blocks, citations
}

func chooseBlocks(doc *extract.Document) []int {
	chosen := make([]int, len(doc.Blocks))
	for i := range chosen {
		chosen[i] = i
	}
	if len(chosen) > maxKeyBlocks {
		slices.SortStableFunc(chosen, func(a, b int) int { return keyRank(doc.Blocks, a) - keyRank(doc.Blocks, b) })
		chosen = chosen[:maxKeyBlocks]
		slices.Sort(chosen)
	}
	return chosen
}

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
				topics = append(topics, line.Clip(h.Text, 80))
			}
		}
	}
	return strings.Join(topics, ", ")
}

// keyFigures are amounts in running text, as they are written: money, percent,
// and numbers with the noun they count. Years and bare numbers are left out.
func keyFigures(doc *extract.Document) []string {
	var found []string
	for _, b := range doc.Blocks {
		if b.Kind != extract.Paragraph && b.Kind != extract.List && b.Kind != extract.Quote {
			continue
		}
		for word, next := range textstat.NumberWords(doc.Text(b)) {
			if f := figure(word, next); f != "" && !slices.Contains(found, f) {
				if found = append(found, f); len(found) == maxFigures {
					return found
				}
			}
		}
	}
	return found
}

// figure returns the amount that a word begins, or "".
func figure(word, next string) string {
	word = strings.Trim(word, "*_()[]\"'“”‘’,;:!?")
	amount := strings.TrimRight(word, ".")
	digits := strings.IndexFunc(amount, unicode.IsDigit)
	if digits < 0 || digits > 4 || len(amount) > 20 || strings.ContainsAny(amount, `/\]@#`) {
		return ""
	}
	if strings.ContainsAny(amount, "$€£¥₹%") {
		if unit := magnitude(next); unit != "" {
			return amount + " " + unit
		}
		return amount
	}
	if word != amount || digits > 0 || strings.Trim(amount, "0123456789.,") != "" {
		return ""
	}
	noun := strings.TrimRight(next, ".,;:!?)*_")
	year := len(amount) == 4 && (amount[0] == '1' || amount[0] == '2')
	plural := len(noun) >= 4 && len(noun) <= 20 && strings.HasSuffix(noun, "s") && !strings.HasSuffix(noun, "ss") && strings.Trim(noun, "abcdefghijklmnopqrstuvwxyz") == ""
	if noun == "percent" || magnitude(noun) != "" || plural && !year {
		return amount + " " + noun
	}
	return ""
}

func magnitude(word string) string {
	switch w := strings.TrimRight(word, ".,;:!?)*_"); strings.ToLower(w) {
	case "thousand", "million", "billion", "trillion", "mln", "bn":
		return w
	}
	return ""
}
