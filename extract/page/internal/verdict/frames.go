package verdict

import (
	"cmp"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
)

// Frame is a page that is shown within another one.
type Frame struct {
	URL  string
	Name string // its title or name, "" for none
}

const maxFrames = 16

// minNoframesWords is how many words what a page has for programs without frames has at
// least, to be content.
const minNoframesWords = 60

// Frameset returns the frames of a page with a frameset instead of a body. noframes is its
// content for programs without frames, as HTML (HTML, 16.3); the parser treats it as text.
// Frames without a web address are left out. frames is nil for a page without a frameset.
func Frameset(root *html.Node, page, base *url.URL) (frames []Frame, noframes string) {
	if htmltree.Find(root, 2, func(n *html.Node) bool { return n.DataAtom == atom.Frameset }) == nil {
		return nil, ""
	}
	in := Input{URL: page, Base: base}
	for n := range root.Descendants() {
		switch {
		case n.DataAtom == atom.Frame && len(frames) < maxFrames:
			if f := in.frame(n); f.URL != "" {
				frames = append(frames, f)
			}
		case n.DataAtom == atom.Noframes && n.FirstChild != nil && noframes == "":
			noframes = n.FirstChild.Data
		}
	}
	return frames, noframes
}

// frame returns the frame that an element shows, also one that a script loads later. Its URL
// is empty if the address is not a web address, or is that of the page itself.
func (in *Input) frame(n *html.Node) Frame {
	src := htmltree.Attr(n, "src")
	if src == "" || strings.HasPrefix(src, "about:") {
		src = htmltree.Attr(n, "data-src")
	}
	return Frame{in.elsewhere(src), cmp.Or(strings.TrimSpace(htmltree.Attr(n, "title")), strings.TrimSpace(htmltree.Attr(n, "name")))}
}

func isShownFrame(n *html.Node) bool {
	return !isTracker(htmltree.Attr(n, "src")) && !strings.Contains(strings.ReplaceAll(htmltree.Attr(n, "style"), " ", ""), "display:none") && !htmltree.Has(n, "hidden")
}

// frameset recognises a page whose body is a set of frames. It is content if it has a text
// for programs without frames.
func frameset(p *page) extract.Verdict {
	if len(p.Frames) == 0 {
		return extract.Verdict{}
	}
	v := extract.Verdict{Kind: extract.VerdictEmpty, Next: extract.NextTarget}
	if p.Words >= minNoframesWords {
		v.Kind = extract.VerdictContent
	}
	for _, f := range p.Frames {
		v.Evidence = append(v.Evidence, quoted("a frame shows", f.URL))
	}
	return v
}

func (p *page) inFrame(g *shellSigns) extract.Verdict {
	if g.own+g.links > ownBesideElement || g.media > 0 || len(p.short.frames) == 0 {
		return extract.Verdict{}
	}
	p.frames = p.short.frames
	return extract.Verdict{Kind: extract.VerdictJSShell, Evidence: []string{quoted("the content is in a frame", p.frames[0].URL)}, Next: extract.NextTarget}
}
