package htmlmd_test

import "testing"

func TestLists(t *testing.T) {
	testWritten(t, []written{
		{
			name: "tight",
			html: "<ul><li>a<li>b</ul>",
			want: "- a\n- b",
		},
		{
			name: "loose",
			html: "<ul><li><p>a<li><p>b</ul>",
			want: "- a\n\n- b",
		},
		{
			name: "nested",
			html: "<ul><li>a<ol><li>b<ul><li>c</ul></ol><li>d</ul>",
			want: "- a\n  1. b\n     - c\n- d",
		},
		{
			name: "numbers",
			html: "<ol start=9><li>a<li>b</ol><ol><li>c<li value=7>d<li>e</ol><ol reversed><li>f<li>g</ol>",
			want: "9. a\n10. b\n\n1) c\n7) d\n8) e\n\n2. f\n1. g",
		},
		{
			name: "next to each other",
			html: "<ul><li>a</ul><ul><li>b</ul><ul><li>c</ul><ol><li>d</ol><ol><li>e</ol>",
			want: "- a\n\n* b\n\n- c\n\n1. d\n\n1) e",
		},
		{
			name: "blocks in an item",
			html: "<ul><li><p>a<blockquote>b</blockquote><pre>c</pre><li><p>d</ul>",
			want: "- a\n\n  > b\n\n  ```\n  c\n  ```\n\n- d",
		},
		{
			name: "code in a tight item",
			html: "<ol><li>a<pre>b&#10;&#10;c</pre><li>d</ol>",
			want: "1. a\n   ```\n   b\n\n   c\n   ```\n2. d",
		},
		{
			name: "lines in a tight item",
			html: "<ul><li><div>a</div><div>b</div></ul>",
			want: "- a\\\n  b",
		},
		{
			name: "text after a list",
			html: "<ul><li>a<ul><li>b</ul>c<li>d</ul>",
			want: "- a\n\n  - b\n\n  c\n\n- d",
		},
		{
			name: "list in a list",
			html: "<ul><li>a<ul><li>b</ul></li><ul><li>c</ul><li>d</ul>",
			want: "- a\n  - b\n  - c\n- d",
		},
		{
			name: "stray text",
			html: "<ul>a <b>b</b><li>c</ul>",
			want: "- a **b**\n- c",
		},
		{
			name: "stray item",
			html: "<div><li>a<li>b</div>",
			want: "- a\n- b",
		},
		{
			name: "heading between",
			html: "<ul><li>a<h3>b</h3><li>c</ul>",
			want: "- a\n  ### b\n- c",
		},
		{
			name: "tasks",
			html: "<ul><li><input type=checkbox checked> a<li><label><input type=checkbox>b</label></ul>",
			want: "- [x] a\n- [ ] b",
		},
		{
			name: "empty items",
			html: "<ul><li>a<li><li>b<li><span></span></ul>",
			want: "- a\n-\n- b",
		},
		{
			name: "rule in an item",
			html: "<ul><li>a<hr>b</ul>",
			want: "- a\n  ___\n  b",
		},
		{
			name: "heading in an item",
			html: "<ul><li><h3>a</h3>b</ul>",
			want: "- ### a\n  b",
		},
		{
			name: "table in an item",
			html: "<ol><li><p>a<table><tr><th>b<tr><td>c</table></ol>",
			want: "1. a\n\n   | b |\n   | --- |\n   | c |",
		},
		{
			name: "terms",
			html: "<dl><dt>a<dd>b<dd>c<dt><code>d</code><dd><p>e<p>f</dl>",
			want: "**a**\n\n- b\n- c\n\n**`d`**\n\n- e\n\n  f",
		},
		{
			name: "grouped terms",
			html: "<dl><div><dt>a<dd>b</div><div><dt>c<dt>d<dd>e</div></dl>",
			want: "**a**\n\n- b\n\n**c**\n\n**d**\n\n- e",
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

func TestListNumbers(t *testing.T) {
	testWritten(t, []written{
		{
			name: "from zero",
			html: "<ol start=0><li>a<li>b</ol>",
			want: "0. a\n1. b",
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
			name: "letters are numbers to a reader of Markdown",
			html: "<ol type=a start=3><li>a<li>b</ol>",
			want: "3. a\n4. b",
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

func TestListTasks(t *testing.T) {
	testWritten(t, []written{
		{
			name: "GitHub",
			html: `<ul class=contains-task-list><li class=task-list-item><input type=checkbox disabled checked class=task-list-item-checkbox> a</li><li class=task-list-item><input type=checkbox disabled> b</li></ul>`,
			want: "- [x] a\n- [ ] b",
		},
		{
			name: "loose",
			html: "<ul><li><p><input type=checkbox> a</p></li><li><p>b</p></li></ul>",
			want: "- [ ] a\n\n- b",
		},
		{
			name: "numbered",
			html: "<ol><li><input type=checkbox checked>a</ol>",
			want: "1. [x] a",
		},
		{
			name: "in the middle",
			html: "<ul><li>a <input type=checkbox>b</ul>",
			want: "- a b",
		},
		{
			name: "another control",
			html: "<ul><li><input type=radio>a<li><input>b</ul>",
			want: "- a\n- b",
		},
		{
			name: "outside of a list",
			html: "<p><input type=checkbox checked>a",
			want: "a",
		},
		{
			name: "text like one",
			html: "<ul><li>[ ] a<li>[X] b<li>[x]c</ul>",
			want: "- \\[ ] a\n- \\[X] b\n- \\[x]c",
		},
	})
}

func TestListTerms(t *testing.T) {
	testWritten(t, []written{
		{
			name: "term without a meaning",
			html: "<dl><dt>a<dt>b<dd>c</dl>",
			want: "**a**\n\n**b**\n\n- c",
		},
		{
			name: "meaning without a term",
			html: "<dl><dd>a<dd>b</dl>",
			want: "- a\n- b",
		},
		{
			name: "term with a link and code",
			html: "<dl><dt><a href=/a><code>b</code></a> c<dd>d</dl>",
			want: "**[`b`](https://example.org/a) c**\n\n- d",
		},
		{
			name: "lists and code in a meaning",
			html: "<dl><dt>a<dd><p>b<ul><li>c</ul><pre>d</pre></dl>",
			want: "**a**\n\n- b\n\n  - c\n\n  ```\n  d\n  ```",
		},
		{
			name: "nested, in a tight item",
			html: "<dl><dt>a<dd>b<dl><dt>c<dd>d</dl></dl>",
			want: "**a**\n\n- b\\\n  **c**\n  - d",
		},
		{
			name: "heading in a term",
			html: "<dl><dt><h3>a</h3><dd>b</dl>",
			want: "### **a**\n\n- b",
		},
		{
			name: "between paragraphs",
			html: "<p>x<dl><dt>a<dd>b</dl><p>y",
			want: "x\n\n**a**\n\n- b\n\ny",
		},
	})
}
