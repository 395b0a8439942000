package htmlmd_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestPricesInPieces(t *testing.T) {
	for name, test := range map[string]struct{ in, want string }{
		"in spans":             {"<p><span>$</span><span>153<span>.</span></span><span>43</span>", "$153.43"},
		"old and new":          {"<p><del>$20.00</del><ins>$15.00</ins>", "~~$20.00~~ $15.00"},
		"spans side by side":   {"<p><span class=was>£20</span><span class=now>£15</span>", "£20 £15"},
		"sign apart":           {"<p><del>$20</del><bdi><span>$</span>15</bdi>", "~~$20~~ $15"},
		"euro":                 {"<p><b>20</b><b>€15</b><p><b>20</b>€", "**20** **€15**\n\n**20**€"},
		"in one text":          {"<p>US$20 A$5 1$2", "US$20 A$5 1$2"},
		"cents with a point":   {"<p>$15<sup>.99</sup>", "$15.99"},
		"cents with a comma":   {"<p>15<sup>,99</sup> €", "15,99 €"},
		"cents of a price":     {"<p class=product-price>$<span>15</span><sup>99</sup>", "$15.99"},
		"a footnote":           {"<p>It costs $15<sup>12</sup> a day", "It costs $15¹² a day"},
		"a power":              {"<p>10<sup>12</sup> bits, 2<sup>.5</sup>", "10¹² bits, 2^(.5)"},
		"cents behind a comma": {"<p>4,<sup>20</sup> € for four,<sup>20</sup>", "4,20 € for four,²⁰"},
		"a note behind a year": {"<p>In 2019,<sup>12</sup> the tide turned, by 0.24 in 20<span>24</span>", "In 2019,¹² the tide turned, by 0.24 in 2024"},
		"euros raised":         {"<p>19<sup>€99</sup> or 19€<sup>99</sup>", "19€99 or 19€99"},
		"cents by a class":     {"<p><span>$</span><span>12</span><span class=price__cents>49</span> and 12<i class=cents>49</i>", "$12.49 and 12*49*"},
		"cents as spoken":      {"<p aria-label='$12.49'><span aria-hidden=true>$12</span><span aria-hidden=true>49</span>", "$12.49"},
		"comma as spoken":      {"<p><span><span>12</span><span>49</span> €</span> <small>12,49 €</small>", "12,49 € 12,49 €"},
		"digits in the centre": {"<p><span>12</span><span class=text-center>49</span>", "1249"},
		"digits in pieces":     {"<p><span>12</span><span>49</span>", "1249"},
		"cents without whole":  {"<p class=price><sup>99</sup>", "⁹⁹"},
	} {
		assert.Equal(t, test.want, write(t, "<title>t</title>"+test.in).Markdown, name)
	}
}
