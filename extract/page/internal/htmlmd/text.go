package htmlmd

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// byteClass sorts bytes of running text.
var byteClass = [256]uint8{
	' ': classSpace, '\t': classSpace, '\n': classSpace, '\r': classSpace, '\f': classSpace,
	'*': classMark, '_': classMark, '~': classMark, '`': classMark, '[': classMark,
	0: classOdd, 1: classOdd, 2: classOdd, 3: classOdd, 4: classOdd, 5: classOdd, 6: classOdd, 7: classOdd, 8: classOdd, 11: classOdd, 14: classOdd, 15: classOdd, 16: classOdd, 17: classOdd, 18: classOdd, 19: classOdd, 20: classOdd, 21: classOdd, 22: classOdd, 23: classOdd, 24: classOdd, 25: classOdd, 26: classOdd, 27: classOdd, 28: classOdd, 29: classOdd, 30: classOdd, 31: classOdd, 127: classOdd,
	0x80: classOdd, 0x81: classOdd, 0x82: classOdd, 0x83: classOdd, 0x84: classOdd, 0x85: classOdd, 0x86: classOdd, 0x87: classOdd, 0x88: classOdd, 0x89: classOdd, 0x8a: classOdd, 0x8b: classOdd, 0x8c: classOdd, 0x8d: classOdd, 0x8e: classOdd, 0x8f: classOdd,
	0x90: classOdd, 0x91: classOdd, 0x92: classOdd, 0x93: classOdd, 0x94: classOdd, 0x95: classOdd, 0x96: classOdd, 0x97: classOdd, 0x98: classOdd, 0x99: classOdd, 0x9a: classOdd, 0x9b: classOdd, 0x9c: classOdd, 0x9d: classOdd, 0x9e: classOdd, 0x9f: classOdd,
	0xa0: classOdd, 0xa1: classOdd, 0xa2: classOdd, 0xa3: classOdd, 0xa4: classOdd, 0xa5: classOdd, 0xa6: classOdd, 0xa7: classOdd, 0xa8: classOdd, 0xa9: classOdd, 0xaa: classOdd, 0xab: classOdd, 0xac: classOdd, 0xad: classOdd, 0xae: classOdd, 0xaf: classOdd,
	0xb0: classOdd, 0xb1: classOdd, 0xb2: classOdd, 0xb3: classOdd, 0xb4: classOdd, 0xb5: classOdd, 0xb6: classOdd, 0xb7: classOdd, 0xb8: classOdd, 0xb9: classOdd, 0xba: classOdd, 0xbb: classOdd, 0xbc: classOdd, 0xbd: classOdd, 0xbe: classOdd, 0xbf: classOdd,
	0xc0: classOdd, 0xc1: classOdd, 0xc2: classOdd, 0xc3: classOdd, 0xc4: classOdd, 0xc5: classOdd, 0xc6: classOdd, 0xc7: classOdd, 0xc8: classOdd, 0xc9: classOdd, 0xca: classOdd, 0xcb: classOdd, 0xcc: classOdd, 0xcd: classOdd, 0xce: classOdd, 0xcf: classOdd,
	0xd0: classOdd, 0xd1: classOdd, 0xd2: classOdd, 0xd3: classOdd, 0xd4: classOdd, 0xd5: classOdd, 0xd6: classOdd, 0xd7: classOdd, 0xd8: classOdd, 0xd9: classOdd, 0xda: classOdd, 0xdb: classOdd, 0xdc: classOdd, 0xdd: classOdd, 0xde: classOdd, 0xdf: classOdd,
	0xe0: classOdd, 0xe1: classOdd, 0xe2: classOdd, 0xe3: classOdd, 0xe4: classOdd, 0xe5: classOdd, 0xe6: classOdd, 0xe7: classOdd, 0xe8: classOdd, 0xe9: classOdd, 0xea: classOdd, 0xeb: classOdd, 0xec: classOdd, 0xed: classOdd, 0xee: classOdd, 0xef: classOdd,
	0xf0: classOdd, 0xf1: classOdd, 0xf2: classOdd, 0xf3: classOdd, 0xf4: classOdd, 0xf5: classOdd, 0xf6: classOdd, 0xf7: classOdd, 0xf8: classOdd, 0xf9: classOdd, 0xfa: classOdd, 0xfb: classOdd, 0xfc: classOdd, 0xfd: classOdd, 0xfe: classOdd, 0xff: classOdd,
}

