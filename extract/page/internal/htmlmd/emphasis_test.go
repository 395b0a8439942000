package htmlmd_test

import "testing"

func TestEmphasis(t *testing.T) {
	testWritten(t, []written{
		{
			name: "within a word",
			html: "<p>un<b>believ</b>able",
			want: "un**believ**able",
		},
		{
			name: "spaces move out",
			html: "<p>a<b> b </b>c <i> d</i>",
			want: "a **b** c *d*",
		},
		{
			name: "nothing in it",
			html: "<p>a <b></b>b<i> </i>c",
			want: "a b c",
		},
		{
			name: "punctuation moves out where a letter touches",
			html: "<p><b>注意：</b>请看<em>「说明」</em>部分",
			want: "**注意**：请看「*说明*」部分",
		},
		{
			name: "both halves move out",
			html: `<p><b>(a)</b>b c<b>"d"</b>`,
			want: `(**a**)b c"**d**"`,
		},
		{
			name: "punctuation stays where none touches",
			html: "<p><b>(a)</b> <i>b.</i>, c",
			want: "**(a)** *b.*, c",
		},
		{
			name: "no-break space moves out",
			html: "<p>a<i>&nbsp;b&nbsp;</i>c",
			want: "a *b* c",
		},
		{
			name: "only punctuation",
			html: "<p>a<b>!</b>b",
			want: "a!b",
		},
		{
			name: "none where code touches a letter",
			html: "<p><b><code>a</code></b>b",
			want: "`a`b",
		},
		{
			name: "none where a link touches a letter",
			html: "<p>a<b><a href=/x>b</a></b>",
			want: "a[b](https://example.org/x)",
		},
		{
			name: "the same touching joins",
			html: "<p><b>a</b><b>b</b> <i>c</i><em>d</em>",
			want: "**ab** *cd*",
		},
		{
			name: "different touching",
			html: "<p><b>a</b><i>b</i><b>c</b>",
			want: "**a***b***c**",
		},
		{
			name: "strong in strong",
			html: "<p><strong>a <strong>b</strong> c</strong> <strong><strong>d</strong></strong> <del>e <del>f</del></del> <strong><em><strong>g</strong></em></strong>",
			want: "**a b c** **d** ~~e f~~ **_g_**",
		},
		{
			name: "the same nested says nothing",
			html: "<p><b>a <strong>b</strong> c</b>",
			want: "**a b c**",
		},
		{
			name: "nested em stays",
			html: "<p><em>a <em>b</em> c</em>",
			want: "*a *b* c*",
		},
		{
			name: "em in strong",
			html: "<p><b><i>a</i></b> <b>a <i>b</i></b> <b><i>a</i> b</b>",
			want: "**_a_** **a *b*** ***a* b**",
		},
		{
			name: "strong in em",
			html: "<p><i><b>a</b></i> <i>a <b>b</b></i>",
			want: "***a*** *a **b***",
		},
		{
			name: "around blocks",
			html: "<b><p>a<p>b</b>",
			want: "**a**\n\n**b**",
		},
		{
			name: "deleted",
			html: "<p><del>a</del>b <s>~c</s> ~<del>d</del>",
			want: "~~a~~b ~~\\~c~~ \\~d",
		},
		{
			name: "mark and cite",
			html: "<p><mark>a</mark> <cite>b</cite> <var>c</var>",
			want: "**a** *b* *c*",
		},
		{
			name: "broken line moves out",
			html: "<p><b>a<br></b>b",
			want: "**a**\\\nb",
		},
	})
}

