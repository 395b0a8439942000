package css

import (
	_ "embed"
	"math"
	"slices"
	"strconv"
	"strings"
	"sync"
)

// Form says what a [Value] holds.
type Form uint8

const (
	Absent  Form = iota // not declared
	Word                // keywords, in Text
	Number              // a number or a length
	Colored             // a colour
	Changed             // transforms or filters, in Effect
	Varies              // has var(), so that the value depends on the element
	Odd                 // perhaps valid, and not understood
)

// Value is the value of a declaration, parsed once and not changed after that.
type Value struct {
	Form Form
	Length
	Color  RGBA
	Effect *Effect
	Text   string   // the source in lower case
	from   Property // of a value with var(): the shorthand that declares it
}

// Is reports whether v is a keyword.
func (v *Value) Is(word string) bool { return v.Text == word }

// Keeps reports whether v is a keyword that leaves an inherited property at its inherited value.
func (v *Value) Keeps() bool { return v.Text == "inherit" || v.Text == "unset" || v.Text == "revert" }

// absent is the value of a property that is not declared. It is never changed.
var absent Value

// Parse reads the value of a property. It returns false if browsers would drop the declaration: an
// invalid declaration must not override a valid one. It doesn't check what can't matter for that.
func Parse(p Property, text string) (v Value, ok bool) {
	text = Lower(trim(text))
	v.Form, v.Text = Word, text
	switch {
	case text == "" || text == "revert-layer": // the declarations of lower layers stay
		return v, false
	case text == "initial" || v.Keeps():
		return v, true
	}
	if _, found := variable(text); found {
		v.Form = Varies
		return v, true
	}
	table := properties()
	var list []token
	switch form := table.form[p]; {
	case strings.IndexByte(text, '(') >= 0, form == "room", form == "effect", form == "layers":
		list = tokenize(text)
	}
	calls := func(is func(name string) bool) bool {
		return slices.ContainsFunc(list, func(t token) bool { return t.kind == callToken && is(t.name) })
	}
	isImage := func(name string) bool { return name == "url" || strings.HasSuffix(name, "gradient") }
	isFunction := calls(func(string) bool { return true })
	words := table.words[p]
	switch table.form[p] {
	case "words":
		ok = !isFunction
	case "keywords":
		first, second, _ := strings.Cut(text, " ")
		ok = HasToken(words, text) || p == Display && second != "" && HasToken(words, first)
	case "color":
		if v.Color, ok = ParseColor(text); ok {
			v.Form = Colored
		}
		ok = ok || text == "currentcolor"
	case "layers":
		for t, args := range parts(list) {
			if v.Color, ok = color(t, args); ok {
				v.Form = Colored
				return v, true
			}
		}
		ok = !calls(func(name string) bool { return name != "" && !isImage(name) })
	case "image":
		ok = !calls(isImage)
	case "number", "length":
		first := plainToken(text[:tokenEnd(text)])
		if len(list) > 0 {
			first = list[0]
		}
		ok = v.parseNumber(p, &first) || HasToken(words, text)
	case "room":
		v.Form, v.N, ok = Number, showingPadding(list), true
	case "effect":
		if ok = text == "none" || p == Filter && !isFunction; !ok {
			v.Form, v.Effect, ok = Changed, parseEffect(p, list), true
		}
	case "shape":
		if ok = !isFunction; isFunction && leavesNothing(list) {
			v.Form, ok = Number, true
		}
	}
	if !ok && isFunction {
		v.Form, ok = Odd, true
	}
	return v, ok
}

// parseNumber reads the first number of a value. A logical shorthand has a second number, text-indent may have
// keywords. Browsers accept a length without a unit in quirks mode only, so it counts only if it may hide.
func (v *Value) parseNumber(p Property, first *token) bool {
	v.Length = first.Length
	isPlain := properties().form[p] == "number"
	switch {
	case first.kind != numberToken, isPlain && v.Unit != NoUnit && v.Unit != Percent, v.Unit == NoLength,
		!isPlain && v.Unit == NoUnit && v.N > 0 && p != LineHeight && !(p == FontSize && v.N < 5), p == FontSize && v.N < 0 && first.text[len(first.text)-1] != ')':
		v.Length = Length{}
		return false
	case p == FontSize:
		v.N = max(v.N, 0)
	}
	v.Form = Number
	return true
}

