package htmlmd_test

import "testing"

func TestPhrases(t *testing.T) {
	testWritten(t, []written{
		{
			name: "keys",
			html: "<p><kbd>Ctrl</kbd>+<kbd>C</kbd> <kbd><kbd>Alt</kbd>+<kbd>F4</kbd></kbd> <samp>a_b</samp> <tt>c</tt>",
			want: "`Ctrl`+`C` `Alt+F4` `a_b` `c`",
		},
		{
			name: "raised digits",
			html: "<p>x<sup>2</sup> 10<sup>-6</sup> H<sub>2</sub>O Ca<sup>2+</sup> <sup>1</sup> a",
			want: "x² 10⁻⁶ H₂O Ca²⁺ ¹ a",
		},
		{
			name: "raised words",
			html: "<p>x<sub>i</sub> x<sub>max</sub> a<sup>n+1</sup> a<sup>b c</sup> 1<sup>st</sup> a<sup>TM</sup>",
			want: "x_i x_max aⁿ⁺¹ a^(b c) 1st a™",
		},
		{
			name: "raised link",
			html: "<p>a<sup><a href=/b>c</a></sup>",
			want: "a[[c]](https://example.org/b)",
		},
		{
			name: "raised place",
			html: "<p>1904<sup><a id=r>13</a></sup>",
			want: "1904¹³",
		},
		{
			name: "quotation",
			html: "<p>a <q> b </q>c",
			want: `a "b"c`,
		},
		{
			name: "ruby",
			html: "<p><ruby>漢<rp>(</rp><rt>kan</rt><rp>)</rp></ruby>字 <ruby>東<rt>とう</rt></ruby>",
			want: "漢(kan)字 東(とう)",
		},
		{
			name: "inserted",
			html: "<p><ins>a</ins> <u>b</u> <small>c</small> <font>d</font>",
			want: "a b c d",
		},
	})
}

func TestIconsAndWeights(t *testing.T) {
	testWritten(t, []written{
		{
			name: "icons in cells",
			html: `<table><tr><th>a<th>b<tr><td><i class="fa fa-check"></i><td><span class="icon icon-xmark"></span><tr><td><i class="fa fa-check"></i> c<td><i class="fa fa-star"></i></table><p><i class="fa fa-check"></i> d`,
			want: "| a | b |\n| --- | --- |\n| ✓ | ✗ |\n| c |  |\n\nd",
		},
		{
			name: "what Google Docs copies",
			html: `<b style="font-weight:normal"><p>a</p></b> <b style="font-weight:400">b</b> <b style="font-weight:700">c</b>`,
			want: "a\n\nb **c**",
		},
	})
}

