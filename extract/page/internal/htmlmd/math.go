package htmlmd

import (
	"encoding/json"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"sync"
	"unicode"
	"unicode/utf8"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/ascii"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmltree"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/mdinline"
	"github.com/webfetch-mcp/webfetch-go/extract/internal/weburl"
)

// Formulas are written as TeX between dollar signs, taken from where the page keeps it: MathML annotations (KaTeX, Wikipedia), scripts
// (MathJax 2), data attributes, the text and the addresses of images. MathML without TeX is turned into it, see mathTeX.

// formula adds TeX, which is text of the page as any other: what would be markup to a reader without formulas is set
// apart by spaces, which TeX ignores.
func (w *writer) formula(tex string, display bool) {
	tex = cleanTeX(tex)
	if tex == "" {
		return
	}
	if display && w.cell == 0 && w.heading == 0 && !w.inLink() {
		w.flush()
		w.put(mdinline.Raw, "$$"+tex+"$$")
		w.flush()
		return
	}
	w.put(mdinline.Raw, "$"+tex+"$")
	w.Math = true
}

func cleanTeX(s string) string {
	s = strings.TrimSpace(clean(s))
	if strings.HasPrefix(s, `{\displaystyle`) && strings.HasSuffix(s, "}") {
		s = s[len(`{\displaystyle`) : len(s)-1]
	}
	b := make([]byte, 0, len(s))
	for i := 0; i < len(s); i++ {
		c := s[i]
		switch {
		case classOf(c) == classSpace:
			if len(b) > 0 && b[len(b)-1] != ' ' {
				b = append(b, ' ')
			}
			continue
		case c == '%' && (i == 0 || s[i-1] != '\\'):
			for i+1 < len(s) && s[i+1] != '\n' {
				i++
			}
			continue
		case c == '`':
			c = '\''
		case c == '$' && (i == 0 || s[i-1] != '\\'):
			continue
		}
		if n := len(b); n > 0 && (b[n-1] == '<' && mdinline.StartsTag(c) || b[n-1] == ']' && (c == '(' || c == ':')) {
			b = append(b, ' ')
		}
		b = append(b, c)
	}
	return strings.TrimSpace(string(b))
}

// formulaElement writes an element that is a formula to its author or to the library that drew it, and reports whether it is one.
func (w *writer) formulaElement(n *html.Node, class string) bool {
	of := func(list string) bool { return words(list).InTokens(class) }
	mathJax := of("math of MathJax")
	after := contentAfter(n)
	if of("math beside its source") && (after != nil || contentBefore(n) != nil) {
		return true
	}
	if mathJax && (isTeXScript(after) || n.Parent != nil && isTeXScript(contentAfter(n.Parent))) {
		return true
	}
	drawn := n.Data == "mjx-container" || mathJax || of("math drawn")
	onItsLine := of("math display")
	isElement := n.DataAtom == 0 && words("math element").Has(n.Data)
	marked := onItsLine || isElement || of("math marked")
	shown := htmltree.Attr(n, "display")
	display := htmltree.IsBlock(n.DataAtom) || onItsLine || shown == "true" || shown == "block" || isElement && htmltree.Has(n, "block")
	tex := strings.TrimSpace(attrOf(n, "data-math", "data-tex", "data-latex", "data-formula"))
	if expression := strings.TrimSpace(htmltree.Attr(n, "data-expr")); tex == "" && hasTeXSign(expression) {
		tex = expression
	}
	if tex == "" && marked { // of Quill: <span class=ql-formula data-value=x^2>
		tex = strings.TrimSpace(htmltree.Attr(n, "data-value"))
	}
	if source := htmltree.Attr(n, "data-mathml"); source != "" {
		tex = mathMLSource(source)
	}
	if source := htmltree.Attr(n, "data-attrs"); tex == "" && source != "" { // of Substack
		var settings struct{ PersistentExpression string }
		if json.Unmarshal([]byte(source), &settings) == nil {
			tex = strings.TrimSpace(settings.PersistentExpression)
		}
	}
	switch {
	case tex != "":
		if !hasTeXSign(tex) && !drawn && !marked && !isBlank(shortText(n, 64)) || len(shortText(n, maxMath)) > 4*len(tex)+100 {
			return false // a setting, or the element holds more than the formula
		}
		tex, display = undelimited(tex, display)
		display = display && !htmltree.Has(n, "inline") // of AMP
	case drawn || strings.HasPrefix(class, "katex"):
		m := htmltree.Find(n, 8, func(c *html.Node) bool {
			return c.Type == html.ElementNode && (c.Data == "math" || htmltree.Has(c, "data-latex"))
		})
		if m == nil {
			return false
		}
		tex = mathTeX(m)
		display = display || htmltree.Attr(m, "display") == "block" || htmltree.HasClass(n.Parent, "katex-display")
	case marked && onlyText(n):
		text := strings.TrimSpace(shortText(n, 1<<16))
		if tex, display = undelimited(text, display); tex == text && !isElement {
			return false
		}
	default:
		return false
	}
	w.formula(tex, display)
	return true
}

