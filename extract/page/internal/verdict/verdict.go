// Package verdict determines the kind of a page: content, or a page shown instead of it.
//
// [Judge] follows a table of rules in order; the first one that holds decides. Most rules
// ask for phrases of the lists of phrases.txt, in the title or the text of a short page.
// Five need more than phrases: pages that lead to another one and pages of frames
// (redirect.go), requests to pay (paywall.go), pages that wait for their scripts (shell.go)
// and pages without a word.
package verdict

import (
	"bytes"
	"cmp"
	"fmt"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
)

// ReadAttributes are the attributes that this package asks for by name.
const ReadAttributes = "alt aria-busy class content data-preloaded data-src hidden href http-equiv id name rel role src style title"

// Input holds the data about a page for [Judge].
type Input struct {
	Page      *measure.Page
	Root      *html.Node
	About     *meta.Result
	Kept      []bool // by block: it is content
	Words     int    // of the content
	Documents bool   // the page documents software

	// Frames are those of a frameset used instead of a body, see [Frameset].
	Frames []Frame
	// FromState and FromDescription report that the content was taken from the state of
	// an application, or from the description of a page without a word.
	FromState, FromDescription bool

	URL     *url.URL // of the page, nil for unknown
	Base    *url.URL // what its addresses are relative to, nil for unknown
	Refresh string   // the value of the Refresh header

	// Programs returns the scripts of the whole page, see [ReadPrograms]. Judge calls it for pages of few words only.
	Programs func() Programs
	// Meter ends the work early; the verdict may be any then.
	Meter *ctxio.Meter
}

// Result is the verdict on a page.
type Result struct {
	extract.Verdict
	// Frames are those in which all of the content of the page stands.
	Frames []Frame
}

// Judge says what kind of page a page is, by the first rule that holds.
func Judge(in *Input) Result {
	p := newPage(in)
	for i := range rules {
		r := &rules[i]
		v := extract.Verdict{}
		if r.judge != nil {
			v = r.judge(p)
		} else if r.holds(p) {
			v = extract.Verdict{Kind: r.kind, Evidence: r.evidence(p)}
		}
		if v.Kind != "" {
			v.Next = cmp.Or(v.Next, nextSteps[v.Kind])
			return Result{v, p.frames}
		}
	}
	return Result{Verdict: extract.Verdict{Kind: extract.VerdictContent}}
}

// page is the input of the rules: Input and data about a short page.
type page struct {
	*Input
	visible int        // words that a reader sees
	hits    phraseHits // of the lists for titles, and on a short page those for its text
	short   shortPage
	shell   *shellSigns // nil until they are asked for
	frames  []Frame
}

// Sizes of pages in words, which content or a reader's whole page may have.
const (
	shortWords = 350
	tinyWords  = 60
	fewWords   = 15
)

func newPage(in *Input) *page {
	p := &page{Input: in, visible: in.Page.VisibleWords, frames: in.Frames, hits: phraseHits{}}
	heading := ""
	if in.Page.Head.H1 != nil {
		heading = meta.Text(in.Page.Head.H1, 300)
	}
	p.hits.match(inTitle, []byte(in.About.SiteTitle+"\n"+in.About.Title+"\n"+heading))
	if p.visible <= 2*shortWords {
		p.short.scan(in, in.Root, false, 0)
		p.hits.match(inText, p.short.text.Bytes())
		p.hits.match(inSources, p.short.sources.Bytes())
	}
	return p
}

type shortPage struct {
	text     bytes.Buffer // of all elements, hidden ones too
	sources  bytes.Buffer // addresses of scripts and frames, beginnings of scripts, ids
	programs []string     // short inline scripts
	media    int          // pictures, films and recordings that aren't around the content
	loading  string       // the start tag of one whose class or text says that something loads
	frames   []Frame      // that a reader sees, and that aren't around the content
}

// Bounds of what is gathered: bytes of text and of sources, bytes of the beginning of a
// script, how deep a tree is looked at, as deep as the parser goes; short scripts, in number
// and bytes.
const (
	maxGathered    = 16 << 10
	maxScriptStart = 2000
	maxDepth       = 512
	maxPrograms    = 8
	maxProgram     = 1000
)

