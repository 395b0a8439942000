package htmlmd_test

import "testing"

func TestListNumbers(t *testing.T) {
	testWritten(t, []written{
		{
			name: "from zero",
			html: "<ol start=0><li>a<li>b</ol>",
			want: "0. a\n1. b",
		},
		{
			name: "bullets of Quill",
			html: "<ol><li data-list=bullet>a<li data-list=bullet>b</ol><hr><ol class=is-style-lowerRoman><li data-list=ordered>c</ol>",
			want: "- a\n- b\n\n---\n\n- i. c",
		},
		{
			name: "in letters of East Asia",
			html: "<ol style='list-style-type:katakana-iroha'><li>a<li>b</ol><hr><ol style='list-style-type:cjk-ideographic' start=21><li>c</ol><hr><ol style='list-style-type:hiragana' start=47><li>d</ol>",
			want: "- イ、 a\n- ロ、 b\n\n---\n\n- 二十一、 c\n\n---\n\n- を、 d",
		},
		{
			name: "by the class of a converter",
			html: "<ol class='loweralpha simple' start=3><li>a</ol><hr><ol class=upperroman><li>b</ol><hr><ol class='list-[lower-greek] is-style-x'><li>c</ol><hr><ol class='lower upper-hand'><li>d</ol><hr><ul class=loweralpha><li>e</ul>",
			want: "- c. a\n\n---\n\n- I. b\n\n---\n\n- α. c\n\n---\n\n1. d\n\n---\n\n- e",
		},
		{
			name: "below zero is not Markdown",
			html: "<ol start=-3><li>a</ol>",
			want: "1. a",
		},
		{
			name: "not a number",
			html: "<ol start=x><li>a<li value=y>b</ol>",
			want: "1. a\n2. b",
		},
		{
			name: "nine digits",
			html: "<ol start=999999999><li>a</ol>",
			want: "999999999. a",
		},
		{
			name: "ten digits",
			html: "<ol start=1000000000><li>a</ol>",
			want: "1. a",
		},
		{
			name: "no further than nine digits",
			html: "<ol start=999999999><li>a<li>b</ol>",
			want: "999999999. a\n999999999. b",
		},
		{
			name: "tags of the items' own",
			html: `<ol><li style="list-style-type:none;"><span>(i)</span> <div><p>x</p></div><li style="list-style-type:none;"><span>(ii)</span><div><p>y</p></div></ol>`,
			want: "- (i) x\n- (ii) y",
		},
		{
			name: "bullets of the items' own",
			html: `<ul><li style="list-style-type:none;"><span><b>•</b></span><div><p>x</p></div><li style="list-style-type:none;"><span>•</span><div><p>y</p></div></ul>`,
			want: "- x\n- y",
		},
		{
			name: "letters of the text",
			html: `<ol style="list-style: none"><li>(a) x<li>(b) y</ol>`,
			want: "- (a) x\n- (b) y",
		},
		{
			name: "numbers of the text",
			html: `<title>t</title><ol style="list-style: none"><li>1. x<li>2. y<li>3. z</ol>`,
			want: "1. x\n2. y\n3. z",
		},
		{
			name: "numbers of the text in spans",
			html: `<title>t</title><ol><li style="list-style:none"><span>1.</span><div>x</div><li style="list-style:none"><span>2.</span><div>y</div><li style="list-style:none"><span>3.</span><div>z</div></ol>`,
			want: "1. x\n2. y\n3. z",
		},
		{
			name: "no labels at all",
			html: `<ol style="list-style: none"><li>x<li>y</ol><p>a<ol style="list-style-type:'→ '"><li>z</ol><p>b<ol style="list-style:none"><li style="list-style:decimal">w</ol>`,
			want: "- x\n- y\n\na\n\n- z\n\nb\n\n1. w",
		},
		{
			name: "rows of laws",
			html: `<title>t</title><table><tr><td>(a)</td><td><p>x y</p></td></tr></table><table><tr><td>(b)</td><td><p>z z:</p><table><tr><td>—</td><td><p>p q</p></td></tr></table></td></tr></table>`,
			want: "(a) x y\n\n(b) z z:\n\n— p q",
		},
		{
			name: "a row of two texts",
			html: `<title>t</title><table><tr><td>North</td><td><p>x y</p></td></tr></table>`,
			want: "North\n\nx y",
		},
		{
			name: "a short text above another is no tag",
			html: `<ul><li style="list-style-type:disc"><span>New</span><div>x</div></ul>`,
			want: "- New\\\n  x",
		},
		{
			name: "letters",
			html: "<ol type=a start=3><li>x<li>y</ol>",
			want: "- c. x\n- d. y",
		},
		{
			name: "letters and Roman numerals by style, value and item",
			html: "<ol style='margin:0; list-style-type: upper-roman'><li value=4>a<li>b</ol><p>c<ol style='list-style: lower-alpha inside'><li>d<li style=list-style-type:upper-latin>e</ol><p>f<ol type=i reversed><li>g<li>h</ol>",
			want: "- IV. a\n- V. b\n\nc\n\n- a. d\n- B. e\n\nf\n\n- ii. g\n- i. h",
		},
		{
			name: "numbers of a list without them, zeros and Greek letters",
			html: "<ul style=list-style-type:decimal><li>a<li>b</ul><p>c<ol style=list-style-type:decimal-leading-zero><li>d</ol><p>e<ol style=list-style-type:lower-greek start=18><li>f</ol>",
			want: "1. a\n2. b\n\nc\n\n- 01. d\n\ne\n\n- σ. f",
		},
		{
			name: "letters before other blocks",
			html: "<ol type=A><li><p>a<p>b<li><pre>c</pre><li><ol type=i><li>d<li>e</ol><li><blockquote>f</blockquote><li></ol>",
			want: "- A. a\n\n  b\n\n- B.\n\n  ```\n  c\n  ```\n\n- C.\n\n  - i. d\n  - ii. e\n\n- D.\n\n  > f\n\n- E.",
		},
		{
			name: "letters that the text has",
			html: "<ol type=a><li>(a) x<li>b) y<li>a cat</ol>",
			want: "- (a) x\n- b) y\n- c. a cat",
		},
		{
			name: "letters in a cell",
			html: "<table><tr><th>k<th>v<tr><td>m<td><ol type=a><li>x<li value=4>y</ol></table>",
			want: "| k | v |\n| --- | --- |\n| m | a. x<br>d. y |",
		},
		{
			name: "reversed from elsewhere",
			html: "<ol reversed start=10><li>a<li>b</ol>",
			want: "10. a\n9. b",
		},
		{
			name: "each its own number",
			html: "<ol><li value=2>a<li value=4>b</ol>",
			want: "2. a\n4. b",
		},
		{
			name: "a number in a block of its own, whatever stands between the tags",
			html: "<title>t</title><ol><li><div>1</div><div>a</div><li><div>2</div> <div>b</div><li><div>3</div>\n<div>c</div></ol>",
			want: "1. a\n2. b\n3. c",
		},
		{
			name: "letters that a style gives to the items",
			html: "<ol><li style=list-style-type:upper-roman>a<li style=list-style-type:upper-roman>b</ol><ol><li style=list-style:none>c</ol>",
			want: "- I. a\n- II. b\n\n1. c",
		},
		{
			name: "after a paragraph",
			html: "<p>a<ol start=7><li>b</ol>",
			want: "a\n\n7. b",
		},
		{
			name: "inside of a tight item",
			html: "<ul><li>a<ol start=7><li>b</ol></ul>",
			want: "- a\n\n  7. b",
		},
	})
}

