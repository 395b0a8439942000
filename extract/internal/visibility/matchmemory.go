package visibility

import "golang.org/x/net/html"

// matchMemory remembers what custom properties are on elements, since all that is in
// an element asks for the same. Of those with the same slot it holds the last.
type matchMemory struct {
	slots []rememberedMatch // made when the first comes
	used  bool
}

type rememberedMatch struct {
	node        *html.Node
	name, value string
	found       bool
}

const recallSlots = 256

// at returns what is known of a property, here with the hash of its name, of an
// element so many levels deep; nil for nothing.
func (r *matchMemory) at(hash uint32, depth int, n *html.Node, name string) *rememberedMatch {
	if r.slots == nil {
		return nil
	}
	if one := r.slot(hash, depth); one.node == n && one.name == name {
		return one
	}
	return nil
}

func (r *matchMemory) note(hash uint32, depth int, one rememberedMatch) {
	if r.slots == nil {
		r.slots = make([]rememberedMatch, recallSlots)
	}
	r.used = true
	*r.slot(hash, depth) = one
}

func (r *matchMemory) slot(hash uint32, depth int) *rememberedMatch {
	return &r.slots[(hash+uint32(depth)*0x9e3779b1>>16)%recallSlots]
}

// reset forgets all but keeps the memory.
func (r *matchMemory) reset() {
	if r.used {
		clear(r.slots)
	}
	r.used = false
}
