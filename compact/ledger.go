package compact

import (
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// maxOmissions bounds the list of omissions. The last one sums up all sections that follow.
const maxOmissions = 1000

// omissions lists what is not kept, by section and reason.
func (m *docIndex) omissions(s *selection) []Omission {
	out := []Omission{}
	type key struct {
		head        int
		boilerplate bool
	}
	at := map[key]int{}
	for i := range m.units {
		u := &m.units[i]
		left := u.tokens
		if part, clipped := s.parts[i]; clipped {
			left -= m.counter.Count(m.md[part.Start:part.End])
		} else if s.kept[i] {
			continue
		}
		head := u.head
		if u.Kind == headingKind {
			head = i
		}
		k := key{head, u.boilerplate}
		n, ok := at[k]
		switch {
		case !ok && len(out) == maxOmissions:
			n = len(out) - 1
		case !ok:
			n = len(out)
			at[k] = n
			o := Omission{Section: m.path(head), Reason: "budget", Start: u.Start}
			if u.boilerplate {
				o.Reason = "boilerplate"
			}
			out = append(out, o)
		}
		o := &out[n]
		o.Tokens, o.End = o.Tokens+max(left, 1), u.End
		if u.prose() {
			o.Units++
		}
	}
	return out
}

// path is the text of the headings down to unit h.
func (m *docIndex) path(h int) string {
	var parts []string
	for ; h >= 0; h = m.units[h].head {
		parts = append([]string{m.headingText(h)}, parts...)
	}
	return strings.Join(parts, " > ")
}

// maxHeading is after how many bytes a heading is cut in Omission.Section.
const maxHeading = 300

func (m *docIndex) headingText(h int) string {
	text := m.text(&m.units[h])
	line, _, _ := strings.Cut(extract.HeadingText(text), "\n")
	if m.units[h].Level == labelLevel {
		line = labelText(text)
	}
	if len(line) > maxHeading {
		line = strings.ToValidUTF8(line[:maxHeading], "") + "…"
	}
	return line
}

// ledgerOf returns the omissions in as much detail as most tokens have room for:
// by section, by the sections of the first levels, each with its place or
// without, as one, and last as a number.
func (b *budget) ledgerOf(full []Omission, most int) []Omission {
	if most < 0 || len(full) == 0 {
		return full
	}
	for depth := maxDepth; depth >= 0; depth-- {
		out := MergeOmissions(full, depth)
		if b.fits(out, most) {
			return out
		}
		if out = withoutPlaces(out); depth > 0 && b.fits(out, most) {
			return out
		}
	}
	all := MergeOmissions(full, 0)[0]
	all.Start, all.End, all.Units = 0, 0, 0
	if !b.fits([]Omission{all}, most) {
		all.Reason = ""
	}
	if !b.fits([]Omission{all}, max(most, b.opts.MaxTokens/leastSummaryShare)) {
		return nil
	}
	return []Omission{all}
}

// withoutPlaces is a list of omissions without their places.
func withoutPlaces(list []Omission) []Omission {
	out := make([]Omission, len(list))
	for i, o := range list {
		out[i] = Omission{Section: o.Section, Tokens: o.Tokens}
	}
	return out
}

func (b *budget) fits(list []Omission, most int) bool {
	n := 0
	for _, o := range list {
		if n += b.omission(o); n > most {
			return false
		}
	}
	return true
}

// maxDepth is more levels than headings have.
const maxDepth = 7

// MergeOmissions returns a list of fewer omissions: it adds up those of sections with the
// same headings down to depth. At depth 0 it returns one for all, boilerplate included. For
// a negative depth, and from 7 on, it returns the list unchanged.
func MergeOmissions(full []Omission, depth int) []Omission {
	if depth < 0 || depth >= maxDepth {
		return full
	}
	type key struct{ section, reason string }
	at := map[key]int{}
	var out []Omission
	for _, o := range full {
		if parts := strings.SplitN(o.Section, " > ", depth+1); len(parts) > depth {
			o.Section = strings.Join(parts[:depth], " > ")
		}
		if depth == 0 {
			o.Reason = "budget"
		}
		k := key{o.Section, o.Reason}
		n, ok := at[k]
		if !ok {
			at[k] = len(out)
			out = append(out, o)
			continue
		}
		m := &out[n]
		m.Tokens, m.Units = m.Tokens+o.Tokens, m.Units+o.Units
		m.Start, m.End = min(m.Start, o.Start), max(m.End, o.End)
	}
	return out
}
