package charset

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/encoding/charmap"
)

// profile is a group of languages that share an encoding: the letters beyond
// ASCII they use, most frequent first.
type profile struct {
	letters string
	labels  []labelled
}

type labelled struct {
	label   string
	charmap *charmap.Charmap
}

// profiles lists windows-1252 first: among equals it is the most likely.
func profiles() []profile {
	western := []labelled{{"windows-1252", charmap.Windows1252}}
	central := []labelled{{"windows-1250", charmap.Windows1250}, {"iso-8859-2", charmap.ISO8859_2}}
	turkish := []labelled{{"windows-1254", charmap.Windows1254}}
	baltic := []labelled{{"windows-1257", charmap.Windows1257}, {"iso-8859-13", charmap.ISO8859_13}}
	arabic := []labelled{{"windows-1256", charmap.Windows1256}, {"iso-8859-6", charmap.ISO8859_6}}
	return []profile{
		{"éèàêçôùîâûëïœ", western},
		{"üäößé", western},
		{"óíáéñúü", western},
		{"ãçáéíóõêúâà", western},
		{"äöåé", western},
		{"åøæéô", western},
		{"èàùòìé", western},
		{"íáðéþóöúæý", western},
		{"ëéïüö", western},
		{"łęóążśćńź", central},
		{"íáéěčřžýšůúňťďó", central},
		{"áéöőíóüúű", central},
		{"ăîţâş", central},
		{"čšžđć", central},
		{"ıüşğçöİâî", turkish},
		{"ėšįųžąūęč", baltic},
		{"āīēšļūķņžģč", baltic},
		{"õäöüšž", baltic},
		{"اليمنوترةبعدسفهحقكجأصطخىشضذثإزءغئظآؤپچژگ،؟", arabic},
	}
}

// byLetters returns the label under which the high bytes of text are best
// explained as the letters of one language, "" if none fits well.
func byLetters(text []byte) string {
	best, label := 0.6, ""
	for _, p := range profiles() {
		for _, c := range p.labels {
			if score := fit(text, c.charmap, p.letters); score > best {
				best, label = score, c.label
			}
		}
	}
	return label
}

// isCyrillic reports whether name is an encoding of Cyrillic letters in single
// bytes, which the detector confuses in text of capitals.
func isCyrillic(name string) bool {
	switch strings.ToLower(name) {
	case "windows-1251", "koi8-r", "iso-8859-5", "maccyrillic", "x-mac-cyrillic", "ibm855", "ibm866":
		return true
	}
	return false
}

// cyrillicLabel returns the label of the encoding under which text is most like
// Russian, Ukrainian or Bulgarian; windows-1251, which nearly all such pages
// have, among equals. It returns "" if none fits.
func cyrillicLabel(text []byte) string {
	const letters = "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъіїєў"
	best, label := 0.5, ""
	for _, c := range [...]labelled{{"windows-1251", charmap.Windows1251}, {"koi8-r", charmap.KOI8R}, {"ibm866", charmap.CodePage866}, {"iso-8859-5", charmap.ISO8859_5}, {"x-mac-cyrillic", charmap.MacintoshCyrillic}} {
		if score := fit(text, c.charmap, letters) - swappedCase(text, c.charmap); score > best+0.01 {
			best, label = score, c.label
		}
	}
	return label
}

// swappedCase is the share of the letters of text that are capitals after small
// ones, as KOI8-R makes of capitals at the head of words in windows-1251.
func swappedCase(text []byte, m *charmap.Charmap) float64 {
	swapped, letters := 0, 0
	small := false
	for _, c := range text {
		r := m.DecodeByte(c)
		if unicode.IsLetter(r) {
			letters++
			if small && unicode.IsUpper(r) {
				swapped++
			}
		}
		small = unicode.IsLower(r)
	}
	return float64(swapped) / float64(max(letters, 1))
}

// fit is the mean over the high bytes of text: near 1 for a frequent letter of
// the language, lower for a rare one, -1 for anything a word can't hold.
func fit(text []byte, m *charmap.Charmap, letters string) float64 {
	sum, n := 0.0, 0
	for i, c := range text {
		if c < utf8.RuneSelf {
			continue
		}
		r := m.DecodeByte(c)
		if neutral(r) {
			continue
		}
		n++
		at := strings.IndexRune(letters, unicode.ToLower(r))
		switch {
		case at < 0 || midWordCapital(text, i, r):
			sum--
		default:
			sum += 1 - 0.4*float64(at)/float64(len(letters))
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// midWordCapital reports whether r, a capital, follows a small letter: a sign
// of the wrong encoding.
func midWordCapital(text []byte, i int, r rune) bool {
	return i > 0 && unicode.IsUpper(r) && text[i-1] >= 'a' && text[i-1] <= 'z'
}

// neutral reports whether r is a sign that texts of all languages share.
func neutral(r rune) bool {
	switch r {
	case '“', '”', '„', '‘', '’', '‚', '«', '»', '–', '—', '…', '•', '·', '€', '§', '©', '®', '°', '£', '\u00a0', '\u00ad':
		return true
	}
	return false
}
