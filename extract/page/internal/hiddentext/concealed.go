package hiddentext

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

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
