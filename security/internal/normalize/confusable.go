package normalize

import (
	"unicode"
	"unicode/utf8"
)

// foreign reports whether r is a letter of a script that shares shapes with
// Latin letters.
func foreign(r rune) bool {
	return r >= 0x370 && r <= 0x58f || r >= 0x13a0 && r <= 0x13ff || r >= 0xab70 && r <= 0xabbf
}

// maxWord bounds how far a word and a line are looked at, in bytes.
const maxWord, maxLine = 64, 400

// checkWord looks at the word around f.i, whose letter is of another script. If
// it has Latin letters too, or if all its letters look like Latin ones on a line
// that is mostly Latin, it stands for a Latin word.
func (f *normalizer) checkWord() {
	start, end := f.i, f.i
	kinds := runeEntry(0)
	for start > 0 && f.i-start < maxWord {
		r, size := utf8.DecodeLastRuneInString(f.s[:start])
		kind := f.kind(r)
		if kind&inWord == 0 {
			break
		}
		kinds |= kind
		start -= size
	}
	for end < len(f.s) && end-f.i < maxWord {
		r, size := utf8.DecodeRuneInString(f.s[end:])
		kind := f.kind(r)
		if kind&inWord == 0 {
			break
		}
		kinds |= kind
		end += size
	}
	f.checked = end
	if kinds&isLatin != 0 || kinds&isOther == 0 && f.latinLine() {
		f.mixed = end
	}
}

// kind is kindOf, looked up where that is possible.
func (f *normalizer) kind(r rune) runeEntry {
	switch {
	case r >= tableEnd:
		return kindOf(r)
	case r >= utf8.RuneSelf:
		if f.table == nil {
			f.table = table()
		}
		return f.table[r]
	case r|0x20 >= 'a' && r|0x20 <= 'z':
		return inWord | isLatin
	}
	return 0
}

func wordRune(r rune) bool {
	return unicode.IsLetter(r) || unicode.Is(unicode.Mn, r) || r != utf8.RuneError && r >= 0x80 && Invisible(r)
}

// latinLine reports whether at least a third of the letters around f.i, within
// the line, are ASCII.
func (f *normalizer) latinLine() bool {
	var n [3]int // bytes that are none of these, letters, and starts of others
	for i := f.i; i < min(len(f.s), f.i+maxLine/2) && f.s[i] != '\n'; i++ {
		n[scriptOf(f.s[i])]++
	}
	for i := f.i - 1; i >= 0 && f.i-i < maxLine/2 && f.s[i] != '\n'; i-- {
		n[scriptOf(f.s[i])]++
	}
	return 2*n[1] >= n[2] && n[1] > 4
}

// scriptOf is 1 for letters of ASCII, 2 for what starts other characters, else 0.
func scriptOf(b byte) int {
	switch {
	case b|0x20 >= 'a' && b|0x20 <= 'z':
		return 1
	case b >= 0xc0:
		return 2
	}
	return 0
}

// hasConfusable reports whether r can't be distinguished from a Latin letter in most fonts.
func hasConfusable(r rune) bool {
	switch unicode.ToLower(r) {
	case 'а', 'е', 'о', 'р', 'с', 'у', 'х', 'і', 'ј', 'ѕ', 'һ', 'ԁ', 'ԛ', 'ԝ', 'ӏ', 'ο', 'ν', 'ι', 'α', 'ϲ', 'ϳ':
		return true
	}
	return false
}

// confusable returns the Latin letter that r looks like, 0 for none: the part of
// the confusables of UTS 39 that is used for disguise.
func confusable(r rune) byte {
	if r >= 0x400 {
		return cyrillicLike(r)
	}
	switch r {
	case 'Α', 'α', 'ά':
		return 'a'
	case 'Β', 'β', 'ϐ':
		return 'b'
	case 'ϲ', 'Ϲ':
		return 'c'
	case 'Ε', 'ε', 'έ', 'ϵ':
		return 'e'
	case 'Η':
		return 'h'
	case 'Ι', 'ι', 'ί', 'ϊ':
		return 'i'
	case 'ϳ', 'Ϳ':
		return 'j'
	case 'Κ', 'κ', 'ϰ':
		return 'k'
	case 'Μ':
		return 'm'
	case 'Ν', 'η', 'ή':
		return 'n'
	case 'Ο', 'ο', 'ό', 'σ':
		return 'o'
	case 'Ρ', 'ρ':
		return 'p'
	case 'ς':
		return 's'
	case 'Τ', 'τ':
		return 't'
	case 'υ', 'ύ', 'μ':
		return 'u'
	case 'ν':
		return 'v'
	case 'ω', 'ώ':
		return 'w'
	case 'Χ', 'χ':
		return 'x'
	case 'Υ', 'γ':
		return 'y'
	case 'Ζ', 'ζ':
		return 'z'
	}
	return 0
}

