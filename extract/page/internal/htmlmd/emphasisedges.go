package htmlmd

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// trimEmphasisEdges rewrites items with spaces and punctuation moved out of emphasis where
// they keep it from being read, and without emphasis that is left empty.
func (w *writer) trimEmphasisEdges() {
	in, out := w.items, w.fixed[:0]
	for i := 0; i < len(in); {
		if !isDelim(in[i].kind) {
			out = append(out, in[i])
			i++
			continue
		}
		j, opens, closes := i, 0, 0
		for ; j < len(in) && isDelim(in[j].kind); j++ {
			if in[j].kind == openItem {
				opens++
			} else {
				closes++
			}
		}
		var moved item
		switch {
		case opens == 0:
			out, moved = w.moveOut(out, w.classAfter(in, j))
			out, moved = w.moveBoth(out, moved)
		case closes == 0 && j < len(in) && in[j].kind == textItem:
			if lead := w.leading(&in[j], w.classBefore(out, len(out))); lead.end > lead.start {
				out = append(out, lead)
				in[j].start = lead.end
			}
		}
		for ; i < j; i++ {
			out = appendDelim(out, in[i])
		}
		if moved.end > moved.start {
			out = append(out, moved)
		}
		if i < len(in) && in[i].kind == textItem && in[i].start == in[i].end {
			i++ // all of it moved
		}
	}
	w.items, w.fixed = out, in
}

// appendDelim adds a delimiter; one that closes what is empty takes it back.
func appendDelim(out []item, it item) []item {
	if n := len(out); it.kind == closeItem && n > 0 && out[n-1].kind == openItem {
		return out[:n-1]
	}
	return append(out, it)
}

// moveOut takes from the end of out what can't end emphasis that is followed
// by a character of class after.
func (w *writer) moveOut(out []item, after flankClass) ([]item, item) {
	n := len(out)
	if n == 0 || out[n-1].kind != textItem {
		return out, item{}
	}
	it := &out[n-1]
	end := it.end
	for end > it.start {
		r, size := utf8.DecodeLastRune(w.text[it.start:end])
		c := classOf(r)
		if c == otherClass || c == punctClass && after != otherClass {
			break
		}
		after = otherClass // once a space moves, what is before it may have to
		if c == spaceClass {
			after = spaceClass
		}
		end -= int32(size)
	}
	moved := item{kind: textItem, start: end, end: it.end}
	it.end = end
	if it.start == it.end {
		out = out[:n-1]
	}
	return out, moved
}

// moveBoth moves the other half of brackets or quotation marks of which one half
// has moved out of emphasis: the text of it is the last of out, after the
// delimiter that opens it, and moved is what comes after.
func (w *writer) moveBoth(out []item, moved item) ([]item, item) {
	n := len(out)
	if n < 2 || out[n-1].kind != textItem || out[n-2].kind != openItem {
		return out, moved
	}
	it := &out[n-1]
	t := w.text[it.start:it.end]
	first, size := utf8.DecodeRune(t)
	if c := closing(first); c != 0 && c == lastRune(w.text[moved.start:moved.end]) && !bytes.ContainsRune(t[size:], c) && len(t) > size {
		half := item{kind: textItem, start: it.start, end: it.start + int32(size)}
		it.start = half.end
		k := n - 2
		for k > 0 && out[k-1].kind == openItem {
			k--
		}
		return slices.Insert(out, k, half), moved
	}
	k := n - 2
	for k > 0 && out[k-1].kind == openItem {
		k--
	}
	if k == 0 || out[k-1].kind != textItem || out[k-1].end != it.start {
		return out, moved
	}
	before := lastRune(w.text[out[k-1].start:out[k-1].end])
	last := lastRune(t)
	if c := closing(before); c != 0 && c == last && !bytes.ContainsRune(t, before) || c == last && before == last && bytes.Count(t, []byte(string(last))) == 1 {
		if moved.start -= int32(utf8.RuneLen(last)); moved.start == it.start {
			return out[:n-1], moved
		}
		it.end = moved.start
	}
	return out, moved
}

func lastRune(t []byte) rune {
	r, _ := utf8.DecodeLastRune(t)
	return r
}

// closing is the sign that closes what r opens, 0 if r opens nothing.
func closing(r rune) rune {
	switch r {
	case '(', '（':
		return r + 1
	case '[', '{', '［':
		return r + 2
	case '"', '\'':
		return r
	case '“', '‘':
		return r + 1
	case '„':
		return '“'
	case '«':
		return '»'
	case '「', '『', '【', '《', '〈', '〔':
		return r + 1
	}
	return 0
}

// leading is the part of a text that can't begin emphasis which follows a
// character of class before.
func (w *writer) leading(it *item, before flankClass) item {
	at := it.start
	for at < it.end {
		r, size := utf8.DecodeRune(w.text[at:it.end])
		c := classOf(r)
		if c == otherClass || c == punctClass && before != otherClass {
			break
		}
		if c == spaceClass {
			before = spaceClass
		}
		at += int32(size)
	}
	return item{kind: textItem, start: it.start, end: at}
}
