package font

import (
	"cmp"
	"strings"
	"unicode/utf16"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/cmap"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// compositeFont has codes of one to four bytes, which a CMap makes CIDs of.
type compositeFont struct {
	embedded *cmap.CMap // without code spaces for a predefined CMap
	predefined
	unicode  bool     // codes are characters
	ordering string   // of the character collection
	program  []string // text by glyph, of the font program
	gids     bigEndian
	widths   map[uint32]float64
	ranges   []widthRange
	standard float64
}

type widthRange struct {
	lo, hi uint32
	w      float64
}

const (
	// maxWidths bounds the entries of a W array.
	maxWidths = 100_000
	// maxRanges bounds the ranges of a W array, which are searched in order.
	maxRanges = 5000
)

func loadComposite(d *object.Doc, dict object.Dict, f *Font) *compositeFont {
	c := &compositeFont{standard: 1000, widths: map[uint32]float64{}}
	c.loadCMap(d, dict["Encoding"], f)
	c.unicode = c.unicode || strings.HasPrefix(d.Name(dict["ToUnicode"]), "Identity")
	kid := descendant(d, dict)
	c.ordering = string(d.Bytes(d.Dict(kid["CIDSystemInfo"])["Ordering"]))
	if w, ok := d.Num(kid["DW"]); ok {
		c.standard = w
	}
	c.loadWidths(d, d.Array(kid["W"]))
	if !f.toUnicode.Maps() {
		c.gids = d.Data(kid["CIDToGIDMap"])
		c.program = loadProgram(d, d.Dict(kid["FontDescriptor"])).glyphs
	}
	return c
}

// descendant returns the font that a composite font is of, nil for none.
func descendant(d *object.Doc, dict object.Dict) object.Dict {
	if kids := d.Array(dict["DescendantFonts"]); len(kids) > 0 {
		return d.Dict(kids[0])
	}
	return nil
}

func (c *compositeFont) loadCMap(d *object.Doc, o object.Object, f *Font) {
	c.embedded = cmap.Parse(d.Data(o))
	name := cmp.Or(d.Name(o), c.embedded.Use, d.Name(d.Dict(o)["CMapName"]))
	if f.Vertical = c.embedded.Vertical; !c.embedded.HasCodeSpace() {
		f.Vertical = f.Vertical || strings.HasSuffix(name, "-V") || name == "V"
		c.embedded = &cmap.CMap{}
	}
	c.predefined = predefinedCMap(name)
	c.unicode = c.wide > 0
}

// predefined describes the codes of a predefined CMap (ISO 32000-2, table 116, and those of UTF-32).
type predefined struct {
	wide   int               // bytes of its codes in UTF-16, 2, or UTF-32, 4; else 0
	legacy encoding.Encoding // of its codes, nil if they are CIDs
	high   byte              // 0x80 for codes in seven bits, which are those of legacy without the high bits
}

func predefinedCMap(name string) (p predefined) {
	writing := strings.HasSuffix(name, "-H") || strings.HasSuffix(name, "-V")
	base := strings.TrimSuffix(strings.TrimSuffix(name, "-V"), "-H")
	switch {
	case strings.Contains(name, "UCS2"), strings.Contains(name, "UTF16"):
		p.wide = 2
	case strings.Contains(name, "UTF32"):
		p.wide = 4
	case strings.Contains(name, "RKSJ"):
		p.legacy = japanese.ShiftJIS
	case base == "EUC" && writing:
		p.legacy = japanese.EUCJP
	case base == "H", base == "V", (base == "Add" || base == "Ext") && writing: // JIS X 0208
		p.legacy, p.high = japanese.EUCJP, 0x80
	case strings.HasPrefix(name, "GB"):
		p.legacy = simplifiedchinese.GB18030
	case strings.HasPrefix(name, "B5"), strings.HasPrefix(name, "ET"), strings.HasPrefix(name, "HKscs"), strings.HasPrefix(name, "CNS"):
		p.legacy = traditionalchinese.Big5
	case strings.HasPrefix(name, "KSC"):
		p.legacy = korean.EUCKR
	}
	return p
}

// next returns the code at the head of s and its length.
func (c *compositeFont) next(s []byte) (code uint32, n int) {
	n = 2
	switch {
	case c.embedded.HasCodeSpace():
		return c.embedded.Next(s)
	case c.legacy != nil && c.high == 0 && (s[0] < 0x80 || c.legacy == japanese.ShiftJIS && s[0] >= 0xa1 && s[0] <= 0xdf):
		n = 1
	case c.wide == 4, c.wide == 2 && s[0]&0xfc == 0xd8: // a surrogate pair
		if n = 4; len(s) < n {
			n = 2
		}
	}
	if len(s) < n {
		n = 1
	}
	return uint32(bigEndian(s).uint(0, n)), n
}

func (c *compositeFont) glyph(f *Font, code uint32, n int) Glyph {
	cid := code // that of a predefined CMap isn't known: its width is the default, and half of an em for one byte
	if mapped, ok := c.embedded.CID(code, n); ok {
		cid = mapped
	}
	g := Glyph{Blank: n == 1 && code == ' ', Width: c.width(cid) / 1000}
	if c.legacy != nil && n == 1 {
		g.Width = 0.5
	}
	if g.Text = f.mapped(code, n); g.Text != "" {
		return g
	}
	switch {
	case c.wide == 2 && n == 4:
		g.Text = clean(string(utf16.DecodeRune(rune(code>>16), rune(code&0xffff))))
	case c.unicode:
		g.Text = clean(string(rune(code)))
	case c.legacy != nil:
		raw := []byte{byte(code >> 24), byte(code >> 16), byte(code >> 8), byte(code)}[4-n:]
		for i := range raw {
			raw[i] |= c.high
		}
		if text, err := c.legacy.NewDecoder().Bytes(raw); err == nil {
			g.Text = clean(string(text))
		}
	}
	if g.Text == "" {
		g.Text = collectionText(c.ordering, cid)
	}
	if g.Text == "" {
		gid := cid
		if len(c.gids) > 0 && int(cid) < len(c.gids)/2 {
			gid = uint32(c.gids.uint(2*int(cid), 2))
		}
		if int(gid) < len(c.program) {
			g.Text = c.program[gid]
		}
	}
	return g
}

// loadWidths reads a W array (ISO 32000-2, 9.7.4.3).
func (c *compositeFont) loadWidths(d *object.Doc, w object.Array) {
	for i := 0; i+1 < len(w) && i < maxWidths; {
		first := uint32(max(d.Int(w[i]), 0))
		if list := d.Array(w[i+1]); list != nil {
			for k, o := range list[:min(len(list), maxWidths)] {
				if n, ok := d.Num(o); ok {
					c.widths[first+uint32(k)] = n
				}
			}
			i += 2
			continue
		}
		if i+2 >= len(w) {
			return
		}
		if n, ok := d.Num(w[i+2]); ok && len(c.ranges) < maxRanges {
			c.ranges = append(c.ranges, widthRange{first, uint32(max(d.Int(w[i+1]), 0)), n})
		}
		i += 3
	}
}

func (c *compositeFont) width(cid uint32) float64 {
	if w, ok := c.widths[cid]; ok {
		return w
	}
	for _, r := range c.ranges {
		if cid >= r.lo && cid <= r.hi {
			return r.w
		}
	}
	return c.standard
}
