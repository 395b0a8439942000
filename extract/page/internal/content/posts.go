package content

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/layout"

// Who wrote a post is told in a line of at most nameWords words and at least
// nameBytes bytes, since a letter stands in for a picture, before postWords kept
// words of it.
const (
	nameWords = 4
	nameBytes = 3
	postWords = 5
)

// authors keeps the names over the posts of a thread: without them posts run
// into each other, and nobody can tell a question from its answer.
func (r *Reader) authors(kept []bool) {
	if r.hints.Things&ThingForum == 0 && r.page[fKind+1] <= r.page[fKind] {
		return
	}
	words := make([]int32, len(kept)+1)
	for i, k := range kept {
		words[i+1] = words[i]
		if k {
			words[i+1] += r.p.Blocks[i].Words
		}
	}
	end := int32(0)
	for e := range r.p.Elems {
		el := &r.p.Elems[e]
		if el.Run < 2 || el.First < end || words[el.End]-words[el.First] < postWords {
			continue
		}
		if name := r.nameIn(el, kept); name >= 0 {
			kept[name] = true
			end = el.End
		}
	}
}

// nameIn returns the block of a post that names its author, -1 for none.
func (r *Reader) nameIn(el *layout.Elem, kept []bool) int32 {
	for i := el.First; i < el.End; i++ {
		b := &r.p.Blocks[i]
		_, class := r.p.Near(b.Leaf)
		if class&(layout.ClassAuthor|layout.ClassUser) != 0 && b.Words <= nameWords && b.Bytes >= nameBytes && b.Stops == 0 {
			return i
		}
		if kept[i] && b.Words >= postWords {
			return -1
		}
	}
	return -1
}
