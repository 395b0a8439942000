package content

import (
	"sort"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// Who wrote a post is told in a line of at most nameWords words and at least
// nameBytes bytes, since a letter stands in for a picture, and when in one of at
// most dateWords words, before postWords kept words of it.
const (
	nameWords = 6
	nameBytes = 3
	dateWords = 8
	postWords = 5
)

// authors keeps the names and the dates over the posts of a thread: without them
// posts run into each other, and nobody can tell a question from its answer.
func (r *Reader) authors(kept []bool) {
	if r.hints.Things&ThingForum == 0 && r.page[fKind+1] <= r.page[fKind] {
		return
	}
	first, last := int32(-1), int32(-1) // the first kept text while its post is unknown, the last one
	for i := range kept {
		b := &r.p.Blocks[i]
		if !kept[i] || b.Words < postWords || r.isHeading(i) {
			continue
		}
		if last < 0 {
			first, last = int32(i), int32(i)
			continue
		}
		if post := r.postOf(int32(i), last); post >= 0 {
			if named := r.nameOver(post, int32(i), kept); named && first >= 0 {
				if post := r.likePost(post, first); post >= 0 {
					r.nameOver(post, first, kept)
				}
				first = -1
			}
		}
		last = int32(i)
	}
}

// postOf returns the largest element around block i that begins after block last,
// -1 for none.
func (r *Reader) postOf(i, last int32) int32 {
	post := int32(-1)
	for e := r.p.Blocks[i].Element; e >= 0 && r.p.Elements[e].First > last; e = r.p.Elements[e].Parent {
		post = e
	}
	return post
}

// likePost returns the element around block i that is as deep as a post, else the
// nearest one of the same class, -1 for none.
func (r *Reader) likePost(post, i int32) int32 {
	p, near := &r.p.Elements[post], int32(-1)
	for e := r.p.Blocks[i].Element; e >= 0; e = r.p.Elements[e].Parent {
		el := &r.p.Elements[e]
		if el.Depth == p.Depth && el.Atom == p.Atom {
			return e
		}
		if near < 0 && el.Signature == p.Signature {
			near = e
		}
	}
	return near
}

// nameOver keeps the name and the date that stand in a post before its text, block
// i, and tells whether there is a name.
func (r *Reader) nameOver(post, i int32, kept []bool) bool {
	name, date := int32(-1), int32(-1)
	for k := r.p.Elements[post].First; k < i; k++ {
		b := &r.p.Blocks[k]
		tags, class := r.p.Near(b.Leaf)
		if tags&(measure.Button|measure.Blockquote) != 0 {
			continue
		}
		switch {
		case date < 0 && b.Words <= dateWords && b.Digits > 0 && (class&measure.ClassDate != 0 || tags&measure.Time != 0 || r.hasTime(b)):
			date = k
		case name < 0 && class&(measure.ClassAuthor|measure.ClassUser) != 0 && b.Words <= nameWords && b.Bytes >= nameBytes && b.Stops == 0:
			name = k
		}
	}
	if name >= 0 {
		kept[name] = true
	}
	if date >= 0 {
		kept[date] = true
	}
	return name >= 0
}

// hasTime tells a block with a time element in it.
func (r *Reader) hasTime(b *measure.TextBlock) bool {
	elems := r.p.Elements
	e := sort.Search(len(elems), func(e int) bool { return elems[e].Index >= b.Start })
	for ; e < len(elems) && elems[e].Index < b.End; e++ {
		if elems[e].Kinds&measure.Time != 0 {
			return true
		}
	}
	return false
}
