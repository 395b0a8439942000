package deobfuscate

import (
	"net/url"
	"strings"
	"unicode"
	"unicode/utf8"
)

// Bounds of what an address may say.
const (
	minAddressWords = 5  // fewer tell nobody to do anything
	minAddress      = 20 // bytes of an address that may say something
	maxWordLength   = 24 // mean bytes of a word; those of data are longer
)

// addresses reads the words in the parts of addresses: the segments of the path, the values of the
// query and the fragment. An address is any run without white space, quotation marks and brackets that
// has one of "/?#=&", so those in links, code, JSON and plain text are read alike.
func (f *scanner) addresses() {
	for i := 0; !f.full(); {
		start, end := f.addressable.Run(f.s, i, minAddress)
		if start == len(f.s) {
			return
		}
		f.address(start, min(end, start+maxRun))
		if end > start+maxRun {
			f.noteUnread(start + maxRun)
		}
		i = end
	}
}

// address reads the parts of one address. What they say is one payload, from the first such part to the
// end of the address.
func (f *scanner) address(start, end int) {
	first, inPath, b := -1, true, f.buf[:0]
	for at := start; at < end; at++ {
		signs := "/?&=#;"
		if !inPath {
			signs = "?&=#;" // a slash there may stand in a sentence
		}
		stop := strings.IndexAny(f.s[at:end], signs)
		if stop < 0 {
			stop = end - at
		}
		if part := f.s[at : at+stop]; mayBeWords(part) {
			if text := addressWords(part); text != "" {
				b = append(append(b, text...), '\n')
				if first < 0 {
					first = at
				}
			}
		}
		if at += stop; at < end && strings.IndexByte("?#=", f.s[at]) >= 0 {
			inPath = false
		}
	}
	if f.buf = b; first >= 0 {
		f.add(howAddress, string(b), first, end)
	}
}

// mayBeWords reports whether a part of an address has signs enough between its words.
func mayBeWords(part string) bool {
	if len(part) < minAddress {
		return false
	}
	signs := 0
	for i := range len(part) {
		if c := part[i]; c < 0x80 && !asciiLetter(c) && (c < '0' || c > '9') {
			if signs++; signs >= minAddressWords-1 {
				return true
			}
		}
	}
	return false
}

func asciiLetter(c byte) bool { return c|0x20 >= 'a' && c|0x20 <= 'z' }

// addressWords returns what a part of an address says: decoded, with spaces for plus signs, and for all
// signs between letters if it has no spaces. It is empty for fewer than minAddressWords words.
func addressWords(part string) string {
	text := strings.ReplaceAll(part, "+", " ")
	for range maxAddressLayers {
		decoded, err := url.PathUnescape(text)
		if err != nil || decoded == text {
			break
		}
		text = decoded
	}
	if !utf8.ValidString(text) {
		return ""
	}
	if strings.Count(text, " ") < minAddressWords-1 {
		text = strings.Map(func(r rune) rune {
			if unicode.IsLetter(r) || unicode.IsMark(r) || unicode.IsDigit(r) || strings.ContainsRune("'’.,:!?", r) {
				return r
			}
			return ' '
		}, text)
	}
	words := 0
	for word := range strings.FieldsSeq(text) {
		if r, _ := utf8.DecodeRuneInString(word); unicode.IsLetter(r) {
			words++
		}
	}
	if words < minAddressWords || len(text) > words*maxWordLength {
		return ""
	}
	return text
}

// maxAddressLayers bounds how often an address may be escaped.
const maxAddressLayers = 3
