package linkstyle

import (
	"bytes"
	"strings"
)

// nearby is how far, in bytes of text without addresses, a link may be from one
// to the same address to need no address itself: about the size of a card.
const nearby = 1000

// repeats knows which links lead where a link near them does.
type repeats struct {
	target  []string       // by index of found: the address, "" for images
	before  []int          // by index of found: bytes of text before it, without addresses
	next    []int          // by index of found: the next link to its address that has text, -1 for none
	written map[string]int // by address: the last link that was written with it
}

func newRepeats(found []inline, labels []labelState, target func(*inline) string) *repeats {
	r := &repeats{
		target: make([]string, len(found)), before: make([]int, len(found)), next: make([]int, len(found)),
		written: map[string]int{},
	}
	addresses := 0
	for k := range found {
		f := &found[k]
		r.before[k] = f.start - addresses
		addresses += f.end - f.labelEnd
		if !f.image {
			r.target[k] = target(f)
		}
	}
	next := map[string]int{}
	for k := len(found) - 1; k >= 0; k-- {
		r.next[k] = -1
		if t := r.target[k]; t != "" {
			if n, ok := next[t]; ok {
				r.next[k] = n
			}
			if !labels[k].onlyImages() {
				next[t] = k
			}
		}
	}
	return r
}

// has reports whether a link near link k shows its address: one before it, or,
// for a link around an image, one with text after it.
func (r *repeats) has(k int, onlyImages bool) bool {
	if last, ok := r.written[r.target[k]]; ok && r.before[k]-r.before[last] <= nearby {
		return true
	}
	n := r.next[k]
	return onlyImages && n >= 0 && r.before[n]-r.before[k] <= nearby
}

// titleIsSaid reports whether the label or the address of a link says what its
// title does, or the title only tells how browsers open the link.
func titleIsSaid(title, label, dest string) bool {
	said := words(nil, title)
	if len(said) == 0 || bytes.Contains(append(words(nil, label), ' '), append(said, ' ')) {
		return true
	}
	if bytes.Contains(joined(words(nil, readable(dest))), joined(said)) {
		return true
	}
	switch strings.TrimSpace(string(said)) {
	case "opens in a new window", "opens in new window", "opens in a new tab", "opens in new tab", "open in new window", "open in new tab",
		"opens a new window", "link opens in new window", "external link", "opens external link in new window", "permalink", "permanent link",
		"öffnet in neuem fenster", "öffnet neues fenster", "externer link", "öffnet externen link in neuem fenster", "nouvelle fenêtre", "lien externe":
		return true
	}
	return false
}

// joined returns words without the spaces between them.
func joined(words []byte) []byte { return bytes.ReplaceAll(words, []byte{' '}, nil) }
