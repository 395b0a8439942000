package htmlmd_test

import "testing"

func TestTables(t *testing.T) {
	testWritten(t, []written{
		{
			name: "header",
			html: "<table><tr><th>a<th>b<tr><td>1<td>2</table>",
			want: "| a | b |\n| --- | --- |\n| 1 | 2 |",
		},
		{
			name: "alignment",
			html: `<table><tr><th align=left>a<th style="text-align: right">b<th align=center>c<th>d<tr><td>1<td>2<td>3<td align=right>4</table>`,
			want: "| a | b | c | d |\n| :-- | --: | :-: | --: |\n| 1 | 2 | 3 | 4 |",
		},
		{
			name: "alignment of columns",
			html: "<table><colgroup><col><col align=right></colgroup><tr><th>a<th>b<tr><td>1<td>2</table>",
			want: "| a | b |\n| --- | --: |\n| 1 | 2 |",
		},
		{
			name: "bars",
			html: "<table><tr><th>a|b<th><code>c||d</code><tr><td>\\|<td><a href=\"/x|y\">z|</a></table>",
			want: "| a\\|b | `c\\|\\|d` |\n| --- | --- |\n| \\\\\\| | [z\\|](https://example.org/x%7Cy) |",
		},
		{
			name: "wider than the cells beside",
			html: "<table><tr><td colspan=99>Fares<tr><td>oxen<td>3<tr><td>carts<td>8<tr><td colspan=400>by night twice</table>",
			want: "| Fares |  |\n| --- | --- |\n| oxen | 3 |\n| carts | 8 |\n| by night twice |  |",
		},
		{
			name: "heading over all columns",
			html: "<table><tr><td colspan=2><h2>Functions</h2></td></tr><tr><td>void<td>open ()<tr><td><td>Opens it.<tr><td colspan=2>&nbsp;<tr><td>bool<td>shut ()</table>",
			want: "## Functions\n\n|  |  |\n| --- | --- |\n| void | open () |\n|  | Opens it. |\n| bool | shut () |",
		},
		{
			name: "heading over columns with names",
			html: "<table><tr><th colspan=2><h3>For the crust:</h3></th></tr><tr><th>much<th>of what<tr><td>80 g<td>sugar</table>",
			want: "### For the crust:\n\n| much | of what |\n| --- | --- |\n| 80 g | sugar |",
		},
		{
			name: "heading and text over all columns",
			html: "<table><tr><th colspan=2><h3>Crust</h3> of the cake</th></tr><tr><td>80 g<td>sugar</table>",
			want: "| **Crust**<br>of the cake |  |\n| --- | --- |\n| 80 g | sugar |",
		},
		{
			name: "empty cell over some columns",
			html: "<table><tr><th>a<th>b<th>c<tr><td colspan=2> <td>1<tr><td>2<td>3<td>4</table>",
			want: "| a | b | c |\n| --- | --- | --- |\n|  |  | 1 |\n| 2 | 3 | 4 |",
		},
		{
			name: "wider than any cell",
			html: "<table><tr><th colspan=2>a<th>b<tr><td colspan=2>c<td>d</table>",
			want: "| a | b |\n| --- | --- |\n| c | d |",
		},
		{
			name: "no further than its group",
			html: "<table><thead><tr><th rowspan=9>a<th>b</thead><tbody><tr><td>c<td>d<tr><td rowspan=0>e<td>f</tbody><tbody><tr><td>g<td>h</table>",
			want: "| a | b |\n| --- | --- |\n| c | d |\n| e | f |\n| g | h |",
		},
		{
			name: "spans",
			html: "<table><tr><th>a<th colspan=2>b<tr><td rowspan=2>c<td>d<td>e<tr><td colspan=2>f</table>",
			want: "| a | b | b |\n| --- | --- | --- |\n| c | d | e |\n| c | f | f |",
		},
		{
			name: "long content is not repeated",
			html: "<table><tr><th colspan=2>aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa<tr><td>b<td>c</table>",
			want: "| aaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa |  |\n| --- | --- |\n| b | c |",
		},
		{
			name: "empty columns",
			html: "<table><tr><th>a<th><th>b<th>&nbsp;<tr><td>1<td> <td>2<td><span></span></table>",
			want: "| a | b |\n| --- | --- |\n| 1 | 2 |",
		},
		{
			name: "empty columns under spans",
			html: "<table><tr><th colspan=2>a<th>b<tr><td>1<td><td rowspan=2>2<tr><td>3<td></table>",
			want: "| a | a | b |\n| --- | --- | --- |\n| 1 |  | 2 |\n| 3 |  | 2 |",
		},
		{
			name: "empty columns beside spans",
			html: "<table><tr><td colspan=2 rowspan=2><td>a<td>b<tr><td>1<td>2<tr><td><td><td>3</table>",
			want: "| a | b |\n| --- | --- |\n| 1 | 2 |\n| 3 |  |",
		},
		{
			name: "columns of pictures are none",
			html: "<table><tr><th>a<th><tr><td>1<td><img src=/b.png alt=c></table>",
			want: "| a |  |\n| --- | --- |\n| 1 | ![c](https://example.org/b.png) |",
		},
		{
			name: "ragged",
			html: "<table><tr><th>a<tr><td>b<td>c<tr></table>",
			want: "| a |  |\n| --- | --- |\n| b | c |",
		},
		{
			name: "blocks in cells",
			html: "<table><tr><th>a<th>b<tr><td><p>c<p>d<td><ul><li>e<li>f</ul><tr><td><ol><li>g<li>h</ol><td><h3>i</h3><pre>j</pre></table>",
			want: "| a | b |\n| --- | --- |\n| c<br>d | - e<br>- f |\n| 1. g<br>2. h | **i**<br>`j` |",
		},
		{
			name: "caption",
			html: "<table><caption>a <b>b</b></caption><tr><th>c<tr><td>d</table>",
			want: "a **b**\n\n| c |\n| --- |\n| d |",
		},
		{
			name: "footer before the body",
			html: "<table><thead><tr><th>a<th>b</thead><tfoot><tr><td>sum<td>3</tfoot><tbody><tr><td>1<td>2</tbody></table>",
			want: "| a | b |\n| --- | --- |\n| 1 | 2 |\n| sum | 3 |",
		},
		{
			name: "footer before all",
			html: "<table><tfoot><tr><td>sum<td>3</tfoot><tr><th>a<th>b<tr><td>1<td>2</table>",
			want: "| a | b |\n| --- | --- |\n| 1 | 2 |\n| sum | 3 |",
		},
		{
			name: "footer at the end",
			html: "<table><tr><th>a<tbody><tr><td>1</tbody><tfoot><tr><td>3</tfoot></table>",
			want: "| a |\n| --- |\n| 1 |\n| 3 |",
		},
		{
			name: "two footers",
			html: "<table><tr><th>a<tfoot><tr><td>first</tfoot><tbody><tr><td>1</tbody><tfoot><tr><td>second</tfoot><tbody><tr><td>2</tbody></table>",
			want: "| a |\n| --- |\n| 1 |\n| second |\n| 2 |\n| first |",
		},
		{
			name: "footer alone",
			html: "<table><tfoot><tr><td>a<td>b<tr><td>1<td>2</tfoot></table><p>c",
			want: "| a | b |\n| --- | --- |\n| 1 | 2 |\n\nc",
		},
		{
			name: "footer within a cell",
			html: "<table><tr><th>a<th>b<tr><td><table><tfoot><tr><td>last</tfoot><tr><td>first</table><td>c</table>",
			want: "| a | b |\n| --- | --- |\n| first<br>last | c |",
		},
		{
			name: "row headers",
			html: "<table><tr><th>a<td>1<tr><th>b<td>2</table>",
			want: "|  |  |\n| --- | --- |\n| a | 1 |\n| b | 2 |",
		},
		{
			name: "no header",
			html: "<table><tr><td>a<td>b<tr><td>1<td>2</table>",
			want: "| a | b |\n| --- | --- |\n| 1 | 2 |",
		},
		{
			name: "layout",
			html: "<table><tr><td>a <b>b</b><td>c</table><table role=presentation><tr><th>d<tr><td><p>e</table><table><tr><td><h2>f</h2><tr><td>g</table>",
			want: "a **b** c\n\nd\n\ne\n\n## f\n\ng",
		},
		{
			name: "one header cell",
			html: "<table><tr><th><h2>Ropes</h2></th></tr></table><p>a<table><caption>Depths</caption><tr><th>9</th></tr></table>",
			want: "## Ropes\n\na\n\nDepths\n\n| 9 |\n| --- |",
		},
		{
			name: "table in a layout",
			html: "<table><tr><td><p>a<table><tr><th>b<tr><td>c</table></table>",
			want: "a\n\n| b |\n| --- |\n| c |",
		},
		{
			name: "rich cells",
			html: "<table><tr><th>a<th>b<tr><td>c<td><pre>d&#10;e</pre><tr><td rowspan=2>f<td><blockquote>g</blockquote><tr><td>h</table>",
			want: "| a | b |\n| --- | --- |\n| c | `d`<br>`e` |\n| f | g |\n| f | h |",
		},
		{
			name: "paragraphs and quotes are lines",
			html: "<table><tr><th>a<th>b<tr><td>c<td><p>d<p>e<p>f<p>g<p>h<blockquote><p>i<p>j</blockquote></table>",
			want: "| a | b |\n| --- | --- |\n| c | d<br>e<br>f<br>g<br>h<br>i<br>j |",
		},
		{
			name: "table in a cell",
			html: "<table><tr><th>a<th>b<tr><td>c<td><table><tr><td>d<td>e<tr><td>f<td>g</table></table>",
			want: "| a | b |\n| --- | --- |\n| c | d e<br>f g |",
		},
		{
			name: "nothing in it",
			html: "<table></table><table><tr></table>",
			want: "",
		},
	})
}

