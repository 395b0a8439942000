package htmlmd_test

import "testing"

func TestTableHeads(t *testing.T) {
	testWritten(t, []written{
		{
			name: "rows named in a body below the header",
			html: "<table><thead><tr><th>Port<th>Depth</thead><tbody><tr><th>Delft<td>3 m</table>",
			want: "| Port | Depth |\n| --- | --- |\n| Delft | 3 m |",
		},
		{
			name: "labels that are strong without a header",
			html: "<table><tr><td><b>Brand</b><td>Tern<tr><td><b>Colour</b><td>Blue</table>",
			want: "|  |  |\n| --- | --- |\n| **Brand** | Tern |\n| **Colour** | Blue |",
		},
		{
			name: "labels with colons without a header",
			html: "<table><tr><td>Brand:<td>Tern<tr><td>Colour:<td>Blue</table>",
			want: "|  |  |\n| --- | --- |\n| Brand: | Tern |\n| Colour: | Blue |",
		},
		{
			name: "one row of a label",
			html: "<table><caption>a</caption><tr><td>Brand:<td>Tern</table>",
			want: "a\n\n| Brand: | Tern |\n| --- | --- |",
		},
		{
			name: "empty corner",
			html: "<table><tr><td><th>2023<th>2024<tr><th>Boats<td>1<td>2</table>",
			want: "|  | 2023 | 2024 |\n| --- | --- | --- |\n| Boats | 1 | 2 |",
		},
		{
			name: "two rows of headers",
			html: "<table><thead><tr><th colspan=2>Depth<tr><th>Low<th>High</thead><tr><td>1<td>2</table>",
			want: "| Depth |  |\n| --- | --- |\n| Low | High |\n| 1 | 2 |",
		},
		{
			name: "nothing but a header",
			html: "<table><tr><th>a<th>b</table>",
			want: "| a | b |\n| --- | --- |",
		},
		{
			name: "header cells that are no th",
			html: "<table><thead><tr><td>a<td>b</thead><tr><td>1<td>2</table>",
			want: "| a | b |\n| --- | --- |\n| 1 | 2 |",
		},
		{
			name: "header cells that are strong",
			html: "<table><tr><td><p><strong>Income</strong></p><td><p><strong>Rate</strong></p><tr><td><div>0–10</div><div>a year</div><td><p>10 %<p>of <b>it</b><tr><td>more<td><h4>20 %</h4><blockquote>of it</blockquote></table>",
			want: "| **Income** | **Rate** |\n| --- | --- |\n| 0–10<br>a year | 10 %<br>of **it** |\n| more | **20 %**<br>of it |",
		},
		{
			name: "strong cells above what lays out the page",
			html: "<table><tr><td><b>News</b><td><b>Events</b><tr><td><form><p>a</form><td><p>b</table><table><tr><td><b>c</b><td>d<tr><td><h2>e</h2><td>f</table>",
			want: "**News** **Events**\n\na\n\nb\n\n**c** d\n\n## e\n\nf",
		},
		{
			name: "footer",
			html: "<table><thead><tr><th>a<th>b</thead><tbody><tr><td>1<td>2</tbody><tfoot><tr><td>sum<td>3</tfoot></table>",
			want: "| a | b |\n| --- | --- |\n| 1 | 2 |\n| sum | 3 |",
		},
		{
			name: "many bodies",
			html: "<table><tr><th>a<tbody><tr><td>1</tbody><tbody><tr><td>2</tbody></table>",
			want: "| a |\n| --- |\n| 1 |\n| 2 |",
		},
		{
			name: "a header of one word beside many",
			html: "<table><caption>Crew</caption><tr><th>Name<td>Ada<td>Bo<tr><th>Age<td>36<td>41</table>",
			want: "Crew\n\n|  |  |  |\n| --- | --- | --- |\n| Name | Ada | Bo |\n| Age | 36 | 41 |",
		},
		{
			name: "first row blank",
			html: "<table><tr><td><td><tr><td>a<td>b</table>",
			want: "|  |  |\n| --- | --- |\n| a | b |",
		},
		{
			name: "caption with blocks",
			html: "<table><caption><p>One<p>Two</caption><tr><th>a<tr><td>b</table>",
			want: "One\n\nTwo\n\n| a |\n| --- |\n| b |",
		},
		{
			name: "alignment of the first cell that tells",
			html: `<table><tr><th>a<th style="text-align:RIGHT;color:red">b<tr><td align=center>1<td align=left>2</table>`,
			want: "| a | b |\n| :-: | --: |\n| 1 | 2 |",
		},
		{
			name: "alignment of a column that spans",
			html: "<table><colgroup><col span=2 align=right><col></colgroup><tr><th>a<th>b<th>c<tr><td>1<td>2<td>3</table>",
			want: "| a | b | c |\n| --: | --: | --- |\n| 1 | 2 | 3 |",
		},
		{
			name: "justified is not aligned",
			html: "<table><tr><th align=justify>a<th align=char>b<tr><td>1<td>2</table>",
			want: "| a | b |\n| --- | --- |\n| 1 | 2 |",
		},
	})
}

