// Package htmlfrag reads pieces of HTML inside of other formats: through the
// extractor of pages where there is one, else as text without tags.
package htmlfrag

import (
	"context"
	"io"
	"net/url"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// Convert reads a fragment of HTML. With a nil extractor, or one that fails on
// the fragment, it returns the text alone. Its only error is that of ctx. The
// whole of the fragment is content: nothing is dropped as boilerplate.
func Convert(ctx context.Context, e extract.Extractor, fragment string, base *url.URL) (*extract.Document, error) {
	if e != nil && strings.ContainsAny(fragment, "<&") {
		doc, err := e.Extract(ctx, &extract.Source{
			URL: base, MediaType: "text/html; charset=utf-8", Body: []byte(fragment), Options: extract.Options{WholePage: true},
		})
		if err == nil {
			return doc, nil
		}
	}
	if err := ctx.Err(); err != nil {
		return nil, err
	}
	var w mdwriter.Writer
	for paragraph := range strings.SplitSeq(Text(fragment), "\n\n") {
		w.Text(paragraph)
	}
	doc := w.Document()
	doc.Format = "html"
	return doc, nil
}

// Text returns the text of a fragment of HTML without what no reader sees
// (scripts, styles, templates, comments). Blocks are set apart by blank lines.
// It reads tokens, not a tree, so nesting costs nothing.
func Text(fragment string) string {
	if !strings.ContainsAny(fragment, "<&") {
		return strings.TrimSpace(fragment)
	}
	z := html.NewTokenizer(strings.NewReader(fragment))
	var b strings.Builder
	unseen := 0
	for {
		switch z.Next() {
		case html.ErrorToken:
			if z.Err() != io.EOF {
				return ""
			}
			return tidy(b.String())
		case html.TextToken:
			if unseen == 0 {
				b.Write(z.Text())
			}
		case html.StartTagToken, html.SelfClosingTagToken:
			token := z.Token()
			switch tag := token.DataAtom; {
			case tag == atom.Img:
				b.WriteString(htmltree.Attr(&html.Node{Attr: token.Attr}, "alt"))
			case hides(tag):
				unseen++
			case block(tag):
				b.WriteString("\n\n")
			case tag == atom.Br:
				b.WriteByte('\n')
			case tag == atom.Li:
				b.WriteString("\n- ")
			case cell(tag):
				b.WriteByte(' ')
			}
		case html.EndTagToken:
			name, _ := z.TagName()
			switch tag := atom.Lookup(name); {
			case hides(tag):
				unseen = max(0, unseen-1)
			case block(tag):
				b.WriteString("\n\n")
			}
		}
	}
}

// Plain returns the text of a title or name on one line. Markup of one level of
// escaping more than HTML has, as feeds send it, is undone as well.
func Plain(s string) string { return mdwriter.Fold(html.UnescapeString(Text(s))) }

func hides(tag atom.Atom) bool {
	switch tag {
	case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Iframe, atom.Object, atom.Textarea, atom.Select:
		return true
	}
	return false
}

// block reports whether lines end before and after an element. Items and cells have signs of their own.
func block(tag atom.Atom) bool {
	return htmltree.IsBlock(tag) && tag != atom.Li && !cell(tag)
}

func cell(tag atom.Atom) bool { return tag == atom.Td || tag == atom.Th }

// tidy folds blanks and drops empty lines but one between paragraphs.
func tidy(s string) string {
	var lines []string
	for line := range strings.SplitSeq(s, "\n") {
		if line = mdwriter.Fold(line); line != "" || len(lines) > 0 && lines[len(lines)-1] != "" {
			lines = append(lines, line)
		}
	}
	return strings.TrimRight(strings.Join(lines, "\n"), "\n")
}
