package webfetch

import (
	"cmp"
	"fmt"
	"slices"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/internal/line"
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
	// and Kept the others, also those that stand elsewhere now.
	Added   int `json:"added"`
	Removed int `json:"removed"`
	Kept    int `json:"kept"`
	// RemovedText are the beginnings of those that are gone, of 20 at most. Those of a packet
	// with findings (Packet.Injections) are only counted.
	RemovedText []string `json:"removed_text,omitempty"`
}

const (
	maxChangesListed = 20  // blocks in RemovedText
	maxChangeText    = 120 // code points of each
)

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
		return p.reduced(changes, fmt.Sprintf("Unchanged%s, content hash %s.", since(changes), p.Hashes.ContentHash))
	case !old.isWhole():
		whole := *p
		whole.Warnings = slices.Clip(p.Warnings)
		whole.warn(warnNoEarlier, "The page is not as it was in the reading that was named, whose content is not known here any more: all of it is shown.")
		return &whole
	}
	text := compare(old, p.document(), changes)
	if text == "" {
		text = fmt.Sprintf("Nothing was added%s: %d blocks were removed, %d stayed.", since(changes), changes.Removed, changes.Kept)
	}
	return p.reduced(changes, text)
}

func (p *Packet) isWhole() bool {
	return p.Content != "" && p.SourceID == sourceID(p.CanonicalURL, hashText(p.Content))
}

func since(c *Changes) string {
	if c.Since.IsZero() {
		return " since it was read before"
	}
	return " since " + c.Since.UTC().Format(time.RFC3339)
}

func (p *Packet) reduced(changes *Changes, text string) *Packet {
	out := *p
	out.setContent(rewritten(cmp.Or(p.Document, &extract.Document{}), text))
	out.SourceID, out.Hashes, out.Changes = p.SourceID, p.Hashes, changes
	out.Injections = movedTo(p.Injections, out.Content)
	if changes.Unchanged {
		out.KeyBlocks, out.Citations, out.SourceSummary = []KeyBlock{}, []Citation{}, []string{}
		out.Links, out.RawExcerpt = nil, ""
	}
	return &out
}

// compare fills changes, and returns the blocks of doc that old has not, each under the heading of
// its section.
func compare(old *Packet, doc *extract.Document, changes *Changes) string {
	before := old.document()
	left := make(map[string]int, len(before.Blocks)) // blocks by their text
	for _, block := range before.Blocks {
		left[before.Text(block)]++
	}
	var shown []string
	heading, written := -1, -1 // block of the section's heading, and of the last heading that is shown
	for i, block := range doc.Blocks {
		if block.Kind == extract.HeadingBlock {
			heading = i
		}
		if left[doc.Text(block)] > 0 {
			left[doc.Text(block)]--
			changes.Kept++
			continue
		}
		changes.Added++
		if heading >= 0 && heading != written && heading != i {
			shown = append(shown, doc.Text(doc.Blocks[heading]))
		}
		written = heading
		shown = append(shown, doc.Text(block))
	}
	var removed []string
	for _, block := range slices.Backward(before.Blocks) { // of equal ones the first are those that stayed
		if block := before.Text(block); left[block] > 0 {
			left[block]--
			removed = append(removed, block)
		}
	}
	changes.Removed = len(removed)
	if len(old.Injections) == 0 {
		slices.Reverse(removed)
		for _, block := range removed[:min(len(removed), maxChangesListed)] {
			changes.RemovedText = append(changes.RemovedText, line.Clip(strings.Join(strings.Fields(block), " "), maxChangeText))
		}
	}
	return strings.Join(shown, "\n\n")
}
