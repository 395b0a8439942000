package htmlmd_test

import (
	"strings"
	"testing"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// hostile are shapes that have made writers quadratic, each about n bytes.
func hostile() map[string]func(n int) string {
	rep := func(s string) func(int) string {
		return func(n int) string { return strings.Repeat(s, n/len(s)) }
	}
	wrap := func(before, s, after string) func(int) string {
		return func(n int) string { return before + strings.Repeat(s, n/len(s)) + after }
	}
	deep := func(open, text string, depth int) func(int) string {
		return func(n int) string { return strings.Repeat(open, depth) + strings.Repeat(text, n/len(text)) }
	}
	return map[string]func(n int) string{
		"signs":           rep("* _ [ "),
		"joined signs":    rep("*a_b[c]`d~e<f&g"),
		"backticks":       rep("`a``b```c "),
		"backslashes":     rep("\\"),
		"ampersands":      rep("&amp;amp"),
		"colons and ats":  rep("a:@."),
		"closers":         rep("](a"),
		"strong":          rep("<b>a</b>b"),
		"nested emphasis": rep("<i>(<b>a</b>)</i>b"),
		"open emphasis":   rep("<b>a<p>"),
		"links":           rep("<a href=/x>a</a>"),
		"images":          rep("<img src=a alt=b>"),
		"linked images":   wrap("<a href=/x>", "<img src=a alt=']'>", "</a>"),
		"code":            rep("<code>`a</code> "),
		"breaks":          rep("a<br>"),
		"blank":           rep("<p>&nbsp;"),
		"empty":           rep("<b></b>"),
		"items":           wrap("<ul>", "<li>a", "</ul>"),
		"stray items":     rep("<li>a"),
		"items in a cell": wrap("<table><tr><th>a<td><ol>", "<li>a", "</ol></table>"),
		"deep lists":      deep("<ul><li>a", "<p>b", 120),
		"deep quotes":     deep("<blockquote>a", "<p>b", 120),
		"deep divs":       deep("<div>", "<p>b", 400),
		"lists of lists":  rep("<ul><li>a<ul><li>b</ul></ul>"),
		"terms":           wrap("<dl>", "<dt>a<dd>b", "</dl>"),
		"rows":            wrap("<table><tr><th>a<th>b", "<tr><td>c<td>d", "</table>"),
		"wide spans":      wrap("<table>", "<tr><td colspan=1000>a", "</table>"),
		"tall spans":      wrap("<table>", "<tr><td rowspan=9999>a", "</table>"),
		"wide row":        wrap("<table><tr><th>a", "<td>b", "</table>"),
		"ragged rows": func(n int) string {
			return "<table><tr>" + strings.Repeat("<td>b", n/10) + strings.Repeat("<tr><td>c", n/20)
		},
		"nested tables": deep("<table><tr><th>a<td>b<td>", "<p>c", 80),
		"rich rows":     wrap("<table><tr><th>a<th>b", "<tr><td>c<td><pre>d\ne</pre>", "</table>"),
		"lines of code": wrap("<pre>", "<span class=line>a</span>", "</pre>"),
		"footnotes":     rep("<sup><a href=#fn1>1</a></sup>"),
		"notes":         func(n int) string { return notes(n / 60) },
		"links to a note": func(n int) string {
			return strings.Repeat("<sup><a href=#x>1</a></sup>", n/54) + "<p id=x>" + strings.Repeat("<i></i>", n/14) + "a"
		},
		"links to a distant note": func(n int) string {
			return strings.Repeat("<sup><a href=#x>1</a></sup>", n/54) + "<ul><li>" + strings.Repeat("<!---->", n/14) + "<p id=x>a"
		},
		"open formulas":   wrap("<title>t</title><p>", `\(a \[b $$ `, ""),
		"dollars":         wrap("<title>t</title><p>", `$a_{b} `, ""),
		"formulas":        wrap("<title>t</title><p>", `$\mu$ \(x\) `, ""),
		"headings":        rep("<h2>a</h2>"),
		"shortcodes":      rep("[vc_a [/vc_a]  "),
		"open shortcodes": rep("[vc_a x="),
		"tools": func(n int) string {
			return "<h2>" + strings.Repeat("<i></i>", n/14) + strings.Repeat("<a href=e>edit</a>", n/36) + "x</h2>"
		},
		"permalinks":       wrap("<h2>", "<a href=#a>permalink</a>", "x</h2>"),
		"addresses":        rep("http://a.example/_b_ "),
		"touching links":   wrap("<title>t</title>", "<a href=/x>a</a><a href=/y>b</a>", ""),
		"pieces of a link": rep("<a href=/x>a</a><a href=/x>b</a>"),
		"icon links":       rep("<a href=/x aria-label=a><i></i></a>"),
		"rules":            wrap("<title>t</title><p>a", "<hr><blockquote><hr></blockquote>", ""),
		"lists in items": func(n int) string {
			return "<title>t</title>" + strings.Repeat("<ul><li>", 200) + strings.Repeat("<li>a<!-- -->", n/13)
		},
		"lone codes":       wrap("<div>", "<code>a<br></code><!-- -->", "</div>"),
		"codes in code":    wrap("<pre>", "<code>a</code>", "</pre>"),
		"numbers and code": wrap("<table>", "<tr><td>1<td><pre>a</pre>", "</table>"),
		"lines of Chinese": rep("潮\n"),
		"admonitions":      rep("<div class='admonition note'>a</div>"),
		"math":             rep("<math><mi>a</mi></math>"),
		"one long word":    rep("a"),
		"soft hyphens":     rep("a\u00ad"),
		"links of blocks":  rep("<a href=/x><div>a</div><h2>b</h2></a>"),
		"shadow":           wrap("<x-y><template shadowrootmode=open>", "<slot>a</slot>", "</template><i>b</i></x-y>"),
		"lines in a quote": wrap("<blockquote><pre>", "\n", "</pre></blockquote>"),
	}
}

func notes(n int) string {
	var refs, defs strings.Builder
	for i := range n {
		id := strings.Repeat("x", i%7) + string(rune('a'+i%26)) + strings.Repeat("y", i%11)
		refs.WriteString("<sup><a href=#fn" + id + ">1</a></sup> ")
		defs.WriteString("<li id=fn" + id + ">a")
	}
	return "<p>" + refs.String() + "<ol>" + defs.String() + "</ol>"
}

// BenchmarkHostile writes each shape at two sizes. The time per byte must not
// grow with the size.
func BenchmarkHostile(b *testing.B) {
	for name, shape := range hostile() {
		b.Run(name, func(b *testing.B) {
			small, large := parse(b, shape(64<<10)), parse(b, shape(512<<10))
			var t [2]time.Duration
			for b.Loop() {
				t0 := time.Now()
				htmlmd.Write(htmlmd.Input{Root: small})
				t1 := time.Now()
				htmlmd.Write(htmlmd.Input{Root: large})
				t[0] += t1.Sub(t0)
				t[1] += time.Since(t1)
			}
			b.ReportMetric(float64(t[1])/float64(t[0])/8, "growth")
			b.ReportMetric(t[1].Seconds()*1e3*2/float64(b.N), "ms/MB")
		})
	}
}

// TestHostileSize bounds what comes out: no shape makes more of it than the
// prefixes of the deepest containers that are written.
func TestHostileSize(t *testing.T) {
	for name, shape := range hostile() {
		t.Run(name, func(t *testing.T) {
			src := shape(128 << 10)
			out := write(t, src)
			if max := 32*len(src) + 64<<10; len(out.Markdown) > max {
				t.Errorf("%d bytes of %d, want at most %d", len(out.Markdown), len(src), max)
			}
		})
	}
}
