// Package hiddentext collects the text of a page that no reader sees, but that a
// model would read in the source: of hidden elements, attributes, scripts, style
// sheets and comments. The injection scan looks at it.
package hiddentext

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/invisible"
)

const (
	// MaxBytes bounds the bytes of Collector.Removed, and again those of
	// Collector.Concealed. What is beyond is dropped.
	MaxBytes = 256 << 10
	// MinBytes is the length from which on a text is collected: a shorter one holds
	// no instruction.
	MinBytes = 8
)

// Collector holds the hidden text of one page. The zero value is empty; it serves one
// goroutine at a time.
type Collector struct {
	// Removed is text that no reader sees.
	Removed []extract.Removed
	// Concealed is text that the page conceals at first, but that counts as content:
	// one entry a part of the page. It is complete after [Collector.Finish].
	Concealed []extract.Removed

	removedBytes    int
	concealedText   []byte // the texts of Concealed, one after the other
	concealedStarts []int  // where the text of each begins
}

// Reset forgets all texts but keeps the memory.
func (c *Collector) Reset() {
	clear(c.Removed)
	clear(c.Concealed)
	*c = Collector{Removed: c.Removed[:0], Concealed: c.Concealed[:0], concealedText: c.concealedText[:0], concealedStarts: c.concealedStarts[:0]}
}

// Add collects a text found at a place (see [extract.Removed]), unless it is shorter
// than MinBytes or doesn't look like prose. What exceeds MaxBytes is cut off.
func (c *Collector) Add(text, where, reason string) {
	if len(text) < MinBytes || c.Room() == 0 || !looksLikeProse(text) || strings.TrimSpace(text) == "" {
		return
	}
	if rest := c.Room(); len(text) > rest {
		text = strings.ToValidUTF8(text[:rest], "")
	}
	c.removedBytes += len(text)
	c.Removed = append(c.Removed, extract.Removed{Text: text, Where: where, Reason: reason})
}

// Room returns how many bytes Removed may still grow by.
func (c *Collector) Room() int { return max(0, MaxBytes-c.removedBytes) }

// AddInvisible collects what the invisible characters of a visible text spell.
func (c *Collector) AddInvisible(text string) {
	if s := invisible.Decode(text); s != "" {
		c.Add(s, "hidden", "invisible characters")
	}
}

// minEncodedBytes is the length from which on a text without spaces may be an encoded
// sentence.
const minEncodedBytes = 40

// looksLikeProse distinguishes words from identifiers and addresses. It reports two spaces,
// a character beyond ASCII, two "%20", or a text long enough to be an encoded sentence.
func looksLikeProse[T string | []byte](s T) bool {
	spaces, encodedSpaces, slash := 0, 0, false
	for i := 0; i < len(s); i++ {
		switch c := s[i]; {
		case c >= 0x80:
			return true
		case c == ' ':
			if spaces++; spaces == 2 {
				return true
			}
		case c == '/':
			slash = true
		case c == '%' && i+2 < len(s) && s[i+1] == '2' && s[i+2] == '0':
			encodedSpaces++
		}
	}
	return len(s) >= minEncodedBytes && !slash || encodedSpaces > 1
}

// BeginConcealed begins a part of the page that is content, though the page conceals
// it at first.
func (c *Collector) BeginConcealed(reason string) {
	if len(c.concealedText) >= MaxBytes {
		return
	}
	c.Concealed = append(c.Concealed, extract.Removed{Where: "concealed", Reason: reason})
	c.concealedStarts = append(c.concealedStarts, len(c.concealedText))
}

// AddConcealed adds a text to the part begun last.
func (c *Collector) AddConcealed(text string) {
	if rest := MaxBytes - len(c.concealedText); len(text) >= rest {
		text = text[:max(0, rest)]
	}
	if text = strings.TrimSpace(text); text != "" {
		c.concealedText = append(append(c.concealedText, text...), ' ')
	}
}

// Finish sets the texts of Concealed. Parts without a text are left out. Call it once,
// after the last text of the page.
func (c *Collector) Finish() {
	all := strings.ToValidUTF8(string(c.concealedText), "") // the bound may have cut a character, at the end
	kept := c.Concealed[:0]
	for i, part := range c.Concealed {
		end := len(all)
		if i+1 < len(c.concealedStarts) {
			end = min(end, c.concealedStarts[i+1])
		}
		if part.Text = strings.TrimSpace(all[min(end, c.concealedStarts[i]):end]); part.Text != "" {
			kept = append(kept, part)
		}
	}
	c.Concealed = kept
}