// showingPadding returns 1 if text that doesn't fit its box may show in the padding, else 0.
// It returns 1 for a length above 4 on the right or below, for more than 4 percent on any
// side (such a padding makes a box for positioned elements), and if it can't parse a value.
func showingPadding(list []token) float64 {
	four, ok := sides(list)
	for i, side := range four {
		if !ok || side.kind != numberToken || side.N > 4 && (i == 1 || i == 2 || side.Unit == Percent) {
			return 1
		}
	}
	return 0
}

// variable finds the first var() of a value.
func variable(value string) (at int, found bool) {
	for from := 0; ; {
		i := strings.Index(value[from:], "var(")
		if i < 0 {
			return 0, false
		}
		if at = from + i; at == 0 || !inName(value[at-1]) {
			return at, true
		}
		from = at + 1
	}
}

// Unit is the unit of a number. Units that are treated alike are one.
type Unit uint8

const (
	NoUnit   Unit = iota // absent or unknown
	Pixels               // px and all absolute units, converted
	Ems                  // em, ex, ch, …: multiples of the font's size
	Rems                 // multiples of the root's font size
	Percent              // of the containing block
	Views                // vw, vh, …: hundredths of the screen
	NoLength             // angles in degrees, and resolutions in dots a pixel
)

// Length is a CSS number with its unit.
type Length struct {
	N    float64
	Unit Unit
}

// unitNames has a line for each Unit from Pixels on: its names, each with the factor that converts it.
const unitNames = `px=1 pt=1.3333333333333333 pc=16 in=96 cm=37.79527559055118 mm=3.779527559055118 q=0.9448818897637795
em=1 lh=1 ex=0.5 ch=0.5 cap=0.5 ic=0.5
rem=1 rlh=1
%=1
vw=1 vh=1 vmin=1 vmax=1 vi=1 vb=1 dvw=1 dvh=1 svw=1 svh=1 lvw=1 lvh=1 cqw=1 cqh=1
deg=1 turn=360 rad=57.29577951308232 grad=0.9 dppx=1 x=1 dpi=0.010416666666666666 dpcm=0.026458333333333334
`

var units = sync.OnceValue(func() map[string]Length {
	byName, unit := map[string]Length{}, Pixels
	for line := range strings.Lines(unitNames) {
		for one := range strings.FieldsSeq(line) {
			name, factor, _ := strings.Cut(one, "=")
			n, _ := strconv.ParseFloat(factor, 64)
			byName[name] = Length{n, unit}
		}
		unit++
	}
	return byName
})

// Approximate returns l in pixels. It assumes a font of 16 pixels, a box of 1,000 and a screen of
// 1,280 pixels.
func (l Length) Approximate() float64 {
	switch l.Unit {
	case Ems, Rems:
		return l.N * 16
	case Percent:
		return l.N * 10
	case Views:
		return l.N * 12.8
	}
	return l.N
}

// Fraction returns a number or a percentage as a number.
func (l Length) Fraction() float64 {
	if l.Unit == Percent {
		return l.N / 100
	}
	return l.N
}

// evaluate returns the value of calc(), min(), max() and clamp() over + - * / (CSS Values Level 4,
// section 10); it returns false for other functions. A length comes back in pixels, see
// [Length.Approximate]. A result of percentages alone stays a percentage, one of angles an angle.
func evaluate(name string, inner []token) (Length, bool) {
	if name == "" || !HasToken("calc -webkit-calc min max clamp", name) {
		return Length{}, false
	}
	units := uint8(0) // a bit for each unit that was seen
	n, ok := calculate(name, inner, &units)
	if !ok || math.IsNaN(n) {
		return Length{}, false
	}
	switch units {
	case 0:
		return Length{N: n}, true
	case 1 << Percent:
		return Length{n / Length{1, Percent}.Approximate(), Percent}, true
	case 1 << NoLength:
		return Length{n, NoLength}, true
	}
	return Length{n, Pixels}, true
}

