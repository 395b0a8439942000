package htmlmd_test

import (
	"strings"
	"testing"
)

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
			name: "empty items of a page",
			html: "<title>x</title><ul><li>a<li><li>b<ul><li><li>c<li></ul></ul><ul><li></ul>",
			want: "- a\n- b\n  - c",
		},
		{
			name: "empty items with numbers",
			html: "<title>x</title><ol><li>a<li><li>b</ol>",
			want: "1. a\n2.\n3. b",
		},
		{
			name: "bullets in the text",
			html: "<title>x</title><ul><li>• a<li>&nbsp;• <b>b</b><li>- c<li>•<li>- d<br>- e</ul><ol><li>- d</ol>",
			want: "- a\n- **b**\n- \\- c\n- •\n- - d\n  - e\n\n1. \\- d",
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

// TestListLevels nests what the classes of flat lists nest.
func TestListLevels(t *testing.T) {
	testWritten(t, []written{
		{
			name: "items of Quill",
			html: "<ol><li data-list=ordered>mix<li data-list=bullet class=ql-indent-1>flour<li data-list=bullet class='ql-align-right ql-indent-2'>sifted<li data-list=bullet class=ql-indent-1>salt<li data-list=ordered>bake</ol>",
			want: "1. mix\n   - flour\n     - sifted\n   - salt\n2. bake",
		},
		{
			name: "items of Draft.js, a level left out",
			html: "<ul><li class=public-DraftStyleDefault-depth0>a<li class=public-DraftStyleDefault-depth2>b<li class=public-DraftStyleDefault-depth1>c<li class=public-DraftStyleDefault-depth0>d</ul>",
			want: "- a\n  - b\n  - c\n- d",
		},
		{
			name: "the first item is nested",
			html: "<ul><li class=ql-indent-1>a<li class=ql-indent-1>b<li>c</ul>",
			want: "- a\n- b\n- c",
		},
		{
			name: "lists of Google Docs",
			html: "<ul class='lst-kix_m-0 start'><li>oak</ul><ul class='lst-kix_m-1 start'><li>leaf<li>bark</ul><ol class='lst-kix_r-2 start'><li>outer<li>inner</ol><ul class=lst-kix_m-1><li>root</ul><ul class=lst-kix_m-0><li>elm</ul><p>x</p><ul class=lst-kix_m-0><li>ash</ul>",
			want: "- oak\n  - leaf\n  - bark\n    1. outer\n    2. inner\n  - root\n- elm\n\nx\n\n- ash",
		},
		{
			name: "numbers that go on",
			html: "<ol class='lst-kix_q-0 start' start=1><li>cut<li>fold</ol><ol class='lst-kix_q-1 start' start=1><li>inwards</ol><ol class=lst-kix_q-0 start=3><li>sew</ol>",
			want: "1. cut\n2. fold\n   1. inwards\n3. sew",
		},
		{
			name: "another list of the same level, and one without",
			html: "<ul class=lst-kix_a-0><li>a</ul><ul class=lst-kix_b-0><li>b</ul><ul><li>c</ul>",
			want: "- a\n\n* b\n\n- c",
		},
		{
			name: "lists of one class that begin anew, or are of another kind",
			html: "<ol class=numbered-list><li>a<li>b</ol><ol class=numbered-list><li>c</ol><ol class=numbered-list start=2><li>d</ol><ul class=numbered-list><li>e</ul>",
			want: "1. a\n2. b\n\n1) c\n2) d\n\n- e",
		},
		{
			name: "at the end of a long class, and beyond",
			html: "<ul><li>a<li class='" + strings.Repeat("x", 500) + " ql-indent-1'>b</ul><p>x<ul><li>a<li class='" + strings.Repeat("x", 511) + " ql-indent-1'>b</ul>",
			want: "- a\n  - b\n\nx\n\n- a\n- b",
		},
		{
			name: "an item after a list among the items",
			html: "<ul class=lst-kix_a-0><li>a</li><ul class=lst-kix_a-1><li>b</ul><li><b>c</b></ul>",
			want: "- a\n  - b\n- **c**",
		},
		{
			name: "a paragraph of the class",
			html: "<ul class=listindent1><li>a</ul><p class=listindent2>b</p><ul class=listindent2><li>c</ul>",
			want: "- a\n\nb\n\n- c",
		},
		{
			name: "after a list without items",
			html: "<ul class=lst-kix_a-0></ul><ul class=lst-kix_a-1><li>b</ul>",
			want: "- b",
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
			name: "Quill, Lexical and TipTap",
			html: "<ol><li data-list=checked>a<li data-list=unchecked>b</ol><ul><li role=checkbox aria-checked=true>c<li role=checkbox aria-checked=false>d</ul><ul data-type=taskList><li data-checked=true><label><input type=checkbox checked><span></span></label><div><p>e</p></div></ul>",
			want: "- [x] a\n- [ ] b\n\n* [x] c\n* [ ] d\n\n- [x] e",
		},
		{
			name: "Notion, a list for each item",
			html: "<ul class=to-do-list><li><div class='checkbox checkbox-on'></div> <span>a</span></ul><ul class=to-do-list><li><div class='checkbox checkbox-off'></div> <span>b</span></ul><ol class=numbered-list start=1><li>c</ol><ol class=numbered-list start=2><li>d</ol><div class=checkbox></div><div class='checkbox checkbox-on'></div><p>e</p>",
			want: "- [x] a\n- [ ] b\n\n1. c\n2. d\n\ne",
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
			name: "meaning with lines",
			html: "<dl><dt>a<dd style='white-space:pre-line'>b\nc<dd>d\ne</dl>",
			want: "**a**\n\n- b\\\n  c\n- d e",
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
