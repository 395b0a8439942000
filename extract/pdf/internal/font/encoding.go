package font

import (
	"golang.org/x/text/encoding/charmap"
)

// table is the text of each code of a simple font, "" for none.
type table [256]string

// baseEncoding returns one of the named encodings of ISO 32000-2, annex D; nil
// for an unknown name.
func baseEncoding(name string) *table {
	switch name {
	case "WinAnsiEncoding":
		t := fromCharmap(charmap.Windows1252)
		for c := 0x7f; c < 0x100; c++ {
			if t[c] == "" {
				t[c] = "•"
			}
		}
		t[0xa0], t[0xad] = " ", "-"
		return t
	case "MacRomanEncoding":
		t := fromCharmap(charmap.Macintosh)
		t[0xca] = " "
		return t
	case "StandardEncoding":
		return standardEncoding()
	}
	return nil
}

func fromCharmap(m *charmap.Charmap) *table {
	var t table
	for c := range t {
		if r := m.DecodeByte(byte(c)); c >= ' ' && r >= ' ' && (r < 0x7f || r > 0x9f) && r != 0xFFFD {
			t[c] = string(r)
		}
	}
	return &t
}

// set puts the runes of s at the codes from start on; "\x00" leaves one out.
func (t *table) set(start int, s string) {
	for _, r := range s {
		if r != 0 {
			t[start] = string(r)
		}
		start++
	}
}

func standardEncoding() *table {
	var t table
	for c := ' '; c < 0x7f; c++ {
		t[c] = string(c)
	}
	t['\''], t['`'] = "’", "‘"
	t.set(0xa1, "¡¢£⁄¥ƒ§¤'“«‹›ﬁﬂ\x00–†‡·\x00¶•‚„”»…‰\x00¿\x00`´ˆ˜¯˘˙¨\x00˚¸\x00˝˛ˇ—")
	t.set(0xe1, "Æ\x00ª\x00\x00\x00\x00ŁØŒº\x00\x00\x00\x00\x00æ\x00\x00\x00ı\x00\x00łøœß")
	return &t
}

func symbolEncoding() *table {
	var t table
	t.set(0x20, " !∀#∃%&∋()∗+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼")
	t.set(0xa0, "€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\x00〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭")
	return &t
}

// dingbatsEncoding is the encoding inside of the font ZapfDingbats: most codes
// are in the order of the Unicode block Dingbats.
func dingbatsEncoding() *table {
	var t table
	t[' '] = " "
	for c := 0x21; c <= 0x7e; c++ {
		t[c] = string(rune(0x2701 + c - 0x21))
	}
	for c, r := range map[int]rune{0x25: '☎', 0x2a: '☛', 0x2b: '☞', 0x48: '★', 0x6c: '●', 0x6e: '■', 0x73: '▲', 0x74: '▼', 0x75: '◆', 0x77: '◗'} {
		t[c] = string(r)
	}
	for c := 0xa1; c <= 0xfe; c++ {
		t[c] = string(rune(0x2761 + c - 0xa1))
	}
	t.set(0xa8, "♣♦♥♠①②③④⑤⑥⑦⑧⑨⑩")
	t.set(0xd4, "➔→↔↕")
	t[0xf0] = ""
	return &t
}
