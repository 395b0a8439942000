package office_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
	"github.com/webfetch-mcp/webfetch-go/extract/page"
)

// mathText reads a Word document with the extractor of pages, which makes TeX of formulas.
func mathText(t *testing.T, body string) *extract.Document {
	t.Helper()
	doc, err := office.Extractor{HTML: page.Extractor{}}.Extract(t.Context(), &extract.Source{Body: pack(t, "word/document.xml", word(body))})
	require.NoError(t, err)
	require.NoError(t, extracttest.Check(doc))
	return doc
}

// mr is a run of an equation, and el an element with these parts.
func mr(text string) string { return "<m:r><m:t>" + text + "</m:t></m:r>" }

func el(name string, parts ...string) string {
	return "<m:" + name + ">" + strings.Join(parts, "") + "</m:" + name + ">"
}

func prop(name, value string) string { return "<m:" + name + ` m:val="` + value + `"/>` }

func upright(text string) string {
	return el("r", el("rPr", prop("sty", "p")), el("t", text))
}

func TestEquations(t *testing.T) {
	e := func(text string) string { return el("e", mr(text)) }
	for _, c := range []struct{ name, in, want string }{
		{"text", mr("a") + mr("+b"), "a+b"},
		{"fraction", el("f", el("num", mr("a")), el("den", mr("b"))), `\frac{a}{b}`},
		{"fraction on one line", el("f", el("fPr", prop("type", "lin")), el("num", mr("a")), el("den", mr("b+c"))), `(a)/(b+c)`},
		{"fraction without a bar", el("d", el("e", el("f", el("fPr", prop("type", "noBar")), el("num", mr("n")), el("den", mr("k"))))), `\binom{n}{k}`},
		{"square root", el("rad", el("radPr", prop("degHide", "1")), el("deg"), e("x")), `\sqrt{x}`},
		{"root", el("rad", el("deg", mr("3")), e("x")), `\sqrt[3]{x}`},
		{"indices", el("sSub", e("x"), el("sub", mr("1"))) + el("sSup", e("ab"), el("sup", mr("2"))) + el("sSubSup", e("α"), el("sub", mr("i")), el("sup", mr("j"))), `x_{1}{ab}^{2}α_{i}^{j}`},
		{"indices before", el("sPre", el("sub", mr("6")), el("sup", mr("14")), e("C")), `_{6}^{14}C`},
		{"sum", el("nary", el("naryPr", prop("chr", "∑"), prop("limLoc", "undOvr")), el("sub", mr("i=1")), el("sup", mr("n")), e("i")), `∑_{i=1}^{n}i`},
		{"integral", el("nary", el("sub", mr("0")), el("sup", mr("∞")), e("f")), `∫_{0}^{∞}f`},
		{"integral without limits", el("nary", el("naryPr", prop("subHide", "on"), prop("supHide", "1")), el("sub", mr("0")), el("sup", mr("1")), e("f")), `∫f`},
		{"integral with limits under and over", el("nary", el("naryPr", prop("limLoc", "undOvr")), el("sub", mr("D")), el("sup"), e("f")), `∫_{D}f`},
		{"brackets", el("d", el("dPr", prop("begChr", "{"), prop("endChr", "")), e("x")), `\{x`},
		{"brackets with separators", el("d", el("dPr", prop("begChr", "⟨"), prop("endChr", "⟩")), e("a"), e("b")), `⟨a|b⟩`},
		{"matrix", el("m", el("mPr", el("mcs", el("mc"))), el("mr", e("1"), e("2")), el("mr", e("3"), e("4"))), `\begin{matrix}1 & 2 \\ 3 & 4\end{matrix}`},
		{"equations below each other", el("eqArr", e("a&amp;=b"), e("c&amp;=d")), `\begin{matrix}a=b \\ c=d\end{matrix}`},
		{"accents", el("acc", e("x")) + el("acc", el("accPr", prop("chr", "⃗")), e("v")), `\hat{x}\vec{v}`},
		{"bars", el("bar", e("x")) + el("bar", el("barPr", prop("pos", "top")), e("y")), `\underline{x}\overline{y}`},
		{"function", el("func", el("fName", upright("sin")), e("x")), `\sin x`},
		{"function without a command", el("func", el("fName", upright("rank")), e("A")), `rank A`},
		{"limit", el("func", el("fName", el("limLow", el("e", upright("lim")), el("lim", mr("x→0")))), e("f")), `\lim_{x→0}f`},
		{"under and over", el("limLow", e("A"), el("lim", mr("n"))) + el("limUpp", e("B"), el("lim", mr("m"))), `A_{n}B^{m}`},
		{"brace", el("limLow", el("e", el("groupChr", e("a+b"))), el("lim", mr("2"))), `\underbrace{a+b}_{2}`},
		{"arrow over", el("groupChr", el("groupChrPr", prop("chr", "→"), prop("pos", "top")), e("f")), `\vec{f}`},
		{"box", el("borderBox", e("x")), `x`},
		{"not shown", mr("y") + el("phant", el("phantPr", prop("show", "0")), e("x")), `y`},
		{"words", el("r", el("rPr", "<m:nor/>"), el("t", "if a_b")), `\text{if a\_b}`},
		{"styles", el("r", el("rPr", prop("scr", "double-struck")), el("t", "R")) + el("r", el("rPr", prop("sty", "b")), el("t", "v")) + upright("d"), `Rv d`},
		{"letters of Unicode", mr("𝑥𝛼b"), `xαb`},
		{"markup of LaTeX", mr(`50% {x} $ \ ^`), `50\%\{x\}\$\^`},
		{"ampersand", mr("a&amp;b"), `a\&b`},
		{"markup of Markdown", mr("a](b) &lt;b&gt; `c`"), `a] (b)< b>'c'`},
		{"white space between elements", el("f", "\n ", el("num", mr("a")), "\n", el("den", mr("b"))), `\frac{a}{b}`},
		{"unknown element", el("box", el("boxPr"), e("x")), "x"},
		{"parts are missing", el("f") + el("rad") + el("nary") + el("d"), `\frac{}{}\sqrt{}∫()`},
	} {
		t.Run(c.name, func(t *testing.T) {
			want := strings.Join(strings.Fields(c.want), " ")
			assert.Equal(t, "Let $"+want+"$ be", mathText(t, "<w:p>"+run("Let ")+el("oMath", c.in)+run(" be")+"</w:p>").Markdown)
		})
	}
}

