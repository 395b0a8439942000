package verdict

import (
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Limits of a shell's own words, outside of its header, its footer and its menus. The
// stronger the sign, the higher the limit: a page that says "loading" may have a paragraph
// about itself, and a page with an empty list only its headings.
const (
	ownBesideWords   = 25 // beside a text that asks to wait or for scripts, an empty main or mount point
	ownBesideElement = 12 // beside an empty custom element, or a frame
	ownBesideEmpty   = 0  // beside any other empty element
)

// shell recognises a page whose content is made by scripts, without a list of frameworks: it
// has hardly any text of its own, programs that can make some, and an element where the
// content is missing.
func shell(p *page) extract.Verdict {
	if p.FromState || p.Words > shortWords || p.visible > 2*shortWords {
		return extract.Verdict{}
	}
	g := p.shellSigns()
	what := g.missing()
	if what == "" {
		return p.inFrame(g)
	}
	return extract.Verdict{Kind: extract.VerdictJSShell, Evidence: []string{what,
		counted(g.own+g.links+g.headings, "word") + " of text beside " + counted(g.programs().count, "script")}}
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// missing returns the strongest sign that scripts make the content, "" for none.
func (g *shellSigns) missing() string {
	if place := g.missingContent(); place != "" || g.own > 0 || g.links > 0 || g.media > 0 {
		return place
	}
	if programs := g.programs(); programs.any() && (g.headings == 0 || programs.builds) {
		return "nothing in the body"
	}
	return ""
}

// missingContent returns the strongest sign of where content is missing, or of a text that
// replaces it, "" for none.
func (g *shellSigns) missingContent() string {
	if g.own > ownBesideWords {
		return ""
	}
	programs := g.programs()
	if !programs.any() {
		if g.emptyRoot != "" && g.own+g.links+g.headings < fewWords {
			return "nothing in " + g.emptyRoot // its scripts were taken out, as archives do
		}
		return ""
	}
	hasEmpty := g.emptyMain != "" || g.emptyCustom != "" || g.emptyList != "" || g.emptyContainer != "" || g.loading != ""
	switch blank := g.own+g.links <= ownBesideEmpty && g.media == 0; {
	case g.emptyRoot != "":
		return "nothing in " + g.emptyRoot
	case g.emptyMain != "" && g.media == 0:
		return "nothing in " + g.emptyMain
	case g.own+g.links > ownBesideWords, g.page.Documents && g.own+g.links > fewWords: // a note on every page that scripts are off
		return ""
	case g.wantsScripts != "" && (g.own <= maxLabel || hasEmpty): // a part of a page with text may need them
		return quoted("text", g.wantsScripts)
	case g.waits != "":
		return quoted("text", g.waits)
	case g.placeholder != "":
		return quoted("placeholder", g.placeholder)
	case g.emptyList != "":
		return "nothing in " + g.emptyList
	case g.emptyCustom != "" && g.own <= ownBesideElement && g.media == 0:
		return "nothing in " + g.emptyCustom
	case g.labelledCustom != "" && g.own == g.labelWords && g.media == 0:
		return "hardly anything in " + g.labelledCustom
	case blank && g.loading != "":
		return g.loading
	case blank && g.emptyContainer != "":
		return "nothing in " + g.emptyContainer
	}
	return ""
}
