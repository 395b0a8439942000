package htmlmd_test

import "testing"

func TestLinkAddresses(t *testing.T) {
	testWritten(t, []written{
		{
			name: "parentheses that pair",
			html: "<p><a href='https://a.example/b_(c)'>d</a>",
			want: "[d](https://a.example/b_(c))",
		},
		{
			name: "spaces and line breaks around and within",
			html: "<p><a href=' https://a.example/b c&#10;d '>e</a>",
			want: "[e](https://a.example/b%20cd)",
		},
		{
			name: "mailboxes that a script shows",
			html: "<p><a href=/cdn-cgi/l/email-protection class=__cf_email__ data-cfemail=422302206c21>[email&#160;protected]</a> <a href='/cdn-cgi/l/email-protection#422302206c21'>a <span class=__cf_email__ data-cfemail=422302206c21>[email]</span></a> <a href='/cdn-cgi/l/email-protection#42zz'>b</a>",
			want: "<a@b.c> [a a@b.c](mailto:a@b.c) [b](https://example.org/cdn-cgi/l/email-protection#42zz)",
		},
		{
			name: "brackets of an IPv6 address",
			html: "<p><a href='http://[::1]:8080/a'>b</a>",
			want: "[b](http://%5B::1%5D:8080/a)",
		},
		{
			name: "letters beyond ASCII",
			html: "<p><a href='/straße?q=köln#größe'>a</a>",
			want: "[a](https://example.org/stra%C3%9Fe?q=k%C3%B6ln#gr%C3%B6%C3%9Fe)",
		},
		{
			name: "quotes and angles",
			html: `<p><a href='/a"b&lt;c&gt;'>d</a>`,
			want: "[d](https://example.org/a%22b%3Cc%3E)",
		},
		{
			name: "backslash",
			html: `<p><a href='/a\b'>c</a>`,
			want: "[c](https://example.org/a/b)",
		},
		{
			name: "stars and underscores",
			html: "<p><a href='/a_b_*c*'>d</a>",
			want: "[d](https://example.org/a_b_*c*)",
		},
		{
			name: "dot segments",
			html: "<p><a href='./a'>a</a> <a href='../../../b'>b</a> <a href='/c/../d'>d</a>",
			want: "[a](https://example.org/docs/a) [b](https://example.org/b) [d](https://example.org/d)",
		},
		{
			name: "query alone",
			html: "<p><a href='?a=b&amp;c=d'>e</a>",
			want: "[e](https://example.org/docs/page?a=b&c=d)",
		},
		{
			name: "what only looks like a scheme",
			html: "<p><a href='/a:b'>c</a> <a href='./d:e'>f</a>",
			want: "[c](https://example.org/a:b) [f](https://example.org/docs/d:e)",
		},
		{
			name: "schemes of programs that ask first",
			html: "<p><a href='sms:+1'>a</a> <a href='geo:1,2'>b</a> <a href='ftp://c.example/d'>e</a> <a href='magnet:?xt=f'>g</a>",
			want: "[a](sms:+1) [b](geo:1,2) [e](ftp://c.example/d) [g](magnet:?xt=f)",
		},
		{
			name: "schemes in disguise",
			html: `<p><a href="JaVaScRiPt:a">b</a> <a href="&#1;javascript:c">d</a> <a href="java&#9;script:e">f</a> <a href="data:text/html,g">h</a> <a href="view-source:i">j</a>`,
			want: "b d f h j",
		},
		{
			name: "schemes that nobody listed",
			html: `<p><a href="ms-msdt:a">b</a> <a href="search-ms:c">d</a> <a href="a-scheme-longer-than-others:e">f</a>`,
			want: "b d f",
		},
		{
			name: "a colon after the path begins",
			html: `<p><a href="/go?to=javascript:a">b</a> <a href="#javascript:c">d</a>`,
			want: "[b](https://example.org/go?to=javascript:a) [d](https://example.org/docs/page#javascript:c)",
		},
		{
			name: "percent signs",
			html: "<p><a href='/100%'>a</a> <a href='/a%2Fb'>c</a>",
			want: "[a](https://example.org/100%25) [c](https://example.org/a%2Fb)",
		},
	})
}
