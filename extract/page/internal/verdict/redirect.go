package verdict

import (
	"cmp"
	"net/url"
	"strconv"
	"strings"

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

// refreshTarget reads the content of a refresh (HTML, 4.2.5.3). It is empty where
// the page is only to be loaded again, or much later.
func refreshTarget(content string) string {
	s := strings.TrimLeft(content, " \t\n\f\r")
	digits := len(s) - len(strings.TrimLeft(s, "0123456789"))
	if seconds, err := strconv.Atoi(s[:digits]); digits == 0 && !strings.HasPrefix(s, ".") || digits > 0 && err != nil || seconds > maxWait {
		return ""
	}
	s = strings.TrimLeft(s[digits:], "0123456789.")
	if s = strings.TrimLeft(s, " \t\n\f\r;,"); len(s) >= 3 && strings.EqualFold(s[:3], "url") {
		if after, found := strings.CutPrefix(strings.TrimLeft(s[3:], " \t\n\f\r"), "="); found {
			s = strings.TrimLeft(after, " \t\n\f\r")
		}
	}
	if s != "" && (s[0] == '"' || s[0] == '\'') {
		s, _, _ = strings.Cut(s[1:], s[:1])
	}
	return strings.TrimSpace(s)
}

// scriptTarget returns the address that a short program sets as that of the page:
// location = "…", location.href = "…", location.replace("…") and the like, with a
// literal.
func scriptTarget(source string) string {
	for rest := source; ; {
		_, after, found := strings.Cut(rest, "location")
		if !found {
			return ""
		}
		rest = after
		s := strings.TrimLeft(after, " \t\n\r")
		for _, member := range [...]string{".href", ".replace", ".assign"} {
			s = strings.TrimLeft(strings.TrimPrefix(s, member), " \t\n\r")
		}
		if s == "" || s[0] != '=' && s[0] != '(' {
			continue
		}
		s = strings.TrimLeft(s[1:], " \t\n\r")
		if len(s) < 2 || s[0] != '"' && s[0] != '\'' && s[0] != '`' {
			continue
		}
		target, tail, ended := strings.Cut(s[1:], s[:1])
		tail = strings.TrimLeft(tail, " \t\n\r")
		if !ended || strings.ContainsAny(target, "\n${") || strings.HasPrefix(tail, "+") || strings.HasPrefix(tail, "?") {
			continue
		}
		return strings.ReplaceAll(target, `\/`, "/")
	}
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
	if in.URL != nil && strings.TrimSuffix(withoutFragment(ref), "/") == strings.TrimSuffix(withoutFragment(in.URL), "/") {
		return ""
	}
	ref.User = nil
	if target = ref.String(); len(target) > maxTarget {
		return ""
	}
	return target
}

func withoutFragment(u *url.URL) string {
	c := *u
	c.Fragment, c.RawFragment = "", ""
	return c.String()
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
	src := htmltree.Attr(n, "src")
	if src == "" || strings.HasPrefix(src, "about:") {
		src = htmltree.Attr(n, "data-src")
	}
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
