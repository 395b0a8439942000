package markdown

import (
	"bytes"
	"hash/maphash"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

// scanned is a source, and a copy of it in which link reference definitions are blank: they are found
// in all of a source, but it is parsed in parts.
type scanned struct {
	src, out    []byte      // out is src itself where there are no definitions
	definitions []lineRange // in their order
}

// lineRange is where lines begin and end.
type lineRange struct{ start, end int }

// definition is a link reference definition on a line of its own; its title may be on the
// next line. Since a source may consist of definitions only, they are not kept but parsed
// again when they are used.
type definition struct {
	label, target, title []byte
}

// scan finds the definitions of a source. The error is errBounds for a source that nests too deep, or
// that of the context of meter, which may be nil.
func scan(src []byte, meter *ctxio.Meter) (*scanned, error) {
	m := &scanned{src: src, out: src}
	var fence byte
	length := 0
	begins := true // a definition may stand here: it can't interrupt a paragraph
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
				fence, begins = 0, true
			}
		case sign != 0:
			fence, length = sign, run
		case len(bytes.TrimSpace(line)) == 0:
			begins = true
		case isNested(line):
			return nil, errBounds
		default:
			if d, ok := parseDefinition(line); ok && begins {
				end = d.titleBelow(src, end)
				m.blank(at, end)
			} else {
				begins = bytes.HasPrefix(bytes.TrimLeft(line, " \t>"), []byte("#"))
			}
		}
		at = end
	}
	return m, nil
}

// blank makes a definition blank.
func (m *scanned) blank(start, end int) {
	m.definitions = append(m.definitions, lineRange{start, end})
	if &m.out[0] == &m.src[0] {
		m.out = bytes.Clone(m.src)
	}
	for i := start; i < end; i++ {
		if m.out[i] != '\n' {
			m.out[i] = ' '
		}
	}
}

// parseDefinition reads a link reference definition that fits on one line (CommonMark
// 0.31.2, section 4.7). It rejects footnotes.
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

// definitions finds the link reference definitions of a source by their label. It keeps
// no more of each than where it is, since a source may be made of nothing else. The nil
// value has none.
type definitions struct {
	src   []byte
	lines []lineRange
	seed  maphash.Seed
	first map[uint64]int32 // by the hash of a normalised label, the first of that label
}

// indexDefinitions returns the definitions of m. The error is that of the context of meter, which
// may be nil.
func indexDefinitions(m *scanned, meter *ctxio.Meter) (*definitions, error) {
	if len(m.definitions) == 0 {
		return nil, nil
	}
	d := &definitions{src: m.src, lines: m.definitions, seed: maphash.MakeSeed(), first: map[uint64]int32{}}
	for i, at := range d.lines {
		if err := meter.Spend(ctxio.PerItem + at.end - at.start); err != nil {
			return nil, err
		}
		hash := maphash.String(d.seed, util.ToLinkReference(d.parse(int32(i)).label))
		if _, known := d.first[hash]; !known {
			d.first[hash] = int32(i)
		}
	}
	return d, nil
}

// parse reads a definition again.
func (d *definitions) parse(i int32) definition {
	at := d.lines[i]
	end := lineEnd(d.src, at.start)
	def, _ := parseDefinition(d.src[at.start:end])
	if end < at.end {
		def.titleBelow(d.src, end)
	}
	return def
}

// find returns the definition of a normalised label. Of two labels of one hash, which
// is as likely as to guess 64 bits, the second has none.
func (d *definitions) find(label string) (parser.Reference, bool) {
	if d == nil {
		return nil, false
	}
	i, known := d.first[maphash.String(d.seed, label)]
	if !known {
		return nil, false
	}
	def := d.parse(i)
	if util.ToLinkReference(def.label) != label {
		return nil, false
	}
	return parser.NewReference(def.label, util.UnescapePunctuations(def.target), def.title), true
}