// calculate returns the value of a math function, or of brackets, whose name is "". Each argument is a sum of products.
func calculate(name string, list []token, units *uint8) (float64, bool) {
	var args []float64
	sum, product, op := 0.0, 1.0, byte('*') // op is the operator before the next operand, 0 after an operand
	for t, inner := range parts(list) {
		if t.kind == signToken {
			if op != 0 {
				return 0, false
			}
			switch op = t.text[0]; op {
			case '+', '-', ',':
				if sum, product = sum+product, 1; op == ',' {
					args, sum = append(args, sum), 0
				}
			case '*', '/':
			default:
				return 0, false
			}
			continue
		}
		n, ok := t.Approximate(), t.kind == numberToken
		if t.isBrackets() {
			n, ok = calculate("", inner, units)
		} else if t.Unit != NoUnit {
			*units |= 1 << t.Unit
		}
		switch {
		case !ok || op == 0 || op == '/' && n == 0:
			return 0, false
		case op == '/':
			product /= n
		case op == '-':
			product = -n
		default:
			product *= n
		}
		op = 0
	}
	args = append(args, sum+product)
	switch {
	case op != 0:
	case name == "min":
		return slices.Min(args), true
	case name == "max":
		return slices.Max(args), true
	case name == "clamp" && len(args) == 3:
		return max(args[0], min(args[1], args[2])), true
	case name != "clamp" && len(args) == 1:
		return args[0], true
	}
	return 0, false
}

// colorsText has the named colours of CSS Color Level 4, and the system colours of a light theme, as RRGGBB.
//
//go:embed colors.txt
var colorsText string

var namedColors = sync.OnceValue(func() map[string]RGBA {
	table := map[string]RGBA{}
	for line := range strings.Lines(colorsText) {
		name, hex, _ := strings.Cut(strings.TrimSpace(line), " ")
		table[name], _ = parseHex(hex)
	}
	return table
})

// RGBA is a colour with components from 0 to 255 and an alpha from 0 to 1.
type RGBA struct{ R, G, B, A float64 }

// Luminance returns the relative luminance of WCAG 2.1, from 0 to 1, without regard to alpha.
func (c RGBA) Luminance() float64 {
	return 0.2126*linear(c.R) + 0.7152*linear(c.G) + 0.0722*linear(c.B)
}

func linear(v float64) float64 {
	v /= 255
	if v <= 0.04045 {
		return v / 12.92
	}
	return math.Pow((v+0.055)/1.055, 2.4)
}

// ParseColor reads a colour of CSS Color Level 4: names, hexadecimal forms, rgb() and hsl().
// It returns false for other functions such as oklch().
func ParseColor(s string) (RGBA, bool) {
	s = Lower(trim(s))
	if strings.IndexByte(s, '(') < 0 {
		return color(&token{text: s}, nil)
	}
	list := tokenize(s)
	if len(list) == 0 || list[0].size != len(list)-1 {
		return RGBA{}, false
	}
	return color(&list[0], list[1:])
}

func color(t *token, inner []token) (RGBA, bool) {
	switch {
	case t.kind == wordToken && strings.HasPrefix(t.text, "#"):
		return parseHex(t.text[1:])
	case t.kind == wordToken:
		c, ok := namedColors()[t.text]
		return c, ok
	case t.kind != callToken || t.text[len(t.text)-1] != ')':
		return RGBA{}, false
	}
	v, n := [4]Length{3: {N: 1}}, 0
	for _, arg := range inner {
		switch {
		case arg.is(",") || arg.is("/"):
			continue
		case n == len(v) || arg.kind != numberToken && !arg.is("none"):
			return RGBA{}, false
		}
		v[n] = arg.Length
		n++
	}
	alpha := share(v[3], 1)
	switch {
	case n < 3:
	case t.name == "rgb", t.name == "rgba":
		return RGBA{255 * share(v[0], 255), 255 * share(v[1], 255), 255 * share(v[2], 255), alpha}, true
	case t.name == "hsl", t.name == "hsla":
		hue, saturation, light := v[0].N, share(v[1], 100), share(v[2], 100)
		f := func(n float64) float64 {
			k := math.Mod(math.Mod(n+hue/30, 12)+12, 12)
			return 255 * (light - saturation*min(light, 1-light)*max(-1, min(k-3, 9-k, 1)))
		}
		return RGBA{f(0), f(8), f(4), alpha}, true
	}
	return RGBA{}, false
}

func parseHex(s string) (RGBA, bool) {
	if len(s) == 3 || len(s) == 4 {
		var b [8]byte
		for i := range len(s) {
			b[2*i], b[2*i+1] = s[i], s[i]
		}
		s = string(b[:2*len(s)])
	}
	if len(s) == 6 {
		s += "ff"
	}
	n, err := strconv.ParseUint(s, 16, 32)
	return RGBA{float64(n >> 24), float64(n >> 16 & 255), float64(n >> 8 & 255), float64(n&255) / 255}, err == nil && len(s) == 8
}

// share returns l divided by full, clamped to 0 and 1. A percentage is divided by 100.
func share(l Length, full float64) float64 {
	if l.Unit == Percent {
		full = 100
	}
	return min(1, max(0, l.N/full))
}
