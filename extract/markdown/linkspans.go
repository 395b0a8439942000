package markdown

import (
	"bytes"
	"strings"

	"github.com/yuin/goldmark/ast"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/limit"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// LinkSpans returns the links, images and autolinks of Markdown, in the form of
// extract.Document.LinkSpans. The result may be empty but is never nil. It leaves out images
// in the text of an image, links by reference, and formulas between dollar signs. LinkSpans
// is safe for concurrent use and takes time linear in the length of md.
func LinkSpans(md string) []extract.LinkSpan {
	return linkSpans(newSource([]byte(md), nil, nil))
}

// linkSpans is LinkSpans for a source, nil for one beyond the bounds. It ends early once the context of its meter is done.
func linkSpans(s *source) []extract.LinkSpan {
	found := []extract.LinkSpan{}
	if s == nil || !bytes.Contains(s.src, []byte("](")) && !bytes.Contains(s.src, []byte("<")) {
		return found
	}
	for p := range s.parts(full()) {
		math := formulas{src: p.src}
		_ = ast.Walk(p.root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
			if !entering {
				return ast.WalkContinue, nil
			}
			if s.meter.Spend(perNode) != nil || len(found) == limit.LinkSpans {
				return ast.WalkStop, nil
			}
			var l extract.LinkSpan
			switch n := n.(type) {
			case *ast.Link, *ast.Image:
				l = inlineSpan(p.src, n.Pos(), p.links[n])
			case *ast.AutoLink:
				if start := n.Pos(); start >= 0 && p.src[start] == '<' { // else it is an address without brackets
					l.Text = extract.Span{Start: start + 1, End: start + 1 + len(n.Label(p.src))}
					l.Address, l.Span = l.Text, extract.Span{Start: start, End: l.Text.End + 1}
				}
			case *ast.CodeSpan:
				if last, ok := n.LastChild().(*ast.Text); ok {
					math.at = max(math.at, last.Segment.Stop)
				}
			}
			if l.End > 0 && !math.hold(l.Start) {
				found = append(found, mdwriter.Moved(l, p.start))
			}
			if n.Kind() == ast.KindImage {
				return ast.WalkSkipChildren, nil
			}
			return ast.WalkContinue, nil
		})
	}
	return found
}

// inlineSpan returns the spans of a link or an image that begins at start, none for one by
// reference.
func inlineSpan(src []byte, start int, of linkEnd) (l extract.LinkSpan) {
	if start < 0 || of.end == 0 || !bytes.HasPrefix(src[of.closing:], []byte("](")) {
		return l
	}
	l = extract.LinkSpan{Text: extract.Span{Start: start + 1, End: of.closing}, Span: extract.Span{Start: start, End: of.end}}
	if src[start] == '!' {
		l.Text.Start++
	}
	at := of.closing + len("](")
	for at < of.end-1 && bytes.IndexByte([]byte(" \t\r\n"), src[at]) >= 0 {
		at++
	}
	stops := " \t\r\n" // of a destination without brackets
	if src[at] == '<' {
		at, stops = at+1, ">"
	}
	l.Address.Start = at
	for at < of.end-1 && strings.IndexByte(stops, src[at]) < 0 {
		if src[at] == '\\' && at+1 < of.end-1 {
			at++
		}
		at++
	}
	l.Address.End = at
	return l
}

// formulas finds formulas between dollar signs on one line. By the rule of Pandoc's
// tex_math_dollars, the opening sign is not before a space, the closing sign is not after
// a space, and no digit follows it.
type formulas struct {
	src  []byte
	at   int // the search has reached this byte
	none int // no formula begins before this byte
}

// hold reports whether the byte at i, which is not before the last one that was asked for, is in a
// formula.
func (f *formulas) hold(i int) bool {
	for f.at < i {
		k := bytes.IndexByte(f.src[f.at:i], '$')
		if k < 0 {
			f.at = i
			break
		}
		f.at = f.after(f.at + k)
	}
	return f.at > i
}

// after returns the end of the formula that begins at i, or of the dollar signs there.
func (f *formulas) after(i int) int {
	line := f.src[i:lineEnd(f.src, i)]
	signs := len(line) - len(bytes.TrimLeft(line, "$"))
	if signs > 2 || f.none > i || i > 0 && f.src[i-1] == '\\' || signs == len(line) || signs == 1 && line[1] == ' ' {
		return i + signs
	}
	for at := signs; ; at += signs {
		k := bytes.Index(line[at:], line[:signs])
		if k < 0 {
			f.none = i + len(line)
			return i + signs
		}
		at += k
		digit := at+signs < len(line) && line[at+signs] >= '0' && line[at+signs] <= '9'
		if at > signs && line[at-1] != ' ' && line[at-1] != '\\' && !digit {
			return i + at + signs
		}
	}
}