func TestTableSpans(t *testing.T) {
	testWritten(t, []written{
		{
			name: "across and down",
			html: "<table><tr><th>a<th>b<th>c<tr><td rowspan=2 colspan=2>d<td>e<tr><td>f</table>",
			want: "| a | b | c |\n| --- | --- | --- |\n| d | d | e |\n| d | d | f |",
		},
		{
			name: "down to the end",
			html: "<table><tr><th>a<th>b<tr><td rowspan=0>c<td>d<tr><td>e<tr><td>f</table>",
			want: "| a | b |\n| --- | --- |\n| c | d |\n| c | e |\n| c | f |",
		},
		{
			name: "down beyond the end",
			html: "<table><tr><th>a<th>b<tr><td rowspan=5>c<td>d</table>",
			want: "| a | b |\n| --- | --- |\n| c | d |",
		},
		{
			name: "two down beside each other",
			html: "<table><tr><th>a<th>b<th>c<tr><td rowspan=2>d<td rowspan=2>e<td>f<tr><td>g<tr><td>h<td>i<td>j</table>",
			want: "| a | b | c |\n| --- | --- | --- |\n| d | e | f |\n| d | e | g |\n| h | i | j |",
		},
		{
			name: "down in the middle",
			html: "<table><tr><th>a<th>b<th>c<tr><td>d<td rowspan=2>e<td>f<tr><td>g<td>h</table>",
			want: "| a | b | c |\n| --- | --- | --- |\n| d | e | f |\n| g | e | h |",
		},
		{
			name: "markup is repeated",
			html: "<table><tr><th>a<th>b<th>c<tr><td colspan=2><a href=/c>d</a> <code>e|f</code><td>g</table>",
			want: "| a | b | c |\n| --- | --- | --- |\n| [d](https://example.org/c) `e\\|f` | [d](https://example.org/c) `e\\|f` | g |",
		},
		{
			name: "titles over all columns",
			html: "<table><tr><th colspan=3>a<tr><th>b<th>c<th>d<tr><td>1<td>2<td>3<tr><td colspan=40>e<tr><td>4<td>5<td>6</table>",
			want: "| a |  |  |\n| --- | --- | --- |\n| b | c | d |\n| 1 | 2 | 3 |\n| e |  |  |\n| 4 | 5 | 6 |",
		},
		{
			name: "numbers that mean nothing",
			html: "<table><tr><th>a<th>b<tr><td colspan=0>c<td rowspan=-1>d<tr><td colspan=1.5>e<td rowspan=x>f</table>",
			want: "| a | b |\n| --- | --- |\n| c | d |\n| e | f |",
		},
		{
			name: "a row longer than the header",
			html: "<table><tr><th>a<th>b<tr><td>1<td>2<td>3</table>",
			want: "| a | b |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |",
		},
	})
}