// TestPlaceOfEquations is on a line, on one of their own, in cells, headings and links.
func TestPlaceOfEquations(t *testing.T) {
	half := el("oMath", el("f", el("num", mr("1")), el("den", mr("2"))))
	for _, c := range []struct{ name, in, want string }{
		{"alone", "<w:p>" + el("oMathPara", half) + "</w:p>", `$$\frac{1}{2}$$`},
		{"two", "<w:p>" + el("oMathPara", half, half) + "</w:p>", `$$\frac{1}{2}$$ $$\frac{1}{2}$$`},
		{"then text", "<w:p>" + run("a") + half + run("b") + "</w:p><w:p>" + run("c") + "</w:p>", "a$\\frac{1}{2}$b\n\nc"},
		{"cell", "<w:tbl><w:tr><w:tc><w:p>" + el("oMathPara", half) + "</w:p></w:tc></w:tr></w:tbl>", "| $\\frac{1}{2}$ |\n| --- |"},
		{"struck out", "<w:p>" + run("a") + el("oMath", "<w:del>"+mr("x")+"</w:del>"+mr("y")) + "</w:p>", "a$y$"},
		{"nothing", "<w:p>" + run("a") + el("oMath") + "</w:p>", "a"},
		{"never ends", "<w:p><m:oMath>" + mr("x") + "</w:p>" + p("", run("b")), "$$x$$\n\nb"},
		{"in another", "<w:p>" + el("oMath", mr("x"), el("oMath", mr("y")), mr("z")) + "</w:p>", "$$xy z$$"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, mathText(t, c.in).Markdown)
		})
	}
	doc := mathText(t, p("Heading1", half))
	require.Len(t, doc.Outline, 1)
	assert.Equal(t, `$\frac{1}{2}$`, doc.Outline[0].Text)

	doc = mathText(t, "<w:p>"+run("a")+el("oMath", "<m:r><w:rPr><w:vanish/></w:rPr><m:t>x</m:t></m:r>", mr("y"))+"</w:p>")
	assert.Equal(t, "a$y$", doc.Markdown)
	require.Len(t, doc.Removed, 1)
	assert.Equal(t, "x", doc.Removed[0].Text)
}

// TestLimitsOfEquations is on both sides of each of them.
func TestLimitsOfEquations(t *testing.T) {
	for _, c := range []struct {
		name, in string
		cut      bool
	}{
		{"deep", strings.Repeat("<m:box>", 4000) + mr("x") + strings.Repeat("</m:box>", 4000), false},
		{"many", strings.Repeat(mr("x"), 2000), false},
		{"too many", strings.Repeat(mr("x"), 2001), true},
		{"long", mr(strings.Repeat("x", 16<<10)), false},
		{"too long", mr(strings.Repeat("x", 16<<10)) + mr("x"), true},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := mathText(t, "<w:p>"+el("oMath", c.in)+run(" end")+"</w:p>")
			assert.True(t, strings.HasSuffix(doc.Markdown, "end"))
			assert.Equal(t, c.cut, len(doc.Warnings) > 0)
			assert.LessOrEqual(t, len(doc.Markdown), 16<<10+100)
		})
	}
}

// TestEquationsAsText have their text where nothing makes TeX of them, and up to 5,000 of them are read.
func TestEquationsAsText(t *testing.T) {
	assert.Equal(t, "Let x2 be", wordText(t, "<w:p>"+run("Let ")+el("oMath", el("sSup", el("e", mr("x")), el("sup", mr("2"))))+run(" be")+"</w:p>").Markdown)
	many := func(n int) *extract.Document {
		return wordText(t, "<w:p>"+strings.Repeat(el("oMath", mr("x")), n)+"</w:p>")
	}
	assert.Empty(t, many(5000).Warnings)
	assert.NotEmpty(t, many(5001).Warnings)
}
