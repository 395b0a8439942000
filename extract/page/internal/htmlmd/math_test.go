package htmlmd_test

import "testing"

func TestFormulas(t *testing.T) {
	testWritten(t, []written{
		{
			name: "source in an attribute",
			html: `<p>a <span data-tex="y=\frac{1}{k}"><i>y1k</i></span> <span class=math-inline data-math=z></span> <b data-latex="\(u_2\)">u2</b> <i data-expr="a^b">ab</i> <span data-math=true>c</span><div data-math="\sum k"><span class=katex-html aria-hidden=true>k</span></div>`,
			want: `a $y=\frac{1}{k}$ $z$ $u_2$ $a^b$ c` + "\n\n" + `$$\sum k$$`,
		},
		{
			name: "source in an address",
			html: `<p>a <img src="https://latex.codecogs.com/svg.latex?\dpi{120}&space;\bg_white%20k%5E3&plus;1"> <img src="//s0.wp.com/latex.php?latex=%5Calpha+%2B+1&bg=ffffff" alt="x"> <img src="https://chart.googleapis.com/chart?cht=tx&chl=%5Csqrt%7B2%7D"> <img src="https://render.githubusercontent.com/render/math?math=e%5Et"> <img src="https://i.upmath.me/svg/x_1"> <img src="/tex/plot.png?size=2" alt=plot>`,
			want: `a $k^3+1$ $\alpha + 1$ $\sqrt{2}$ $e^t$ $x_1$ ![plot](https://example.org/tex/plot.png?size=2)`,
		},
		{
			name: "source in other addresses, and as the text of any picture",
			html: `<p>a <img src="https://tex.s2cms.ru/svg/x%5E2"> <img src="https://latex.example/test.latex.php?fmt=svg&amp;val=%255Cpi%2520r&amp;dl=0"> <img src=/a alt="\frac{1}{2}"> <img src=/b alt="C:\temp">`,
			want: `a $x^2$ $\pi r$ $\frac{1}{2}$ ![C:\temp](https://example.org/b)`,
		},
		{
			name: "source in settings of Substack",
			html: `<p>a</p><div class="latex-rendered" data-attrs="{&quot;persistentExpression&quot;:&quot;r = \\frac{a}{b}&quot;,&quot;id&quot;:&quot;X&quot;}"></div><div class=latex data-attrs="{&quot;id&quot;:1}">b</div>`,
			want: "a\n\n$$r = \\frac{a}{b}$$\n\nb",
		},
		{
			name: "source in attributes of Quill, AMP, WIRIS and Canvas",
			html: `<p>a <span class=ql-formula data-value="e=mc^2"></span> <amp-mathml inline data-formula="\[b^2\]"></amp-mathml> <img class=Wirisformula data-mathml="«math xmlns=¨http://www.w3.org/1998/Math/MathML¨»«mi»q«/mi»«/math»" src=/w alt="q"> <img class=equation_image data-equation-content="c_1" src=/c alt="LaTeX: c_1"> <span data-value="3^2">nine</span>`,
			want: `a $e=mc^2$ $b^2$ $q$ $c_1$ nine`,
		},
		{
			name: "elements of TeX, and a drawing with TeX for a name",
			html: `<p>a <d-math>x_1</d-math> <d-math block>y^2</d-math> <svg role=img aria-label="\frac{1}{2}"></svg> <svg role=img aria-label="One half"></svg>`,
			want: "a $x_1$\n\n$$y^2$$\n\n$\\frac{1}{2}$ One half",
		},
		{
			name: "source as the text of an element of Stack Exchange and of a picture of Doxygen",
			html: `<p>a <span class=math-container>$u_i*v_i$</span> b <span class=math-container>$$w*$$</span> c <img class=formulaInl alt="$k$" src=f1.png>`,
			want: "a $u_i*v_i$ b\n\n$$w*$$\n\nc $k$",
		},
		{
			name: "source as the text of a picture",
			html: `<p>a <img class=latex src=/a alt="$v_0$"> <img src=/b alt="\(\mu\)"> <img src=/c alt="$5"> <img class=math src=/d alt="v = 3"> <img src=/e alt="$z < 2$">`,
			want: `a $v_0$ $\mu$ ![\$5](https://example.org/c) $v = 3$ $z < 2$`,
		},
		{
			name: "binomials and powers of powers",
			html: "<math><mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac><mfrac linethickness=0.0em><mi>a</mi><mi>b</mi></mfrac><mfrac linethickness=2px><mi>c</mi><mi>d</mi></mfrac><msup><msup><mn>2</mn><mn>3</mn></msup><mn>4</mn></msup><msup><mrow><mi>a</mi><mo>+</mo><mi>b</mi></mrow><mn>2</mn></msup></math>",
			want: `$\binom{n}{k}\binom{a}{b}\frac{c}{d}{2^{3}}^{4}{a+b}^{2}$`,
		},
		{
			name: "binomials in brackets of their own",
			html: "<math><mo>(</mo><mfrac linethickness=0><mi>n</mi><mi>k</mi></mfrac><mo>)</mo><mo>(</mo><mfrac><mi>a</mi><mi>b</mi></mfrac><mo>)</mo></math>",
			want: `$\binom{n}{k}(\frac{a}{b})$`,
		},
		{
			name: "functions, accents and brackets",
			html: "<math><mi>sin</mi><mo>\u2061</mo><mi>x</mi><mo>+</mo><mi>rate</mi><mi>y</mi><mover><mi>v</mi><mo>→</mo></mover><mfenced open='[' close=']'><mi>a</mi><mn>50</mn></mfenced><mo>%</mo></math>",
			want: `$\sin x+rate y\vec{v}[a,50]\%$`,
		},
		{
			name: "MathML of MathJax in an attribute and in a script",
			html: `<p>a <span class=MathJax data-mathml="&lt;math&gt;&lt;mi&gt;q&lt;/mi&gt;&lt;/math&gt;"><nobr>q</nobr></span> or <script type="math/mml"><math><msup><mi>r</mi><mn>2</mn></msup></math></script>`,
			want: "a $q$ or $r^{2}$",
		},
		{
			name: "element of GitHub",
			html: `<p>a <math-renderer>$k$</math-renderer> b`,
			want: "a $k$ b",
		},
		{
			name: "annotation",
			html: "<p>a <math><semantics><mi>x</mi><annotation encoding=application/x-tex>x^2</annotation></semantics></math> b",
			want: "a $x^2$ b",
		},
		{
			name: "KaTeX",
			html: "<p><span class=katex><span class=katex-mathml><math><semantics><mi>x</mi><annotation encoding=application/x-tex>x_1</annotation></semantics></math></span><span class=katex-html aria-hidden=true>x1</span></span>",
			want: "$x_1$",
		},
		{
			name: "KaTeX display",
			html: "<span class=katex-display><span class=katex><span class=katex-mathml><math display=block><semantics><mi>x</mi><annotation encoding=application/x-tex>\\sum&#10;x</annotation></semantics></math></span><span class=katex-html>x</span></span></span>",
			want: "$$\\sum x$$",
		},
		{
			name: "MathJax 2",
			html: `<p><span class=MathJax_Preview>x</span><span class=MathJax>x</span><script type=math/tex>x_{i*j}</script> a<script type="math/tex; mode=display">y</script>`,
			want: "$x_{i*j}$ a\n\n$$y$$",
		},
		{
			name: "MathJax 3",
			html: "<mjx-container display=true><mjx-math aria-hidden=true>x</mjx-math><mjx-assistive-mml><math><msup><mi>x</mi><mn>2</mn></msup></math></mjx-assistive-mml></mjx-container>",
			want: "$$x^{2}$$",
		},
		{
			name: "Wikipedia",
			html: "<span class=mwe-math-element><span class=mwe-math-mathml-inline style=display:none><math alttext=\"{\\displaystyle x}\"><semantics><mi>x</mi><annotation encoding=application/x-tex>{\\displaystyle x}</annotation></semantics></math></span><img class=mwe-math-fallback-image-inline alt=\"{\\displaystyle x}\" src=/x.svg></span>",
			want: "$x$",
		},
		{
			name: "alternative text",
			html: "<math alttext=\"\\alpha\"><mi>α</mi></math>",
			want: "$\\alpha$",
		},
		{
			name: "drawn without a source",
			html: "<p>a <span class=katex><span class=katex-html aria-hidden=true>x+1</span></span> b",
			want: "a x+1 b",
		},
		{
			name: "MathML alone",
			html: "<math><mfrac><mi>a</mi><msqrt><mi>b</mi></msqrt></mfrac><mo>=</mo><msubsup><mi>c</mi><mn>1</mn><mn>2</mn></msubsup><mroot><mi>d</mi><mn>3</mn></mroot><mtext>or</mtext></math>",
			want: "$\\frac{a}{\\sqrt{b}}=c_{1}^{2}\\sqrt[3]{d}\\text{or}$",
		},
		{
			name: "matrix",
			html: "<math><mtable><mtr><mtd><mn>1</mn></mtd><mtd><mn>2</mn></mtd></mtr><mtr><mtd><mn>3</mn></mtd><mtd><mn>4</mn></mtd></mtr></mtable></math>",
			want: "$\\begin{matrix}1 & 2 \\\\ 3 & 4\\end{matrix}$",
		},
		{
			name: "Pandoc",
			html: "<p><span class=\"math inline\">\\(x\\)</span> <span class=\"math display\">\\[y\\]</span><div class=arithmatex>\\[z\\]</div>",
			want: "$x$\n\n$$y$$\n\n$$z$$",
		},
		{
			name: "GitHub",
			html: "<p>a <math-renderer class=js-inline-math>$x_1$</math-renderer><p><math-renderer class=js-display-math>$$y$$</math-renderer>",
			want: "a $x_1$\n\n$$y$$",
		},
		{
			name: "nothing that Markdown runs",
			html: "<p><script type=math/tex>a <b>c</b> [d](javascript:e) `f` $ % g</script>",
			want: "$a < b>c< /b> [d] (javascript:e) 'f'$",
		},
	})
}

