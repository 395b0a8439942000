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
