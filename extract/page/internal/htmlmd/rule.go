package htmlmd

import "github.com/webfetch-mcp/webfetch-go/extract"

// A rule (thematic break) separates what is before it from what is after it. Rules without meaning
// are left out: at the beginning or the end of a container, after another rule, beside a heading, and
// in a list item or a link. Fragments, which have no head, keep all rules: they are a piece of a
// document that may go on.

// lastRule is the last rule written in a container.
type lastRule struct {
	at     int       // where the line break before it is
	before blockKind // the block before it
}

// rule writes a thematic break. In a list it is made of underscores, as "- ---"
// would be one itself.
func (w *writer) rule() {
	w.end()
	f := w.container()
	if w.cell > 0 || !w.fragment && (f.prev == noBlock || f.prev == ruleBlock || f.prev == headBlock || w.inLink() || w.inItems()) {
		return
	}
	line := "---"
	if w.inItems() {
		line = "___"
	}
	f.rule = lastRule{at: len(w.out), before: f.prev}
	w.beginBlock(ruleBlock, extract.Rule)
	w.out = append(w.out, line...)
}

// inItems reports whether a list item is open.
func (w *writer) inItems() bool {
	for i := range w.containers {
		if w.containers[i].isItem {
			return true
		}
	}
	return false
}

// dropTrailingRule takes back a rule that nothing follows in its container.
func (w *writer) dropTrailingRule(f *container) {
	if w.fragment || f.prev != ruleBlock {
		return
	}
	w.out = w.out[:f.rule.at]
	f.prev = f.rule.before
	if n := len(w.blocks) - 1; w.blocks[n].Start >= f.rule.at {
		w.blockOpen = false
		w.blocks = w.blocks[:n]
	}
}
