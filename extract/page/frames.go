package page

import (
	"context"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// A frame shows another page. A page that is nothing but frames, by <frameset> or by an
// <iframe> beside hardly a word, is written as links to them.
type frame struct{ url, name string }

// maxFrames bounds the frames of a page that are told.
const maxFrames = 16

// frameset returns the frames of a page that has a frameset in place of its body, and the
// text that it has for programs without frames (HTML, 16.3), which is no markup to the
// parser. Frames without an address are left out.
func (s *pageSignals) frameset() (frames []frame, noframes string) {
	set := htmltree.Find(s.root, 2, func(n *html.Node) bool { return n.DataAtom == atom.Frameset })
	if set == nil {
		return nil, ""
	}
	for n := range s.root.Descendants() {
		switch {
		case n.DataAtom == atom.Frame && len(frames) < maxFrames:
			if target := s.elsewhere(htmltree.Attr(n, "src")); target != "" {
				frames = append(frames, frame{target, frameName(n)})
			}
		case n.DataAtom == atom.Noframes && n.FirstChild != nil && noframes == "":
			noframes = n.FirstChild.Data
		}
	}
	return frames, noframes
}

// iframes returns the frames in the body of a page that a reader sees, but for those around
// its content.
func (s *pageSignals) iframes() (frames []frame) {
	var visit func(n *html.Node, depth int)
	visit = func(n *html.Node, depth int) {
		for c := n.FirstChild; c != nil && depth < maxSignDepth && len(frames) < maxFrames; c = c.NextSibling {
			switch c.DataAtom {
			case atom.Header, atom.Nav, atom.Footer, atom.Aside, atom.Noscript, atom.Template:
				continue
			case atom.Iframe:
				if target := s.elsewhere(frameSource(c)); target != "" && isFrame(c) {
					frames = append(frames, frame{target, frameName(c)})
				}
			}
			visit(c, depth+1)
		}
	}
	visit(s.root, 0)
	return frames
}

// frameSource returns the address of a frame, also of one that a script loads later.
func frameSource(n *html.Node) string {
	if src := htmltree.Attr(n, "src"); src != "" && !strings.HasPrefix(src, "about:") {
		return src
	}
	return htmltree.Attr(n, "data-src")
}

// frameName returns what a frame is called, "" for nothing.
func frameName(n *html.Node) string {
	for _, key := range [...]string{"title", "name"} {
		if name := strings.TrimSpace(htmltree.Attr(n, key)); name != "" {
			return name
		}
	}
	return ""
}

// framesTree makes a tree of what a page has for programs without frames, and a list of
// links to the frames. A note that says no more than that there are frames is left out.
func framesTree(frames []frame, noframes string) (tree *html.Node, words int) {
	body := &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
	nodes, err := html.ParseFragmentWithOptions(strings.NewReader(noframes), &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}, html.ParseOptionEnableScripting(false))
	if words = wordsBelow(nodes); err == nil && (words > maxFramesNote || !strings.Contains(strings.ToLower(noframes), "frame") || strings.Contains(noframes, "href")) {
		for _, n := range nodes {
			body.AppendChild(n)
		}
	}
	list := &html.Node{Type: html.ElementNode, Data: "ul", DataAtom: atom.Ul}
	for _, f := range frames {
		name := f.name
		if name == "" {
			name = f.url
		}
		link := &html.Node{Type: html.ElementNode, Data: "a", DataAtom: atom.A, Attr: []html.Attribute{{Key: "href", Val: f.url}}}
		link.AppendChild(&html.Node{Type: html.TextNode, Data: name})
		item := &html.Node{Type: html.ElementNode, Data: "li", DataAtom: atom.Li}
		item.AppendChild(link)
		list.AppendChild(item)
	}
	body.AppendChild(list)
	return body, words
}

// maxFramesNote is how many words a note may have that asks for a browser with frames.
const maxFramesNote = 40

func wordsBelow(nodes []*html.Node) (words int) {
	for _, root := range nodes {
		for n := range root.Descendants() {
			if n.Type == html.TextNode {
				words += countWords(n.Data)
			}
		}
		if root.Type == html.TextNode {
			words += countWords(root.Data)
		}
	}
	return words
}

// addFrames adds the frames of a page of frames to its links, and to its text where an
// iframe is all that it has to tell.
func (s *pageSignals) addFrames(ctx context.Context, doc *extract.Document, opts *extract.Options) {
	for _, f := range s.frames {
		doc.Links = append(doc.Links, extract.Link{URL: f.url, Text: f.name, Role: extract.LinkContent})
	}
	if len(s.frames) == 0 || s.hasFrameset {
		return
	}
	tree, _ := framesTree(s.frames, "")
	var list extract.Document
	render(ctx, &list, htmlmd.Input{Root: tree, Base: s.base}, opts)
	if doc.Markdown != "" {
		doc.Markdown += "\n\n"
	}
	for _, b := range list.Blocks {
		b.ID, b.Start, b.End = extract.BlockID(len(doc.Blocks)), b.Start+len(doc.Markdown), b.End+len(doc.Markdown)
		doc.Blocks = append(doc.Blocks, b)
	}
	doc.Markdown += list.Markdown
}
