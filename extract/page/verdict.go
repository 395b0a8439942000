package page

import (
	"bytes"
	"cmp"
	"fmt"
	"io"
	"net/url"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// pageSignals are what classifyPage decides by.
type pageSignals struct {
	p                 *measure.Page
	about             *meta.Result
	words             int        // of the content
	visible           int        // of the page
	title             phraseHits // in the title and the first heading
	text              phraseHits // in the text of a short page
	sources           phraseHits // in scripts and frames of a short page
	kept              []bool
	scripts           []string // short programs of a page with hardly a word
	root              *html.Node
	source            func() io.Reader // of the page, UTF-8
	meter             *ctxio.Meter     // at whose end the verdict may be any
	base              *url.URL         // what links are relative to, nil for unknown
	url               *url.URL         // of the page, nil for unknown
	fromEmbeddedState bool             // the content came from embedded state
	fromDescription   bool             // the page shows nothing; its description stands in
	documents         bool             // the page documents something
	refresh           string           // value of the Refresh header
	frames            []frame          // that a page of frames consists of
	hasFrameset       bool             // they stand in place of the body
}

// The sizes of pages in the rules, in words. A page with more to read
// than a wall has is no wall.
const (
	shortPage = 350
	tinyPage  = 60
	fewWords  = 15
)

// classifyPage says what kind of page this is: the first rule that finds evidence.
func classifyPage(s *pageSignals) extract.Verdict {
	for _, rule := range [...]func(*pageSignals) extract.Verdict{botWall, consent, redirect, framed, soft404, login, paywall, shell, empty} {
		if v := rule(s); v.Kind != "" {
			return v
		}
	}
	return extract.Verdict{Kind: extract.VerdictContent}
}

func verdict(kind extract.VerdictKind, next string, evidence ...string) extract.Verdict {
	return extract.Verdict{Kind: kind, Evidence: evidence, Next: next}
}

// newPageSignals collects what the rules look at. The text is gathered of short pages
// only, so that long ones cost nothing.
func newPageSignals(p *measure.Page, about *meta.Result, kept []bool, root *html.Node) *pageSignals {
	s := &pageSignals{p: p, about: about, kept: kept, root: root, visible: p.VisibleWords}
	for i, k := range kept {
		if k {
			s.words += max(1, int(p.Blocks[i].Words))
		}
	}
	heading := ""
	if p.Head.H1 != nil {
		heading = meta.Text(p.Head.H1, 300)
	}
	s.title.match(inTitle, []byte(about.SiteTitle+"\n"+about.Title+"\n"+heading), nil)
	if s.visible <= fewWords || s.words <= fewWords && s.visible <= 2*tinyPage {
		s.scripts = shortPrograms(root, nil, 0)
	}
	if s.visible <= 2*shortPage {
		var text, sources bytes.Buffer
		gatherText(root, &text, &sources, 0)
		s.text.match(inText, text.Bytes(), nil)
		s.sources.match(inSources, sources.Bytes(), nil)
	}
	return s
}

// maxSignalText bounds the text that is gathered.
const maxSignalText = 16 << 10

func gatherText(n *html.Node, text, sources *bytes.Buffer, depth int) {
	for c := n.FirstChild; c != nil && depth < 512; c = c.NextSibling {
		switch {
		case c.Type == html.TextNode && text.Len() < maxSignalText:
			if t := strings.TrimSpace(c.Data); t != "" {
				text.WriteString(t[:min(len(t), maxSignalText)])
				text.WriteByte(' ')
			}
		case c.Type != html.ElementNode || c.Data == "style":
		case c.Data == "script" || c.Data == "iframe":
			if sources.Len() < maxSignalText {
				sources.WriteString(htmltree.Attr(c, "src"))
				sources.WriteByte('\n')
				if c.FirstChild != nil {
					code := c.FirstChild.Data
					sources.WriteString(code[:min(len(code), 2000)])
				}
			}
		default:
			if id := htmltree.Attr(c, "id"); id != "" && sources.Len() < maxSignalText {
				sources.WriteString("#" + id + "\n")
			}
			gatherText(c, text, sources, depth+1)
		}
	}
}

func botWall(s *pageSignals) extract.Verdict {
	const next = "The site wants proof of a person: wait, or use a source that it offers to programs."
	if s.words > shortPage || s.visible > 2*shortPage {
		return extract.Verdict{}
	}
	source := s.sources.phrase(botWallSources)
	title := s.title.phrase(botWallTitles)
	text := s.text.phrase(botWallTexts)
	form := s.p.Inputs > 0 && title == "" // which guards itself, not the page
	switch {
	case source != "" && (title != "" || text != "" && !form || s.visible < tinyPage && !form):
		return verdict(extract.VerdictBotWall, next, withQuote("challenge script", source), withQuote("text", cmp.Or(text, title)))
	case title != "" && s.visible < 150:
		return verdict(extract.VerdictBotWall, next, withQuote("title", title))
	case text != "" && s.visible < 200 && !form:
		return verdict(extract.VerdictBotWall, next, withQuote("text", text))
	}
	return extract.Verdict{}
}

func consent(s *pageSignals) extract.Verdict {
	const next = "Fetch the page with the cookies of a visitor who has chosen, or through rendering."
	if s.words > shortPage || s.visible > 2*shortPage {
		return extract.Verdict{}
	}
	title, text, button := s.title.phrase(consentTitles), s.text.phrase(consentTexts), s.text.phrase(consentButtons)
	rest := s.visible - consentWords(s.p)
	switch {
	case title != "" && (text != "" || button != ""):
		return verdict(extract.VerdictConsent, next, withQuote("title", title), withQuote("text", cmp.Or(text, button)))
	case text != "" && button != "" && rest < 40 && readSigns(s).missingContent() == "": // else it stands before a shell
		return verdict(extract.VerdictConsent, next, withQuote("text", text), withQuote("button", button))
	}
	return extract.Verdict{}
}

// consentWords counts the words in elements that ask for consent, or in all of
// the page when its only heading does.
func consentWords(p *measure.Page) (n int) {
	for i := range p.Blocks {
		if el := &p.Elements[p.Blocks[i].Element]; el.AnyTopics&(measure.ClassCookie|measure.ClassModal) != 0 || el.AnyKinds&measure.Dialog != 0 {
			n += int(p.Blocks[i].Words)
		}
	}
	return n
}

// titled reports whether a title of the page begins or ends with a phrase, rather
// than speak of it.
func (s *pageSignals) titled(phrase string) bool {
	for _, title := range [...]string{s.about.SiteTitle, s.about.Title} {
		title = strings.ToLower(strings.TrimSpace(title))
		if strings.HasPrefix(title, phrase) || strings.HasSuffix(title, phrase) && !strings.HasPrefix(title, "how ") {
			return true
		}
	}
	return false
}

func soft404(s *pageSignals) extract.Verdict {
	const next = "Check the address, or search the site for the page."
	if s.words > shortPage {
		return extract.Verdict{}
	}
	title, maybe := s.title.phrase(missingTitles), s.title.phrase(maybeMissingTitles)
	text := s.text.phrase(missingTexts)
	switch {
	case title != "" && (text != "" || s.words < 120):
		return verdict(extract.VerdictSoft404, next, withQuote("title", title), withQuote("text", text))
	case maybe != "" && (text != "" || s.words < fewWords):
		return verdict(extract.VerdictSoft404, next, withQuote("title", maybe), withQuote("text", text))
	case text != "" && s.words < tinyPage && !s.documents: // of which a page says so of a function
		return verdict(extract.VerdictSoft404, next, withQuote("text", text))
	}
	return extract.Verdict{}
}

func login(s *pageSignals) extract.Verdict {
	const next = "Fetch it with the credentials of an account, or look for a public copy."
	if s.words > shortPage {
		return extract.Verdict{}
	}
	title := s.title.phrase(loginTitles)
	text := s.text.phrase(loginTexts)
	switch {
	case s.p.Passwords > 0 && title != "" && (s.words < tinyPage || s.words < 200 && (text != "" || s.titled(title))):
		return verdict(extract.VerdictLogin, next, "password field", withQuote("title", title))
	case s.p.Passwords > 0 && s.words < 100 && (text != "" || s.words < 40 && s.visible < 120):
		return verdict(extract.VerdictLogin, next, "password field", fmt.Sprintf("%d words beside it", s.words))
	case text != "" && s.words < 40:
		return verdict(extract.VerdictLogin, next, withQuote("text", text))
	case title != "" && s.p.Inputs > 0 && s.visible < 120 && (s.words < 40 || s.titled(title)):
		return verdict(extract.VerdictLogin, next, withQuote("title", title), "form")
	}
	return extract.Verdict{}
}

func empty(s *pageSignals) extract.Verdict {
	switch {
	case s.fromDescription:
		return verdict(extract.VerdictJSShell, extract.NextRender, "no text in the body, only a description of it in the head")
	case s.words == 0 && !s.fromEmbeddedState:
		return verdict(extract.VerdictEmpty, "Check the address, or fetch the page with rendering.", "no text that a reader can see")
	}
	return extract.Verdict{}
}

func withQuote(what, s string) string {
	if s == "" {
		return what
	}
	return what + ": " + s
}
