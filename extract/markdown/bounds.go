package markdown

import (
	"bytes"
	"context"
	"errors"
	"strings"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/charset"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// CommonMark has shapes that take a parser time in the square of their length. A source with more of
// them than these bounds allow is shown as text.

const (
	maxMarks      = 100       // quotes and lists that begin on one line
	maxSignWork   = 5_000_000 // the squares of the brackets and marks of emphasis of each run of inline content, summed over a segment: 50 ms
	maxEmptyCells = 10_000    // that a table may have beside those that it writes
)

// errBounds reports a source beyond the bounds.
var errBounds = errors.New("markdown: too many brackets, marks or empty cells in one place")

// isNested reports whether more quotes and lists begin on a line than are parsed.
func isNested(line []byte) bool {
	for n := 0; n <= maxMarks; n++ {
		line = bytes.TrimLeft(line, " \t")
		rest := bytes.TrimLeft(line, "0123456789")
		switch {
		case len(line) > 0 && line[0] == '>':
			line = line[1:]
		case len(rest) > 1 && (rest[1] == ' ' || rest[1] == '\t') && (len(rest) == len(line) && bytes.IndexByte([]byte("-*+"), rest[0]) >= 0 || len(rest) < len(line) && (rest[0] == '.' || rest[0] == ')')):
			line = rest[2:]
		default:
			return false
		}
	}
	return true
}

// countedSigns is a parser of brackets or of emphasis that counts what it is called for.
type countedSigns struct{ parser.InlineParser }

// Parse implements parser.InlineParser. Beyond the bounds all signs are text.
func (p countedSigns) Parse(parent ast.Node, block text.Reader, pc parser.Context) ast.Node {
	if c, ok := pc.(*definedLinks); ok {
		if line, _ := block.PeekLine(); line[0] != ']' {
			c.signs++
		}
		if c.beyond = c.beyond || c.work+c.signs*c.signs > maxSignWork; c.beyond {
			return nil
		}
	}
	return p.InlineParser.Parse(parent, block, pc)
}

// CloseBlock implements parser.CloseBlocker.
func (p countedSigns) CloseBlock(parent ast.Node, block text.Reader, pc parser.Context) {
	if c, ok := pc.(*definedLinks); ok {
		c.work += c.signs * c.signs
		c.signs = 0
	}
	if c, ok := p.InlineParser.(parser.CloseBlocker); ok {
		c.CloseBlock(parent, block, pc)
	}
}

// boundedTables comes before the parser of tables, which fills up each row to the length of the head.
type boundedTables struct{}

// Transform implements parser.ParagraphTransformer.
func (boundedTables) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, columns, size := node.Lines(), 0, 0
	for i := 1; i < lines.Len(); i++ {
		segment := lines.At(i)
		line := segment.Value(reader.Source())
		if size += len(line); columns == 0 && len(bytes.Trim(line, "|:- \t\r\n")) == 0 {
			columns = bytes.Count(line, []byte("|")) + 1
		}
	}
	if columns*lines.Len() > maxEmptyCells+4*size {
		if c, ok := pc.(*definedLinks); ok {
			c.beyond = true
		}
		node.SetLines(text.NewSegments())
	}
}

// asText returns a source beyond the bounds as text, with a warning.
func asText(ctx context.Context, src *extract.Source) (*extract.Document, error) {
	decoded, _ := charset.Decode(src.Body, src.MediaType)
	w := mdwriter.NewWriter(src)
	w.Until(ctx)
	for paragraph := range strings.SplitSeq(mdwriter.Printable(string(decoded)), "\n\n") {
		md, err := mdwriter.EscapeLong(ctx, strings.TrimSpace(paragraph))
		if err != nil {
			return nil, err
		}
		w.Paragraph(md)
	}
	doc := w.Document()
	doc.Format = "markdown"
	doc.Warnings = append(doc.Warnings, extract.Warning{Type: extract.WarnFallback, Message: "shown as text", Detail: errBounds.Error()})
	return doc, ctx.Err()
}