func hasTeXSign(s string) bool { return strings.ContainsAny(s, `\^_=+<>{}≤≥∈≈`) }

// undelimited returns TeX without the delimiters that MathJax looks for, and whether it is set on a line of its own.
func undelimited(s string, display bool) (string, bool) {
	for _, d := range delimiters {
		if len(s) > len(d.open)+len(d.close) && strings.HasPrefix(s, d.open) && strings.HasSuffix(s, d.close) {
			return s[len(d.open) : len(s)-len(d.close)], display || d.display
		}
	}
	return s, display
}

func isTeXScript(n *html.Node) bool {
	return isElement(n, atom.Script) && n.FirstChild != nil && strings.HasPrefix(htmltree.Attr(n, "type"), "math/")
}

func (w *writer) script(n *html.Node) {
	if gist := weburl.Gist(htmltree.Attr(n, "src")); gist != "" {
		w.mediaLink(n, gist)
	}
	if post := htmltree.Attr(n, "data-telegram-post"); post != "" {
		w.mediaLink(n, "https://t.me/"+post)
	}
	if !isTeXScript(n) {
		return
	}
	tex, kind := n.FirstChild.Data, htmltree.Attr(n, "type")
	if strings.HasPrefix(kind, "math/mml") {
		tex = mathMLSource(tex)
	}
	w.formula(tex, strings.Contains(kind, "mode=display"))
}

func mathMLSource(source string) string {
	if len(source) > maxMath {
		return ""
	}
	nodes, err := html.ParseFragment(strings.NewReader(source), &html.Node{Type: html.ElementNode, Data: "div", DataAtom: atom.Div})
	for _, n := range nodes {
		if err == nil && n.Data == "math" {
			return mathTeX(n)
		}
	}
	return ""
}

// Pictures of formulas have their source for a text, or as a part of their address.

// IsFormulaImage reports whether Write would write an <img> as a formula.
func IsFormulaImage(n *html.Node) bool { return imageTeX(n) != "" }

func imageTeX(n *html.Node) string {
	if source := htmltree.Attr(n, "data-mathml"); source != "" {
		return mathMLSource(strings.NewReplacer("«", "<", "»", ">", "¨", `"`, "§", "&").Replace(source)) // of WIRIS
	}
	if tex := attrOf(n, "data-equation-content", "data-latex", "data-tex"); tex != "" {
		return strings.TrimSpace(tex)
	}
	alt := strings.TrimSpace(attrOf(n, "alt"))
	isSphinx := words("math image of Sphinx").InClass(n) && (hasTeXSign(alt) || strings.IndexByte(alt, ' ') < 0)
	if alt != "" && (isSphinx || words("math image").InClass(n)) {
		tex, _ := undelimited(alt, false)
		return tex
	}
	for _, key := range [...]string{"src", "data-src", "data-lazy-src"} {
		if tex := addressTeX(htmltree.Attr(n, key)); tex != "" {
			return tex
		}
	}
	if tex, _ := undelimited(alt, false); tex != alt && hasTeXSign(tex) || hasTeXCommand(tex) && strings.ContainsAny(tex, "^_{") {
		return tex
	}
	return ""
}

