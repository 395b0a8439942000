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
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
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

// maxAutolink is how long an address in angle brackets is at most.
const maxAutolink = 2 << 10

// unitRange is a half-open range of unit indexes, of one block.
type unitRange struct{ from, to int }

// markBoilerplate marks what is not content: navigation, notices, sharing, related pages, comments, by link
// density and length (after Kohlschütter, Fankhauser and Nejdl, Boilerplate Detection using Shallow Text
// Features, 2010) and by what such blocks say in many languages.
func (m *docIndex) markBoilerplate() {
	var groups []unitRange
	for i := range m.units {
		if i == 0 || m.units[i].group != m.units[i-1].group {
			groups = append(groups, unitRange{i, i})
		}
		groups[len(groups)-1].to = i + 1
	}
	first, last := m.body(groups)
	for g, s := range groups {
		if m.isBoilerplate(s, g < first || g > last, g < first) {
			for i := s.from; i < s.to; i++ {
				m.units[i].boilerplate = true
			}
		}
	}
	m.markHeadings()
	m.unmarkIfNothingLeft()
}

// body returns the first and the last group that is surely content: a heading of level 1, or 12 words or more
// with less than 30 % of them in links and no phrase of boilerplate.
func (m *docIndex) body(groups []unitRange) (first, last int) {
	first, last = len(groups), -1
	for g, s := range groups {
		words, links := m.measureGroup(s)
		top := m.units[s.from].Kind == chunk.HeadingUnit && m.units[s.from].Level == 1
		if top || words >= 12 && links < .3 && !m.cued(s, words) {
			first, last = min(first, g), g
		}
	}
	return first, last
}

func (m *docIndex) measureGroup(s unitRange) (words int, links float64) {
	for i := s.from; i < s.to; i++ {
		words += m.units[i].words
		links += m.units[i].links * float64(m.units[i].words)
	}
	return words, links / float64(max(words, 1))
}

// isBoilerplate reports whether the block of units s is navigation, a notice or the like.
func (m *docIndex) isBoilerplate(s unitRange, edge, lead bool) bool {
	u := &m.units[s.from]
	switch u.Kind {
	case chunk.HeadingUnit, chunk.CodeUnit, chunk.TableHeaderUnit:
		return false
	}
	words, links := m.measureGroup(s)
	n := s.to - s.from
	switch {
	case words == 0:
		return false
	case m.cued(s, words):
		return true
	case links > .8 && n > 1 && words <= 6*n && (edge || n >= 4): // a menu
		return u.Kind == chunk.ItemUnit || edge
	case links > .5 && words <= 12 && n == 1 && u.Kind != chunk.ItemUnit && (lead || breadcrumb(m.text(u))):
		return true
	case edge && links > .6 && words <= 8*n:
		return true
	}
	return false
}

func breadcrumb(text string) bool {
	n := strings.Count(text, "](")
	return n > 0 && (strings.Count(text, "›")+strings.Count(text, "»")+strings.Count(text, ") / [")+strings.Count(text, ") > ")+strings.Count(text, " | ")+strings.Count(text, "→") >= n-1) && strings.Count(text, ") ") >= 1
}

// maxCued is how many words a block may have to be taken for boilerplate by a phrase in it.
const maxCued = 45

// cued reports whether a short block has a phrase of boilerplate, see notice.
func (m *docIndex) cued(s unitRange, words int) bool {
	if words > maxCued && m.units[s.from].Kind != chunk.ItemUnit || words > 12*maxCued {
		return false
	}
	if m.units[s.from].Kind == chunk.ItemUnit && s.to-s.from > 1 {
		return m.cuedList(s)
	}
	return notice(m.md[m.units[s.from].Start:m.units[s.to-1].End])
}

// cuedList reports a list of which most items are links to other pages with a short teaser.
func (m *docIndex) cuedList(s unitRange) bool {
	n := 0
	for i := s.from; i < s.to; i++ {
		if u := &m.units[i]; u.words <= 20 && u.links > 0 && teaser(strings.ToLower(m.text(u))) {
			n++
		}
	}
	return 2*n > s.to-s.from
}

// markHeadings marks headings that have nothing but boilerplate below them.
func (m *docIndex) markHeadings() {
	for i := len(m.units) - 1; i >= 0; i-- {
		u := &m.units[i]
		if u.Kind != chunk.HeadingUnit || u.Level == 1 {
			continue
		}
		seen, content := false, false
		for k := i + 1; k < len(m.units) && k < i+256; k++ {
			v := &m.units[k]
			if v.Kind == chunk.HeadingUnit && v.Level <= u.Level {
				break
			}
			seen = true
			if !v.boilerplate {
				content = true
				break
			}
		}
		aside := asideHeading(strings.ToLower(strings.Trim(m.text(u), "# ")))
		if aside {
			m.markAside(i)
		}
		u.boilerplate = aside || seen && !content
	}
}

// markAside marks the links under a heading that says they lead elsewhere.
func (m *docIndex) markAside(head int) {
	for k := head + 1; k < len(m.units) && m.units[k].Kind != chunk.HeadingUnit; k++ {
		if u := &m.units[k]; u.links > .3 && u.words <= 30 {
			u.boilerplate = true
		} else if u.group != m.units[head].group+1 {
			return
		}
	}
}

// unmarkIfNothingLeft removes all marks if no content would be left.
func (m *docIndex) unmarkIfNothingLeft() {
	for i := range m.units {
		if u := &m.units[i]; !u.boilerplate && u.prose() && u.words > 0 {
			return
		}
	}
	for i := range m.units {
		m.units[i].boilerplate = false
	}
}

// containsAny reports whether s contains one of the cues.
func containsAny(s string, cues ...string) bool {
	for _, c := range cues {
		if strings.Contains(s, c) {
			return true
		}
	}
	return false
}

// notice reports a short block that is a notice of the site, not of the page.
func notice(text string) bool {
	low := strings.ToLower(text)
	links := strings.Contains(low, "](")
	switch {
	case containsAny(low, cues("consent")...):
		return consent(low, links)
	case containsAny(low, cues("rights")...):
		return true
	case strings.HasPrefix(low, "©") || strings.HasPrefix(low, "copyright ©") || strings.HasPrefix(low, "(c) "):
		return true
	case teaser(low):
		return true
	}
	return action(low, links)
}

func consent(low string, links bool) bool {
	return containsAny(low, cues("cookies")...) ||
		links && containsAny(low, "agree", "reject", "options", "consent")
}

func teaser(low string) bool {
	return containsAny(low, cues("teaser")...) ||
		containsAny(low, " views", " shares", " likes") && containsAny(low, "·", "|", "•") ||
		containsAny(low, "· 19", "· 20") && strings.Contains(low, "](") && len(low) < 120
}

// action reports a line that asks a visitor to do something with the page.
func action(low string, links bool) bool {
	trimmed := strings.Trim(low, " *_[#>-\n")
	if hasAnyPrefix(trimmed, cues("action")...) {
		return true
	}
	if links && containsAny(low, cues("linked action")...) {
		return true
	}
	return len(low) < 60 && (containsAny(low, " comments", "kommentare", "commentaires", "comentarios") && containsAny(low, "log in", "reply", "anmelden", "connexion") || low == "comments" || low == "menu" || low == "search" || low == "share" || low == "print")
}

// asideHeading reports headings over links that lead away from the page.
func asideHeading(low string) bool {
	return slices.Contains(cues("aside"), strings.TrimRight(low, " :."))
}
