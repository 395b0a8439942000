package markdown

import (
	"bytes"
	"context"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// LinkSpans returns the links, images and autolinks of Markdown, in the form of
// extract.Document.LinkSpans. The result may be empty but is never nil. It leaves out images
// in the text of an image, links by reference, and formulas between dollar signs. LinkSpans
// is safe for concurrent use and takes time linear in the length of md.
func LinkSpans(md string) []extract.LinkSpan {
	spans, _ := linkSpans(context.Background(), md) // which never ends
	return spans
}

// linkSpans is LinkSpans that ends with ctx.
func linkSpans(ctx context.Context, md string) ([]extract.LinkSpan, error) {
	r := spanReader{meter: ctxio.NewMeter(ctx), found: []extract.LinkSpan{}}
	if !strings.Contains(md, "](") && !strings.Contains(md, "<") {
		return r.found, nil
	}
	m, err := scan([]byte(md), r.meter)
	if err == errBounds {
		return r.found, nil
	}
	if err != nil {
		return nil, err
	}
	segments, err := splitSegments(m.out, r.meter)
	if err != nil {
		return nil, err
	}
	for _, c := range segments {
		if c.kind == oneFence {
			continue
		}
		for _, part := range rowParts(m.out, c) {
			if err := ctx.Err(); err != nil {
				return nil, err
			}
			if !r.part(part) {
				return []extract.LinkSpan{}, nil
			}
		}
	}
	return r.found, r.meter.Spend(0)
}

// spanReader collects the links of Markdown part by part.
type spanReader struct {
	meter *ctxio.Meter
	found []extract.LinkSpan
}

// part collects the links of a part and reports whether it is within the bounds.
func (r *spanReader) part(p segmentPart) bool {
	if !bytes.Contains(p.text, []byte("](")) && !bytes.Contains(p.text, []byte("<")) {
		return true
	}
	pc := newContext(nil)
	root := full().Parse(text.NewReader(p.text), parser.WithContext(pc))
	if pc.beyond {
		return false
	}
	ends, _ := pc.Get(endsKey).(map[ast.Node]linkEnd)
	math := formulas{src: p.text}
	_ = ast.Walk(root, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering {
			return ast.WalkContinue, nil
		}
		if r.meter.Spend(perNode) != nil || len(r.found) == extract.MaxLinkSpans {
			return ast.WalkStop, nil
		}
		var l extract.LinkSpan
		switch n := n.(type) {
		case *ast.Link:
			l = inlineSpan(extract.InlineLink, p.text, n.Pos(), ends[n])
		case *ast.Image:
			l = inlineSpan(extract.InlineImage, p.text, n.Pos(), ends[n])
		case *ast.AutoLink:
			l = autolinkSpan(p.text, n)
		case *ast.CodeSpan:
			if last, ok := n.LastChild().(*ast.Text); ok {
				math.at = max(math.at, last.Segment.Stop)
			}
		}
		if l.End > 0 && l.Start >= p.head && !math.hold(l.Start) {
			r.found = append(r.found, l.Moved(p.offset))
		}
		if n.Kind() == ast.KindImage {
			return ast.WalkSkipChildren, nil
		}
		return ast.WalkContinue, nil
	})
	return true
}

// inlineSpan returns the spans of a link or an image that begins at start, none for one by
// reference.
func inlineSpan(kind extract.LinkKind, src []byte, start int, of linkEnd) (l extract.LinkSpan) {
	if start < 0 || of.end == 0 || !bytes.HasPrefix(src[of.closing:], []byte("](")) {
		return l
	}
	l = extract.LinkSpan{Kind: kind, Start: start, End: of.end, Text: extract.Span{Start: start + 1, End: of.closing}}
	if kind == extract.InlineImage {
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

// autolinkSpan returns the spans of an address in angle brackets, none for one without.
func autolinkSpan(src []byte, n *ast.AutoLink) (l extract.LinkSpan) {
	start, label := n.Pos(), n.Label(src)
	if start < 0 || src[start] != '<' {
		return l
	}
	l = extract.LinkSpan{Kind: extract.Autolink, Start: start, End: start + len(label) + len("<>"), Text: extract.Span{Start: start + 1, End: start + 1 + len(label)}}
	l.Address = l.Text
	return l
}

// formulas finds formulas between dollar signs on one line. By the rule of Pandoc's
// tex_math_dollars, there is no space after the opening sign, no space before the closing
// one, and no digit after that.
type formulas struct {
	src  []byte
	at   int // what is before is known
	none int // no formula begins before
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