func TestFormulaElements(t *testing.T) {
	math := func(s string) string { return "<p><math>" + s + "</math>" }
	testWritten(t, []written{
		{
			name: "under and over",
			html: math("<munderover><mo>∑</mo><mi>i</mi><mi>n</mi></munderover><munder><mo>lim</mo><mi>x</mi></munder><mover><mi>a</mi><mo>¯</mo></mover>"),
			want: "$∑_{i}^{n}\\lim_{x}\\overline{a}$",
		},
		{
			name: "before and behind",
			html: math("<mmultiscripts><mi>C</mi><mi>i</mi><none/><mprescripts/><mn>6</mn><mn>14</mn></mmultiscripts><mmultiscripts></mmultiscripts>"),
			want: "${}_{6}^{14}C_{i}$",
		},
		{
			name: "powers of groups",
			html: math("<msup><mrow><mo>(</mo><mi>a</mi><mo>)</mo></mrow><mrow><mi>n</mi><mo>+</mo><mn>1</mn></mrow></msup>"),
			want: "$(a)^{n+1}$",
		},
		{
			name: "fraction of fractions",
			html: math("<mfrac><mfrac><mn>1</mn><mn>2</mn></mfrac><mi>x</mi></mfrac>"),
			want: "$\\frac{\\frac{1}{2}}{x}$",
		},
		{
			name: "letters of sets, vectors and curves",
			html: math(`<mi mathvariant="bold">v</mi><mo>∈</mo><msup><mi mathvariant=double-struck>Z</mi><mn>3</mn></msup><mstyle mathvariant=bold-italic><mi>u</mi><mi>w</mi></mstyle><mi mathvariant=script>H</mi><mi mathvariant=fraktur>s</mi><mi mathvariant=normal>d</mi><mi mathvariant=italic>t</mi><mo mathvariant=bold>+</mo>`),
			want: `$\mathbf{v}∈\mathbb{Z}^{3}\boldsymbol{uw}\mathcal{H}\mathfrak{s}dt+$`,
		},
		{
			name: "rows with numbers of equations",
			html: math("<mtable><mlabeledtr><mtd><mtext>(7)</mtext></mtd><mtd><mi>p</mi></mtd></mlabeledtr><mlabeledtr><mtd><mtext>(8)</mtext></mtd><mtd><mi>q</mi></mtd></mlabeledtr><mtr><mtd/><mtd><mi>r</mi></mtd></mtr></mtable>"),
			want: `$\begin{matrix}\text{(7)} & p \\ \text{(8)} & q \\ & r\end{matrix}$`,
		},
		{
			name: "struck, boxed and under a line",
			html: math(`<menclose notation=updiagonalstrike><mn>6</mn></menclose><menclose notation=box><mi>k</mi></menclose><menclose notation="top"><mi>P</mi><mi>Q</mi></menclose><menclose notation=actuarial><mi>n</mi></menclose>`),
			want: `$\cancel{6}\boxed{k}\overline{PQ}n$`,
		},
		{
			name: "more accents",
			html: math("<mover><mi>e</mi><mo>´</mo></mover><mover><mi>e</mi><mo>`</mo></mover><mover><mi>c</mi><mo>ˇ</mo></mover><mover><mi>b</mi><mo>\u20d7</mo></mover>"),
			want: `$\acute{e}\grave{e}\check{c}\vec{b}$`,
		},
		{
			name: "indented by a serializer",
			html: math("<mover>\n            <mrow>\n              <mi>w</mi>\n            </mrow>\n            <mo>\n                →\n            </mo>\n</mover> <mo>\n    (\n</mo> <mfrac linethickness=0><mn>4</mn><mn>2</mn></mfrac> <mo>\n    )\n</mo> <msup><mrow> <mo>\n    [\n</mo><mi>g</mi><mo>]</mo></mrow><mn>2</mn></msup>"),
			want: `$\vec{w}\binom{4}{2}[g]^{2}$`,
		},
		{
			name: "text of spaces",
			html: math("<mi>m</mi><mtext>\u00a0</mtext><mi>s</mi>"),
			want: "$ms$",
		},
		{
			name: "arguments that are missing",
			html: math("<mfrac><mi>a</mi></mfrac><msup></msup><mroot><mi>b</mi></mroot>"),
			want: "$\\frac{a}{}^{}\\sqrt[]{b}$",
		},
		{
			name: "space and phantoms",
			html: math("<mi>a</mi><mspace width=1em /><mphantom><mi>b</mi></mphantom><mi>c</mi>"),
			want: "$ac$",
		},
		{
			name: "words",
			html: math("<mn>0</mn><mtext>\u00a0if \u00a0</mtext><mi>x</mi><mtext> . </mtext>"),
			want: "$0\\text{ if }x\\text{.}$",
		},
		{
			name: "white space in elements",
			html: math("<mi> x </mi>\n<mo> = </mo>\n<mn> 1 </mn>"),
			want: "$x=1$",
		},
		{
			name: "annotation that is no TeX",
			html: math(`<semantics><mi>x</mi><annotation encoding="application/mathml-content+xml">y</annotation></semantics>`),
			want: "$x$",
		},
		{
			name: "annotation that is text",
			html: math(`<semantics><mi>x</mi><annotation encoding="text">words that no reader sees</annotation></semantics>`),
			want: "$x$",
		},
		{
			name: "annotation that is blank",
			html: math(`<semantics><mi>x</mi><annotation encoding="application/x-tex"> </annotation></semantics>`),
			want: "$x$",
		},
		{
			name: "nothing in it",
			html: "<p>a<math></math>b",
			want: "ab",
		},
	})
}

