package mdwriter

import (
	"bytes"
	"slices"
	"strconv"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// Body is Markdown that is being written, block by block, in containers: lists, items, quotes and footnotes. The inline content of the
// block at hand is gathered in the Encoder. The zero value is empty. It is not safe for concurrent use.
type Body struct {
	mdinline.Encoder
	Out     []byte          // the Markdown
	Blocks  []extract.Block // its top-level blocks
	Outline Outline
	// MaxBlocks bounds Blocks, the last of which holds all that follows. Zero means no bound.
	MaxBlocks int
	// DropRules leaves out rules that separate nothing.
	DropRules bool
	// Label is the letter or number of the item that was begun, until its first line is written.
	Label string

	containers []Container
	root       Container
	prefix     []byte // what each line of the open containers begins with
	first      []byte // the same with the markers that are not yet written
	fresh      bool   // first is to be written
	separator  separator
	blockOpen  bool
}

// Reset empties b, but keeps its memory.
func (b *Body) Reset() {
	b.Clear()
	*b = Body{Encoder: b.Encoder, Out: b.Out[:0], containers: b.containers[:0], prefix: b.prefix[:0], first: b.first[:0]}
	b.Links = b.Links[:0]
}

// maxPrefix bounds what containers put before every line, in bytes: 20 quotes or lists deep. What is deeper is written
// as plain blocks of the last one.
const maxPrefix = 40

// Container is an open container.
type Container struct {
	Prev   extract.Kind // the last block written in it, "" for none
	Tight  bool         // its blocks are not set apart by blank lines if avoidable
	IsList bool         // a list, which has items
	IsItem bool         // an item of a list
	List   List         // of a list: its state; of another container: that of the last list in it

	kind   extract.Kind
	wrote  bool
	deep   bool // it has no markers, since it is too deep
	ruleAt int  // where the line break before the last rule is
	// before is the block before that rule.
	before extract.Kind
	// What close restores if nothing was written.
	prefix, first int
	fresh         bool
	separator     separator
}

// List is the state of a list that is being written.
type List struct {
	Ordered   bool // Markdown writes the numbers
	Numbering Numbering
	Numbered  bool // the texts of the items begin with their numbers
	Implied   bool // made up for an item outside of any list
	Loose     bool // blank lines between items
	Number    int
	Step      int
	Items     int

	delim byte // '-' or '*' of a bullet, '.' or ')' after a number
}

// separator says how many line breaks go before the next block. If it opens several containers at once, such as a list in a quote, the outermost one decides.
type separator struct {
	decided bool
	lines   int // 1 = the next line, 2 = a blank line between
	prefix  int // how much of the prefix the blank line has
}

// Container returns the innermost open container, valid until the next one is opened.
func (b *Body) Container() *Container {
	if n := len(b.containers); n > 0 {
		return &b.containers[n-1]
	}
	return &b.root
}

// InContainer reports whether a container is open.
func (b *Body) InContainer() bool { return len(b.containers) > 0 }

// TooDeep reports that containers get no markers any more.
func (b *Body) TooDeep() bool { return len(b.prefix) >= maxPrefix }

// InItems reports whether an item of a list is open.
func (b *Body) InItems() bool {
	return slices.ContainsFunc(b.containers, func(c Container) bool { return c.IsItem })
}

// NewItem returns the list of the item at hand as long as nothing is written in it, nil otherwise.
func (b *Body) NewItem() *List {
	n := len(b.containers)
	if n < 2 || !b.containers[n-1].IsItem || b.containers[n-1].wrote {
		return nil
	}
	return &b.containers[n-2].List
}

// separate chooses the separator before a block in the innermost container, unless a container that begins with the same block has
// chosen one already.
func (b *Body) separate(kind extract.Kind) {
	lines := 2
	if c := b.Container(); c.Tight && needsNoBlankLine(c.Prev, kind) {
		lines = 1
	}
	b.Separate(lines)
}

// Separate has the next block stand on the next line, for 1, or behind a blank line, for 2, unless that is decided.
func (b *Body) Separate(lines int) {
	if !b.separator.decided {
		b.separator = separator{decided: true, lines: lines, prefix: len(b.prefix)}
	}
}

// needsNoBlankLine reports whether a block may follow another on the very next line and still be read as a block of its own.
func needsNoBlankLine(prev, next extract.Kind) bool {
	switch prev {
	case extract.HeadingBlock, extract.Code, extract.Rule:
		return true
	case extract.Paragraph, extract.List:
		return next != extract.Paragraph && next != extract.Table
	case extract.Quote:
		return next != extract.Paragraph && next != extract.Table && next != extract.Quote
	}
	return false
}

// form is the kind of block that a block of some kind has the form of.
func form(kind extract.Kind) extract.Kind {
	switch kind {
	case extract.Image, extract.Math, extract.Footnotes, extract.HTML:
		return extract.Paragraph
	}
	return kind
}

// Begin begins a block: the line breaks before it and what its line begins with are written when it returns. Level is that of a
// heading, or 0.
func (b *Body) Begin(kind extract.Kind, level int) {
	k := form(kind)
	if k != extract.Paragraph {
		b.writeLabel()
	}
	b.separate(k)
	if len(b.containers) == 0 {
		b.closeBlock()
	}
	if c := b.Container(); c.IsList {
		// The items after it are a new list, without the other delimiter that kept it apart from a list before.
		c.List.Items = 0
		c.List.delim, _ = c.List.delims()
		b.separator.lines = 2
	}
	if cap(b.Out)-len(b.Out) < 2<<10 && cap(b.Out) < 1<<20 {
		b.Out = slices.Grow(b.Out, 2*cap(b.Out)) // append alone would grow by a quarter
	}
	if len(b.Out) > 0 {
		b.Out = append(b.Out, '\n')
		if b.separator.lines > 1 {
			p := b.prefix[:min(b.separator.prefix, len(b.prefix))]
			b.Out = append(append(b.Out, bytes.TrimRight(p, " ")...), '\n')
		}
	}
	b.separator = separator{}
	b.openBlock(kind, level)
	if b.fresh {
		b.Out = append(b.Out, b.first...)
		b.fresh = false
	} else {
		b.Out = append(b.Out, b.prefix...)
	}
	for i := range b.containers {
		b.containers[i].wrote = true
	}
	b.Container().Prev = k
	if b.Label != "" {
		b.Out = append(append(b.Out, b.Label...), ' ')
		b.Label = ""
	}
}

func (b *Body) openBlock(kind extract.Kind, level int) {
	if b.blockOpen {
		return
	}
	b.blockOpen = true
	if len(b.Blocks) == b.MaxBlocks && b.MaxBlocks > 0 {
		return // the last one goes on
	}
	if len(b.containers) > 0 {
		kind, level = b.containers[0].kind, 0
	}
	if len(b.Blocks) == cap(b.Blocks) {
		b.Blocks = slices.Grow(b.Blocks, len(b.Blocks)+32)
	}
	b.Blocks = append(b.Blocks, extract.Block{Kind: kind, Level: level, Span: extract.Span{Start: len(b.Out)}})
}

func (b *Body) closeBlock() {
	if b.blockOpen {
		b.blockOpen = false
		b.Blocks[len(b.Blocks)-1].End = len(b.Out)
	}
}

// End ends the last block.
func (b *Body) End() {
	b.dropTrailingRule(&b.root)
	b.closeBlock()
}

// Newline begins another line of the block at hand.
func (b *Body) Newline() { b.Out = append(append(b.Out, '\n'), b.prefix...) }

// EmptyLine writes a block without content: the markers of new containers.
func (b *Body) EmptyLine() {
	b.Begin(extract.Paragraph, 0)
	b.Out = bytes.TrimRight(b.Out, " ")
}

func (b *Body) writeLabel() {
	if b.Label != "" {
		b.EmptyLine()
	}
}

// Encode writes the gathered items.
func (b *Body) Encode(c mdinline.Context) {
	b.Prefix, b.FirstOfItem = b.prefix, b.Container().IsItem
	b.Out = b.Append(b.Out, c)
}

// Heading writes a heading of which body writes the content, and notes text in the outline unless that holds maxOutline bytes.
func (b *Body) Heading(level int, text string, maxOutline int, body func()) {
	b.dropTrailingRule(b.Container())
	b.Begin(extract.HeadingBlock, level)
	start := bytes.LastIndexByte(b.Out, '\n') + 1
	b.Out = append(append(b.Out, "######"[:level]...), ' ')
	body()
	if b.Outline.Size < maxOutline {
		b.Outline.Add(level, text, extract.Span{Start: start, End: len(b.Out)})
	}
}

// Fence writes a block of code.
func (b *Body) Fence(code []byte, language string) {
	b.Begin(extract.Code, 0)
	b.Out = appendFence(b.Out, code, language, b.prefix)
}

// Rule writes a thematic break. In a list it is made of underscores, as "- ---" would be one itself. DropRules leaves out
// those at the beginning or the end of a container, after another rule, beside a heading and in an item.
func (b *Body) Rule() {
	c, inItems := b.Container(), b.InItems()
	if b.DropRules && (c.Prev == "" || c.Prev == extract.Rule || c.Prev == extract.HeadingBlock || inItems) {
		return
	}
	line := "---"
	if inItems {
		line = "___"
	}
	c.ruleAt, c.before = len(b.Out), c.Prev
	b.Begin(extract.Rule, 0)
	b.Out = append(b.Out, line...)
}

// dropTrailingRule takes back a rule that nothing follows in its container.
func (b *Body) dropTrailingRule(c *Container) {
	if !b.DropRules || c.Prev != extract.Rule {
		return
	}
	b.Out = b.Out[:c.ruleAt]
	c.Prev = c.before
	if n := len(b.Blocks) - 1; b.Blocks[n].Start >= c.ruleAt {
		b.blockOpen = false
		b.Blocks = b.Blocks[:n]
	}
}

// Open opens a quote or a footnote. Its first line begins with marker, the others with cont. Call Close after the last block in it.
func (b *Body) Open(kind extract.Kind, marker, cont string) {
	b.writeLabel()
	c := Container{kind: kind, separator: b.separator}
	b.separate(form(kind))
	b.open(c, marker, cont)
}

func (b *Body) open(c Container, marker, cont string) {
	if len(b.containers) == 0 {
		b.closeBlock()
	}
	c.prefix, c.first, c.fresh = len(b.prefix), len(b.first), b.fresh
	if marker != "" {
		if !b.fresh {
			b.first = append(b.first[:0], b.prefix...)
			b.fresh = true
		}
		b.first = append(b.first, marker...)
	}
	b.prefix = append(b.prefix, cont...)
	b.containers = append(b.containers, c)
}

// Close closes the innermost container and reports whether anything was written in it. If not, it undoes its opening.
func (b *Body) Close() bool {
	b.dropTrailingRule(b.Container())
	n := len(b.containers) - 1
	c := b.containers[n]
	b.prefix = b.prefix[:c.prefix]
	b.containers = b.containers[:n]
	if !c.wrote {
		b.fresh, b.separator = c.fresh, c.separator
		if c.fresh {
			b.first = b.first[:c.first]
		}
	}
	if n == 0 {
		b.closeBlock()
	}
	if c.wrote && !c.IsItem {
		p := b.Container()
		p.Prev = form(c.kind)
		if c.IsList {
			p.List = c.List
		}
	}
	return c.wrote
}

// OpenList opens a list, whose items BeginItem and EndItem set. Call Close after them.
func (b *Body) OpenList(l List) {
	b.writeLabel()
	c := b.Container()
	usual, other := l.delims()
	switch {
	case l.Implied && c.List.Implied:
		l.delim = c.List.delim
	case c.Prev == extract.List && c.List.Ordered == l.Ordered && c.List.delim == usual:
		l.delim = other
	default:
		l.delim = usual
	}
	saved := b.separator
	if l.Ordered && l.Number != 1 && c.Prev == extract.Paragraph {
		b.Separate(2)
	}
	b.separate(extract.List)
	b.open(Container{kind: extract.List, IsList: true, List: l, separator: saved}, "", "")
}

// BeginItem begins an item of the list at hand, with a label behind its marker unless that is "".
func (b *Body) BeginItem(label string) {
	l, saved, deep := &b.Container().List, b.separator, b.TooDeep()
	lines, marker := 1, l.marker(l.Number)
	if deep {
		marker = ""
	}
	if l.Loose || deep {
		lines = 2
	}
	if l.Items > 0 {
		b.Separate(lines)
	}
	b.open(Container{kind: extract.List, IsItem: true, Tight: !l.Loose && !deep, deep: deep, separator: saved}, marker, strings.Repeat(" ", len(marker)))
	b.Label = label
}

// EndItem ends an item. One that holds nothing is written if empty says so, where its marker would not be read as something else.
func (b *Body) EndItem(empty bool) {
	at := len(b.containers) - 2
	l := &b.containers[at].List
	if empty && !b.containers[at+1].deep && (at == 0 || !l.Loose && l.Items > 0) {
		b.EmptyLine()
	}
	b.Label = ""
	if b.Close() {
		l.Items++
		l.Number += l.Step
	}
}

// ContinueItem opens the last item of the list at hand again. Call Close after the last block in it.
func (b *Body) ContinueItem() {
	l, saved := &b.Container().List, b.separator
	cont, lines := strings.Repeat(" ", len(l.marker(l.Number-l.Step))), 1
	if b.TooDeep() {
		cont = ""
	}
	if l.Loose {
		lines = 2
	}
	b.Separate(lines)
	b.open(Container{kind: extract.List, IsItem: true, Tight: !l.Loose, separator: saved, Prev: extract.Paragraph}, "", cont)
}

// MaxNumber is the largest that CommonMark reads as the number of an item.
const MaxNumber = 999_999_999

// delims returns the delimiter of a list, and the one that keeps it apart from such a list right before it.
func (l *List) delims() (usual, other byte) {
	if l.Ordered {
		return '.', ')'
	}
	return '-', '*'
}

func (l *List) marker(number int) string {
	if !l.Ordered {
		return string(l.delim) + " "
	}
	return strconv.Itoa(min(max(number, 0), MaxNumber)) + string(l.delim) + " "
}

// appendFence appends a block of code between fences longer than any in it. Lines after the first begin with prefix, the markers of the
// containers around the block.
func appendFence(dst, code []byte, language string, prefix []byte) []byte {
	char := byte('`')
	if strings.Contains(language, "`") {
		char = '~'
	}
	fence := bytes.Repeat([]byte{char}, max(3, mdinline.LongestRun(code, char)+1))
	dst = append(dst, fence...)
	for i := range len(language) {
		switch c := language[i]; {
		case c == '\\' && i+1 < len(language) && ascii.IsPunct(language[i+1]):
			dst = append(dst, `\\`...)
		case c == '&' && mdinline.StartsEntity(language[i:]):
			dst = append(dst, "&amp;"...)
		default:
			dst = append(dst, c)
		}
	}
	if len(code) > 0 {
		for line := range bytes.SplitSeq(code, []byte{'\n'}) {
			dst = append(append(dst, '\n'), prefix...)
			if dst = append(dst, line...); len(line) == 0 {
				dst = bytes.TrimRight(dst, " ")
			}
		}
	}
	return append(append(append(dst, '\n'), prefix...), fence...)
}
