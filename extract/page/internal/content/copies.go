package content

import "github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"

// copyWords is how many words a text has, at least, of which a second copy is
// left out.
const copyWords = 12

// dropCopies leaves out the text that a page shows again elsewhere: in a layout
// for small screens, in a card that turns, as a preview of itself. Of copies the
// first stays, but a heading before other text. Side by side a text stands twice
// with reason, and so do code, quotations and what is in units.
func (r *Reader) dropCopies(kept []bool) {
	r.prints.reset(len(kept))
	r.firsts = r.firsts[:0]
	for i, k := range kept {
		b := &r.p.Blocks[i]
		el := &r.p.Elements[b.Element]
		if !k || b.Words < copyWords || el.AnyKinds&(measure.Pre|measure.Blockquote) != 0 || r.inUnit(i) {
			continue
		}
		n := r.prints.of(b.Fingerprint)
		if int(n) == len(r.firsts) {
			r.firsts = append(r.firsts, int32(i))
			continue
		}
		switch first := r.firsts[n]; {
		case r.p.Elements[r.p.Blocks[first].Element].Parent == el.Parent:
		case r.isHeading(i) && !r.isHeading(int(first)):
			kept[first], r.firsts[n] = false, int32(i)
		default:
			kept[i] = false
		}
	}
}

// echoWords is how many words a text that is no heading has, at least, of which an
// echo is left out.
const echoWords = 4

// dropEchoes leaves out a text that stands twice in a row in different elements, as
// the title of a card does that is there for two layouts. Of a heading and other
// text the heading stays.
func (r *Reader) dropEchoes(kept []bool) {
	last := -1
	for i, k := range kept {
		if !k {
			continue
		}
		switch {
		case last < 0 || !r.echo(last, i):
			last = i
		case r.isHeading(i) && !r.isHeading(last):
			kept[last] = false
			last = i
		default:
			kept[i] = false
		}
	}
}

// echo tells two blocks of the same text that are not of two entries of a row.
func (r *Reader) echo(i, j int) bool {
	a, b := &r.p.Blocks[i], &r.p.Blocks[j]
	if a.Fingerprint != b.Fingerprint || a.Words != b.Words || a.Bytes != b.Bytes || a.Words == 0 {
		return false
	}
	el, other := &r.p.Elements[a.Element], &r.p.Elements[b.Element]
	if el.Parent == other.Parent || (el.AnyKinds|other.AnyKinds)&(measure.Pre|measure.Blockquote) != 0 || r.inUnit(i) || r.inUnit(j) {
		return false
	}
	s, t := &r.stands[a.Element], &r.stands[b.Element]
	if r.sideBySide(s.row, t.row) || r.sideBySide(s.like, t.like) {
		return false
	}
	return a.Words >= echoWords || r.isHeading(i) || r.isHeading(j)
}

// sideBySide tells two elements of one parent.
func (r *Reader) sideBySide(e, f int32) bool {
	return e >= 0 && f >= 0 && e != f && r.p.Elements[e].Parent == r.p.Elements[f].Parent
}
