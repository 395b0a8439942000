package layout

import (
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ctxio"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

const (
	maxAccentRise = 0.5 // ems between the lines of an accent and its letter
	accentSlack   = 0.1 // ems by which the middle of an accent may be beside its letter
)

// combining maps spacing accents to combining marks.
var combining = map[string]string{
	"`": "\u0300", "´": "\u0301", "ˆ": "\u0302", "^": "\u0302", "˜": "\u0303", "~": "\u0303", "¯": "\u0304", "ˉ": "\u0304",
	"˘": "\u0306", "˙": "\u0307", "¨": "\u0308", "˚": "\u030a", "˝": "\u030b", "ˇ": "\u030c", "¸": "\u0327", "˛": "\u0328",
}

// ComposeAccents makes one glyph of each letter and the accent that is painted over it. TeX and others set such a letter as two
// glyphs, the accent first.
func ComposeAccents(m *ctxio.Meter, p *contentstream.Page) {
	kept := p.Glyphs[:0]
	for i := 0; i < len(p.Glyphs) && m.Spend(perGlyph) == nil; i++ {
		g := p.Glyphs[i]
		if last := len(kept) - 1; last >= 0 && isAccentOf(&kept[last], &g) {
			switch mark := combining[kept[last].Text]; g.Text {
			case "ı":
				g.Text = norm.NFC.String("i" + mark)
			default:
				g.Text = norm.NFC.String(g.Text + mark)
			}
			kept = kept[:last]
		}
		kept = append(kept, g)
	}
	p.Glyphs = kept
}

// isAccentOf reports whether an accent is painted over a letter.
func isAccentOf(accent, letter *contentstream.Glyph) bool {
	r, size := utf8.DecodeRuneInString(letter.Text)
	if combining[accent.Text] == "" || size != len(letter.Text) || !unicode.IsLetter(r) ||
		accent.Dir != letter.Dir || accent.Hidden != letter.Hidden || accent.Annotation != letter.Annotation || abs(accent.Y-letter.Y) > maxAccentRise*accent.Size {
		return false
	}
	slack, middle := accentSlack*accent.Size, accent.X+accent.W/2
	overlap := min(accent.X+accent.W, letter.X+letter.W) - max(accent.X, letter.X)
	return middle >= letter.X-slack && middle <= letter.X+letter.W+slack && overlap >= min(accent.W, letter.W)/2
}
