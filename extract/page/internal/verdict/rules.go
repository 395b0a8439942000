package verdict

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
)

// nextSteps are what to try with a page of a kind, unless its rule says more.
var nextSteps = map[extract.VerdictKind]string{
	extract.VerdictBotWall: "The site wants proof of a person: wait, or use a source that it offers to programs.",
	extract.VerdictConsent: "Fetch the page with the cookies of a visitor who has chosen, or through rendering.",
	extract.VerdictSoft404: "Check the address, or search the site for the page.",
	extract.VerdictLogin:   "Fetch it with the credentials of an account, or look for a public copy.",
	extract.VerdictPaywall: "Only a part is free: use it as such, or fetch with a subscription.",
	extract.VerdictJSShell: extract.NextRender,
	extract.VerdictEmpty:   "Check the address, or fetch the page with rendering.",
}

type rule struct {
	kind extract.VerdictKind
	has  []phraseList // of each of which the page has a phrase
	is   condition
	// words and visible are exclusive upper limits for the words of the content and of the whole
	// page. Zero words means shortWords + 1, zero visible any.
	words, visible int
	judge          func(*page) extract.Verdict // decides alone where it is set; no kind means that it doesn't hold
}

type condition uint8

const (
	hasPassword condition = 1 << iota // a field for a password
	hasField                          // any field of a form
	hasNoForm                         // a CAPTCHA on a form isn't a bot wall, unless the title is that of one
	isTitled                          // a title begins or ends with the phrase: "How to log in" speaks of it
	isNoManual                        // documentation of functions says "not found" of what they return
	isBanner                          // there is hardly more than the banner, and no empty application behind it
)

// rules are in order: the first one that holds decides.
var rules = [...]rule{
	{kind: extract.VerdictBotWall, has: []phraseList{botWallSources, botWallTitles}},
	{kind: extract.VerdictBotWall, has: []phraseList{botWallSources, botWallTexts}, is: hasNoForm},
	{kind: extract.VerdictBotWall, has: []phraseList{botWallSources}, is: hasNoForm, visible: tinyWords},
	{kind: extract.VerdictBotWall, has: []phraseList{botWallTitles}, visible: 150},
	{kind: extract.VerdictBotWall, has: []phraseList{botWallTexts}, is: hasNoForm, visible: 200},

	{kind: extract.VerdictConsent, has: []phraseList{consentTitles, consentTexts}},
	{kind: extract.VerdictConsent, has: []phraseList{consentTitles, consentButtons}},
	{kind: extract.VerdictConsent, has: []phraseList{consentTexts, consentButtons}, is: isBanner},

	{judge: redirect},
	{judge: frameset},

	{kind: extract.VerdictSoft404, has: []phraseList{missingTitles, missingTexts}},
	{kind: extract.VerdictSoft404, has: []phraseList{missingTitles}, words: 120},
	{kind: extract.VerdictSoft404, has: []phraseList{maybeMissingTitles, missingTexts}},
	{kind: extract.VerdictSoft404, has: []phraseList{maybeMissingTitles}, words: fewWords},
	{kind: extract.VerdictSoft404, has: []phraseList{missingTexts}, is: isNoManual, words: tinyWords},

	{kind: extract.VerdictLogin, has: []phraseList{loginTitles}, is: hasPassword, words: tinyWords},
	{kind: extract.VerdictLogin, has: []phraseList{loginTitles, loginTexts}, is: hasPassword, words: 200},
	{kind: extract.VerdictLogin, has: []phraseList{loginTitles}, is: hasPassword | isTitled, words: 200},
	{kind: extract.VerdictLogin, has: []phraseList{loginTexts}, is: hasPassword, words: 100},
	{kind: extract.VerdictLogin, is: hasPassword, words: 40, visible: 120},
	{kind: extract.VerdictLogin, has: []phraseList{loginTexts}, words: 40},
	{kind: extract.VerdictLogin, has: []phraseList{loginTitles}, is: hasField, words: 40, visible: 120},
	{kind: extract.VerdictLogin, has: []phraseList{loginTitles}, is: hasField | isTitled, visible: 120},

	{judge: paywall},
	{judge: shell},
	{judge: empty},
}

func (r *rule) holds(p *page) bool {
	if p.Words >= cmp.Or(r.words, shortWords+1) || r.visible > 0 && p.visible >= r.visible {
		return false
	}
	for _, list := range r.has {
		if p.hits[list] == 0 {
			return false
		}
	}
	for c := hasPassword; c <= isBanner; c <<= 1 {
		if r.is&c != 0 && !p.meets(c, r.has) {
			return false
		}
	}
	return true
}

func (p *page) meets(c condition, has []phraseList) bool {
	switch c {
	case hasPassword:
		return p.Page.Passwords > 0
	case hasField:
		return p.Page.Inputs > 0
	case hasNoForm:
		return p.Page.Inputs == 0 || p.hits[botWallTitles] != 0
	case isTitled:
		return p.isTitled(p.hits.phrase(has[0]))
	case isNoManual:
		return !p.Documents
	default:
		return p.visible-p.bannerWords() < 40 && p.shellSigns().missingContent() == ""
	}
}

// isTitled reports whether a title of the page begins or ends with a phrase, rather
// than speak of it.
func (p *page) isTitled(phrase string) bool {
	for _, title := range [...]string{p.About.SiteTitle, p.About.Title} {
		title = strings.ToLower(strings.TrimSpace(title))
		if strings.HasPrefix(title, phrase) || strings.HasSuffix(title, phrase) && !strings.HasPrefix(title, "how ") {
			return true
		}
	}
	return false
}

func (p *page) bannerWords() (n int) {
	for i := range p.Page.Blocks {
		if el := &p.Page.Elements[p.Page.Blocks[i].Element]; el.AnyTopics&(measure.ClassCookie|measure.ClassModal) != 0 || el.AnyKinds&measure.Dialog != 0 {
			n += int(p.Page.Blocks[i].Words)
		}
	}
	return n
}

func (r *rule) evidence(p *page) (list []string) {
	if r.is&hasPassword != 0 {
		list = append(list, "password field")
	}
	for _, l := range r.has {
		what := "text"
		switch {
		case l == consentButtons:
			what = "button"
		case targetOf(l) == inTitle:
			what = "title"
		case targetOf(l) == inSources:
			what = "challenge script"
		}
		list = append(list, quoted(what, p.hits.phrase(l)))
	}
	if r.is&hasField != 0 {
		list = append(list, "form")
	}
	if len(r.has) == 0 {
		list = append(list, fmt.Sprintf("%d words beside it", p.Words))
	}
	return list
}

func empty(p *page) extract.Verdict {
	switch {
	case p.FromDescription:
		return extract.Verdict{Kind: extract.VerdictJSShell, Evidence: []string{"no text in the body, only a description of it in the head"}}
	case p.Words == 0 && !p.FromState:
		return extract.Verdict{Kind: extract.VerdictEmpty, Evidence: []string{"no text that a reader can see"}}
	}
	return extract.Verdict{}
}
