package layout

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// uncover begins a part of the page that is content though something conceals it
// at first.
func (p *Page) uncover(reason string) {
	if len(p.doubted) >= MaxRemoved {
		return
	}
	p.Doubtful = append(p.Doubtful, extract.Removed{Where: "concealed", Reason: reason})
	p.doubts = append(p.doubts, len(p.doubted))
}

// doubt keeps a text of such a part.
func (p *Page) doubt(text string) {
	if rest := MaxRemoved - len(p.doubted); len(text) >= rest {
		text = text[:max(0, rest)]
	}
	if blank(text) {
		return
	}
	p.doubted = append(append(p.doubted, strings.TrimSpace(text)...), ' ')
}

// settleDoubts gives the parts their texts. Parts without a text are left out.
func (p *Page) settleDoubts() {
	all := strings.ToValidUTF8(string(p.doubted), "")
	if len(all) < len(p.doubted) { // the bound cut a character, at the end
		p.doubted = p.doubted[:len(all)]
	}
	kept := p.Doubtful[:0]
	for i, d := range p.Doubtful {
		end := len(all)
		if i+1 < len(p.doubts) {
			end = min(end, p.doubts[i+1])
		}
		if d.Text = strings.TrimSpace(all[min(end, p.doubts[i]):end]); d.Text != "" {
			kept = append(kept, d)
		}
	}
	p.Doubtful = kept
}