// addressTeX is the TeX that a service which draws formulas is given in the address of a picture:
//
//	https://latex.codecogs.com/svg.latex?x^2             all of the query
//	https://s0.wp.com/latex.php?latex=x%5E2&bg=ffffff    a parameter
//	https://chart.googleapis.com/chart?cht=tx&chl=x%5E2  a parameter
//	https://i.upmath.me/svg/x%5E2                        the rest of the path, also of tex.s2cms.ru
func addressTeX(src string) string {
	address, query, _ := strings.Cut(src, "?")
	for _, service := range [...]string{"math.me/svg/", "tex.s2cms.ru/svg/"} {
		if _, path, ok := strings.Cut(address, service); ok {
			tex, _ := url.PathUnescape(path)
			return tex
		}
	}
	isChart := strings.Contains(address, "/chart") && strings.Contains(query, "cht=tx")
	if !isChart && !strings.Contains(address, "tex") && !strings.Contains(address, "math") && !strings.Contains(address, "equation") {
		return ""
	}
	for part := range strings.SplitSeq(query, "&") {
		if key, value, ok := strings.Cut(part, "="); ok && words("math parameter").Has(key) {
			tex, _ := url.QueryUnescape(value)
			if strings.Contains(tex, "%5C") { // encoded twice
				tex, _ = url.PathUnescape(tex)
			}
			return strings.TrimSpace(tex)
		}
	}
	if words("math service").Matches(address) {
		tex, _ := url.PathUnescape(strings.NewReplacer("&plus;", "+", "&space;", " ").Replace(query))
		return strings.TrimSpace(settings().ReplaceAllString(tex, ""))
	}
	return ""
}

// settings are commands of CodeCogs that TeX has not: the resolution, colours and size.
var settings = sync.OnceValue(func() *regexp.Regexp {
	return regexp.MustCompile(`^(\s*\\(dpi|bg|fg|fn|inline|tiny|small|large|huge)(_[A-Za-z_]+)?(\{[^}]*\}|\b))+`)
})

// Formulas in running text, which MathJax and KaTeX find by their delimiters when the page is shown: \( \), \[ \], $$
// $$ and $ $, which by the rule of pandoc is not a price.

// maxTextFormula bounds the bytes of a formula in running text.
const maxTextFormula = 2000

func (w *writer) runningText(s string) {
	if w.fragment || strings.IndexByte(s, '\\') < 0 && strings.IndexByte(s, '$') < 0 {
		w.writeText(s)
		return
	}
	var closers [len(delimiters)]int // by kind: where the next closing delimiter is, -1 for none; so each text is searched once
	done := 0
	for at := 0; ; {
		i := strings.IndexAny(s[at:], `\$`)
		if i < 0 {
			break
		}
		start := at + i
		at = start + 1
		k := slices.IndexFunc(delimiters[:], func(d delimiter) bool { return strings.HasPrefix(s[start:], d.open) })
		if k < 0 || s[start] == '$' && start > 0 && s[start-1] == '\\' { // an escaped dollar
			continue
		}
		d := &delimiters[k]
		from := start + len(d.open)
		if to := closers[k]; to >= 0 && to < from {
			if closers[k] = strings.Index(s[from:], d.close); closers[k] >= 0 {
				closers[k] += from
			}
		}
		to := closers[k]
		if to < 0 || to-from > maxTextFormula {
			continue
		}
		tex, isOfTeX := s[from:to], d.open[0] == '\\'
		if at = from; d.isFormula(tex, s[to+len(d.close):]) || w.hasTeX && isOfTeX {
			w.hasTeX = w.hasTeX || isOfTeX && hasTeXCommand(tex)
			w.writeText(s[done:start])
			w.formula(tex, d.display)
			at = to + len(d.close)
			done = at
		}
	}
	w.writeText(s[done:])
}

type delimiter struct {
	open, close string
	display     bool
}

// delimiters are those of formulas. Longer ones come before what they begin with.
var delimiters = [...]delimiter{{`\(`, `\)`, false}, {`\[`, `\]`, true}, {"$$", "$$", true}, {"$", "$", false}}

