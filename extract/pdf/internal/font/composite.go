package font

import (
	"strings"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"
	"golang.org/x/text/encoding/unicode"
	"golang.org/x/text/encoding/unicode/utf32"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/cmap"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// compositeFont has codes of one to four bytes, which a CMap makes CIDs of.
type compositeFont struct {
	embedded *cmap.CMap        // nil for a predefined CMap
	unicode  bool              // codes are UTF-16
	legacy   encoding.Encoding // of the codes of a predefined CMap
	wide     bool              // codes of the predefined CMap are UTF-16 or UTF-32
	utf32    bool              // of them, the latter
	single   uint32            // the CID of a blank in one byte, 0 for not known
	ordering string            // of the character collection
	program  []string          // text by glyph, of the font program
	gids     []byte            // CIDToGIDMap
	widths   map[uint32]float64
	ranges   []widthRange
	standard float64
}

type widthRange struct {
	lo, hi uint32
	w      float64
}

// maxWidths bounds the entries of a W array.
const maxWidths = 100_000

// maxRanges bounds the ranges of a W array, which are searched in order.
const maxRanges = 5000

func loadComposite(d *object.Doc, dict object.Dict, f *Font) *compositeFont {
	c := &compositeFont{standard: 1000, widths: map[uint32]float64{}}
	c.loadCMap(d, dict["Encoding"], f)
	if f.toUnicode == nil && strings.HasPrefix(d.Name(dict["ToUnicode"]), "Identity") {
		c.unicode = true
	}
	kids := d.Array(dict["DescendantFonts"])
	if len(kids) == 0 {
		return c
	}
	kid := d.Dict(kids[0])
	if info := d.Dict(kid["CIDSystemInfo"]); info != nil {
		c.ordering = string(d.Bytes(info["Ordering"]))
	}
	if w, ok := d.Num(kid["DW"]); ok {
		c.standard = w
	}
	c.loadWidths(d, d.Array(kid["W"]))
	if f.toUnicode == nil || !f.toUnicode.Maps() {
		c.gids = d.Data(kid["CIDToGIDMap"])
		c.program = programText(d, d.Dict(kid["FontDescriptor"]))
	}
	return c
}

func (c *compositeFont) loadCMap(d *object.Doc, o object.Object, f *Font) {
	name := d.Name(o)
	if data := d.Data(o); len(data) > 0 {
		c.embedded = cmap.Parse(data)
		f.Vertical = c.embedded.Vertical
		name = c.embedded.Use
		if name == "" {
			name = d.Name(d.Dict(o)["CMapName"])
		}
		if c.embedded.HasCodeSpace() {
			c.legacy, c.wide = predefined(name)
			return
		}
		c.embedded = nil
	}
	f.Vertical = f.Vertical || strings.HasSuffix(name, "-V") || name == "V"
	c.utf32 = strings.Contains(name, "UTF32")
	c.legacy, c.wide = predefined(name)
	c.single = singleByteCIDs(name)
}

// singleByteCIDs returns the CID that a predefined CMap maps the code 0x20 to;
// those of the other letters in one byte follow. It is that of the half-width
// letters of the collection, or 1 where the CMap has proportional ones.
func singleByteCIDs(name string) uint32 {
	switch name = strings.TrimSuffix(strings.TrimSuffix(name, "-V"), "-H"); name {
	case "90ms-RKSJ", "Add-RKSJ", "Ext-RKSJ", "EUC":
		return 231
	case "GB-EUC", "GBK-EUC":
		return 814
	case "ETen-B5", "CNS-EUC":
		return 13648
	case "KSC-EUC", "KSCms-UHC-HW":
		return 8094
	case "90msp-RKSJ", "90pv-RKSJ", "83pv-RKSJ", "GBpc-EUC", "GBKp-EUC", "GBK2K", "B5pc", "ETenms-B5", "HKscs-B5", "KSCms-UHC", "KSCpc-EUC":
		return 1
	}
	return 0
}

// firstKana is the CID of the first half-width katakana of Japan1, which Shift-JIS
// has from 0xa1 on.
const firstKana = 327

// predefinedCID returns the CID of a code of a predefined CMap if it has one byte.
// That of others isn't known: their CID is the code, whose width is the default.
func (c *compositeFont) predefinedCID(code uint32, n int) uint32 {
	switch {
	case n != 1 || c.single == 0:
		return code
	case code >= 0x20 && code < 0x7f:
		return c.single + code - 0x20
	case c.legacy == japanese.ShiftJIS && code >= 0xa1 && code <= 0xdf:
		return firstKana + code - 0xa1
	}
	return code
}

// predefined returns the encoding whose codes a predefined CMap (ISO 32000-2,
// table 116, and those of UTF-32) maps; wide reports codes of UTF-16 or UTF-32.
// nil means that they are CIDs.
func predefined(name string) (e encoding.Encoding, wide bool) {
	switch {
	case strings.Contains(name, "UCS2"), strings.Contains(name, "UTF16"):
		return unicode.UTF16(unicode.BigEndian, unicode.IgnoreBOM), true
	case strings.Contains(name, "UTF32"):
		return utf32.UTF32(utf32.BigEndian, utf32.IgnoreBOM), true
	case strings.Contains(name, "RKSJ"):
		return japanese.ShiftJIS, false
	case name == "EUC-H", name == "EUC-V":
		return japanese.EUCJP, false
	case name == "H", name == "V", name == "Add-H", name == "Add-V", name == "Ext-H", name == "Ext-V":
		return jis7{}, false
	case strings.HasPrefix(name, "GB"):
		return simplifiedchinese.GB18030, false
	case strings.HasPrefix(name, "B5"), strings.HasPrefix(name, "ETen"), strings.HasPrefix(name, "ETHK"), strings.HasPrefix(name, "HKscs"), strings.HasPrefix(name, "CNS"):
		return traditionalchinese.Big5, false
	case strings.HasPrefix(name, "KSC"):
		return korean.EUCKR, false
	}
	return nil, false
}

// jis7 marks the codes of JIS X 0208 in seven bits: those of EUC-JP without the
// high bits.
type jis7 struct{ encoding.Encoding }

func (c *compositeFont) next(s []byte) (code uint32, n int) {
	switch {
	case c.embedded != nil:
		return c.embedded.Next(s)
	case c.legacy != nil && !c.wide && c.legacyLength(s) == 1:
		return uint32(s[0]), 1
	case c.wide && len(s) >= 4 && (s[0]&0xfc == 0xd8 || c.utf32):
		return uint32(s[0])<<24 | uint32(s[1])<<16 | uint32(s[2])<<8 | uint32(s[3]), 4
	case len(s) < 2:
		return uint32(s[0]), 1
	}
	return uint32(s[0])<<8 | uint32(s[1]), 2
}

// legacyLength returns how many bytes the first legacy code of s has: 1 or 2.
func (c *compositeFont) legacyLength(s []byte) int {
	if _, ok := c.legacy.(jis7); ok {
		return 2
	}
	if c.legacy == japanese.ShiftJIS && s[0] >= 0xa1 && s[0] <= 0xdf || s[0] < 0x80 {
		return 1
	}
	return 2
}

func (c *compositeFont) glyph(f *Font, code uint32, n int) Glyph {
	cid := code
	if c.embedded != nil {
		if mapped, ok := c.embedded.CID(code, n); ok {
			cid = mapped
		}
	} else {
		cid = c.predefinedCID(code, n)
	}
	g := Glyph{CID: cid, Blank: n == 1 && code == ' ', Width: c.width(cid) / 1000}
	if text, ok := f.mapped(code, n); ok && text != "" {
		g.Text = text
		return g
	}
	switch {
	case c.unicode:
		g.Text = clean(string(rune(code)))
	case c.legacy != nil:
		g.Text = c.decode(code, n)
	}
	if g.Text == "" {
		g.Text = collectionText(c.ordering, cid)
	}
	if g.Text == "" {
		if gid := c.gid(cid); int(gid) < len(c.program) {
			g.Text = c.program[gid]
		}
	}
	return g
}

func (c *compositeFont) gid(cid uint32) uint32 {
	if i := int(cid) * 2; len(c.gids) > 0 && i+1 < len(c.gids) {
		return uint32(c.gids[i])<<8 | uint32(c.gids[i+1])
	}
	return cid
}

func (c *compositeFont) decode(code uint32, n int) string {
	raw := make([]byte, 0, 4)
	for i := n - 1; i >= 0; i-- {
		raw = append(raw, byte(code>>(8*i)))
	}
	e := c.legacy
	if _, ok := e.(jis7); ok {
		for i := range raw {
			raw[i] |= 0x80
		}
		e = japanese.EUCJP
	}
	text, err := e.NewDecoder().Bytes(raw)
	if err != nil {
		return ""
	}
	return clean(string(text))
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
