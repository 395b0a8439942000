package htmlmd

import (
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
)

// firstIdeograph is the first byte of an ideographic character in UTF-8, or less.
const firstIdeograph = 0xE2

// betweenWords decides on the space before text that goes on with what was
// gathered: images need one beside words, and two ideographs need none where only
// a line of the source ended between them (CSS Text Level 3, section 4.1.3).
func (w *writer) betweenWords(text string) {
	n := len(w.Items)
	if n == 0 {
		return
	}
	switch last := &w.Items[n-1]; {
	case w.pendingSpace && w.spaceHasLineEnd && !w.pendingBreak:
		if last.Kind == mdinline.Text || last.Kind == mdinline.Close || last.Kind == mdinline.LinkEnd {
			before, _ := utf8.DecodeLastRune(w.Text)
			after, _ := utf8.DecodeRuneInString(text)
			w.pendingSpace = !isIdeographic(before) || !isIdeographic(after)
		}
	case !w.pendingSpace && (last.Kind == mdinline.ImageEnd || last.Kind == mdinline.LinkEnd && w.holdsImage(int(last.Pair), n-1)):
		after, _ := utf8.DecodeRuneInString(text)
		w.pendingSpace = !w.trimNext && isWordRune(after)
	case !w.pendingSpace && !w.pendingBreak && !w.trimNext && !w.fragment && beginsPrice(text):
		w.pendingSpace = unicode.IsDigit(w.lastOfText())
	}
}

// lastOfText is the last character of the text at hand, emphasis that ends there
// left out of account, 0 if something else stands there.
func (w *writer) lastOfText() rune {
	n := len(w.Items)
	for n > 0 && w.Items[n-1].Kind == mdinline.Close {
		n--
	}
	if n == 0 || w.Items[n-1].Kind != mdinline.Text {
		return 0
	}
	return lastRune(w.Text[w.Items[n-1].Start:w.Items[n-1].End])
}

// holdsImage reports whether there is an image in items[i:j].
func (w *writer) holdsImage(i, j int) bool {
	if !w.hasImage {
		return false
	}
	for ; i < j; i++ {
		if w.Items[i].Kind == mdinline.ImageEnd {
			return true
		}
	}
	return false
}

// isIdeographic reports whether a character is one of the scripts that are written
// without spaces and wide: Han, Kana, Bopomofo and their punctuation, but not
// Hangul.
func isIdeographic(r rune) bool {
	switch {
	case r < 0x2E80:
		return false
	case r <= 0x312F, r >= 0x3190 && r <= 0x9FFF: // radicals, punctuation, Kana, Bopomofo; Han
		return !unicode.Is(unicode.Hangul, r)
	case r >= 0xF900 && r <= 0xFAFF, r >= 0xFE30 && r <= 0xFE4F: // compatibility
		return true
	case r >= 0xFF00 && r <= 0xFF9F, r >= 0xFFE0 && r <= 0xFFE6: // full width
		return true
	}
	return r >= 0x20000 && r <= 0x3FFFF
}

func lastRune(t []byte) rune {
	r, _ := utf8.DecodeLastRune(t)
	return r
}