// isFormula reports whether what the delimiters enclose in a text is TeX. rest is the text after them. Other text between such signs are
// prices, shell variables and groups of regular expressions.
func (d *delimiter) isFormula(tex, rest string) bool {
	trimmed := strings.TrimSpace(tex)
	if trimmed == "" || strings.Contains(tex, "\n\n") {
		return false
	}
	if d.open == "$" && (trimmed != tex || rest != "" && rest[0] >= '0' && rest[0] <= '9') {
		return false
	}
	if hasTeXCommand(tex) || strings.Contains(tex, "^{") || strings.Contains(tex, "_{") {
		return true
	}
	return d.open != "$" && (len(trimmed) == 1 && isWordRune(rune(trimmed[0])) || strings.ContainsAny(tex, "^=") && !strings.ContainsAny(tex, "*[]|?\\"))
}

// hasTeXCommand reports whether there is a command of TeX, such as \mu, in a text. \n and its like, of one letter, are
// escapes of strings.
func hasTeXCommand(s string) bool {
	for {
		i := strings.IndexByte(s, '\\')
		if i < 0 || i+2 >= len(s) {
			return false
		}
		if ascii.IsLetter(s[i+1]) && ascii.IsLetter(s[i+2]) {
			return true
		}
		s = s[i+2:]
	}
}

// maxMath bounds the TeX that is made of one formula in MathML.
const maxMath = 16 << 10

// mathTeX is the TeX of a MathML formula: its annotation, its source in an attribute, its alternative text or what its
// elements come to.
func mathTeX(m *html.Node) string {
	annotation := htmltree.Find(m, 4, func(c *html.Node) bool { // of the encoding application/x-tex, TeX or LaTeX
		return c.Type == html.ElementNode && c.Data == "annotation" && strings.HasSuffix(strings.ToLower(htmltree.Attr(c, "encoding")), "tex")
	})
	if annotation != nil {
		if t := strings.TrimSpace(shortText(annotation, maxMath)); t != "" {
			return t
		}
	}
	if source := attrOf(m, "data-latex", "alttext"); source != "" {
		return source
	}
	return string(appendTeX(nil, m, 0))
}

// appendTeX appends presentation MathML as TeX. MathML Core, section 3.
func appendTeX(b []byte, n *html.Node, depth int) []byte {
	if depth > 100 || len(b) > maxMath {
		return b
	}
	if n.Type == html.TextNode {
		if n.Parent.Data == "mtext" {
			return append(b, textSpaces(n.Data)...)
		}
		return appendMathToken(b, n.Data)
	}
	if n.Type != html.ElementNode {
		return b
	}
	arg := mathArgs(n)
	switch n.Data {
	case "mfenced":
		return appendFenced(b, n, arg, depth)
	case "mmultiscripts":
		return appendMultiscripts(b, arg, depth)
	case "annotation", "annotation-xml", "mspace", "mphantom":
		return b
	}
	if separator := mathSeparators[n.Data]; separator != "" && contentBefore(n) != nil {
		b = append(b, separator...)
	}
	form, ok := mathForms[n.Data]
	if command := mathStyles[attrOf(n, "mathvariant", "notation")]; !ok && command != "" && n.Data != "mo" {
		form, ok = command+"{*}", true
	}
	if !ok || n.Data == "mtext" && mathText(n) == "" {
		return appendTeXChildren(b, n, depth)
	}
	if isBinomial(n) {
		form = `\binom{0}{1}`
	} else if signs := accents[n.Data]; signs != nil && len(arg) == 2 {
		if command := signs[mathText(arg[1])]; command != "" {
			form = command + "{0}"
		}
	}
	for i := range len(form) {
		switch c := form[i]; {
		case c >= '0' && c <= '2':
			if k := int(c - '0'); k < len(arg) {
				b = appendTeX(b, arg[k], depth+1)
			}
		case c == '*':
			b = appendTeXChildren(b, n, depth)
		case c == 'B' && len(arg) > 0 && needsGroup(arg[0]):
			b = append(appendTeX(append(b, '{'), arg[0], depth+1), '}')
		case c == 'B' && len(arg) > 0:
			b = appendTeX(b, arg[0], depth+1)
		case c != 'B':
			b = append(b, c)
		}
	}
	return b
}

