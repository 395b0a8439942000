package page

import (
	"bytes"
	"context"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/verdict"
)

// plainText reads a page that the parser refuses although it was flattened, from
// its tokens: text, one paragraph per block element. What is hidden is out of it.
func plainText(ctx context.Context, text []byte) (*extract.Document, error) {
	var out mdwriter.Writer
	var paragraph []string // its words
	title := ""
	z := html.NewTokenizer(bytes.NewReader(text))
	skip, inTitle := 0, false
	for n := 0; ; n++ {
		if n%ctxCheckEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		switch kind := z.Next(); kind {
		case html.ErrorToken:
			out.Text(strings.Join(paragraph, " "))
			return plainDocument(&out, title), nil
		case html.TextToken:
			if words := strings.Fields(string(z.Text())); inTitle && skip == 0 {
				title = mdwriter.Fold(strings.Join(words, " "))
			} else if skip == 0 {
				paragraph = append(paragraph, words...)
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			a := atom.Lookup(name)
			inTitle = a == atom.Title && kind == html.StartTagToken
			switch a {
			case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Svg:
				if kind == html.StartTagToken {
					skip++
				} else if kind == html.EndTagToken {
					skip = max(0, skip-1)
				}
			}
			if !inlineTag(a) {
				out.Text(strings.Join(paragraph, " "))
				paragraph = paragraph[:0]
			}
		}
	}
}

func plainDocument(out *mdwriter.Writer, title string) *extract.Document {
	doc := out.Document()
	doc.Format, doc.Meta.Title = "html", title
	doc.Warnings = append(doc.Warnings, extract.Warning{Type: extract.WarnFallback, Message: "read as plain text"})
	if doc.Verdict.Kind == extract.VerdictEmpty {
		doc.Verdict = verdict.Empty()
	}
	return doc
}

const ctxCheckEvery = 4096

func inlineTag(a atom.Atom) bool {
	switch a {
	case atom.A, atom.Abbr, atom.B, atom.Bdi, atom.Bdo, atom.Cite, atom.Code, atom.Data, atom.Del, atom.Dfn, atom.Em, atom.Font, atom.I,
		atom.Ins, atom.Kbd, atom.Mark, atom.Q, atom.S, atom.Samp, atom.Small, atom.Span, atom.Strong, atom.Sub, atom.Sup, atom.Time,
		atom.Tt, atom.U, atom.Var, atom.Wbr:
		return true
	}
	return false
}
