package mdinline

import (
	"bytes"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// UnwrapAddresses drops the brackets around a bare address that is written in such.
func (e *Encoder) UnwrapAddresses() {
	for k := 1; k+3 < len(e.Items); k++ {
		it, before, after := &e.Items[k], &e.Items[k-1], &e.Items[k+3]
		if it.Kind != Link || int(it.Pair) != k+2 || it.TitleEnd != it.End || before.Kind != Text || after.Kind != Text || e.Items[k+1].Kind != Text {
			continue
		}
		if e.Text[before.End-1] != '<' || e.Text[after.Start] != '>' ||
			!isAutolink(e.Text[e.Items[k+1].Start:e.Items[k+1].End], e.Text[it.Start:it.End]) {
			continue
		}
		if before.End--; before.End == before.Start {
			before.Kind = Removed
		}
		if after.Start++; after.Start == after.End {
			after.Kind = Removed
		}
	}
}

// emitLink writes the beginning of a link or image.
func (e *Encoder) emitLink(k int, l *escapeState) {
	it := &e.Items[k]
	end := int(it.Pair)
	if it.Kind == Link && it.TitleEnd == it.End && end == k+2 && e.Items[k+1].Kind == Text &&
		isAutolink(e.Text[e.Items[k+1].Start:e.Items[k+1].End], e.Text[it.Start:it.End]) {
		it.auto = true
		e.Items[k+1].Kind = Raw
		e.Items[end].auto = true
		e.beginSpan(it, extract.Autolink, "<")
		return
	}
	if it.Kind == Image {
		e.beginSpan(it, extract.InlineImage, "![")
	} else {
		e.beginSpan(it, extract.InlineLink, "[")
	}
	l.labels++
	l.brackets = l.brackets || !e.bracketsMatch(k+1, end)
}

func (e *Encoder) emitLinkEnd(it *Item, l *escapeState) {
	o, labelEnd := &e.Items[it.Pair], len(e.out)
	if it.auto {
		e.out = append(e.out, '>')
		e.endSpan(o, labelEnd, extract.Span{})
		return
	}
	if e.marked {
		e.out = append(e.out, AddressMark)
	}
	e.out = append(e.out, "]("...)
	address := extract.Span{Start: len(e.out)}
	e.emitURL(e.Text[o.Start:o.End], o.TitleEnd > o.End)
	if address.End = len(e.out); o.Start == o.End {
		address.Start = (address.Start + address.End) / 2 // within "<>"
		address.End = address.Start
	}
	if o.TitleEnd > o.End {
		e.emitTitle(e.Text[o.End:o.TitleEnd])
	}
	e.out = append(e.out, ')')
	e.endSpan(o, labelEnd, address)
	if l.labels--; l.labels == 0 {
		l.brackets = false
	}
}

// bracketsMatch reports whether the brackets in the texts of items[i:j] pair, and
// none of them would end a link of its own.
func (e *Encoder) bracketsMatch(i, j int) bool {
	if !e.Specials.Bracket && !e.hasCloser(i, j) {
		return true
	}
	depth := 0
	for k := i; k < j; k++ {
		it := &e.Items[k]
		if it.Kind != Text {
			continue
		}
		t := e.Text[it.Start:it.End]
		for x, c := range t {
			switch c {
			case '[':
				if depth++; bytes.HasPrefix(t[x:], []byte("[^")) && isNoteLabel(t[x+2:]) {
					return false
				}
			case ']':
				if depth--; depth < 0 || x+1 < len(t) && t[x+1] == '(' {
					return false
				}
			}
		}
	}
	return depth == 0
}

func (e *Encoder) hasCloser(i, j int) bool {
	for k := i; k < j; k++ {
		if it := &e.Items[k]; it.Kind == Text && count(e.Text[it.Start:it.End], ']') > 0 {
			return true
		}
	}
	return false
}