// textSpaces returns the text of an <mtext> with white space folded, at its ends too where a letter or digit is: "if ", which TeX sets as it
// is, but ".".
func textSpaces(s string) string {
	folded := mathSigns.Replace(strings.Join(strings.Fields(s), " "))
	first, _ := utf8.DecodeRuneInString(folded)
	last, _ := utf8.DecodeLastRuneInString(folded)
	if isWordRune(first) && strings.TrimLeftFunc(s, unicode.IsSpace) != s {
		folded = " " + folded
	}
	if isWordRune(last) && strings.TrimRightFunc(s, unicode.IsSpace) != s {
		folded += " "
	}
	return folded
}

// mathForms are the elements with arguments in TeX: 0 to 2 are arguments, B is the first one in braces if it needs them, * is all content.
var mathForms = map[string]string{
	"mfrac": `\frac{0}{1}`, "msqrt": `\sqrt{*}`, "mroot": `\sqrt[1]{0}`, "mtext": `\text{*}`, "msup": "B^{1}", "mover": "B^{1}",
	"mtable": `\begin{matrix}*\end{matrix}`, "msub": "B_{1}", "munder": "B_{1}", "msubsup": "B_{1}^{2}", "munderover": "B_{1}^{2}",
}

// mathStyles has the TeX command for each value of mathvariant and each notation of <menclose>. MathJax writes vectors and sets as
// ASCII letters with a mathvariant.
var mathStyles = map[string]string{
	"double-struck": `\mathbb`, "bold": `\mathbf`, "bold-italic": `\boldsymbol`, "script": `\mathcal`, "bold-script": `\mathcal`,
	"fraktur": `\mathfrak`, "bold-fraktur": `\mathfrak`, "sans-serif": `\mathsf`, "monospace": `\mathtt`,
	"top": `\overline`, "bottom": `\underline`, "radical": `\sqrt`, "box": `\boxed`, "roundedbox": `\boxed`,
	"updiagonalstrike": `\cancel`, "downdiagonalstrike": `\cancel`, "updiagonalstrike downdiagonalstrike": `\cancel`, "horizontalstrike": `\cancel`,
}

// mathSeparators stand before each row of a table and each cell of a row but the first.
var mathSeparators = map[string]string{"mtr": ` \\ `, "mlabeledtr": ` \\ `, "mtd": " & "}

func appendTeXChildren(b []byte, n *html.Node, depth int) []byte {
	isBlank := func(c *html.Node) bool { return c.Type == html.TextNode && isBlank(c.Data) }
	parts := slices.DeleteFunc(slices.Collect(n.ChildNodes()), isBlank)
	isSign := func(i int, sign string) bool {
		return i < len(parts) && parts[i].Data == "mo" && mathText(parts[i]) == sign
	}
	for i := 0; i < len(parts); i++ {
		if isSign(i, "(") && isSign(i+2, ")") && isBinomial(parts[i+1]) { // the command has brackets of its own
			b = appendTeX(b, parts[i+1], depth+1)
			i += 2
			continue
		}
		b = appendTeX(b, parts[i], depth+1)
	}
	return b
}

// mathText returns the text of an element without the white space around it, which serializers indent it with. What is long is cut off.
func mathText(n *html.Node) string { return strings.TrimSpace(shortText(n, 256)) }

func isBinomial(n *html.Node) bool {
	thickness := htmltree.Attr(n, "linethickness")
	return n.Data == "mfrac" && thickness != "" && strings.Trim(thickness, "0.pxemtc% ") == ""
}

