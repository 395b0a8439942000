package charset

import (
	"bytes"

	"github.com/wlynxg/chardet"
	"golang.org/x/net/html/charset"
	"golang.org/x/text/encoding/charmap"
)

// detectLimit bounds the text that the detector reads.
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
			cyrillic = cyrillicLabel(head)
		}
		if label := whatwgLabel(guess.Charset); guess.Confidence >= sure && !latin(label) {
			if isCyrillic(guess.Charset) && cyrillic != "" {
				label = cyrillic
			}
			labels = append(labels, label)
		}
	}
	labels = append(labels, cyrillic, byLetters(head))
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