func TestFormulaPlaces(t *testing.T) {
	testWritten(t, []written{
		{
			name: "display among text",
			html: "<p>a <math display=block alttext=x></math> b",
			want: "a\n\n$$x$$\n\nb",
		},
		{
			name: "display in a heading",
			html: "<h2>a <math display=block alttext=x></math></h2>",
			want: "## a $x$",
		},
		{
			name: "display in an item",
			html: "<ul><li><p>a</p><math display=block alttext=x></math></ul>",
			want: "- a\n\n  $$x$$",
		},
		{
			name: "comment of TeX",
			html: "<p><script type=math/tex>x % secret\n+ y \\% z</script>",
			want: "$x + y \\% z$",
		},
		{
			name: "dollar signs within",
			html: "<p><script type=math/tex>a $b$ \\$5</script>",
			want: "$a b \\$5$",
		},
		{
			name: "delimiters of MathJax in text are text",
			html: "<p>costs $5 and $6, \\(x\\)",
			want: "costs $5 and $6, \\\\(x\\\\)",
		},
		{
			name: "class without delimiters",
			html: `<p><span class=math>x<sup>2</sup></span>`,
			want: "x²",
		},
		{
			name: "image of a formula",
			html: `<p><img class=tex alt="\pi r^2" src=/x.png>`,
			want: "$\\pi r^2$",
		},
		{
			name: "script of another type",
			html: `<p>a<script type="application/json">{"math/tex":1}</script>`,
			want: "a",
		},
		{
			name: "outline",
			html: "<h2>The <math alttext=\\pi></math> day</h2>",
			want: "## The $\\pi$ day",
		},
	})
}

// TestPricesBesideFormulas escapes the dollars of a block with a formula, and no
// others.
func TestPricesBesideFormulas(t *testing.T) {
	testWritten(t, []written{
		{name: "before and after", html: "<p>$5 for <math><mi>x</mi></math> and 10$</p>", want: "\\$5 for $x$ and 10\\$"},
		{name: "no formula", html: "<p>From $5 to $10, or US$20</p>", want: "From $5 to $10, or US$20"},
		{name: "in another block", html: "<p><math><mi>x</mi></math></p><p>$5 to $10</p>", want: "$x$\n\n$5 to $10"},
		{name: "in another cell", html: "<table><tr><th>a<th>b<tr><td>$5<td>$6 <math><mi>x</mi></math></table>", want: "| a | b |\n| --- | --- |\n| $5 | \\$6 $x$ |"},
		{name: "in emphasis", html: "<p><b>$5</b> <math><mi>x</mi></math>", want: "**\\$5** $x$"},
		{name: "in code", html: "<p><code>$5</code> <math><mi>x</mi></math>", want: "`$5` $x$"},
	})
}