func TestTableCells(t *testing.T) {
	testWritten(t, []written{
		{
			name: "empty",
			html: "<table><tr><th>a<th>b<tr><td><td>c<tr><td>d<td></table>",
			want: "| a | b |\n| --- | --- |\n|  | c |\n| d |  |",
		},
		{
			name: "white space and breaks at the ends",
			html: "<table><tr><th> a <tr><td><br> b &#10; c <br></table>",
			want: "| a |\n| --- |\n| b c |",
		},
		{
			name: "breaks",
			html: "<table><tr><th>a<tr><td>b<br>c<br><br>d<tr><td>e<hr>f</table>",
			want: "| a |\n| --- |\n| b<br>c<br>d |\n| e<br>f |",
		},
		{
			name: "a tag that is text",
			html: "<table><tr><th>a<tr><td>b&lt;br&gt;c</table>",
			want: "| a |\n| --- |\n| b\\<br>c |",
		},
		{
			name: "what begins a block elsewhere",
			html: "<table><tr><th># a<th>- b<tr><td>&gt; c<td>1. d<tr><td>---<td>[e]: f</table>",
			want: "| # a | - b |\n| --- | --- |\n| > c | 1. d |\n| --- | [e]: f |",
		},
		{
			name: "emphasis",
			html: "<table><tr><th><b>a</b><tr><td><i>b</i> <b> c </b>d<del>e</del></table>",
			want: "| **a** |\n| --- |\n| *b* **c** d~~e~~ |",
		},
		{
			name: "bar in an image",
			html: `<table><tr><th>a<tr><td><img src=/b alt="c|d" title="e|f"></table>`,
			want: "| a |\n| --- |\n| ![c\\|d](https://example.org/b \"e\\|f\") |",
		},
		{
			name: "bar in a formula",
			html: "<table><tr><th>a<tr><td><math alttext='|x|'><mi>x</mi></math></table>",
			want: "| a |\n| --- |\n| $\\|x\\|$ |",
		},
		{
			name: "double bar in a formula",
			html: `<table><tr><th>a<tr><td><math alttext="\|x\|=1"><mi>x</mi></math></table>`,
			want: "| a |\n| --- |\n| $\\Vert x\\Vert =1$ |",
		},
		{
			name: "bar in an address that is shown",
			html: "<table><tr><th>a<tr><td><a href='https://b.example/c|d'>https://b.example/c|d</a></table>",
			want: "| a |\n| --- |\n| [https://b.example/c\\|d](https://b.example/c%7Cd) |",
		},
		{
			name: "code of a line",
			html: "<table><tr><th>a<tr><td><pre><code>ls | wc</code></pre></table>",
			want: "| a |\n| --- |\n| `ls \\| wc` |",
		},
		{
			name: "terms",
			html: "<table><tr><th>a<tr><td><dl><dt>b<dd>c<dd>d</dl></table>",
			want: "| a |\n| --- |\n| **b**<br>c<br>d |",
		},
		{
			name: "numbered from elsewhere",
			html: "<table><tr><th>a<tr><td><ol start=4><li>b<li>c</ol>d</table>",
			want: "| a |\n| --- |\n| 4. b<br>5. c<br>d |",
		},
		{
			name: "task that is done",
			html: "<table><tr><th>a<th>b<tr><td><input type=checkbox checked>c<td><select><option>d</select>e</table>",
			want: "| a | b |\n| --- | --- |\n| c | e |",
		},
		{
			name: "details",
			html: "<table><tr><th>a<tr><td><details><summary>b</summary>c</details></table>",
			want: "| a |\n| --- |\n| **b**<br>c |",
		},
		{
			name: "display formula",
			html: "<table><tr><th>a<tr><td>b<math display=block><mi>x</mi></math>c</table>",
			want: "| a |\n| --- |\n| b$x$c |",
		},
	})
}