func TestRaised(t *testing.T) {
	testWritten(t, []written{
		{
			name: "powers of powers",
			html: "<p>2<sup>3<sup>5</sup></sup>, 4<sup>k<sub>1</sub></sup>, a<sub>i<sub>j</sub></sub>",
			want: "2^(3⁵), 4^(k₁), a_(i_j)",
		},
		{
			name: "marks of notes",
			html: "<p>in 1871<sup><a href=/b>3</a></sup>, 12<a href=/b><sup>c</sup></a>, a<sup>[<a href=/b>2</a>]</sup> b<sup><a href=/b>1</a>,<a href=/b>2</a></sup> c<sup>1,2</sup>",
			want: "in 1871[[3]](https://example.org/b), 12[[c]](https://example.org/b), a[[2](https://example.org/b)] b[[1]](https://example.org/b),[[2]](https://example.org/b) c¹,²",
		},
		{
			name: "raised by style and class",
			html: "<p>12<span style='position:relative;top:-3.0pt;font-size:8.0pt'>5</span> a<span style='vertical-align:35%;font-size:.7em'>6</span> b<span style='vertical-align:-2px;font-size:8px'>7</span> c<span style='vertical-align:2px'>8</span>",
			want: "12⁵ a⁶ b₇ c8",
		},
		{
			name: "raised by class, and by style around a link",
			html: "<p>1904<span style='font-size:60%;vertical-align:text-top'>7</span> 12<span style='font-size:2em;vertical-align:top'>5</span> 13<span style='vertical-align:top'>6</span>",
			want: "1904⁷ 125 136",
		},
		{
			name: "by a style or a class",
			html: "<p>1871<span style='font-size:80%; vertical-align: super'><a href=/b>3</a></span> 10<span class=superscript>9</span> H<span style=vertical-align:sub>2</span>O 5<a href=/b style=vertical-align:super>d</a>",
			want: "1871[[3]](https://example.org/b) 10⁹ H₂O 5[[d]](https://example.org/b)",
		},
		{
			name: "letters after words and numbers",
			html: "<p>60<sup>a</sup> rope<sup>e</sup> 2<sup>e</sup> oak<sup>b</sup>",
			want: "60ª rope^e 2e oak^b",
		},
		{
			name: "chemistry and physics",
			html: "<p>CO<sub>2</sub>, SO<sub>4</sub><sup>2−</sup>, <sup>14</sup>C, 6×10<sup>23</sup>, m/s<sup>2</sup>",
			want: "CO₂, SO₄²⁻, ¹⁴C, 6×10²³, m/s²",
		},
		{
			name: "ordinals",
			html: "<p>the 21<sup>st</sup>, 1<sup>er</sup>, N<sup>o</sup> 5",
			want: "the 21st, 1er, Nº 5",
		},
		{
			name: "marks",
			html: "<p>Acme<sup>®</sup> Rope<sup>TM</sup> a<sup>*</sup>",
			want: "Acme® Rope™ a*",
		},
		{
			name: "letters",
			html: "<p>x<sup>k</sup> + x<sub>ij</sub> e<sup>−x</sup>",
			want: "x^k + x_ij e^(−x)",
		},
		{
			name: "at the start of a line",
			html: "<p><sup>a</sup> note",
			want: "a note",
		},
		{
			name: "markup within",
			html: "<p>x<sup><i>n</i></sup> y<sub><b>max</b></sub>",
			want: "xⁿ y_max",
		},
		{
			name: "nothing within",
			html: "<p>a<sup></sup>b<sub> </sub>c",
			want: "ab c",
		},
		{
			name: "code within",
			html: "<p>a<sup><code>b</code></sup>",
			want: "a`b`",
		},
		{
			name: "image within",
			html: "<p>a<sup><img src=/b alt=c></sup>",
			want: "a ![c](https://example.org/b)",
		},
		{
			name: "words of a sentence",
			html: "<p>a<sub>this is a whole sentence set in small type</sub>",
			want: "athis is a whole sentence set in small type",
		},
	})
}

func TestAnnotated(t *testing.T) {
	testWritten(t, []written{
		{
			name: "ruby of many parts",
			html: "<p><ruby>東<rt>とう</rt>京<rt>きょう</rt></ruby>",
			want: "東(とう)京(きょう)",
		},
		{
			name: "ruby with base and container elements",
			html: "<p><ruby><rb>字</rb><rp>（</rp><rt>zì</rt><rp>）</rp></ruby>。",
			want: "字(zì)。",
		},
		{
			name: "quotation with markup",
			html: "<p>he said <q>a <i>b</i></q>.",
			want: `he said "a *b*".`,
		},
		{
			name: "quotation within a quotation",
			html: "<p><q>a <q>b</q></q>",
			want: `"a "b""`,
		},
		{
			name: "abbreviation whose title is an essay",
			html: `<p><abbr title="aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa">b</abbr>`,
			want: "b",
		},
		{
			name: "time and data",
			html: "<p><time datetime=2024-05-01>1 May</time> <data value=5>five</data>",
			want: "1 May five",
		},
		{
			name: "address",
			html: "<address>a<br>b</address>",
			want: "a\\\nb",
		},
		{
			name: "keys and variables",
			html: "<p><kbd>Ctrl</kbd>+<kbd>C</kbd> <samp>done</samp> <var>n</var>",
			want: "`Ctrl`+`C` `done` *n*",
		},
		{
			name: "inserted and deleted blocks",
			html: "<ins><p>a</p></ins><del><p>b</p></del>",
			want: "a\n\n~~b~~",
		},
	})
}
