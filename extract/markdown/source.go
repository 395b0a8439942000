package markdown

import (
	"bytes"
	"iter"
	"regexp"
	"strconv"
	"sync"

	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/extension"
	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/text"
	"github.com/yuin/goldmark/util"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdwriter"
)

// CommonMark has shapes that take a parser time in the square of their length. A source with more of
// them than these bounds allow is shown as text.
const (
	minPart        = 64 << 10  // bytes of a part, the last one aside
	maxPieces      = 250_000   // lines, words and cells of a part
	maxMarks       = 100       // quotes and lists that begin on one line
	maxSignWork    = 5_000_000 // the squares of the signs of each block, summed over a part: 50 ms
	maxEmptyCells  = 10_000    // that a table may have beside those that it writes
	maxDefinitions = 50_000
	maxAdjacent    = 5_000 // lines of a paragraph of definitions

	parseCost = 16 // of a byte that is parsed, beside one that is only read
)

// source is Markdown that is parsed in parts, each up to a border between two blocks, so that no
// more of it than that is held as a tree.
type source struct {
	src        []byte
	meter      *ctxio.Meter
	ends       []int                       // of the parts
	references map[string]parser.Reference // by normalised label, the first one of each
}

// part is a part of a source as a tree.
type part struct {
	start, end int
	src        []byte
	root       ast.Node
	isBeyond   bool                 // the bounds of paragraphs
	links      map[ast.Node]linkEnd // nil if only blocks were parsed
}

// newSource parses the blocks of a source, without what is inside them, and hands each part to visit, which
// may be nil. It finds the definitions of links. It returns nil for a source beyond the bounds, or once the
// context of meter is done. A nil meter never ends.
func newSource(src []byte, meter *ctxio.Meter, visit func(part)) *source {
	s := &source{src: src, meter: meter, references: map[string]parser.Reference{}}
	if !s.split() {
		return nil
	}
	for p := range s.parts(blocks()) {
		if p.isBeyond || !s.note(p.root, p.src) {
			return nil
		}
		if visit != nil {
			visit(p)
		}
	}
	return s
}

// parts parses the parts one by one, until the context of the meter is done.
func (s *source) parts(by parser.Parser) iter.Seq[part] {
	return func(yield func(part) bool) {
		start := 0
		for _, end := range s.ends {
			pc := &definedLinks{parser.NewContext(), s.references}
			p := part{start: start, end: end, src: s.src[start:end]}
			p.root = by.Parse(text.NewReader(p.src), parser.WithContext(pc))
			p.isBeyond = pc.Get(beyondKey) != nil
			p.links, _ = pc.Get(endsKey).(map[ast.Node]linkEnd)
			if !yield(p) || s.meter.Spend(parseCost*len(p.src)) != nil {
				return
			}
			start = end
		}
	}
}

// split finds the parts: one ends before a heading, or after a blank line. It reports whether they are within
// the bounds.
func (s *source) split() bool {
	start, pieces := 0, 0
	var open fence
	afterBlank := true
	for at := 0; at < len(s.src); {
		end := lineEnd(s.src, at)
		line := s.src[at:end]
		if s.meter.Spend(ctxio.PerItem+len(line)) != nil {
			return false
		}
		if open.length == 0 && at-start >= minPart && (afterBlank && line[0] > ' ' || line[0] == '#') {
			s.ends = append(s.ends, at)
			start, pieces = at, 0
		}
		if pieces++; open.length == 0 {
			pieces += bytes.Count(line, []byte(" ")) + bytes.Count(line, []byte("|"))
		}
		if pieces > maxPieces || len(line) > maxMarks && nested().Match(line) {
			return false
		}
		open.pass(line)
		afterBlank = len(bytes.TrimSpace(line)) == 0
		at = end
	}
	if start < len(s.src) {
		s.ends = append(s.ends, len(s.src))
	}
	return true
}

