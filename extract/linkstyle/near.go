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
	at    map[int]int     // by index of an image: where in words it stands
	shown map[string]bool // alternative texts of images before
}

// Bounds of what counts as said near an image.
const (
	leastSaid = 12   // bytes of words that an alternative text needs to be compared: shorter ones occur by chance
	reach     = 1500 // bytes of words before and after the image
)

func newNearText(doc *extract.Document, links []found) *nearText {
	t := &nearText{at: map[int]int{}, shown: map[string]bool{}, title: appendWords(nil, doc.Meta.Title)}
	t.words = make([]byte, 0, len(doc.Markdown))
	at := 0
	for k := range links {
		f := &links[k]
		from, to := f.Text.End, f.End
		if f.image {
			from = f.Start
		}
		if from >= at {
			t.words = appendWords(t.words, doc.Markdown[at:from])
		}
		t.at[k] = len(t.words)
		at = max(at, to)
	}
	t.words = appendWords(t.words, doc.Markdown[at:])
	return t
}

func (t *nearText) says(k int, raw string) bool {
	alt := appendWords(nil, raw)
	if len(alt) < leastSaid {
		return false
	}
	if t.shown[string(alt)] || bytes.Contains(t.title, alt) {
		return true
	}
	at := t.at[k]
	if bytes.Contains(t.words[max(0, at-reach):min(len(t.words), at+reach)], alt) {
		return true
	}
	t.shown[string(alt)] = true
	return false
}

func appendWords(dst []byte, text string) []byte {
	gap := true
	for i := 0; i < len(text); {
		r, size := rune(text[i]), 1
		if r >= utf8.RuneSelf {
			r, size = utf8.DecodeRuneInString(text[i:])
		}
		i += size
		switch {
		case 'A' <= r && r <= 'Z':
			r += 'a' - 'A'
		case 'a' <= r && r <= 'z' || '0' <= r && r <= '9':
		case r < utf8.RuneSelf || !unicode.IsLetter(r) && !unicode.IsDigit(r) && !unicode.Is(unicode.M, r):
			gap = true
			continue
		default:
			r = unicode.ToLower(r)
		}
		if gap {
			dst = append(dst, ' ')
			gap = false
		}
		dst = utf8.AppendRune(dst, r)
	}
	return dst
}

// tellsNothing reports whether an alternative text is useless: empty, a word for images, or the name of a file.
func tellsNothing(alt string) bool {
	alt = strings.ToLower(strings.Trim(alt, " \t\n.:*_"))
	if alt == "" || isOf("image", alt) {
		return true
	}
	if strings.ContainsAny(alt, " \n") {
		return false
	}
	if strings.Count(alt, "-")+strings.Count(alt, "_") > 1 {
		return true // the name of a file without its ending
	}
	return isImageFile(alt) && alt[0] != '.'
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

type repeats struct {
	target  []string       // by index of the links: the address, "" for images
	before  []int          // by index of the links: bytes of text before it, without addresses
	next    []int          // by index of the links: the next link to its address that has text, -1 for none
	written map[string]int // by address: the last link that was written with it
}

func newRepeats(md string, links []found) *repeats {
	r := &repeats{target: make([]string, len(links)), before: make([]int, len(links)), next: make([]int, len(links)), written: map[string]int{}}
	addresses := 0
	for k := range links {
		f := &links[k]
		r.before[k] = f.Start - addresses
		addresses += f.End - f.Text.End
		if !f.image {
			r.target[k] = cleanAddress(md[f.Address.Start:f.Address.End])
		}
	}
	next := map[string]int{}
	for k := len(links) - 1; k >= 0; k-- {
		r.next[k] = -1
		if t := r.target[k]; t != "" {
			if n, ok := next[t]; ok {
				r.next[k] = n
			}
			if !links[k].onlyImages {
				next[t] = k
			}
		}
	}
	return r
}

// has reports whether a link near link k shows its address: one before it, or, for a link around an image, one with text after it.
func (r *repeats) has(k int, onlyImages bool) bool {
	if last, ok := r.written[r.target[k]]; ok && r.before[k]-r.before[last] <= nearby {
		return true
	}
	n := r.next[k]
	return onlyImages && n >= 0 && r.before[n]-r.before[k] <= nearby
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
