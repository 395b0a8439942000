package charset

import (
	"bytes"
	"cmp"
	_ "embed"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/wlynxg/chardet"
	"golang.org/x/text/encoding/charmap"
	"golang.org/x/text/encoding/htmlindex"
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
	var labels, others []string
	inCyrillic := ""
	for _, guess := range guesses {
		label := cmp.Or(whatwgLabels[guess.Charset], guess.Charset)
		isCyrillic := strings.Contains(cyrillicNames, " "+strings.ToLower(guess.Charset)+" ")
		if isCyrillic && inCyrillic == "" {
			inCyrillic = byLetters(head, 0.5, cyrillic)
		}
		if strings.Contains(latin, " "+label+" ") {
			continue
		}
		others = append(others, label)
		if isCyrillic {
			label = cmp.Or(inCyrillic, label)
		}
		if guess.Confidence >= sure {
			labels = append(labels, label)
		}
	}
	labels = append(append(labels, inCyrillic, byLetters(head, 0.6, profiles()...)), others...)
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

// latin has the labels that the detector takes for any text it has no model of.
const latin = " ISO-8859-1 ISO-8859-2 ISO-8859-9 Windows-1250 Windows-1252 Windows-1254 macintosh "

// cyrillicNames are the encodings of Cyrillic letters in single bytes, which the detector confuses in text of capitals.
const cyrillicNames = " windows-1251 koi8-r iso-8859-5 maccyrillic x-mac-cyrillic ibm855 ibm866 "

// whatwgLabels are the Encoding Standard's labels for names of the detector that the standard lacks.
var whatwgLabels = map[string]string{"CP949": "euc-kr", "KS_C_5601-1987": "euc-kr", "CP932": "shift_jis", "MacCyrillic": "x-mac-cyrillic",
	"GB2312": "gb18030", "HZ-GB-2312": "gb18030"}

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

// profile is a group of languages that share encodings: the letters beyond
// ASCII they use, most frequent first.
type profile struct{ labels, letters string }

// cyrillic has windows-1251 first, which nearly all pages in Russian, Ukrainian or Bulgarian have.
var cyrillic = profile{"windows-1251 koi8-r ibm866 iso-8859-5 x-mac-cyrillic", "оеаинтсрвлкмдпуяыьгзбчйхжшюцщэфъіїєў"}

// letters has the other profiles, windows-1252 first: among equals it is the most likely.
//
//go:embed letters.txt
var letters string

func profiles() (list []profile) {
	for line := range strings.Lines(letters) {
		labels, letters, _ := strings.Cut(strings.TrimSpace(line), ": ")
		list = append(list, profile{labels, letters})
	}
	return list
}

// margin is how much better the letters of a later profile must fit.
const margin = 0.01

// byLetters returns the label under which the high bytes of text are best
// explained as the letters of one language, "" if none fits better than least.
func byLetters(text []byte, least float64, profiles ...profile) (label string) {
	for _, p := range profiles {
		for candidate := range strings.FieldsSeq(p.labels) {
			e, _ := htmlindex.Get(candidate)
			if score := fit(text, e.(*charmap.Charmap), p.letters); score > least {
				least, label = score+margin, candidate
			}
		}
	}
	return label
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
