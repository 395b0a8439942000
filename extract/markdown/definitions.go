package markdown

import (
	"hash/maphash"

	"github.com/yuin/goldmark/parser"
	"github.com/yuin/goldmark/util"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
)

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