func cyrillicLike(r rune) byte {
	switch unicode.ToLower(r) {
	case 'а', 'ӑ', 'ӓ':
		return 'a'
	case 'в', 'ь':
		return 'b'
	case 'с', 'ҫ':
		return 'c'
	case 'ԁ', 'ժ':
		return 'd'
	case 'е', 'ё', 'ѐ', 'ӗ', 'є':
		return 'e'
	case 'ց', 'ԍ':
		return 'g'
	case 'һ', 'н', 'հ':
		return 'h'
	case 'і', 'ї', 'ӏ':
		return 'i'
	case 'ј':
		return 'j'
	case 'к', 'қ':
		return 'k'
	case 'м':
		return 'm'
	case 'п', 'ո', 'ռ':
		return 'n'
	case 'о', 'ӧ', 'օ':
		return 'o'
	case 'р', 'ք':
		return 'p'
	case 'ԛ', 'զ':
		return 'q'
	case 'г', 'я':
		return 'r'
	case 'ѕ', 'ꮪ':
		return 's'
	case 'т':
		return 't'
	case 'ս', 'ц':
		return 'u'
	case 'ѵ', 'ꮩ':
		return 'v'
	case 'ԝ', 'ա', 'ѡ', 'ш', 'ꮃ':
		return 'w'
	case 'х', 'ҳ':
		return 'x'
	case 'у', 'ү', 'ў':
		return 'y'
	}
	return cherokeeLike(r)
}

func cherokeeLike(r rune) byte {
	switch r {
	case 'Ꭺ':
		return 'a'
	case 'Ᏼ':
		return 'b'
	case 'Ꮯ':
		return 'c'
	case 'Ꭰ':
		return 'd'
	case 'Ꭼ':
		return 'e'
	case 'Ꮐ':
		return 'g'
	case 'Ꮋ':
		return 'h'
	case 'Ꮖ':
		return 'i'
	case 'Ꭻ':
		return 'j'
	case 'Ꮶ':
		return 'k'
	case 'Ꮮ':
		return 'l'
	case 'Ꮇ':
		return 'm'
	case 'Ꮲ':
		return 'p'
	case 'Ꭱ', 'Ꮢ':
		return 'r'
	case 'Ꮥ', 'Ꮪ':
		return 's'
	case 'Ꭲ':
		return 't'
	case 'Ꮩ':
		return 'v'
	case 'Ꮃ', 'Ꮤ':
		return 'w'
	case 'Ꮓ':
		return 'z'
	}
	return 0
}

// special spells letters that have no decomposition: strokes, ligatures, small
// capitals, negative and squared letters, regional indicators.
func special(r rune) string {
	const letters = "abcdefghijklmnopqrstuvwxyz"
	switch {
	case r >= 0x1f150 && r <= 0x1f169:
		return letters[r-0x1f150 : r-0x1f150+1]
	case r >= 0x1f170 && r <= 0x1f189:
		return letters[r-0x1f170 : r-0x1f170+1]
	case r >= 0x1f1e6 && r <= 0x1f1ff:
		return letters[r-0x1f1e6 : r-0x1f1e6+1]
	case r < 0xc6 || r > 0x2c7f && r < 0xa730 || r > 0xa7ff:
		return ""
	}
	switch r {
	case 'ß', 'ẞ':
		return "ss"
	case 'æ', 'Æ', 'ᴁ':
		return "ae"
	case 'œ', 'Œ', 'ɶ':
		return "oe"
	case 'ø', 'Ø', 'ᴏ', 'ɵ':
		return "o"
	case 'đ', 'Đ', 'ð', 'Ð', 'ᴅ', 'ɗ', 'ɖ':
		return "d"
	case 'þ', 'Þ':
		return "th"
	case 'ł', 'Ł', 'ʟ', 'ɫ':
		return "l"
	case 'ħ', 'Ħ', 'ʜ':
		return "h"
	case 'ŧ', 'Ŧ', 'ᴛ':
		return "t"
	case 'ı', 'ɪ', 'ɩ', 'ɨ':
		return "i"
	case 'ɑ', 'ᴀ':
		return "a"
	case 'ʙ', 'ƅ', 'ɓ':
		return "b"
	case 'ᴄ':
		return "c"
	case 'ᴇ', 'ɛ':
		return "e"
	case 'ꜰ', 'ƒ':
		return "f"
	case 'ɢ', 'ɡ':
		return "g"
	case 'ᴊ':
		return "j"
	case 'ᴋ':
		return "k"
	case 'ᴍ':
		return "m"
	case 'ɴ', 'ŋ':
		return "n"
	case 'ᴘ':
		return "p"
	case 'ꞯ':
		return "q"
	case 'ʀ':
		return "r"
	case 'ꜱ', 'ʂ':
		return "s"
	case 'ᴜ', 'ʋ':
		return "u"
	case 'ᴠ':
		return "v"
	case 'ᴡ':
		return "w"
	case 'ʏ':
		return "y"
	case 'ᴢ':
		return "z"
	}
	return ""
}
