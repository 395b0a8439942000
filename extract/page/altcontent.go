package page

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/measure"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/verdict"
)

const minContentWords = 60

// alternativeContent returns a tree to write instead of the content of a page whose
// visible content has few words, and says where its text is from. It tries, in order,
// the articleBody of JSON-LD (if it has 3 times the words), the longer of application state in scripts
// and attributes and the recipe of JSON-LD (likewise), and the description (if no word is visible). It returns nil
// if the visible content is enough, or if JSON-LD says that the page is not free to
// read. It ends early with meter.
func alternativeContent(p *measure.Page, root *html.Node, about *meta.Result, words int, meter *ctxio.Meter) (tree *html.Node, what string) {
	if about.NotFreeToRead {
		return nil, ""
	}
	if n := meta.CountWords(about.Body); n >= minContentWords && n > 3*words {
		return bodyFromText([]string{about.Body}), "JSON-LD articleBody"
	}
	if words >= minContentWords {
		return nil, ""
	}
	passages := embeddedState(p, root, meter)
	found, what := meta.CountWords(strings.Join(passages, "\n")), "embedded state"
	recipe := about.Recipe.HTML()
	if n := meta.CountWords(recipe); n > found {
		passages, found, what = []string{recipe}, n, "JSON-LD recipe"
	}
	switch {
	case found >= minContentWords && found > 3*words:
		return bodyFromText(passages), what
	case words == 0 && about.Description != "":
		return bodyFromText([]string{about.Description}), "description"
	}
	return nil, ""
}

// perElement is the cost of examining an element, counted in bytes of text.
const perElement = 256

// minState and maxState bound, in bytes, the attributes that may hold the state
// of an application, and how much of them is read.
const (
	minState = 200
	maxState = 4 << 20
)

// embeddedState returns the passages in the state of an application: in scripts that
// hold data, else in attributes, where frameworks put what they start from.
func embeddedState(p *measure.Page, root *html.Node, meter *ctxio.Meter) (passages []string) {
	for _, n := range p.StateScripts {
		if n.FirstChild != nil {
			passages = append(passages, meta.Passages(n.FirstChild.Data, meter)...)
		}
	}
	if len(passages) > 0 {
		return passages
	}
	size := 0
	for n := range root.Descendants() {
		if meter.Spend(perElement) != nil {
			return passages
		}
		for i := range n.Attr {
			a := &n.Attr[i]
			if len(a.Val) < minState || !strings.HasPrefix(a.Key, "data-") || a.Val[0] != '{' && a.Val[0] != '[' {
				continue
			}
			if size += len(a.Val); size > maxState {
				return passages
			}
			passages = append(passages, meta.Passages(a.Val, meter)...)
		}
	}
	return passages
}

// bodyFromText makes a tree of passages, which are HTML or plain text with a paragraph
// a line.
func bodyFromText(passages []string) *html.Node {
	body := newBody()
	for _, text := range passages {
		if (strings.Contains(text, "</") || strings.Contains(text, "<br")) && appendParsed(body, text) {
			continue
		}
		var b strings.Builder
		for line := range strings.Lines(text) {
			if line = strings.TrimSpace(line); line != "" {
				b.WriteString("<p>" + html.EscapeString(html.UnescapeString(line)) + "</p>")
			}
		}
		appendParsed(body, b.String())
	}
	return body
}

func newBody() *html.Node {
	return &html.Node{Type: html.ElementNode, Data: "body", DataAtom: atom.Body}
}

// appendParsed appends the nodes of content to a body. It returns false if the parser refuses it.
func appendParsed(body *html.Node, content string) bool {
	nodes, err := html.ParseFragmentWithOptions(strings.NewReader(content), newBody(), html.ParseOptionEnableScripting(false))
	for _, n := range nodes {
		body.AppendChild(n)
	}
	return err == nil
}

// A page that is nothing but frames, by <frameset> or by an <iframe> beside hardly a word,
// is written as links to them.

// framesTree makes a tree of what a page has for programs without frames, and a list of
// links to the frames. A note that says no more than that there are frames is left out.
func framesTree(frames []verdict.Frame, noframes string) (tree *html.Node, words int) {
	body := newBody()
	appendParsed(body, noframes)
	words = meta.CountWords(meta.Text(body, maxNoframes))
	if words <= maxFramesNote && strings.Contains(strings.ToLower(noframes), "frame") && !strings.Contains(noframes, "href") {
		body = newBody()
	}
	list := "<ul>"
	for _, f := range frames {
		list += fmt.Sprintf(`<li><a href="%s">%s</a></li>`, html.EscapeString(f.URL), html.EscapeString(cmp.Or(f.Name, f.URL)))
	}
	appendParsed(body, list+"</ul>")
	return body, words
}

// maxFramesNote is how many words a note may have that asks for a browser with frames,
// maxNoframes how many bytes of a text for programs without frames are counted.
const (
	maxFramesNote = 40
	maxNoframes   = 8 << 10
)

// addFrames adds the frames of a page of frames to its links, and to its text too where they
// are iframes.
func addFrames(ctx context.Context, doc *extract.Document, in *verdict.Input, frames []verdict.Frame, opts *extract.Options) {
	for _, f := range frames {
		doc.Links = append(doc.Links, extract.Link{URL: f.URL, Text: f.Name, Role: "content"})
	}
	if len(in.Frames) > 0 {
		return
	}
	// The writer has written links to frames that show content of the page.
	frames = slices.DeleteFunc(slices.Clone(frames), func(f verdict.Frame) bool {
		return strings.Contains(doc.Markdown, "("+f.URL+")") || strings.Contains(doc.Markdown, "<"+f.URL+">")
	})
	if len(frames) == 0 {
		return
	}
	tree, _ := framesTree(frames, "")
	var list extract.Document
	render(ctx, &list, htmlmd.Input{Root: tree, Base: in.Base}, opts)
	if doc.Markdown != "" {
		doc.Markdown += "\n\n"
	}
	for _, b := range list.Blocks {
		b.Start, b.End = b.Start+len(doc.Markdown), b.End+len(doc.Markdown)
		doc.Blocks = append(doc.Blocks, b)
	}
	for _, l := range list.LinkSpans {
		doc.LinkSpans = append(doc.LinkSpans, mdwriter.Moved(l, len(doc.Markdown)))
	}
	doc.Markdown += list.Markdown
}
