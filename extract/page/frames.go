package page

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/meta"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/verdict"
)

// A page that is nothing but frames, by <frameset> or by an <iframe> beside hardly a word,
// is written as links to them.

// framesTree makes a tree of what a page has for programs without frames, and a list of
// links to the frames. A note that says no more than that there are frames is left out.
func framesTree(frames []verdict.Frame, noframes string) (tree *html.Node, words int) {
	body := newBody()
	appendParsed(body, noframes)
	words = verdict.CountWords(meta.Text(body, maxNoframes))
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
