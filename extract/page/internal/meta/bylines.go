package meta

import (
	"cmp"
	"slices"
	"strings"
	"sync"
	"unicode/utf8"

	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// inLine returns the names in the first line near the heading that says by whom the page is.
func (r *reader) inLine() []string {
	for _, l := range r.lines {
		if r.page.Elements[r.page.Blocks[l.block].Element].AnyKinds&measure.H1 != 0 {
			continue
		}
		text, found := afterByline(l.text)
		if next := l.block + 1; !found && isLead(l.text) && next < len(r.page.Blocks) { // a label above the name
			text = BlockText(r.page, next, maxLineBytes)
			names, label := bylineNames(text), blockNode(r.page, l.block).DataAtom
			isList := len(names) > 1 || len(names) == 1 && (label == atom.Dt || label == atom.Th)
			found = isFullName(text) || isList && !slices.ContainsFunc(names, func(name string) bool { return !isFullName(name) })
		}
		if !found || r.blockInOtherPart(l.block, false) {
			continue
		}
		names := bylineNames(text)
		if words := strings.Fields(strings.Join(names, " ")); (len(words) > 1 || len(names) == 1 && isUnspaced(names[0])) && isCapital(words[0]) && hasCapitals(words) {
			return r.lineNames(blockNode(r.page, l.block), names)
		}
	}
	return nil
}

// afterByline returns what follows the words that begin a byline, at the start of a text
// or behind a separator: "News | By Ada Finch".
func afterByline(text string) (names string, found bool) {
	isLabelled := false             // the part before was a lead alone
	text = strings.Trim(text, "()") // "(Reporting by Ada Finch)"
	text = strings.ReplaceAll(strings.ReplaceAll(text, " · ", "|"), " • ", "|")
	for part := range strings.SplitSeq(text, "|") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if isLabelled {
			return part, true
		}
		if isLabelled = isLead(part); isLabelled {
			continue
		}
		if names = afterLead(part); names != part && names != "" {
			lead := strings.TrimSpace(part[:len(part)-len(names)])
			if strings.ContainsAny(lead, " :：／") || is("opener", lead) || isUnspaced(lead) {
				return names, true
			}
		}
		if !strings.ContainsFunc(part, isOfUnspaced) {
			continue
		}
		words := strings.Fields(part)
		for i, word := range words {
			lead, found := labelOf(word)
			name, _, _ := strings.Cut(words[max(i-1, 0)], "·") // the first of several
			isReporter := strings.HasPrefix(lead, "記者") || strings.HasPrefix(lead, "记者")
			switch {
			case found && (isReporter || i > 0 && isUnspaced(lead) && isLead(lead)): // "記者王小明／台北報導", "4月5日 文：…"
				return strings.Join(words[i:], " "), true
			case i > 0 && is("suffix", word) && isUnspaced(words[i-1]) && utf8.RuneCountInString(name) <= maxUnspacedName:
				return words[i-1], true
			}
		}
	}
	names = cmp.Or(afterDatedOpener(text), afterLabel(text))
	return names, names != ""
}

// afterDatedOpener returns what follows the word that introduces a name behind a date or a section: "Posted: 4 May 2024
// by Ada Finch", "Posted in News by Ada Finch".
func afterDatedOpener(s string) string {
	words, end := leadingDate(s)
	if words == 0 && !strings.HasPrefix(s, "in ") {
		var first string
		first, s, _ = strings.Cut(s, " ")
		if words, end = leadingDate(s); words == 0 && !strings.HasPrefix(s, "in ") || !begins("publish", strings.ToLower(first)) {
			return ""
		}
	}
	n := words
	for at, word := range wordsOf(s[end:]) {
		switch {
		case is("opener", word) && n > 0:
			return strings.TrimSpace(s[end+at+len(word):])
		case words > 0, n == maxBeside:
			return ""
		}
		n++
	}
	return ""
}

// inLineAlone returns the name in a line anywhere that says no more than by whom the page is. Two
// that name different people are those of other pages.
func (r *reader) inLineAlone() (only []string) {
	for b := range r.page.Blocks {
		block := &r.page.Blocks[b]
		if block.Words > 10 || block.Words < 2 || !beginsLikeByline(r.page, block) || r.page.Elements[block.Element].AnyKinds&(measure.Nav|measure.Aside) != 0 {
			continue
		}
		text, found := afterByline(BlockText(r.page, b, 80))
		if !found {
			continue
		}
		names := bylineNames(text)
		if len(names) != 1 || !isFullName(names[0]) || r.blockInOtherPart(b, false) {
			continue
		}
		if only != nil && only[0] != names[0] {
			return nil
		}
		only = names
	}
	return only
}

var leadHashes = sync.OnceValue(func() map[uint32]bool {
	hashes := map[uint32]bool{}
	for _, class := range [...]string{"lead", "leadword"} {
		for _, lead := range vocabulary()[class].Phrases {
			word, _, _ := strings.Cut(lead, " ")
			hashes[measure.HashWord(word)] = true
		}
	}
	return hashes
})

// beginsLikeByline reports whether a block may begin with words that introduce a name, or has such behind a bar. It reads no text.
func beginsLikeByline(p *measure.Page, b *measure.TextBlock) bool {
	return b.HashedWords == 0 || b.First >= utf8.RuneSelf || b.Marks > 0 || leadHashes()[p.Words[b.FirstWord]]
}
