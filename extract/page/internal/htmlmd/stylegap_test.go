package htmlmd_test

import (
	"strings"
	"testing"
)

// TestStyleGaps are words that only style sets apart.
func TestStyleGaps(t *testing.T) {
	const a = "(https://example.org/a)"
	testPages(t, []written{
		{name: "classes", html: "<p>b<p><span class=name>Kim H.</span><span class=title>buyer</span><p><span class=name>Up to</span><span class=figure>9.5x</span><span class=name>faster</span>", want: "b\n\nKim H.buyer\n\nUp to 9.5x faster"},
		{name: "label and number", html: "<ul><li><span>Adults</span><span>8.00</span><li><span>Mumbai</span><span class=n>3029</span><li><span class=x>Delhi</span><span class=x>9</span><li>H<span>2</span><li><b>Price:</b><span>nine</span><li><b>Kiln</b><span>1200</span><li><span>12:</span><span>30</span><li><span>" + strings.Repeat("so it goes, ", 6) + "on</span><a href=/1>1</a>", want: "- Adults 8.00\n- Mumbai 3029\n- Delhi9\n- H2\n- **Price:** nine\n- **Kiln** 1200\n- 12:30\n- " + strings.Repeat("so it goes, ", 6) + "on[1](https://example.org/1)"},
		{name: "date and hour", html: "<p><span>28.09.19</span><span>13:39</span>", want: "28.09.19 13:39"},
		{name: "numbers of a time", html: "<div><time><span class=mon>May</span><span class=day>02</span><span class=yer>2023</span></time><span class=dte>21:06</span></div>", want: "May 02 2023 21:06"},
		{name: "a date and what follows", html: "<p><span class=date>06.03.2016</span>Plan your tour <div><time>21:22</time><mark>Kim H.</mark></div><p><span>2.4</span>GHz, <b>14:30</b>h", want: "06.03.2016 Plan your tour\n\n21:22 **Kim H.**\n\n2.4GHz, **14:30**h"},
		{name: "a price and a phrase", html: "<p><span><b>$195.00</b></span><style>b{}</style><span>or 4 payments</span> <span>€5</span><span>m</span> <span>$5</span><span>/month at first</span>", want: "**$195.00** or 4 payments €5m $5/month at first"},
		{name: "name and day", html: "<div><span><span><span>Kim Hill</span></span></span><span class=stamp><time>Mar 6</time></span></div>", want: "Kim Hill Mar 6"},
		{name: "an element without text between", html: "<p><span class=maker>NBC</span><span class=sep></span><span class=year>2018</span> <span class=who>Kim Hill</span><style>a{}</style><span class=replies><svg></svg>5</span>", want: "NBC 2018 Kim Hill 5"},
		{name: "a sign and a number", html: "<p><span class=pos>#2</span><strong>Lung Buster</strong>", want: "#2 **Lung Buster**"},
		{name: "bold phrase, then text", html: "<ul><li><b>Deep skills</b>Our people know it.<li>Ask<a href=/a>Kim Hill</a>Then go.<li><b>Java</b>Script</ul>", want: "- **Deep skills** Our people know it.\n- Ask [Kim Hill]" + a + " Then go.\n- **Java**Script"},
		{
			name: "line at the right of a heading",
			html: "<p>a<section><span class=right>1.15.0 · <a href=/a>Source</a></span><h4>fn b</h4></section><p>c<section>d<p>e</p><h4>f</h4></section>",
			want: "a\n\n#### fn b\n\n1.15.0 · [Source]" + a + "\n\nc\n\nd\n\ne\n\n#### f",
		},
		{name: "label in another element", html: "<h1><span class=descriptor>Title:</span>Merging with guides</h1><p><b>std:</b>vec <span>Note:</span>Beware of it", want: "# Title: Merging with guides\n\n**std**:vec Note: Beware of it"},
		{name: "requests", html: "<ul><li><a href=/a><span>POST</span><span>/v1/charges/:id</span></a><li><span>AND</span><span>/OR</span></ul>", want: "- [POST /v1/charges/:id]" + a + "\n- AND/OR"},
		{name: "utility classes", html: "<div class='flex flex-wrap gap-2'><span class=px-3>electric-cars</span><span class=px-3>guides</span></div><div class='flex gap-0 -space-x-2'><span>elec</span><span>tric</span></div>", want: "electric-cars guides\n\nelectric"},
		{name: "boxes by the style around them", html: "<div style='display:flex'><b>opening</b><span>hours</span></div><div style='color:red;display: inline-grid'><a href=/a>one</a><a href=/a>two</a></div><p style='display:block'><b>un</b><span>do</span>", want: "**opening** hours\n\n[one]" + a + " [two]" + a + "\n\n**un**do"},
		{name: "a number in pieces", html: "<p><span>1</span><span>250</span> and <span>12</span><span>:30</span>", want: "1250 and 12:30"},
		{name: "end of a sentence", html: "<p><span class=name>Kim H.</span><span class=title>Buyer</span>", want: "Kim H. Buyer"},
		{name: "names with dots", html: "<p><span class=module>functools.</span><span class=name>Placeholder</span>", want: "functools.Placeholder"},
		{name: "placed", html: `<p><span class=y style="right:9px">1990</span><span class=y style="right:3px">1991</span><span style="display:block">x</span><span>y</span>`, want: "1990 1991 x y"},
		{name: "on lines of their own", html: `<p>Fares<span style="display:block">daily</span>from nine <span style="display:block">T</span>ides`, want: "Fares daily from nine Tides"},
		{name: "dots between", html: "<div class=r><span class=name>Tea</span><span class=dots></span><span class=price>2</span></div><div class=r><span class=name>Cake</span><span class=price>3</span></div>", want: "Tea 2\n\nCake 3"},
		{name: "pieces of a word", html: `<p><span class=initial>T</span><span class=rest>ides</span> <span class=c3>tur</span><span class=c5>ning</span> <span class=bold>un</span><span>known</span> <span class=span1>moon</span><span class=span2>light</span>`, want: "Tides turning unknown moonlight"},
		{name: "scripts without spaces", html: "<p><span class=first>潮汐</span><span class=second>日本</span> <span class=first>เวลา</span><span class=second>น้ำ</span>", want: "潮汐日本 เวลาน้ำ"},
		{name: "cells of rows", html: "<ul><li><span>Monday</span><span>9-17</span><li> <span>Tuesday</span><span>closed</span></ul><div class=r><b>Tea</b><span>small</span><span>£2</span></div><div class=r><b>Cake</b><span>large</span><span>3</span></div>", want: "- Monday 9-17\n- Tuesday closed\n\n**Tea** small £2\n\n**Cake** large 3"},
		{name: "days and times", html: "<div><strong>Sat</strong><time>10:00</time></div><div><strong>Sun</strong><time>noon</time></div>", want: "**Sat** 10:00\n\n**Sun** noon"},
		{name: "pieces in rows", html: `<ul><li><span class=c1>tur</span><span class=c2>ning</span><li><span class=c1>ti</span><span class=c2>des</span></ul><ul><li><span style="color:red">un</span><span>known</span><li><span style="color:red">un</span><span>seen</span></ul><ul><li><span>12</span><span>%</span><li><span>moon</span>light</ul>`, want: "- turning\n- tides\n\n* unknown\n* unseen\n\n- 12%\n- moonlight"},
		{name: "what is heard", html: "<p><span class=visually-hidden>Price</span><s>£9</s><b>Total</b><span class=sr-only>of all</span>, <span class=sr-only>Rated:</span>4 of 5, x<span class=sr-only>,</span>y", want: "Price ~~£9~~**Total** of all, Rated: 4 of 5, x,y"},
		{name: "phrase after a text", html: "<h1>Black Edition<span class=tagline>Complete meal</span></h1><p>Java<span class=brand>Script</span>", want: "# Black Edition Complete meal\n\nJavaScript"},
		{name: "text after a phrase", html: "<p><span class=label>Good to know</span>Tides turn.", want: "Good to know Tides turn."},
		{name: "text after a linked figure", html: "<p><a href=/a><img src=/b.jpg alt=c><i>© Kim</i></a>Hamburg, <a href=/a><img src=/b.jpg alt=c></a>, then", want: "[![c](https://example.org/b.jpg)*© Kim*]" + a + " Hamburg, [![c](https://example.org/b.jpg)]" + a + ", then"},
		{name: "code after a link", html: "<p><a href=/a>Dump</a><wbr><span class=stab><code>unstable</code></span> <a href=/a><code>Vec</code></a><code>&lt;T></code> <a href=/a>f</a><code>()</code>", want: "[Dump]" + a + " `unstable` [`Vec`]" + a + "`<T>` [f]" + a + "`()`"},
		{name: "code after code", html: "<p><code>use Dump;</code><wbr><span class=stab><code>unstable</code></span> <code>a</code><code>b</code>", want: "`use Dump;` `unstable` `ab`"},
	})
}
