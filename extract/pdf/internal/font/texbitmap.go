package font

import "golang.org/x/text/encoding/charmap"

// bitmapCodes are the codes that a bitmap font of TeX has glyphs for. Such a font is a
// Type 3 font without a name; dvips and pdfTeX call its glyphs "a65" by their codes.
type bitmapCodes [256]bool

// count returns how many codes of a range have a glyph.
func (b *bitmapCodes) count(first, last int) int {
	n := 0
	for code := first; code <= last; code++ {
		if b[code] {
			n++
		}
	}
	return n
}

const (
	// minCyrillicLetters is how many Cyrillic letters tell the encoding T2A.
	minCyrillicLetters = 4
	// minTextLetters is how many small letters a font of text has at least. A font of
	// variables has few, and no full stop or comma at their places in ASCII.
	minTextLetters = 8
)

// encoding tells by the codes in which of LaTeX's encodings a font is (LaTeX font
// encodings guide, cyrguide): T2A has more letters above ASCII than in it, T1 some, OT1
// none. It returns nil for fonts of formulas and those with too few codes to tell.
func (b *bitmapCodes) encoding(fixedPitch bool) *table {
	latin := b.count('A', 'Z') + b.count('a', 'z')
	high := b.count(0xc0, 0xff)
	ligaturesOT1, ligaturesT1 := b.count(0x0b, 0x0f), b.count(0x1b, 0x1f)
	switch {
	case high >= minCyrillicLetters && high > latin:
		return encodingT2A()
	case b.count(0x80, 0xff) > 0 && latin > 0:
		return encodingT1()
	case b.count(0x80, 0xff) > 0:
		return encodingTS1()
	case b.count('a', 'z') < minTextLetters || !b['.'] && !b[',']:
		return nil
	case ligaturesT1 > ligaturesOT1:
		return encodingT1()
	case !fixedPitch:
		return encodingOT1()
	}
	return nil
}

// ascii returns a table with the characters of ASCII, the apostrophes as they are printed.
func ascii() *table {
	var t table
	for c := ' '; c < 0x7f; c++ {
		t[c] = string(c)
	}
	t['\''], t['`'] = "’", "‘"
	return &t
}

func encodingOT1() *table {
	t := ascii()
	t.set(0x00, "ΓΔΘΛΞΠΣΥΦΨΩﬀﬁﬂﬃﬄıȷ`´ˇ˘¯˚¸ßæœøÆŒØ")
	t['"'], t['<'], t['>'], t['\\'], t['_'] = "”", "¡", "¿", "“", "˙"
	t.set(0x7b, "–—˝˜¨")
	return t
}

func encodingT1() *table {
	t := ascii()
	t.set(0x00, "`´ˆ˜¨˝˚ˇ˘¯˙¸˛‚‹›“”„«»–—\x00\x00ıȷﬀﬁﬂﬃﬄ")
	t[0x7f] = "-"
	t.set(0x80, "ĂĄĆČĎĚĘĞĹĽŁŃŇŊŐŔŘŚŠŞŤŢŰŮŸŹŽŻĲİđ§ăąćčďěęğĺľłńňŋőŕřśšşťţűůÿźžżĳ¡¿£")
	t.set(0xc0, "ÀÁÂÃÄÅÆÇÈÉÊËÌÍÎÏÐÑÒÓÔÕÖŒØÙÚÛÜÝÞẞàáâãäåæçèéêëìíîïðñòóôõöœøùúûüýþß")
	return t
}

// encodingTS1 has the signs of TS1, and the letters of Latin-1 for a font of few letters.
func encodingTS1() *table {
	t := fromCharmap(charmap.ISO8859_1)
	t.set(0x80, "˘ˇ˝\x00†‡‖‰•℃$¢ƒ₡₩₦₲₱₤℞‽⸘₫™‱¶฿№※℮◦℠⁅⁆")
	t[0xb8], t[0xbb], t[0xbf] = "※", "√", "€"
	return t
}

func encodingT2A() *table {
	t := encodingT1()
	t.set(0x80, "ҐҒЂЋҺҖҘЉЇҚҠҜӔҢҤЅӨҪЎҮҰҲЏҸҶЄӘЊЁ№¤§ґғђћһҗҙљїқҡҝӕңҥѕөҫўүұҳџҹҷєәњё„«»")
	t.set(0xc0, "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯабвгдежзийклмнопрстуфхцчшщъыьэюя")
	return t
}
