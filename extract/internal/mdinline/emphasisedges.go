package mdinline

import (
	"bytes"
	"slices"
	"unicode/utf8"
)

// trimEmphasisEdges rewrites items with spaces and punctuation moved out of emphasis where
// they keep it from being read, and without emphasis that is left empty.
func (e *Encoder) trimEmphasisEdges() {
	in, out := e.Items, e.fixed[:0]
	for i := 0; i < len(in); {
		if !isDelim(in[i].Kind) {
			out = append(out, in[i])
			i++
			continue
		}
		j, opens, closes := i, 0, 0
		for ; j < len(in) && isDelim(in[j].Kind); j++ {
			if in[j].Kind == Open {
				opens++
			} else {
				closes++
			}
		}
		var moved Item
		switch {
		case opens == 0:
			out, moved = e.moveOut(out, e.classAfter(in, j))
			out, moved = e.moveBoth(out, moved)
		case closes == 0 && j < len(in) && in[j].Kind == Text:
			if lead := e.leading(&in[j], e.classBefore(out, len(out))); lead.End > lead.Start {
				out = append(out, lead)
				in[j].Start = lead.End
			}
		}
		for ; i < j; i++ {
			out = appendDelim(out, in[i])
		}
		if moved.End > moved.Start {
			out = append(out, moved)
		}
		if i < len(in) && in[i].Kind == Text && in[i].Start == in[i].End {
			i++ // all of it moved
		}
	}
	e.Items, e.fixed = out, in
}

// appendDelim adds a delimiter; one that closes what is empty takes it back.
func appendDelim(out []Item, it Item) []Item {
	if n := len(out); it.Kind == Close && n > 0 && out[n-1].Kind == Open {
		return out[:n-1]
	}
	return append(out, it)
}

// moveOut takes from the end of out what can't end emphasis that is followed
// by a character of class after.
func (e *Encoder) moveOut(out []Item, after flankClass) ([]Item, Item) {
	n := len(out)
	if n == 0 || out[n-1].Kind != Text {
		return out, Item{}
	}
	it := &out[n-1]
	end := it.End
	for end > it.Start {
		r, size := utf8.DecodeLastRune(e.Text[it.Start:end])
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
	moved := Item{Kind: Text, Start: end, End: it.End}
	it.End = end
	if it.Start == it.End {
		out = out[:n-1]
	}
	return out, moved
}

// moveBoth moves the other half of a pair of brackets or quotation marks out of emphasis,
// after one half has been moved. The text of the other half is the last item of out, after
// the opening delimiter; moved is the rest.
func (e *Encoder) moveBoth(out []Item, moved Item) ([]Item, Item) {
	n := len(out)
	if n < 2 || out[n-1].Kind != Text || out[n-2].Kind != Open {
		return out, moved
	}
	it := &out[n-1]
	t := e.Text[it.Start:it.End]
	first, size := utf8.DecodeRune(t)
	if c := closing(first); c != 0 && c == lastRune(e.Text[moved.Start:moved.End]) && !bytes.ContainsRune(t[size:], c) && len(t) > size {
		half := Item{Kind: Text, Start: it.Start, End: it.Start + int32(size)}
		it.Start = half.End
		k := n - 2
		for k > 0 && out[k-1].Kind == Open {
			k--
		}
		return slices.Insert(out, k, half), moved
	}
	k := n - 2
	for k > 0 && out[k-1].Kind == Open {
		k--
	}
	if k == 0 || out[k-1].Kind != Text || out[k-1].End != it.Start {
		return out, moved
	}
	before := lastRune(e.Text[out[k-1].Start:out[k-1].End])
	last := lastRune(t)
	if c := closing(before); c != 0 && c == last && !bytes.ContainsRune(t, before) || c == last && before == last && bytes.Count(t, []byte(string(last))) == 1 {
		if moved.Start -= int32(utf8.RuneLen(last)); moved.Start == it.Start {
			return out[:n-1], moved
		}
		it.End = moved.Start
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
func (e *Encoder) leading(it *Item, before flankClass) Item {
	at := it.Start
	for at < it.End {
		r, size := utf8.DecodeRune(e.Text[at:it.End])
		c := classOf(r)
		if c == otherClass || c == punctClass && before != otherClass {
			break
		}
		if c == spaceClass {
			before = spaceClass
		}
		at += int32(size)
	}
	return Item{Kind: Text, Start: it.Start, End: at}
}
