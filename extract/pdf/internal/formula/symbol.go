package formula

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
)

// accents are the signs that stand over a letter.
const accents = "ˆ˜¯˙¨´`ˇ˘˚⃗"

func isAccent(text string) bool { return text != "" && strings.Contains(accents, text) }

var accentNames = map[string]string{"ˆ": "hat", "˜": "tilde", "¯": "bar", "˙": "dot", "¨": "ddot", "´": "acute", "`": "grave", "ˇ": "check", "˘": "breve",
	"˚": "mathring", "⃗": "vec"}

// bigOperators are the large forms of signs.
var bigOperators = map[string]string{"∑": "∑", "∏": "∏", "∐": "∐", "∫": "∫", "∮": "∮", "∪": "⋃", "⋃": "⋃", "∩": "⋂", "⋂": "⋂", "⊕": "⨁", "⊗": "⨂", "⊙": "⨀",
	"∨": "⋁", "∧": "⋀", "⊔": "⨆", "⊎": "⨄"}

// functions are the names of operators of TeX, and whether their indices stand below.
var functions = map[string]bool{"arccos": false, "arcsin": false, "arctan": false, "arg": false, "cos": false, "cosh": false, "cot": false, "coth": false,
	"csc": false, "deg": false, "det": true, "dim": false, "exp": false, "gcd": true, "hom": false, "inf": true, "ker": false, "lg": false, "lim": true,
	"liminf": true, "limsup": true, "ln": false, "log": false, "max": true, "min": true, "Pr": true, "sec": false, "sin": false, "sinh": false, "sup": true,
	"tan": false, "tanh": false}

// symbol returns a glyph as TeX. Most signs stay the characters that they are. bad
// reports a glyph that says nothing.
func symbol(g *contentstream.Glyph, c class) (tex string, bad bool) {
	text := plain(g.Text)
	r, size := utf8.DecodeRuneInString(text)
	switch {
	case text == "" || r == utf8.RuneError || unicode.Is(unicode.Co, r):
		return "", true
	case c == operator:
		return bigOperators[g.Text], false
	case c == accent || c == stretch || c == root:
		return text, false
	case c == opening || c == closing:
		return delimiter(text), false
	case size == len(text) && unicode.IsLetter(r):
		return letter(g, text), false
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

// variations are marks behind a sign that ask for one of its shapes.
const variations = "\ufe00\ufe01\ufe02\ufe0e\ufe0f"

// plain returns the letters that those of the mathematical alphabets are.
func plain(text string) string {
	text = strings.TrimRight(text, variations)
	if r, _ := utf8.DecodeRuneInString(text); r >= 0x1d400 && r <= 0x1d7ff || r == 'ℎ' {
		return norm.NFKC.String(text)
	}
	return text
}

// letter writes a letter with its alphabet, which means another thing than the plain one.
func letter(g *contentstream.Glyph, text string) string {
	name := strings.ToLower(g.Font.Name)
	has := func(parts ...string) bool {
		for _, p := range parts {
			if strings.Contains(name, p) {
				return true
			}
		}
		return false
	}
	switch {
	case has("msbm", "bbm", "dsrom", "bbold"):
		return `\mathbb{` + text + "}"
	case has("eufm", "eufb"):
		return `\mathfrak{` + text + "}"
	case text[0] < utf8.RuneSelf && unicode.IsUpper(rune(text[0])) && has("cmsy", "cmbsy", "eusm", "eusb", "rsfs", "txsy", "pxsy"):
		return `\mathcal{` + text + "}"
	case g.Font.Bold && (has("cmmib") || !g.Font.Math):
		return `\mathbf{` + text + "}"
	}
	return text
}

// delimiter writes a bracket.
func delimiter(text string) string {
	switch text {
	case "{", "}":
		return `\` + text
	case "⟨", "〈":
		return `\langle`
	case "⟩", "〉":
		return `\rangle`
	}
	return text
}

// named writes a word of text in a formula.
func named(text string, below bool) (tex string, c class) {
	if _, known := functions[text]; known {
		return `\` + text, function
	}
	if below {
		return `\mathrm{` + text + "}", word
	}
	return `\text{` + text + "}", word
}

// add appends TeX to what there is, with a blank where a name would go on.
func add(b *strings.Builder, tex string) {
	if tex == "" {
		return
	}
	if r, _ := utf8.DecodeRuneInString(tex); unicode.IsLetter(r) && endsInName(b.String()) {
		b.WriteByte(' ')
	}
	b.WriteString(tex)
}

// endsInName reports whether TeX ends with a name such as \sum.
func endsInName(s string) bool {
	i := len(s)
	for i > 0 && (s[i-1] >= 'a' && s[i-1] <= 'z' || s[i-1] >= 'A' && s[i-1] <= 'Z') {
		i--
	}
	return i > 0 && i < len(s) && s[i-1] == '\\'
}

// braced puts braces around TeX of more than one character.
func braced(tex string) string {
	if len(tex) == 1 {
		return tex
	}
	return "{" + tex + "}"
}

// struckThrough returns a sign with a stroke through it.
func struckThrough(text string) string { return norm.NFC.String(text + "\u0338") }