// accents are the commands for signs above and below others.
var accents = map[string]map[string]string{
	"mover": {"→": `\vec`, "^": `\hat`, "ˆ": `\hat`, "~": `\tilde`, "˜": `\tilde`, "˙": `\dot`, "¨": `\ddot`, "¯": `\overline`, "‾": `\overline`, "―": `\overline`, "_": `\overline`, "⏞": `\overbrace`,
		"´": `\acute`, "ˊ": `\acute`, "`": `\grave`, "ˋ": `\grave`, "ˇ": `\check`, "˘": `\breve`, "˚": `\mathring`, "⃗": `\vec`, "←": `\overleftarrow`},
	"munder": {"_": `\underline`, "̲": `\underline`, "⏟": `\underbrace`},
}

// needsGroup reports whether a base is more than one thing to TeX, so that an exponent would belong to the last of its
// parts, or would be a second one. In brackets it is one.
func needsGroup(n *html.Node) bool {
	switch n.Data {
	case "msup", "msub", "msubsup", "mfrac":
		return true
	case "mrow", "mstyle", "mpadded":
		arg := mathArgs(n)
		return len(arg) == 1 && needsGroup(arg[0]) || len(arg) > 1 && strings.IndexAny(mathText(arg[0]), "([{|") != 0
	}
	return false
}

// appendMathToken appends the text of a token. What is markup to TeX is escaped; the names of functions are commands,
// and set apart from letters that touch them.
func appendMathToken(b []byte, s string) []byte {
	token := string(appendFolded(nil, mathSigns.Replace(s)))
	if words("math function").Has(token) {
		token = `\` + token
	}
	if n := len(b); token != "" && n > 0 && ascii.IsLetter(token[0]) && ascii.IsLetter(b[n-1]) && (len(token) > 1 || endsInCommand(b)) {
		b = append(b, ' ')
	}
	return append(b, token...)
}

// mathSigns escapes what is markup to TeX, and drops the signs that apply, multiply and separate without being seen.
var mathSigns = strings.NewReplacer("\u2061", " ", "\u2062", "", "\u2063", "",
	"%", `\%`, "#", `\#`, "&", `\&`, "{", `\{`, "}", `\}`, "_", `\_`, "$", `\$`)

func endsInCommand(b []byte) bool {
	i := len(b)
	for i > 0 && ascii.IsLetter(b[i-1]) {
		i--
	}
	return i > 0 && b[i-1] == '\\' || len(b)-i > 1
}

// appendFenced appends arguments in brackets, as MathML 3 has them (section 3.3.8).
func appendFenced(b []byte, n *html.Node, arg []*html.Node, depth int) []byte {
	signs := [...]string{"(", ",", ")"}
	for i, key := range [...]string{"open", "separators", "close"} {
		if v, ok := htmltree.Lookup(n, key); ok {
			signs[i] = strings.TrimSpace(v)
		}
	}
	b = appendMathToken(b, signs[0])
	for i, a := range arg {
		if i > 0 {
			b = append(b, signs[1]...)
		}
		b = appendTeX(b, a, depth+1)
	}
	return appendMathToken(b, signs[2])
}

// appendMultiscripts appends the base of an <mmultiscripts> with its subscripts and superscripts, which come in pairs. Pairs after
// <mprescripts> stand in front of the base: {}_{6}^{14}C.
func appendMultiscripts(b []byte, arg []*html.Node, depth int) []byte {
	pairs := func(arg []*html.Node) {
		for i, a := range arg {
			start := len(b)
			if b = appendTeX(append(b, [...]string{"_{", "^{"}[i%2]...), a, depth+1); len(b) == start+2 {
				b = b[:start]
				continue
			}
			b = append(b, '}')
		}
	}
	if len(arg) == 0 {
		return b
	}
	before := slices.IndexFunc(arg, func(a *html.Node) bool { return a.Data == "mprescripts" })
	if before < 0 {
		before = len(arg)
	} else {
		b = append(b, "{}"...)
		pairs(arg[before+1:])
	}
	b = appendTeX(b, arg[0], depth+1)
	pairs(arg[min(1, before):before])
	return b
}

func mathArgs(n *html.Node) []*html.Node {
	return slices.DeleteFunc(slices.Collect(n.ChildNodes()), func(c *html.Node) bool { return c.Type != html.ElementNode })
}
