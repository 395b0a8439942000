package layout

import (
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// head passes over the head of the page.
func (p *Page) head(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		i := p.enter()
		if c.Type == html.ElementNode {
			p.told(c)
			p.attributes(c)
		}
		p.head(c)
		p.Next[i] = int32(len(p.Next))
	}
}

// told keeps the elements that tell about the page, wherever they stand.
func (p *Page) told(n *html.Node) {
	p.unseen(n)
	switch n.DataAtom {
	case atom.Title:
		if p.Head.Title == nil && (n.Parent == nil || n.Parent.DataAtom != atom.Svg) {
			p.Head.Title = n
		}
	case atom.Base:
		if p.Head.Base == nil {
			p.Head.Base = n
		}
	case atom.Meta:
		p.Head.Meta = append(p.Head.Meta, n)
	case atom.Link:
		p.Head.Link = append(p.Head.Link, n)
	case atom.Time:
		if len(p.Head.Time) < 64 {
			p.Head.Time = append(p.Head.Time, n)
		}
	case atom.Script:
		p.script(n)
	}
}

// script tells data from code.
func (p *Page) script(n *html.Node) {
	p.Scripts++
	if n.FirstChild == nil {
		return
	}
	src := n.FirstChild.Data
	kind := attr(n, "type")
	switch {
	case strings.HasPrefix(kind, "application/ld+json"):
		p.Head.JSONLD = append(p.Head.JSONLD, n)
		return
	case strings.HasPrefix(kind, "application/json"):
		p.State = append(p.State, n)
		return
	}
	p.ScriptBytes += len(src)
	if setsState(src[:min(len(src), stateStart)]) {
		p.State = append(p.State, n)
	}
}

// stateStart is how many bytes of a program tell whether it sets the state of an
// application.
const stateStart = 200

// setsState reports whether a program that begins so may set the state of an
// application.
func setsState(start string) bool {
	if !strings.Contains(start, "__") {
		return false
	}
	for _, part := range [...]string{"STATE", "__NUXT", "_DATA", "__remixContext", "HydrationData"} {
		if strings.Contains(start, part) {
			return true
		}
	}
	return false
}

// foreign passes over an element with something else than text inside.
func (p *Page) foreign(n *html.Node, i int32) {
	p.told(n)
	switch n.DataAtom {
	case atom.Iframe:
		p.Frames++
	case atom.Select, atom.Textarea:
		p.Inputs++
	}
	p.Skip[i] = !p.written(n)
	p.attributes(n)
	if n.DataAtom == atom.Script || n.DataAtom == atom.Style || n.DataAtom == atom.Select {
		p.pass(n)
		return
	}
	p.hidden(n, "not rendered")
}

// written reports whether the writer makes something of a foreign element: a
// film, a recording, an object, the source of a formula that MathJax keeps.
func (p *Page) written(n *html.Node) bool {
	switch n.DataAtom {
	case atom.Object:
		return p.sheet.HiddenReason(n) == ""
	case atom.Video, atom.Audio:
		return true
	case atom.Iframe:
		return film(attr(n, "src"))
	case atom.Script:
		return strings.HasPrefix(attr(n, "type"), "math/")
	}
	return false
}

// film reports whether a frame shows a film that its address names.
func film(src string) bool {
	return len(src) < 150 && (strings.Contains(src, "youtube.com/embed/") || strings.Contains(src, "youtube-nocookie.com/embed/") || strings.Contains(src, "player.vimeo.com/video/"))
}

// pass gives the nodes of a subtree their indices, nothing else.
func (p *Page) pass(n *html.Node) {
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		i := p.enter()
		if c.Type == html.ElementNode {
			p.told(c)
		}
		p.pass(c)
		p.Next[i] = int32(len(p.Next))
	}
}

func (p *Page) void(n *html.Node) {
	switch n.DataAtom {
	case atom.Input:
		p.Inputs++
		if attr(n, "type") == "password" {
			p.Passwords++
		}
	}
	p.told(n)
	p.attributes(n)
	p.pass(n)
}
