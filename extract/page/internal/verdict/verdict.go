// Package verdict determines the kind of a page: content, or a page shown instead of it.
//
// [Judge] follows a table of rules in order; the first one that holds decides. Most rules
// ask for phrases of the lists of phrases.txt, in the title or the text of a short page
// (rules.go). Five need more than phrases: pages that lead to another one (redirect.go),
// pages of frames (frames.go), requests to pay (paywall.go), pages that wait for their
// scripts (shell.go) and pages without a word.
package verdict

import (
	"bytes"
	"cmp"
	"io"
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

	// Source opens the page as it was parsed, which has the scripts that the tree lacks.
	Source func() io.Reader
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

// HasPrograms reports whether a page has a script that could make content.
func HasPrograms(in *Input) bool { return readPrograms(in.Source()).any() }

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
	p := &page{Input: in, visible: in.Page.VisibleWords, frames: in.Frames}
	heading := ""
	if in.Page.Head.H1 != nil {
		heading = meta.Text(in.Page.Head.H1, 300)
	}
	p.hits.match(inTitle, []byte(in.About.SiteTitle+"\n"+in.About.Title+"\n"+heading), nil)
	if p.visible <= 2*shortWords {
		p.short.scan(in, in.Root, false, 0)
		p.hits.match(inText, p.short.text.Bytes(), nil)
		p.hits.match(inSources, p.short.sources.Bytes(), nil)
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
	for c := n.FirstChild; c != nil && depth < maxDepth; c = c.NextSibling {
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
			s.source(in, c, around)
			continue
		case atom.Header, atom.Nav, atom.Footer, atom.Aside, atom.Noscript, atom.Template:
			aroundC = true
		case atom.Svg:
			s.medium(c, around)
			aroundC = true
		default:
			s.medium(c, around)
		}
		if id := htmltree.Attr(c, "id"); id != "" && s.sources.Len() < maxGathered {
			s.sources.WriteString("#" + id + "\n")
		}
		s.scan(in, c, aroundC, depth+1)
	}
}

func (s *shortPage) source(in *Input, n *html.Node, around bool) {
	src, code := htmltree.Attr(n, "src"), ""
	if n.FirstChild != nil {
		code = n.FirstChild.Data
	}
	if s.sources.Len() < maxGathered {
		s.sources.WriteString(src + "\n" + code[:min(len(code), maxScriptStart)])
	}
	if n.DataAtom == atom.Iframe {
		if f := in.frame(n); f.URL != "" && !around && len(s.frames) < maxFrames && isShownFrame(n) {
			s.frames = append(s.frames, f)
		}
	} else if code != "" && src == "" && len(code) <= maxProgram && len(s.programs) < maxPrograms {
		s.programs = append(s.programs, code)
	}
}

func (s *shortPage) medium(n *html.Node, around bool) {
	switch {
	case around || !isMedium(n):
	case isLoadingClass(htmltree.Attr(n, "class")) || isWaiting(htmltree.Attr(n, "alt")):
		s.loading = startTag(n)
	default:
		s.media++
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

// CountWords counts the words of s.
func CountWords(s string) (n int) {
	for range strings.FieldsSeq(s) {
		n++
	}
	return n
}

func quoted(what, s string) string {
	if s == "" {
		return what
	}
	return what + ": " + s
}