func (s *shortPage) scan(in *Input, n *html.Node, around bool, depth int) {
	for c := n.FirstChild; c != nil && depth < maxDepth && in.Meter.Spend(ctxio.PerItem) == nil; c = c.NextSibling {
		if c.Type == html.TextNode {
			if t := strings.TrimSpace(c.Data); t != "" && s.text.Len() < maxGathered {
				s.text.WriteString(t[:min(len(t), maxGathered)])
				s.text.WriteByte(' ')
			}
			continue
		}
		if c.Type != html.ElementNode && c.Type != html.DocumentNode || c.DataAtom == atom.Style {
			continue
		}
		aroundC := around
		switch c.DataAtom {
		case atom.Script, atom.Iframe:
			src, code := htmltree.Attr(c, "src"), ""
			if c.FirstChild != nil {
				code = c.FirstChild.Data
			}
			if s.sources.Len() < maxGathered {
				s.sources.WriteString(src + "\n" + code[:min(len(code), maxScriptStart)])
			}
			if c.DataAtom == atom.Script {
				if code != "" && src == "" && len(code) <= maxProgram && len(s.programs) < maxPrograms {
					s.programs = append(s.programs, code)
				}
				continue
			}
			hidden := isTracker(src) || strings.Contains(strings.ReplaceAll(htmltree.Attr(c, "style"), " ", ""), "display:none") || htmltree.Has(c, "hidden")
			if f := in.frame(c); f.URL != "" && !around && len(s.frames) < maxFrames && !hidden {
				s.frames = append(s.frames, f)
			}
			continue
		case atom.Header, atom.Nav, atom.Footer, atom.Aside, atom.Noscript, atom.Template, atom.Svg:
			aroundC = true
		}
		switch {
		case around || !isMedium(c):
		case isLoadingClass(htmltree.Attr(c, "class")) || isWaiting(htmltree.Attr(c, "alt")):
			s.loading = startTag(c)
		default:
			s.media++
		}
		if id := htmltree.Attr(c, "id"); id != "" && s.sources.Len() < maxGathered {
			s.sources.WriteString("#" + id + "\n")
		}
		s.scan(in, c, aroundC, depth+1)
		if htmltree.IsBlock(c.DataAtom) && s.text.Len() < maxGathered {
			s.text.WriteByte('\n')
		}
	}
}

func isMedium(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Img, atom.Video, atom.Audio, atom.Object, atom.Embed:
		return true
	case atom.Svg: // with words
		return htmltree.Find(n, maxDepth, func(c *html.Node) bool { return c.Type == html.ElementNode && (c.Data == "text" || c.Data == "title") }) != nil
	}
	return false
}

func quoted(what, s string) string {
	if s == "" {
		return what
	}
	return what + ": " + s
}

// nextSteps has the advice for each kind of page. A rule of the table may have its own.
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
	has  []string // of each of which the page has a phrase
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
	isAlone                           // no sentence of the content is of other things
	isBanner                          // there is hardly more than the banner, and no empty application behind it
)

// rules are in order: the first one that holds decides.
var rules = [...]rule{
	{kind: extract.VerdictBotWall, has: []string{"bot wall sources", "bot wall titles"}},
	{kind: extract.VerdictBotWall, has: []string{"bot wall sources", "bot wall texts"}, is: hasNoForm},
	{kind: extract.VerdictBotWall, has: []string{"bot wall sources"}, is: hasNoForm, visible: tinyWords},
	{kind: extract.VerdictBotWall, has: []string{"bot wall titles"}, is: isAlone, visible: 150},
	{kind: extract.VerdictBotWall, has: []string{"bot wall texts"}, is: hasNoForm | isAlone, visible: 200},

	{kind: extract.VerdictConsent, has: []string{"consent titles", "consent texts"}},
	{kind: extract.VerdictConsent, has: []string{"consent titles", "consent buttons"}},
	{kind: extract.VerdictConsent, has: []string{"consent texts", "consent buttons"}, is: isBanner},

	{judge: redirect},
	{judge: frameset},

	{kind: extract.VerdictSoft404, has: []string{"missing titles", "missing texts"}, is: isAlone},
	{kind: extract.VerdictSoft404, has: []string{"missing titles"}, is: isAlone, words: 120},
	{kind: extract.VerdictSoft404, has: []string{"maybe missing titles", "missing texts"}, is: isAlone},
	{kind: extract.VerdictSoft404, has: []string{"maybe missing titles"}, words: fewWords},
	{kind: extract.VerdictSoft404, has: []string{"missing texts"}, is: isNoManual, words: tinyWords},

	{kind: extract.VerdictLogin, has: []string{"login titles"}, is: hasPassword, words: tinyWords},
	{kind: extract.VerdictLogin, has: []string{"login titles", "login texts"}, is: hasPassword, words: 200},
	{kind: extract.VerdictLogin, has: []string{"login titles"}, is: hasPassword | isTitled, words: 200},
	{kind: extract.VerdictLogin, has: []string{"login texts"}, is: hasPassword, words: 100},
	{kind: extract.VerdictLogin, is: hasPassword, words: 40, visible: 120},
	{kind: extract.VerdictLogin, has: []string{"login texts"}, words: 40},
	{kind: extract.VerdictLogin, has: []string{"login titles"}, is: hasField, words: 40, visible: 120},
	{kind: extract.VerdictLogin, has: []string{"login titles"}, is: hasField | isTitled, visible: 120},

	{judge: paywall},
	{judge: shell},
	{judge: empty},
}

