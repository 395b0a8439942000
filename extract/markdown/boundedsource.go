package markdown

import (
	"bytes"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

const (
	maxBrackets = 500              // "[" in one run of inline content
	maxTotal    = 10 * maxBrackets // "[" in one paragraph, where runs can't be told apart
	maxQuotes   = 20               // nested block quotes
	maxLists    = 40               // columns of indentation of a list item

	maxEscapes = 200_000 // signs that are escaped one by one

	maxEmptyCells = 10_000 // that a table may have beside those that it writes
)

// boundedSource is a copy of a source, byte for byte as long, in which the shapes that
// take goldmark quadratic time are blotted out.
type boundedSource struct {
	src         []byte
	out         []byte      // src itself as long as nothing is blotted out
	definitions []lineRange // of link reference definitions, in their order
	escapes     []int       // places of signs that were blotted out
	flooded     bool        // there are more of them
	meter       *ctxio.Meter
}

// perBracket is what an opening bracket costs, counted in bytes.
const perBracket = 4

// lineRange is where lines begin and end.
type lineRange struct{ start, end int }

// definition is a link reference definition on a line of its own, but for its
// title, which may stand on the next one. A source may be made of nothing else, so
// they are parsed again when they are used, not kept.
type definition struct {
	label, target, title []byte
}

// boundSource makes the copy and collects the definitions, which are blank in it. The error
// is that of the context of meter, which may be nil.
func boundSource(src []byte, meter *ctxio.Meter) (*boundedSource, error) {
	m := &boundedSource{src: src, out: src, meter: meter}
	var fence byte
	length := 0
	u := inlineRun{defining: true}
	for at := 0; at < len(src); {
		end := lineEnd(src, at)
		line := src[at:end]
		if err := meter.Spend(ctxio.PerItem + len(line)); err != nil {
			return nil, err
		}
		sign, run := fenceRun(bytes.TrimLeft(line, " "))
		switch {
		case fence != 0:
			if closesFence(line, fence, length) {
				fence, u = 0, inlineRun{defining: true}
			}
		case sign != 0:
			fence, length = sign, run
		case len(bytes.TrimSpace(line)) == 0:
			u = inlineRun{defining: true}
		default:
			if d, ok := parseDefinition(line); ok && u.defining {
				end = d.titleBelow(src, end)
				m.definitions = append(m.definitions, lineRange{at, end})
				m.blank(at, end)
				break
			}
			u.line(line)
			m.capTable(at, end, &u)
			m.prefix(at, end)
			m.capBrackets(at, end, &u)
		}
		at = end
	}
	return m, nil
}

// inlineRun is what is known of the run of lines without a blank one so far.
type inlineRun struct {
	brackets, total int  // in the run of inline content, and since the last sure border
	pipes           int  // of the line before
	list, table     bool // the lines are items or rows: each is a run of its own
	defining        bool // a definition may stand here: it can't interrupt a paragraph
	begun           bool
	dash            int // the first "-" of the line that may part the head of a table from its rows, 0 for none
	columns         int // of that line
	rows, bytes     int // since then
}

// line takes a line into account before its brackets are counted.
func (u *inlineRun) line(line []byte) {
	pipes := bytes.Count(line, []byte("|")) - bytes.Count(line, []byte(`\|`))
	line = bytes.TrimLeft(line, " \t>")
	if !u.begun || u.list {
		u.list = u.list || bulletOrNumber(line)
	}
	if pipes > 0 && pipes == u.pipes && len(bytes.Trim(line, "|:- \t\r\n")) == 0 {
		u.table = true
	}
	u.table = u.table && pipes > 0
	switch {
	case bullet(line), u.list && bulletOrNumber(line), u.table, len(line) > 1 && line[0] == '#':
		u.brackets, u.total = 0, 0
		u.list = u.list || bullet(line)
	}
	u.pipes, u.begun = pipes, true
	u.defining = len(line) > 0 && line[0] == '#'
}

func bullet(line []byte) bool {
	return len(line) > 1 && bytes.IndexByte([]byte("-*+"), line[0]) >= 0 && (line[1] == ' ' || line[1] == '\t')
}

func bulletOrNumber(line []byte) bool {
	i := 0
	for i < len(line) && i < 9 && line[i] >= '0' && line[i] <= '9' {
		i++
	}
	return bullet(line) || i > 0 && i+1 < len(line) && (line[i] == '.' || line[i] == ')') && (line[i+1] == ' ' || line[i+1] == '\t')
}

// copyOnWrite makes out a copy before the first change.
func (m *boundedSource) copyOnWrite() {
	if &m.out[0] == &m.src[0] {
		m.out = bytes.Clone(m.src)
	}
}

// blank replaces a line by blanks.
func (m *boundedSource) blank(start, end int) {
	m.copyOnWrite()
	for i := start; i < end; i++ {
		if m.out[i] != '\n' {
			m.out[i] = ' '
		}
	}
}

// prefix blots out quote marks and list marks that nest too deeply.
func (m *boundedSource) prefix(start, end int) {
	quotes, i := 0, start
	for ; i < end; i++ {
		switch m.src[i] {
		case ' ', '\t':
			continue
		case '>':
			if quotes++; quotes > maxQuotes {
				m.copyOnWrite()
				m.out[i] = 'x'
			}
			continue
		}
		break
	}
	if i < end && i-start > maxLists && (bytes.IndexByte([]byte("-*+"), m.src[i]) >= 0 || m.src[i] >= '0' && m.src[i] <= '9') {
		m.copyOnWrite()
		m.out[i] = 'x'
	}
}

// capTable makes text of a table whose rows would have many more cells than they
// say, since a parser fills up each row to the length of the head.
func (m *boundedSource) capTable(start, end int, u *inlineRun) {
	line := bytes.TrimLeft(m.src[start:end], " \t>")
	if at := bytes.IndexByte(line, '-'); at >= 0 && u.columns == 0 && len(bytes.Trim(line, "|:- \t\r\n")) == 0 {
		u.dash, u.columns = end-len(line)+at, bytes.Count(line, []byte("|"))+1
	}
	if u.columns == 0 {
		return
	}
	u.rows++
	u.bytes += end - start
	if u.columns*u.rows > maxEmptyCells+4*u.bytes {
		m.copyOnWrite()
		m.out[u.dash] = 'x'
		m.escapes = append(m.escapes, u.dash)
		u.columns, u.rows = 1, 0
	}
}

// capBrackets blots out the opening brackets past the limits.
func (m *boundedSource) capBrackets(start, end int, u *inlineRun) {
	for i := start; i < end; i++ {
		at := bytes.IndexByte(m.src[i:end], '[')
		if at < 0 {
			return
		}
		i += at
		if m.meter.Spend(perBracket) != nil {
			return // as mask does
		}
		if i > start && m.src[i-1] == '\\' {
			continue
		}
		u.brackets++
		u.total++
		if u.brackets > maxBrackets || u.total > maxTotal {
			m.copyOnWrite()
			m.out[i] = 'x'
			if m.flooded = len(m.escapes) == maxEscapes; m.flooded {
				return
			}
			m.escapes = append(m.escapes, i)
		}
	}
}

// parseDefinition reads a link reference definition that fits on one line
// (CommonMark 0.31.2, section 4.7). Footnotes are none.
func parseDefinition(line []byte) (d definition, ok bool) {
	rest := bytes.TrimLeft(line, " ")
	if len(line)-len(rest) > 3 || len(rest) < 4 || rest[0] != '[' || rest[1] == '^' {
		return d, false
	}
	end := 1
	for end < len(rest) && rest[end] != ']' {
		if rest[end] == '[' || rest[end] == '\n' {
			return d, false
		}
		if rest[end] == '\\' {
			end++
		}
		end++
	}
	if end+1 >= len(rest) || rest[end+1] != ':' || end > 999 || len(bytes.TrimSpace(rest[1:end])) == 0 {
		return d, false
	}
	d.label = rest[1:end]
	rest = bytes.TrimSpace(rest[end+2:])
	var title []byte
	if bytes.HasPrefix(rest, []byte("<")) {
		i := bytes.IndexByte(rest, '>')
		if i < 0 {
			return d, false
		}
		d.target, title = rest[1:i], rest[i+1:]
	} else {
		i := bytes.IndexAny(rest, " \t")
		if i < 0 {
			i = len(rest)
		}
		d.target, title = rest[:i], rest[i:]
	}
	if title = bytes.TrimSpace(title); len(title) > 0 {
		if d.title, ok = linkTitle(title); !ok {
			return d, false
		}
	}
	return d, len(d.target) > 0
}

// linkTitle returns a title without its quotes or parentheses.
func linkTitle(s []byte) (title []byte, ok bool) {
	if len(s) < 2 {
		return nil, false
	}
	first, last := s[0], s[len(s)-1]
	ok = first == '"' && last == '"' || first == '\'' && last == '\'' || first == '(' && last == ')'
	inner := s[1 : len(s)-1]
	if ok = ok && bytes.IndexByte(bytes.ReplaceAll(inner, []byte{'\\', last}, nil), last) < 0; !ok {
		return nil, false
	}
	return inner, true
}

// titleBelow takes a title on the line at, if the definition has none yet and
// that line holds nothing else, and returns where the definition ends.
func (d *definition) titleBelow(src []byte, at int) int {
	if len(d.title) > 0 || at >= len(src) {
		return at
	}
	end := lineEnd(src, at)
	if title, ok := linkTitle(bytes.TrimSpace(src[at:end])); ok {
		d.title = title
		return end
	}
	return at
}
