package verdict

import (
	"cmp"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"sync"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
)

// Bounds of redirects within a page: seconds that a refresh may wait, bytes of the
// target that is named.
const (
	maxWait   = 30
	maxTarget = 500
)

// redirect recognises pages that only send their readers to another address, by a refresh in
// the HTTP header or the head, or by a script that names the address.
func redirect(p *page) extract.Verdict {
	if p.Words > tinyWords || p.visible > 2*tinyWords || p.FromState {
		return extract.Verdict{}
	}
	leads := func(kind extract.VerdictKind, how, target string) extract.Verdict {
		if target = p.elsewhere(target); target == "" {
			return extract.Verdict{}
		}
		return extract.Verdict{Kind: kind, Evidence: []string{quoted(how, target)}, Next: extract.NextTarget}
	}
	if v := leads(extract.VerdictEmpty, "refresh to", refreshTarget(p.Refresh)); v.Kind != "" {
		return v
	}
	for _, n := range p.Page.Head.Meta {
		if !strings.EqualFold(strings.TrimSpace(htmltree.Attr(n, "http-equiv")), "refresh") || n.Parent.DataAtom == atom.Noscript && p.Words > fewWords {
			continue // most readers run scripts
		}
		if v := leads(extract.VerdictEmpty, "refresh to", refreshTarget(htmltree.Attr(n, "content"))); v.Kind != "" {
			return v
		}
	}
	if p.Words > fewWords && p.visible > fewWords {
		return extract.Verdict{}
	}
	for _, source := range p.short.programs {
		if v := leads(extract.VerdictJSShell, "script leads to", scriptTarget(source)); v.Kind != "" {
			return v
		}
	}
	return extract.Verdict{}
}

// Targets returns the addresses that a page leads to, whose verdict has NextTarget.
func Targets(v *extract.Verdict) (targets []string) {
	for _, evidence := range v.Evidence {
		_, target, _ := strings.Cut(evidence, ": ")
		targets = append(targets, target)
	}
	return targets
}

// refreshes has the parts of the content of a refresh (HTML, 4.2.5.3): the seconds, and the address in double, in single or in no quotes.
var refreshes = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^\s*(?:(\d+)|\.)[\d.]*[\s;,]*(?i:url\s*=\s*)?(?:"([^"]*)|'([^']*)|((?s:.*)))`)
})

// refreshTarget reads the content of a refresh. It is empty where
// the page is only to be loaded again, or much later.
func refreshTarget(content string) string {
	m := refreshes().FindStringSubmatch(content)
	if m == nil {
		return ""
	}
	if seconds, err := strconv.Atoi(cmp.Or(m[1], "0")); err != nil || seconds > maxWait {
		return ""
	}
	return strings.TrimSpace(m[2] + m[3] + m[4])
}

// locations has the parts of an assignment of a literal to the address of the page: the literal, and a sign behind it that makes it
// a part of the address alone.
var locations = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile("location\\s*(?:\\.(?:href|replace|assign)\\s*)?[=(]\\s*(?:\"([^\"\\n${]*)\"|'([^'\\n${]*)'|`([^`\\n${]*)`)\\s*([+?]?)")
})

// scriptTarget returns the address that a short program sets as that of the page:
// location = "…", location.href = "…", location.replace("…") and the like, with a
// literal.
func scriptTarget(source string) string {
	for _, m := range locations().FindAllStringSubmatch(source, -1) {
		if m[4] == "" {
			return strings.ReplaceAll(m[1]+m[2]+m[3], `\/`, "/")
		}
	}
	return ""
}

// elsewhere returns the absolute address of a target on the web that is not the
// page itself, else nothing.
func (in *Input) elsewhere(target string) string {
	if target == "" {
		return ""
	}
	ref, err := weburl.Resolve(in.Base, target)
	if err != nil {
		return ""
	}
	if ref.Scheme != "http" && ref.Scheme != "https" && (ref.Scheme != "" || in.Base != nil) {
		return ""
	}
	if in.URL != nil && isSamePage(ref, in.URL) {
		return ""
	}
	ref.User = nil
	if target = ref.String(); len(target) > maxTarget {
		return ""
	}
	return target
}

func isSamePage(a, b *url.URL) bool {
	x, _, _ := strings.Cut(a.String(), "#")
	y, _, _ := strings.Cut(b.String(), "#")
	return strings.TrimSuffix(x, "/") == strings.TrimSuffix(y, "/")
}

// Frame is a page that is shown within another one.
type Frame struct {
	URL  string
	Name string // its title or name, "" for none
}

const maxFrames = 16

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
	src := cmp.Or(htmltree.Attr(n, "data-src"), htmltree.Attr(n, "data-lazy-src"), htmltree.Attr(n, "src"))
	return Frame{in.elsewhere(src), cmp.Or(strings.TrimSpace(htmltree.Attr(n, "title")), strings.TrimSpace(htmltree.Attr(n, "name")))}
}

// frameset recognises a page whose body is a set of frames. It is content if it has a text
// for programs without frames.
func frameset(p *page) extract.Verdict {
	const minNoframesWords = 60 // how many words what a page has for programs without frames has at least, to be content
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