func (r *rule) holds(p *page) bool {
	if p.Words >= cmp.Or(r.words, shortWords+1) || r.visible > 0 && p.visible >= r.visible {
		return false
	}
	for _, list := range r.has {
		if p.hits[list].text == "" {
			return false
		}
	}
	switch {
	case r.is&hasPassword != 0 && p.Page.Passwords == 0,
		r.is&hasField != 0 && p.Page.Inputs == 0,
		r.is&hasNoForm != 0 && p.Page.Inputs > 0 && p.hits["bot wall titles"].text == "",
		r.is&isTitled != 0 && !p.isTitled(p.hits[r.has[0]].text),
		r.is&isNoManual != 0 && p.Documents,
		r.is&isAlone != 0 && p.saysOtherThings():
		return false
	case r.is&isBanner == 0:
		return true
	}
	words := p.visible // beside the banner
	for i := range p.Page.Blocks {
		if el := &p.Page.Elements[p.Page.Blocks[i].Element]; el.AnyTopics&(measure.ClassCookie|measure.ClassModal) != 0 || el.AnyKinds&measure.Dialog != 0 {
			words -= int(p.Page.Blocks[i].Words)
		}
	}
	return words < 40 && p.shellSigns().missingContent() == ""
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

// saysOtherThings reports whether a sentence of the content neither speaks to the reader or of the page nor has a phrase of the lists.
// A page whose whole title is "Just a moment..." or "Page not found" doesn't: it may have its text in the language of the reader.
func (p *page) saysOtherThings() bool {
	const leastWords, marks = 6, " .…!"
	for _, list := range [...]string{"bot wall titles", "missing titles"} {
		if phrase := p.hits[list].text; phrase != "" && strings.Trim(strings.ToLower(p.About.SiteTitle), marks) == strings.Trim(phrase, marks) {
			return false
		}
	}
	for i, kept := range p.Kept {
		if !kept {
			continue
		}
		for sentence := range strings.FieldsFuncSeq(strings.ToLower(meta.BlockText(p.Page, i, 1000)), func(r rune) bool { return strings.ContainsRune(sentenceEnds, r) }) {
			if meta.CountWords(sentence) < leastWords || addressesReader(sentence) {
				continue
			}
			hits := phraseHits{}
			if hits.match(inText, []byte(sentence)); len(hits) == 0 {
				return true
			}
		}
	}
	return false
}

func (r *rule) evidence(p *page) (list []string) {
	if r.is&hasPassword != 0 {
		list = append(list, "password field")
	}
	for _, l := range r.has {
		what := "text"
		switch {
		case l == "consent buttons":
			what = "button"
		case l == "bot wall sources":
			what = "challenge script"
		case strings.HasSuffix(l, " titles"):
			what = "title"
		}
		list = append(list, quoted(what, p.hits[l].text))
	}
	if r.is&hasField != 0 {
		list = append(list, "form")
	}
	if len(r.has) == 0 {
		list = append(list, fmt.Sprintf("%d words beside it", p.Words))
	}
	return list
}

func empty(p *page) (v extract.Verdict) {
	if p.FromDescription {
		v = extract.Verdict{Kind: extract.VerdictJSShell, Evidence: []string{"no text in the body, only a description of it in the head"}}
	} else if p.Words == 0 && !p.FromState {
		v = extract.Verdict{Kind: extract.VerdictEmpty, Evidence: []string{"no text that a reader can see"}}
	}
	return v
}
