package page

import (
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// Bounds of the words that a shell may have of its own, beside what is in its head,
// its foot and its menus. The stronger the sign, the more there may be: a page that
// says that it is loading may have a paragraph about itself, and a page with an
// empty list may have no more than its headings.
const (
	ownBesideWords   = 25 // beside a text that asks to wait or for scripts, an empty main or mount point
	ownBesideElement = 12 // beside an empty element of the site's own making, or a frame
	ownBesideHole    = 0  // beside any other empty element
)

// shell tells a page whose content is made by scripts. No list of frameworks
// decides: it is one with hardly any text of its own, with programs that can make
// some, and with a place where it is missing.
func shell(s *pageSignals) extract.Verdict {
	if s.fromEmbeddedState || s.words > shortPage || s.visible > 2*shortPage {
		return extract.Verdict{}
	}
	signs := readSigns(s)
	what := signs.missing()
	if what == "" {
		return s.inFrame(signs)
	}
	return verdict(extract.VerdictJSShell, extract.NextRender, what,
		counted(signs.own+signs.links+signs.headings, "word")+" of text beside "+counted(signs.programs().count, "script"))
}

func counted(n int, what string) string {
	if n == 1 {
		return "1 " + what
	}
	return fmt.Sprintf("%d %ss", n, what)
}

// missing returns the strongest sign that scripts make the content, "" for none.
func (g *shellSigns) missing() string {
	if place := g.missingContent(); place != "" {
		return place
	}
	if g.own > 0 || g.links > 0 || g.media > 0 {
		return ""
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
		if g.root != "" && g.own+g.links+g.headings < fewWords {
			return "nothing in " + g.root // its scripts were taken out, as archives do
		}
		return ""
	}
	blank := g.own+g.links <= ownBesideHole && g.media == 0
	switch {
	case g.root != "":
		return "nothing in " + g.root
	case g.main != "" && g.media == 0:
		return "nothing in " + g.main
	case g.own+g.links > ownBesideWords:
		return ""
	case g.documents && g.own+g.links > fewWords:
		return "" // a note on every page that scripts are off
	case g.wanted != "" && (g.own <= maxSlotted || g.empty()):
		return withQuote("text", g.wanted)
	case g.waiting != "":
		return withQuote("text", g.waiting)
	case g.template != "":
		return withQuote("placeholder", g.template)
	case programs.template:
		return "a template in a script"
	case g.fetched != "":
		return "nothing yet in " + g.fetched
	case g.list != "":
		return "nothing in " + g.list
	case g.host != "" && g.own <= ownBesideElement && g.media == 0:
		return "nothing in " + g.host
	case g.slotted != "" && g.own == g.slottedWords && g.media == 0:
		return "hardly anything in " + g.slotted
	case blank && g.spinner != "":
		return g.spinner
	case blank && g.hole != "":
		return "nothing in " + g.hole
	}
	return ""
}

// empty reports whether there is an element that is there to be filled. On a page
// with text, a note that a site has for those without scripts may mean a part of it.
func (g *shellSigns) empty() bool {
	return g.root != "" || g.main != "" || g.host != "" || g.list != "" || g.hole != "" || g.spinner != ""
}

// framed tells a page whose body is a set of frames. It is content where it has a text for
// programs without frames.
func framed(s *pageSignals) extract.Verdict {
	if !s.hasFrameset {
		return extract.Verdict{}
	}
	v := verdict(extract.VerdictEmpty, extract.NextTarget)
	if s.words >= minContentWords {
		v.Kind = extract.VerdictContent
	}
	for _, f := range s.frames {
		v.Evidence = append(v.Evidence, withQuote("a frame shows", f.url))
	}
	return v
}

// inFrame tells a page that only holds an iframe, in which its content stands.
func (s *pageSignals) inFrame(g *shellSigns) extract.Verdict {
	if g.own+g.links > ownBesideElement || g.media > 0 {
		return extract.Verdict{}
	}
	if s.frames = s.iframes(); len(s.frames) == 0 {
		return extract.Verdict{}
	}
	return verdict(extract.VerdictJSShell, extract.NextTarget, withQuote("the content is in a frame", s.frames[0].url))
}
