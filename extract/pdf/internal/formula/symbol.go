package formula

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// functions are the operator names of TeX. Text below those up to lastLimited is a limit.
const functions = " det gcd inf lim liminf limsup max min Pr sup arccos arcsin arctan arg cos cosh cot coth csc deg dim exp hom ker lg ln log sec sin sinh tan tanh "

// lastLimited is the last of them with limits.
const lastLimited = " sup "

func isFunction(word string) bool { return strings.Contains(functions, " "+word+" ") }

// variations are marks behind a sign that ask for one of its shapes.
const variations = "\ufe00\ufe01\ufe02\ufe0e\ufe0f"

// alphabets are those of TeX that mean another thing than plain letters, by parts of the names of their fonts.
var alphabets = [...]struct{ command, fonts string }{
	{`\mathbb`, "msbm bbm dsrom bbold"}, {`\mathfrak`, "eufm eufb"}, {`\mathcal`, "cmsy cmbsy eusm eusb rsfs txsy pxsy"}, {`\mathbf`, "cmmib"},
}

// symbol returns the text of a glyph as TeX. Most signs stay the characters that they are. bad
// reports a glyph without usable text, or one piece of a delimiter that is built of several.
func symbol(g *contentstream.Glyph, text string) (tex string, bad bool) {
	r, size := utf8.DecodeRuneInString(text)
	if r >= 0x1d400 && r <= 0x1d7ff || r == 'ℎ' {
		text = norm.NFKC.String(text)
	}
	switch {
	case text == "" || r == utf8.RuneError || unicode.Is(unicode.Co, r), strings.Contains("⏞⏟⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎫⎬⎭⎪", text), g.Hang > 0 && strings.Contains("∣∥│‖", text):
		return text, true
	case size == len(text) && unicode.IsLetter(r):
		name := strings.ToLower(g.Font.Name)
		for _, a := range alphabets {
			for part := range strings.FieldsSeq(a.fonts) {
				if strings.Contains(name, part) && (a.command != `\mathcal` || r < utf8.RuneSelf && unicode.IsUpper(r)) {
					return a.command + "{" + text + "}", false
				}
			}
		}
		if g.Font.Bold && !g.Font.Math {
			return `\mathbf{` + text + "}", false
		}
		return text, false
	}
	var b strings.Builder
	for _, r := range text {
		switch r {
		case '\\':
			b.WriteString(`\backslash `)
		case '{', '}', '_', '#', '%', '&', '$':
			b.WriteString(`\` + string(r))
		case '^', '~', '`':
			return "", true
		case '−':
			b.WriteByte('-')
		case '∗':
			b.WriteByte('*')
		default:
			if r < ' ' {
				return "", true
			}
			b.WriteRune(r)
		}
	}
	return b.String(), false
}

// add appends TeX to what there is, with a blank where a name such as \sum would go on.
func add(b *strings.Builder, tex string) {
	if s := b.String(); len(tex) > 0 && unicode.IsLetter(firstRune(tex)) {
		name := strings.TrimRightFunc(s, func(r rune) bool { return r < utf8.RuneSelf && unicode.IsLetter(r) })
		if len(name) < len(s) && strings.HasSuffix(name, `\`) {
			b.WriteByte(' ')
		}
	}
	b.WriteString(tex)
}

// braced puts braces around TeX of more than one character.
func braced(tex string) string {
	if len(tex) == 1 {
		return tex
	}
	return "{" + tex + "}"
}
