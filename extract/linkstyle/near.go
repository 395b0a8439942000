package linkstyle

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// nearText is the text of a document as lower-case words, without images and addresses. It is used to find out if an
// image description repeats the text near it.
type nearText struct {
	words []byte
	title []byte
	shown map[string]bool // alternative texts of images before
}

// Bounds of what counts as said near an image.
const (
	leastSaid = 12   // bytes of words that an alternative text needs to be compared: shorter ones occur by chance
	reach     = 1500 // bytes of words before and after the image
)

func newNearText(doc *extract.Document, links []found) *nearText {
	t := &nearText{shown: map[string]bool{}, title: appendWords(nil, doc.Meta.Title)}
	t.words = make([]byte, 0, len(doc.Markdown))
	at := 0
	for k := range links {
		f := &links[k]
		from := f.Text.End
		if f.image {
			from = f.Start
		}
		if from >= at {
			t.words = appendWords(t.words, doc.Markdown[at:from])
		}
		f.words = len(t.words)
		at = max(at, f.End)
	}
	t.words = appendWords(t.words, doc.Markdown[at:])
	return t
}

func (t *nearText) says(f *found, raw string) bool {
	alt := appendWords(nil, raw)
	if len(alt) < leastSaid {
		return false
	}
	near := t.words[max(0, f.words-reach):min(len(t.words), f.words+reach)]
	if t.shown[string(alt)] || bytes.Contains(t.title, alt) || bytes.Contains(near, alt) {
		return true
	}
	t.shown[string(alt)] = true
	return false
}

// appendWords appends the words of a text in lower case, each behind a blank.
func appendWords(dst []byte, text string) []byte {
	isApart := func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r) }
	for word := range strings.FieldsFuncSeq(text, isApart) {
		dst = append(dst, ' ')
		for _, r := range word {
			dst = utf8.AppendRune(dst, unicode.ToLower(r))
		}
	}
	return dst
}

// tellsNothing reports whether an alternative text is useless: empty, a word for images, or the name of a file.
func tellsNothing(alt string) bool {
	alt = strings.ToLower(strings.Trim(alt, " \t\n.:*_"))
	if alt == "" || isOf("image", alt) {
		return true
	}
	isBareName := strings.Count(alt, "-")+strings.Count(alt, "_") > 1 // of a file, without its ending
	return !strings.ContainsAny(alt, " \n") && (isBareName || isImageFile(alt) && alt[0] != '.')
}

func isImageFile(name string) bool {
	name, _, _ = strings.Cut(name, "#")
	name, _, _ = strings.Cut(name, "?")
	dot := strings.LastIndexByte(name, '.')
	return dot >= 0 && isOf("image file", strings.ToLower(name[dot+1:]))
}

// nearby is how far, in bytes of text without addresses, a link may be from one to the same address to need no address
// itself: about the size of a card.
const nearby = 1000

// findRepeats notes for each link its address, the text before it and the next link to that address.
func findRepeats(md string, links []found) {
	addresses := 0
	for k := range links {
		f := &links[k]
		f.before = f.Start - addresses
		addresses += f.End - f.Text.End
	}
	next := map[string]*found{}
	for k := len(links) - 1; k >= 0; k-- {
		f := &links[k]
		if f.image {
			continue
		}
		f.target = cleanAddress(md[f.Address.Start:f.Address.End])
		f.next = next[f.target]
		if !f.onlyImages {
			next[f.target] = f
		}
	}
}

// isRepeat reports whether a link near f shows its address: one before it, or, for a link around an image, one with text after it.
func (w *rewriter) isRepeat(f *found) bool {
	if last := w.written[f.target]; last != nil && f.before-last.before <= nearby {
		return true
	}
	return f.onlyImages && f.next != nil && f.next.before-f.before <= nearby
}

// titleIsSaid reports whether the title of a link repeats its label or address, or only describes how browsers open the link.
func titleIsSaid(title, label, dest string) bool {
	said := appendWords(nil, title)
	if len(said) == 0 || bytes.Contains(append(appendWords(nil, label), ' '), append(said, ' ')) {
		return true
	}
	joined := func(words []byte) []byte { return bytes.ReplaceAll(words, []byte{' '}, nil) }
	return bytes.Contains(joined(appendWords(nil, readable(dest))), joined(said)) || isOf("title without meaning", strings.TrimSpace(string(said)))
}
