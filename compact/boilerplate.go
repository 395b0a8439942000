package compact

import (
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// linkShare counts the words of a text and the share of them that are links.
func linkShare(text string) (words int, share float64) {
	linked, depth, inWord := 0, 0, false
	for i := 0; i < len(text); {
		r, size := utf8.DecodeRuneInString(text[i:])
		switch {
		case r == '<' && autolinkEnd(text, i) > 0: // one word
			words, inWord = words+1, false
			size = autolinkEnd(text, i) - i
		case r == '[':
			depth, inWord = depth+1, false
		case r == ']':
			if i+1 < len(text) && text[i+1] == '(' {
				size = skipTarget(text, i+1) - i
			}
			depth, inWord = max(depth-1, 0), false
		case unicode.IsLetter(r) || unicode.IsDigit(r):
			if !inWord || unspaced(r) {
				words++
				if depth > 0 {
					linked++
				}
			}
			inWord = true
		case r != '\'' && r != '’' && r != '-' && !unicode.Is(unicode.M, r):
			inWord = false
		}
		i += size
	}
	if words == 0 {
		return 0, 0
	}
	return words, float64(linked) / float64(words)
}

// autolinkEnd returns the end of the address in angle brackets that begins at i, 0 if none does.
func autolinkEnd(text string, i int) int {
	if !hasAnyPrefix(text[i+1:], "http://", "https://", "mailto:") {
		return 0
	}
	k := strings.IndexAny(text[i:min(len(text), i+maxAutolink)][1:], "<> \n") + 1
	if k == 0 || text[i+k] != '>' {
		return 0
	}
	return i + k + 1
}

const maxAutolink = 2 << 10

// unitRange is a half-open range of unit indexes.
type unitRange struct{ from, to int }

// markBoilerplate marks what is not content: navigation, notices, sharing, related pages, comments, by link
// density and length (after Kohlschütter, Fankhauser and Nejdl, Boilerplate Detection using Shallow Text
// Features, 2010) and by what such blocks say in many languages.
func (m *docIndex) markBoilerplate() {
	blocks := make([]block, len(m.groups))
	first, last := len(blocks), -1 // of what is surely content
	for g, group := range m.groups {
		b := m.measureBlock(group)
		if u := &m.units[group.from]; u.Kind == chunk.HeadingUnit && u.Level == 1 || b.words >= 12 && b.links < .3 && !b.notice {
			first, last = min(first, g), g
		}
		blocks[g] = b
	}
	for g, b := range blocks {
		if !m.isBoilerplate(b, g < first || g > last, g < first) {
			continue
		}
		for i := b.from; i < b.to; i++ {
			m.units[i].boilerplate = true
		}
	}
	m.markHeadings()
	if !slices.ContainsFunc(m.units, func(u unit) bool { return !u.boilerplate && u.prose() && u.words > 0 }) {
		for i := range m.units {
			m.units[i].boilerplate = false
		}
	}
}

type block struct {
	unitRange
	words  int
	links  float64 // share of the words that are links
	notice bool    // it is short and has a phrase of notices
}

// maxNotice is how many words a block may have to be taken for a notice by a phrase in it.
const maxNotice = 45

func (m *docIndex) measureBlock(r unitRange) block {
	b, teasers := block{unitRange: r}, 0
	list := m.units[r.from].Kind == chunk.ItemUnit && r.to-r.from > 1
	for i := r.from; i < r.to; i++ {
		u := &m.units[i]
		b.words += u.words
		b.links += u.links * float64(u.words)
		if list && u.words <= 20 && u.links > 0 && teaser(strings.ToLower(m.text(u))) {
			teasers++
		}
	}
	b.links /= float64(max(b.words, 1))
	if list {
		b.notice = 2*teasers > r.to-r.from
	} else {
		b.notice = b.words <= maxNotice && notice(m.md[m.units[r.from].Start:m.units[r.to-1].End])
	}
	return b
}

// isBoilerplate reports whether a block is navigation, a notice or the like; edge is one before or behind all that
// is surely content, lead one before it.
func (m *docIndex) isBoilerplate(b block, edge, lead bool) bool {
	u, n := &m.units[b.from], b.to-b.from
	switch {
	case u.Kind == chunk.HeadingUnit, u.Kind == chunk.CodeUnit, u.Kind == chunk.TableHeaderUnit, b.words == 0:
		return false
	case b.notice, edge && b.links > .6 && b.words <= 8*n:
		return true
	case b.links > .8 && n >= 4 && b.words <= 6*n && u.Kind == chunk.ItemUnit: // a menu
		return true
	}
	return lead && b.links > .5 && b.words <= 12 && n == 1 && u.Kind != chunk.ItemUnit
}

// markHeadings marks headings that have nothing but boilerplate below them, and the links below headings that say
// they lead elsewhere.
func (m *docIndex) markHeadings() {
	for i := len(m.units) - 1; i >= 0; i-- {
		u := &m.units[i]
		if u.Kind != chunk.HeadingUnit || u.Level == 1 {
			continue
		}
		aside := slices.Contains(cues("aside"), strings.Trim(strings.ToLower(m.text(u)), "# :."))
		seen, content := false, false
		for k := i + 1; k < len(m.units) && k < i+256 && !content; k++ {
			v := &m.units[k]
			if v.Kind == chunk.HeadingUnit && v.Level <= u.Level {
				break
			}
			if aside && v.links > .3 && v.words <= 30 {
				v.boilerplate = true
			}
			seen, content = true, !v.boilerplate
		}
		u.boilerplate = aside || seen && !content
	}
}

func notice(text string) bool {
	low := strings.ToLower(text)
	start, linked := strings.Trim(low, " *_[#>-\n"), strings.Contains(low, "](")
	switch {
	case containsAny(low, cues("consent")...):
		return containsAny(low, cues("cookies")...) || linked && containsAny(low, "agree", "reject", "options", "consent")
	case containsAny(low, cues("rights")...), hasAnyPrefix(start, cues("action")...), slices.Contains(cues("button"), start):
		return true
	}
	return linked && containsAny(low, cues("linked action")...) || teaser(low)
}

func teaser(low string) bool {
	return containsAny(low, cues("teaser")...) || containsAny(low, " views", " shares", " likes") && containsAny(low, "·", "|", "•")
}