func TestListItems(t *testing.T) {
	testWritten(t, []written{
		{
			name: "one paragraph makes all loose",
			html: "<ul><li>a<li><p>b</p><li>c</ul>",
			want: "- a\n\n- b\n\n- c",
		},
		{
			name: "inner list loose, outer tight",
			html: "<ul><li>a<ul><li><p>b<li><p>c</ul><li>d</ul>",
			want: "- a\n  - b\n\n  - c\n- d",
		},
		{
			name: "four levels",
			html: "<ul><li>a<ul><li>b<ul><li>c<ul><li>d</ul></ul></ul></ul>",
			want: "- a\n  - b\n    - c\n      - d",
		},
		{
			name: "numbers of two digits indent by four",
			html: "<ol start=10><li>a<ul><li>b</ul><li>c</ol>",
			want: "10. a\n    - b\n11. c",
		},
		{
			name: "inner list begins the item",
			html: "<ul><li><ul><li>a<li>b</ul><li>c</ul>",
			want: "- - a\n  - b\n- c",
		},
		{
			name: "list of both kinds in an item",
			html: "<ul><li>a<ul><li>b</ul><ol><li>c</ol></ul>",
			want: "- a\n  - b\n  1. c",
		},
		{
			name: "line breaks",
			html: "<ul><li>a<br>b<li>c</ul>",
			want: "- a\\\n  b\n- c",
		},
		{
			name: "what begins a block",
			html: "<ul><li># a<li>- b<li>&gt; c<li>1. d<li>---<li>+</ul>",
			want: "- \\# a\n- \\- b\n- \\> c\n- 1\\. d\n- \\---\n- \\+",
		},
		{
			name: "image and link",
			html: "<ul><li><a href=/a>b</a><li><img src=/c alt=d></ul>",
			want: "- [b](https://example.org/a)\n- ![d](https://example.org/c)",
		},
		{
			name: "comment and white space between",
			html: "<ul> <!-- a --> <li>b</li>\n\n<li>c</li> </ul>",
			want: "- b\n- c",
		},
		{
			name: "items in a wrapper",
			html: "<ul><div><li>a</div><span><li>b</span></ul>",
			want: "- a\n- b",
		},
		{
			name: "paragraph and code",
			html: "<ol><li><p>a</p><pre>b</pre></li><li><p>c</p></li></ol>",
			want: "1. a\n\n   ```\n   b\n   ```\n\n2. c",
		},
		{
			name: "two paragraphs",
			html: "<ul><li><p>a</p><p>b</p></li></ul>",
			want: "- a\n\n  b",
		},
		{
			name: "quote in a tight item",
			html: "<ul><li>a<blockquote>b</blockquote><li>c</ul>",
			want: "- a\n  > b\n- c",
		},
		{
			name: "nothing in it",
			html: "a<ul></ul><ol><!-- b --></ol>c",
			want: "a\n\nc",
		},
		{
			name: "list elements of old",
			html: "<menu><li>a</menu><p>x<dir><li>b</dir>",
			want: "- a\n\nx\n\n- b",
		},
		{
			name: "roles",
			html: "<div role=list><div role=listitem>a</div><div role=listitem>b</div></div>",
			want: "- a\n- b",
		},
	})
}
