package htmlmd_test

import "testing"

func TestFormulasInRunningText(t *testing.T) {
	testPages(t, []written{
		{name: "command between dollars", html: `<p>It draws $3\,\mu A$ asleep.`, want: `It draws $3\,\mu A$ asleep.`},
		{name: "index between dollars", html: `<p>Let $x_{i}$ and $y^{2}$ be.`, want: `Let $x_{i}$ and $y^{2}$ be.`},
		{name: "parentheses", html: `<p>So \(a^2 + b^2 = c^2\) holds for \(x\).`, want: `So $a^2 + b^2 = c^2$ holds for $x$.`},
		{name: "parentheses around others of the page", html: `<p>Take \(m\) of \(\beta\), then \(k-1\) and \(g(t)\).<p>Then \(p_k\), \[q_1 q_2\]`, want: "Take $m$ of $\\beta$, then $k-1$ and $g(t)$.\n\nThen $p_k$,\n\n$$q_1 q_2$$"},
		{name: "regular expression on a page with formulas between dollars", html: `<p>So $\mu$, but \(foo\).`, want: `So $\mu$, but \\(foo\\).`},
		{name: "display", html: `<p>Thus \[\frac{a}{b}\] follows.`, want: "Thus\n\n$$\\frac{a}{b}$$\n\nfollows."},
		{name: "two dollars", html: `<p>Thus $$\sum_i x_i$$`, want: "Thus\n\n$$\\sum_i x_i$$"},
		{name: "declared by a class", html: `<div class="abstract mathjax"><b>Abstract:</b> for $n$ ports and $x_i$`, want: `**Abstract:** for $n$ ports and $x_i$`},
		{name: "prices", html: `<p>From $5 to $10, or $x.`, want: `From $5 to $10, or $x.`},
		{name: "price beside a formula", html: `<p>It costs $5 and draws $3\mu A$.`, want: `It costs \$5 and draws $3\mu A$.`},
		{name: "shell", html: `<p>Set $HOME_DIR and $PATH_LIST$.`, want: `Set $HOME_DIR and $PATH_LIST$.`},
		{name: "regular expression", html: `<p>Use \(foo\) and \([a-z]*\).`, want: `Use \\(foo\\) and \\([a-z]*\\).`},
		{name: "escape of strings", html: `<p>Print $a\n$ now.`, want: `Print $a\n$ now.`},
		{name: "escaped dollars", html: `<p>Not \$\mu\$ here.`, want: `Not \\$\mu\\$ here.`},
		{name: "over two lines", html: "<p>$x\n\\in A$ holds", want: `$x \in A$ holds`},
		{name: "no end", html: `<p>From \(a and \[b and $$c`, want: `From \\(a and \\[b and $$c`},
		{name: "too long", html: `<p>$\mu` + long(2000) + `$`, want: `$\mu` + long(2000) + `$`},
		{name: "code", html: `<p><code>\(x\)</code>`, want: "`\\(x\\)`"},
	})
}

func long(n int) string {
	b := make([]byte, n)
	for i := range b {
		b[i] = 'x'
	}
	return string(b)
}
