package charset

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/charmap"
)

const detectLimit = 8 << 10

// sure is the confidence from which a guess of the detector is believed before
// the letter profiles are asked.
const sure = 0.9

// detect guesses the encoding of text that declares none: first what the
// detector is sure of, then the letters of a language (it has no models of most
// languages in Latin script), then its other guesses, then windows-1252. A
// guess must decode the whole body.
func detect(body []byte) (text []byte, label string) {
	head := sample(body)
	guesses := chardet.DetectAll(head)
	labels := make([]string, 0, len(guesses)+2)
	cyrillic := ""
	for _, guess := range guesses {
		if cyrillic == "" && isCyrillic(guess.Charset) {
			cyrillic = byLetters(head, cyrillicProfiles(), 0.5)
		}
		if label := whatwgLabel(guess.Charset); guess.Confidence >= sure && !latin(label) {
			if isCyrillic(guess.Charset) && cyrillic != "" {
				label = cyrillic
			}
			labels = append(labels, label)
		}
	}
	labels = append(labels, cyrillic, byLetters(head, profiles(), 0.6))
	for _, guess := range guesses {
		if label := whatwgLabel(guess.Charset); !latin(label) {
			labels = append(labels, label)
		}
	}
	for _, label := range labels {
		if text, label, ok := tryLabel(body, label); ok {
			return text, label
		}
	}
	if text, label, ok := tryLabel(body, "shift_jis"); ok { // with a sign that the detector has no row for, as in 髙橋
		if head := sample(text); 15*bytes.Count(head, []byte("\xe3\x81")) > len(head) { // one in five characters is a hiragana
			return text, label
		}
	}
	return convert(body, charmap.Windows1252), "windows-1252"
}

// latin reports whether label is one of those that the detector takes for any
// text it has no model of.
func latin(label string) bool {
	switch label {
	case "ISO-8859-1", "ISO-8859-2", "ISO-8859-9", "Windows-1250", "Windows-1252", "Windows-1254", "macintosh":
		return true
	}
	return false
}

// whatwgLabel gives the Encoding Standard's label for a name of the detector
// that the standard lacks.
func whatwgLabel(name string) string {
	switch name {
	case "CP949", "KS_C_5601-1987":
		return "euc-kr"
	case "CP932":
		return "shift_jis"
	case "MacCyrillic":
		return "x-mac-cyrillic"
	case "GB2312", "HZ-GB-2312":
		return "gb18030"
	}
	if _, known := charset.Lookup(name); known == "" {
		return ""
	}
	return name
}

// sample returns the runs of text between tags that have high bytes, up to
// about detectLimit. A run is not cut within, since that could halve a character.
func sample(body []byte) []byte {
	out := make([]byte, 0, min(len(body), detectLimit))
	for len(body) > 0 && len(out) < detectLimit {
		high := firstHigh(body)
		if high < 0 {
			break
		}
		from := max(0, high-32)
		if open := bytes.LastIndexByte(body[from:high], '>'); open >= 0 {
			from += open + 1
		}
		end := bytes.IndexByte(body[high:], '<')
		if end < 0 {
			end = len(body) - high
		}
		end = min(high+end, from+detectLimit)
		if len(out) > 0 {
			out = append(out, ' ')
		}
		out = append(out, body[from:end]...)
		body = body[end:]
	}
	return out
}

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

// cyrillicProfiles lists windows-1251 first, which nearly all pages in Russian, Ukrainian or Bulgarian have.
func cyrillicProfiles() []profile {
	return []profile{{"оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъіїєў", []labelled{
		{"windows-1251", charmap.Windows1251}, {"koi8-r", charmap.KOI8R}, {"ibm866", charmap.CodePage866}, {"iso-8859-5", charmap.ISO8859_5}, {"x-mac-cyrillic", charmap.MacintoshCyrillic},
	}}}
}

// margin is how much better the letters of a later profile must fit.
const margin = 0.01

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
// explained as the letters of one language, "" if none fits better than least.
func byLetters(text []byte, profiles []profile, least float64) (label string) {
	for _, p := range profiles {
		for _, c := range p.labels {
			if score := fit(text, c.charmap, p.letters); score > least {
				least, label = score+margin, c.label
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

// fit is the mean over the high bytes of text: near 1 for a frequent letter of
// the language, lower for a rare one, -1 for anything a word can't hold, such as a capital
// after a small letter.
func fit(text []byte, m *charmap.Charmap, letters string) float64 {
	sum, n := 0.0, 0
	afterSmall := false
	for _, c := range text {
		r := m.DecodeByte(c)
		wasSmall := afterSmall
		if afterSmall = unicode.IsLower(r); c < utf8.RuneSelf || strings.ContainsRune(neutral, r) {
			continue
		}
		n++
		if at := strings.IndexRune(letters, unicode.ToLower(r)); at < 0 || wasSmall && unicode.IsUpper(r) {
			sum--
		} else {
			sum += 1 - 0.4*float64(at)/float64(len(letters))
		}
	}
	if n == 0 {
		return 0
	}
	return sum / float64(n)
}

// neutral are the signs that texts of all languages share.
const neutral = "“”„‘’‚«»–—…•·€§©®°£\u00a0\u00ad"