// writeText adds running text: white space is folded, and moves outside of marks.
func (w *writer) writeText(s string) {
	cleaned := false
	for i := 0; i < len(s); {
		switch byteClass[s[i]] {
		case classSpace:
			w.pendingSpace = w.pendingSpace || !w.trimNext
			w.spaceHasLineEnd = w.spaceHasLineEnd || s[i] == '\n'
			i++
			continue
		case classOdd:
			if w.opensLink() && strings.HasPrefix(s[i:], noBreakSpace) {
				w.pendingSpace = w.pendingSpace || !w.trimNext
				i += len(noBreakSpace)
				continue
			}
			if !cleaned {
				// Whether a character shows may depend on the one before.
				back := min(i, 1)
				s, i, cleaned = w.visibleText(s[i-back:]), back, true
				continue
			}
		}
		j := w.unfoldedEnd(s, i, cleaned)
		if w.spaceHasLineEnd && s[i] >= firstIdeograph || !w.pendingSpace {
			w.betweenWords(s[i:j])
		}
		w.flushPending()
		w.appendText(s[i:j])
		i = j
	}
}

// noBreakSpace is a space that does not fold in a fragment. At the ends of a label of
// a link it moves out of it as any other.
const noBreakSpace = "\u00a0"

// noBreakSpaces are spaces that forbid a line break. Markdown of a page has no lines
// to break, and a quote of "10 000" must be found by who writes it with a plain space.
var noBreakSpaces = strings.NewReplacer(noBreakSpace, " ", "\u2007", " ", "\u202f", " ")

// visibleText returns what a reader sees of a text. On a page that is no fragment,
// spaces that forbid a line break are plain ones.
func (w *writer) visibleText(s string) string {
	s = clean(s)
	if !w.fragment && (strings.Contains(s, noBreakSpace) || strings.Contains(s, "\u2007") || strings.Contains(s, "\u202f")) {
		return noBreakSpaces.Replace(s)
	}
	return s
}

// opensLink says whether what is written next begins a link.
func (w *writer) opensLink() bool {
	n := len(w.inlines)
	return w.opened < n && w.inlines[n-1].kind == linkInline
}

// unfoldedEnd is the end of the text from i on that needs no folding.
func (w *writer) unfoldedEnd(s string, i int, cleaned bool) int {
	for i < len(s) {
		n := 0
		if i+8 <= len(s) {
			n = plainWords(s[i : i+8])
		}
		if i += n; n > 0 {
			continue
		}
		for end := min(i+8, len(s)); i < end; i++ {
			switch byteClass[s[i]] {
			case classSpace:
				if s[i] != ' ' || i+1 == len(s) || byteClass[s[i+1]] == classSpace {
					return i
				}
			case classMark:
				w.NoteSpecial(s[i])
			case classOdd:
				if !cleaned && i > 0 && s[i-1] == ' ' {
					return i - 1 // which may be the last if this one goes
				} else if !cleaned {
					return i
				}
			}
		}
	}
	return i
}

// plainWords returns how many of eight bytes are plain or single spaces: all of
// them, all but a space at the end, or 0 if there is anything else.
func plainWords(s string) int {
	const ones, high = 0x0101010101010101, 0x8080808080808080
	x := uint64(s[0]) | uint64(s[1])<<8 | uint64(s[2])<<16 | uint64(s[3])<<24 | uint64(s[4])<<32 | uint64(s[5])<<40 | uint64(s[6])<<48 | uint64(s[7])<<56
	is := func(x, c uint64) uint64 { return high - (x ^ c*ones) } // as long as x is ASCII
	spaces := is(x, ' ')
	odd := is(x, '*') | is(x, '_') | is(x, '`') | is(x, '[') | is(x|ones, 0x7F) // the last one for the tilde, too
	odd |= x | ^(x + (0x80-' ')*ones) | spaces&(spaces<<8)
	if odd&high != 0 {
		return 0
	}
	return 8 - int(spaces>>63)
}

// appendText adds text as it is to the last item, if that is text.
func (w *writer) appendText(s string) {
	start := int32(len(w.Text))
	w.Text = append(w.Text, s...)
	if n := len(w.Items); n > 0 {
		if it := &w.Items[n-1]; it.Kind == mdinline.Text && it.End == start {
			it.End = int32(len(w.Text))
			return
		}
	}
	w.Items = append(w.Items, mdinline.Item{Kind: mdinline.Text, Start: start, End: int32(len(w.Text))})
}

const (
	classPlain = iota
	classSpace
	classMark
	classOdd // controls and all that is not ASCII
)