// note takes the definitions below n, and reports whether its blocks are within the bounds.
func (s *source) note(n ast.Node, src []byte) bool {
	work := 0
	_ = ast.Walk(n, func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		if !entering || n.Type() != ast.TypeBlock {
			return ast.WalkContinue, nil
		}
		if d, ok := n.(*ast.LinkReferenceDefinition); ok {
			label := util.ToLinkReference(d.Label)
			if _, known := s.references[label]; !known && (!isFootnote(d) || mdwriter.Target(string(d.Destination), nil) == "") {
				s.references[label] = parser.NewReference(d.Label, d.Destination, d.Title)
			}
		}
		if n.IsRaw() {
			return ast.WalkContinue, nil
		}
		signs := 0
		for i := range n.Lines().Len() {
			line := n.Lines().At(i)
			signs += countSigns(line.Value(src))
		}
		work += signs * signs
		return ast.WalkContinue, nil
	})
	return work <= maxSignWork && len(s.references) <= maxDefinitions
}

// countSigns counts the brackets that open and the runs of marks of emphasis, escaped ones aside.
func countSigns(line []byte) (n int) {
	for i := 0; i < len(line); i++ {
		switch c := line[i]; {
		case c == '\\':
			i++
		case c == '[', (c == '*' || c == '_') && (i == 0 || line[i-1] != c):
			n++
		}
	}
	return n
}

// isFootnote reports whether a definition is a footnote of one word. That is registered only if its
// target is unsafe, so that no link to it stays.
func isFootnote(d *ast.LinkReferenceDefinition) bool { return bytes.HasPrefix(d.Label, []byte("^")) }

// definedLinks is a parser.Context that knows the definitions of all parts.
type definedLinks struct {
	parser.Context
	references map[string]parser.Reference
}

// Reference implements parser.Context.
func (c *definedLinks) Reference(label string) (parser.Reference, bool) {
	ref, ok := c.references[label]
	return ref, ok
}

// AddReference implements parser.Context.
func (c *definedLinks) AddReference(parser.Reference) {}

// blocks parses blocks but not what is inside of them, which takes most of the time.
var blocks = sync.OnceValue(func() parser.Parser {
	return parser.NewParser(
		parser.WithBlockParsers(parser.DefaultBlockParsers()...),
		parser.WithParagraphTransformers(
			util.Prioritized(boundedParagraphs{}, 50),
			util.Prioritized(parser.LinkReferenceParagraphTransformer, 100),
			util.Prioritized(extension.NewTableParagraphTransformer(), 200)),
	)
})

// beyondKey is set in a parser.Context of blocks beyond the bounds.
var beyondKey = parser.NewContextKey()

// boundedParagraphs empties paragraphs that would become many definitions, or a table with many cells
// that are not written: each row is filled up to the length of the head.
type boundedParagraphs struct{}

// Transform implements parser.ParagraphTransformer.
func (boundedParagraphs) Transform(node *ast.Paragraph, reader text.Reader, pc parser.Context) {
	lines, columns, size := node.Lines(), 0, 0
	for i := range lines.Len() {
		segment := lines.At(i)
		line := segment.Value(reader.Source())
		if size += len(line); i > 0 && columns == 0 && len(bytes.Trim(line, "|:- \t\r\n")) == 0 {
			columns = bytes.Count(line, []byte("|")) + 1
		}
	}
	if columns*lines.Len() > maxEmptyCells+4*size || lines.Len() > maxAdjacent && reader.Source()[lines.At(0).Start] == '[' {
		pc.Set(beyondKey, true)
		node.SetLines(text.NewSegments())
	}
}

// nested matches a line on which more than maxMarks quotes and lists begin.
var nested = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(?:[ \t]*(?:>|(?:[-*+]|[0-9]+[.)])[ \t])){` + strconv.Itoa(maxMarks+1) + `}`)
})

// fence is the open code fence, if any. The zero value means outside of code.
type fence struct {
	sign   byte
	length int // of its run, 0 outside of code
}

// pass takes a line, which may open or close the fence, and reports whether it is code or a fence.
func (f *fence) pass(line []byte) bool {
	rest := bytes.TrimSpace(line)
	run := 0
	for run < len(rest) && rest[run] == rest[0] {
		run++
	}
	isFence := run >= 3 && (rest[0] == '`' && bytes.IndexByte(rest[run:], '`') < 0 || rest[0] == '~')
	switch {
	case f.length > 0:
		if isFence && rest[0] == f.sign && run >= f.length && run == len(rest) {
			f.length = 0
		}
	case isFence:
		*f = fence{rest[0], run}
	default:
		return false
	}
	return true
}

func lineEnd(src []byte, i int) int {
	if n := bytes.IndexByte(src[i:], '\n'); n >= 0 {
		return i + n + 1
	}
	return len(src)
}
