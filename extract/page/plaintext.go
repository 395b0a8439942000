package page

import (
	"bytes"
	"context"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/invisible"
)

// plainText reads a page that the parser refuses although it was flattened, from
// its tokens: text, one paragraph per block element. What is hidden is out of it.
func plainText(ctx context.Context, text []byte) (*extract.Document, error) {
	doc := &extract.Document{Format: "html"}
	var out strings.Builder
	z := html.NewTokenizer(bytes.NewReader(text))
	skip, fresh, title := 0, true, false
	for n := 0; ; n++ {
		if n%ctxCheckEvery == 0 && ctx.Err() != nil {
			return nil, ctx.Err()
		}
		kind := z.Next()
		if kind == html.ErrorToken {
			break
		}
		switch kind {
		case html.TextToken:
			if skip > 0 {
				continue
			}
			words := strings.Fields(invisible.Strip(string(z.Text())))
			if title {
				doc.Meta.Title = strings.Join(words, " ")
				continue
			}
			for _, w := range words {
				if !fresh {
					out.WriteByte(' ')
				}
				fresh = false
				escape(&out, w)
			}
		case html.StartTagToken, html.EndTagToken, html.SelfClosingTagToken:
			name, _ := z.TagName()
			a := atom.Lookup(name)
			title = a == atom.Title && kind == html.StartTagToken
			switch a {
			case atom.Script, atom.Style, atom.Template, atom.Noscript, atom.Svg:
				if kind == html.StartTagToken {
					skip++
				} else if kind == html.EndTagToken {
					skip = max(0, skip-1)
				}
			}
			if !inlineTag(a) && !fresh {
				out.WriteString("\n\n")
				fresh = true
			}
		}
	}
	doc.Markdown = strings.TrimSpace(out.String())
	spans(doc)
	doc.Warnings = []extract.Warning{{Type: extract.WarnFallback, Message: "read as plain text"}}
	if doc.Verdict.Kind = extract.VerdictContent; doc.Markdown == "" {
		doc.Verdict = verdict(extract.VerdictEmpty, "Check the address, or fetch the page with rendering.", "no text that a reader can see")
	}
	return doc, nil
}

// ctxCheckEvery is the number of tokens between two looks at the context.
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

// escape writes a word so that Markdown takes it for text.
func escape(out *strings.Builder, word string) {
	for i := 0; i < len(word); i++ {
		if c := word[i]; c < 0x80 && strings.IndexByte("\\`*_{}[]()<>#+-.!|~&", c) >= 0 {
			out.WriteByte('\\')
		}
		out.WriteByte(word[i])
	}
}

// spans makes a paragraph of each piece between blank lines.
func spans(doc *extract.Document) {
	for at := 0; at < len(doc.Markdown); {
		end := strings.Index(doc.Markdown[at:], "\n\n")
		if end < 0 {
			end = len(doc.Markdown) - at
		}
		doc.Blocks = append(doc.Blocks, extract.Block{ID: extract.BlockID(len(doc.Blocks)), Kind: extract.Paragraph, Start: at, End: at + end})
		at += end + 2
	}
}