// TestEmphasisFlanking goes by section 6.2 of CommonMark 0.31: a delimiter
// between a letter and punctuation opens only towards the punctuation's far
// side, so one of the two has to move or become an entity.
func TestEmphasisFlanking(t *testing.T) {
	testWritten(t, []written{
		{
			name: "Chinese punctuation at the end",
			html: "<p>请看<b>说明。</b>然后",
			want: "请看**说明**。然后",
		},
		{
			name: "Japanese brackets on both sides",
			html: "<p>彼は<b>「はい」</b>と言った",
			want: "彼は「**はい**」と言った",
		},
		{
			name: "Chinese letters on both sides",
			html: "<p>中<b>文</b>字",
			want: "中**文**字",
		},
		{
			name: "Korean particle after a quotation",
			html: "<p><b>“예”</b>라고",
			want: "“**예**”라고",
		},
		{
			name: "currency sign before a letter",
			html: "<p><b>5€</b>x",
			want: "**5**€x",
		},
		{
			name: "punctuation on both sides of the delimiter",
			html: "<p>(<b>a</b>), «<i>b</i>»; [<b>c.</b>]",
			want: "(**a**), «*b*»; [**c.**]",
		},
		{
			name: "punctuation inside at the start of a line",
			html: "<p><b>¡hola!</b> amigo<br><i>¿qué?</i>",
			want: "**¡hola!** amigo\\\n*¿qué?*",
		},
		{
			name: "full stop inside, letter after",
			html: "<p><b>Note.</b>The rest",
			want: "**Note**.The rest",
		},
		{
			name: "colon inside, space after",
			html: "<p><b>Note:</b> the rest",
			want: "**Note:** the rest",
		},
		{
			name: "space and colon inside",
			html: "<p><b>Note : </b>the rest",
			want: "**Note :** the rest",
		},
		{
			name: "apostrophe inside",
			html: "<p>l’<b>eau</b>, d<i>’eau</i>",
			want: "l’**eau**, d’*eau*",
		},
		{
			name: "underscores within words",
			html: "<p>snake<i>case</i>word",
			want: "snake*case*word",
		},
		{
			name: "stars inside",
			html: "<p><b>a*b</b> <i>**c**</i>",
			want: "**a\\*b** *\\*\\*c\\*\\**",
		},
		{
			name: "image at both ends",
			html: "<p>a<b><img src=/b alt=c></b>d",
			want: "a ![c](https://example.org/b)d",
		},
	})
}

func TestEmphasisPlaces(t *testing.T) {
	testWritten(t, []written{
		{
			name: "in a heading",
			html: "<h2><b>a</b> <i>b</i></h2>",
			want: "## **a** *b*",
		},
		{
			name: "in a link",
			html: "<p><a href=/a><b>b</b> c</a>",
			want: "[**b** c](https://example.org/a)",
		},
		{
			name: "around a link",
			html: "<p><b><a href=/a>b</a> c</b>",
			want: "**[b](https://example.org/a) c**",
		},
		{
			name: "across a line",
			html: "<p><b>a<br>b</b>",
			want: "**a\\\nb**",
		},
		{
			name: "around a list",
			html: "<b>a<ul><li>b<li>c</ul>d</b>",
			want: "**a**\n\n- **b**\n- **c**\n\n**d**",
		},
		{
			name: "around code",
			html: "<p>a <b><code>b</code></b> c",
			want: "a **`b`** c",
		},
		{
			name: "around a code block",
			html: "<b><pre>a</pre></b>",
			want: "```\na\n```",
		},
		{
			name: "badly nested",
			html: "<p>a <b>b <i>c</b> d</i> e",
			want: "a **b *c*** *d* e",
		},
		{
			name: "never closed",
			html: "<p>a <b>b<p>c",
			want: "a **b**\n\n**c**",
		},
		{
			name: "deleted and strong",
			html: "<p><del><b>a</b> b</del> <b><del>c</del></b>",
			want: "~~**a** b~~ **~~c~~**",
		},
		{
			name: "three kinds",
			html: "<p><b><i><del>a</del></i></b> b",
			want: "**_~~a~~_** b",
		},
		{
			name: "definition of a term",
			html: "<p><dfn>A buoy</dfn> is <strong>anchored</strong>.",
			want: "*A buoy* is **anchored**.",
		},
		{
			name: "wrapped in what says nothing",
			html: "<p><span><b><span>a</span></b></span><font><i>b</i></font>",
			want: "**a***b*",
		},
		{
			name: "comments between",
			html: "<p><b>a</b><!-- x --><b>b</b>",
			want: "**ab**",
		},
		{
			name: "word break opportunity",
			html: "<p><b>super<wbr>cali</b>fragi<wbr>listic",
			want: "**supercali**fragilistic",
		},
		{
			name: "sign at the end of a heading, emphasis gone",
			html: "<h2>a<b>!</b>b #</h2>",
			want: "## a!b \\#",
		},
		{
			name: "bidirectional",
			html: "<p><bdi>a</bdi> <bdo dir=rtl>b</bdo>",
			want: "a b",
		},
	})
}