func TestTablePlaces(t *testing.T) {
	testWritten(t, []written{
		{
			name: "in a quote",
			html: "<blockquote><table><tr><th>a<tr><td>b</table></blockquote>",
			want: "> | a |\n> | --- |\n> | b |",
		},
		{
			name: "between paragraphs",
			html: "<p>a<table><tr><th>b<tr><td>c</table>d",
			want: "a\n\n| b |\n| --- |\n| c |\n\nd",
		},
		{
			name: "one after another",
			html: "<table><tr><th>a<tr><td>b</table><table><tr><th>c<tr><td>d</table>",
			want: "| a |\n| --- |\n| b |\n\n| c |\n| --- |\n| d |",
		},
		{
			name: "in emphasis",
			html: "<b><table><tr><th>a<tr><td>b</table></b>",
			want: "| **a** |\n| --- |\n| **b** |",
		},
		{
			name: "in a heading",
			html: "<h2>a<table><tr><th>b<tr><td>c</table></h2>",
			want: "## a\n\n| b |\n| --- |\n| c |",
		},
		{
			name: "set by roles",
			html: "<div role=table><div role=row><span role=columnheader>a</span><span role=columnheader>b</span></div><div role=row><div role=cell>c</div><div role=cell>d</div></div></div>",
			want: "a b\n\nc d",
		},
		{
			name: "layout in a list",
			html: "<ul><li><table><tr><td>a<td>b</table></ul>",
			want: "- a b",
		},
		{
			name: "parser moves text out",
			html: "<table>a<tr><th>b<tr><td>c</table>",
			want: "a\n\n| b |\n| --- |\n| c |",
		},
		{
			name: "nested list",
			html: "<table><tr><th>a<th>b<tr><td>c<td><ul><li>d<ul><li>e</ul></ul></table>",
			want: "| a | b |\n| --- | --- |\n| c | - d<br>- e |",
		},
	})
}

func TestFootsOfTables(t *testing.T) {
	testWritten(t, []written{
		{name: "as the head", html: "<table><thead><tr><th>a<th>b<tfoot><tr> <th>a<th>b<tbody><tr><td>c<td>d</table>", want: "| a | b |\n| --- | --- |\n| c | d |"},
		{name: "other than the head", html: "<table><thead><tr><th>a<th>b<tfoot><tr><th>a<th>e<tbody><tr><td>c<td>d</table>", want: "| a | b |\n| --- | --- |\n| c | d |\n| a | e |"},
		{name: "without a head", html: "<table><tfoot><tr><th>a<th>b<tbody><tr><th>a<th>b</table>", want: "| a | b |\n| --- | --- |\n| a | b |"},
	})
}
