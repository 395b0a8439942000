package webfetch

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Changes says what is different about a page since it was read before, block by
// block: a block is the same if its text is.
type Changes struct {
	// SourceID and ContentHash are those of the packet that it is compared with, and
	// Since is when that was retrieved, as far as they are known.
	SourceID    string    `json:"since_source_id,omitempty"`
	ContentHash string    `json:"since_content_hash,omitempty"`
	Since       time.Time `json:"since,omitzero"`
	// Unchanged reports that the content is the same. It has no blocks to count.
	Unchanged bool `json:"unchanged"`
	// Added counts the blocks that are new or have another text, Removed those that are gone,
	// Moved those that changed their order relative to the others, and Kept those that did not.
	Added   int `json:"added"`
	Removed int `json:"removed"`
	Moved   int `json:"moved"`
	Kept    int `json:"kept"`
	// RemovedText and MovedText are the beginnings of such blocks, of 20 at most.
	// Removed ones of a packet with findings (Packet.Injections) are only counted.
	RemovedText []string `json:"removed_text,omitempty"`
	MovedText   []string `json:"moved_text,omitempty"`
}

const (
	maxChangesListed = 20  // blocks in RemovedText, and in MovedText
	maxChangeText    = 120 // code points of each
)

// warnNoEarlier is the type of the warning of a packet that was to be compared with
// one whose content is not known: all of the page is shown.
const warnNoEarlier = "no_earlier_content"

// Since returns what is new in p since old, an earlier packet of the page: a packet
// whose Content are the blocks that were added or changed, each under the heading
// of its section, and whose Changes list the rest. Where nothing was added, Content
// says so in a sentence, and it is the sentence "Unchanged since …" where the content
// is the same. SourceID and Hashes stay those of the whole page, so that the packet
// can be compared with in its turn.
//
// Of old only SourceID or Hashes.ContentHash need be set: that is enough to find
// that nothing has changed. If something has, all of p is returned with a warning of
// the type no_earlier_content, as it is where old was shortened to a token budget.
// A nil old returns p. Neither packet is changed.
func (p *Packet) Since(old *Packet) *Packet {
	if old == nil {
		return p
	}
	changes := &Changes{SourceID: old.SourceID, ContentHash: old.Hashes.ContentHash, Since: old.RetrievedAt}
	same := old.SourceID != "" && old.SourceID == p.SourceID || old.Hashes.ContentHash != "" && old.Hashes.ContentHash == p.Hashes.ContentHash
	switch {
	case same:
		changes.Unchanged = true
		return p.reduced(changes, unchangedSentence(changes, p))
	case !old.isWhole():
		whole := *p
		whole.Warnings = slices.Clip(p.Warnings)
		whole.warn(warnNoEarlier, "The page has changed, and its earlier content is not known here any more: all of it is shown.")
		return &whole
	}
	text := compare(old, p.document(), changes)
	if text == "" {
		text = fmt.Sprintf("Nothing was added%s: %d blocks were removed, %d moved, %d stayed.", since(changes), changes.Removed, changes.Moved, changes.Kept)
	}
	return p.reduced(changes, text)
}

// isWhole reports whether the packet holds all the content that its ID names.
func (p *Packet) isWhole() bool {
	return p.Content != "" && p.SourceID == sourceID(p.CanonicalURL, hashText(p.Content))
}

func unchangedSentence(c *Changes, p *Packet) string {
	return fmt.Sprintf("Unchanged%s, content hash %s.", since(c), p.Hashes.ContentHash)
}

func since(c *Changes) string {
	if c.Since.IsZero() {
		return " since it was read before"
	}
	return " since " + c.Since.UTC().Format(time.RFC3339)
}

// reduced returns the packet with another text as its content.
func (p *Packet) reduced(changes *Changes, text string) *Packet {
	out := *p
	doc := p.Document
	if doc == nil {
		doc = &extract.Document{}
	}
	out.setContent(rewritten(doc, text))
	out.SourceID, out.Hashes, out.Changes = p.SourceID, p.Hashes, changes
	out.Injections = movedTo(p.Injections, out.Content)
	if changes.Unchanged {
		out.KeyBlocks, out.Citations, out.SourceSummary = []KeyBlock{}, []Citation{}, []string{}
		out.Links, out.RawExcerpt = nil, ""
	}
	return &out
}

// compare fills changes, and returns the blocks of doc that old has not, each under
// the heading of its section.
func compare(old *Packet, doc *extract.Document, changes *Changes) string {
	before := old.document()
	from := match(before, doc)
	stays := longestRise(from)
	matched := make([]bool, len(before.Blocks))
	var text strings.Builder
	heading, written := -1, -1 // block of the section's heading, and of the last heading in text
	for i, block := range doc.Blocks {
		if block.Kind == extract.HeadingBlock {
			heading = i
		}
		switch {
		case from[i] < 0:
			changes.Added++
			if heading >= 0 && heading != written && heading != i {
				appendBlock(&text, doc.Text(doc.Blocks[heading]))
			}
			written = heading
			appendBlock(&text, doc.Text(block))
			continue
		case stays[i]:
			changes.Kept++
		default:
			changes.Moved++
			changes.MovedText = appendExcerpt(changes.MovedText, doc.Text(block))
		}
		matched[from[i]] = true
	}
	for i, block := range before.Blocks {
		if !matched[i] {
			changes.Removed++
			if len(old.Injections) == 0 {
				changes.RemovedText = appendExcerpt(changes.RemovedText, before.Text(block))
			}
		}
	}
	return text.String()
}

func appendBlock(text *strings.Builder, block string) {
	if text.Len() > 0 {
		text.WriteString("\n\n")
	}
	text.WriteString(block)
}

func appendExcerpt(excerpts []string, block string) []string {
	if len(excerpts) == maxChangesListed {
		return excerpts
	}
	return append(excerpts, clip(strings.Join(strings.Fields(block), " "), maxChangeText))
}

// match returns, for each block of after, the block of before with the same text,
// each of which is taken once, in order; -1 for none.
func match(before, after *extract.Document) []int {
	places := make(map[string][]int, len(before.Blocks))
	for i, block := range before.Blocks {
		text := before.Text(block)
		places[text] = append(places[text], i)
	}
	from := make([]int, len(after.Blocks))
	for i, block := range after.Blocks {
		text := after.Text(block)
		from[i] = -1
		if left := places[text]; len(left) > 0 {
			from[i], places[text] = left[0], left[1:]
		}
	}
	return from
}

// longestRise marks a longest increasing subsequence of the places that are not negative.
// Its blocks keep their order, so that the fewest others count as moved (Schensted, Longest
// increasing and decreasing subsequences, 1961; by patience sorting, in n log n steps).
func longestRise(places []int) []bool {
	var tops []int // indexes of the last places of the best rises, by length
	previous := make([]int, len(places))
	for i, place := range places {
		if place < 0 {
			continue
		}
		at, _ := slices.BinarySearchFunc(tops, place, func(top, place int) int { return cmp.Compare(places[top], place) })
		previous[i] = -1
		if at > 0 {
			previous[i] = tops[at-1]
		}
		if at == len(tops) {
			tops = append(tops, i)
		} else {
			tops[at] = i
		}
	}
	rises := make([]bool, len(places))
	if len(tops) > 0 {
		for i := tops[len(tops)-1]; i >= 0; i = previous[i] {
			rises[i] = true
		}
	}
	return rises
}
