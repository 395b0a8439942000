package mdinline

import (
	"strings"
)

// Addresses in running text are written as they stand, as readers copy them.
// GFM makes links of them, which show the same text. Two things follow. An
// underscore or a tilde in an address needs no escape, since no delimiter is
// read in one. And markup that touches the end of an address would be read as
// part of it, so such an address is escaped after all.

// plainAddress is the last address met in the text of a block.
type plainAddress struct {
	item int // its item
	end  int // the end of what surely belongs to it, in the text of the item
}

// holds reports whether byte i of the text of item k is part of the address.
func (a plainAddress) holds(k, i int) bool { return k == a.item && i < a.end }

// escapeAddress reports whether the byte at i of the text of item k, a colon or a
// dot, begins an address that must not be read as one. It notes the address.
func (e *Encoder) escapeAddress(k int, t []byte, i int, l *escapeState) bool {
	host, ok := AddressHost(t, i)
	if !ok {
		return false
	}
	if end := AddressEnd(t, host); end > 0 {
		for !l.marked && end < len(t) && (t[end] == '_' || t[end] == '~') {
			end++ // nothing is open that these could close
		}
		l.address = plainAddress{item: k, end: end}
	}
	return AddressGoesOn(t[i:]) && e.markupFollows(k)
}

// markupFollows reports whether item k is followed by markup that would be read
// as part of an address at its end. The end of emphasis is not if the line or the
// word ends there, too.
func (e *Encoder) markupFollows(k int) bool {
	closed := false
	for k = e.after(k); k < len(e.Items); k = e.after(k) {
		switch it := &e.Items[k]; it.Kind {
		case Close:
			closed = true
		case Break:
			return false
		case Text:
			return !closed || !endsWord(e.Text[it.Start:it.End])
		default:
			return true
		}
	}
	return false
}

// endsWord reports whether no word goes on with t.
func endsWord(t []byte) bool {
	if strings.IndexByte(".,!?:", t[0]) >= 0 {
		t = t[1:]
	}
	return len(t) == 0 || t[0] == ' '
}
