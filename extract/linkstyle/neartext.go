package linkstyle

import (
	"bytes"
	"strings"
	"unicode"
	"unicode/utf8"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// nearText is the text of a document without images and addresses, as lower-case
// words, to look up what is said near an image.
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

func newNearText(doc *extract.Document, found []inline) *nearText {
	t := &nearText{at: map[int]int{}, shown: map[string]bool{}, title: words(nil, doc.Meta.Title)}
	t.words = make([]byte, 0, len(doc.Markdown))
	at := 0
	for k, f := range found {
		from, to := f.labelEnd, f.end
		if f.image {
			from = f.start
		}
		if from >= at {
			t.words = words(t.words, doc.Markdown[at:from])
		}
		t.at[k] = len(t.words)
		at = max(at, to)
	}
	t.words = words(t.words, doc.Markdown[at:])
	return t
}

// says reports whether the alternative text of image k is said near it, and
// notes it as shown if it is not.
func (t *nearText) says(k int, raw string) bool {
	alt := words(nil, raw)
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

// words appends the letters and digits of a text in lower case, with one space
// before each run of them.
func words(dst []byte, text string) []byte {
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

// tellsNothing reports an alternative text that says nothing of the image:
// none, a word for images, or the name of a file.
func tellsNothing(alt string) bool {
	alt = strings.ToLower(strings.Trim(alt, " \t\n.:*_"))
	switch alt {
	case "", "image", "img", "photo", "picture", "placeholder", "thumbnail", "icon", "logo", "undefined", "null", "alt", "alt text", "loading", "untitled",
		"bild", "foto", "imagen", "immagine", "imagem", "изображение", "图片", "画像":
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

// isImageFile reports whether an address or a name ends as that of an image.
func isImageFile(name string) bool {
	name, _, _ = strings.Cut(name, "#")
	name, _, _ = strings.Cut(name, "?")
	dot := strings.LastIndexByte(name, '.')
	if dot < 0 {
		return false
	}
	switch strings.ToLower(name[dot+1:]) {
	case "jpg", "jpeg", "png", "gif", "webp", "svg", "avif", "bmp", "tif", "tiff", "heic":
		return true
	}
	return false
}
