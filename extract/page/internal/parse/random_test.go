package parse_test

import (
	"math/rand/v2"
	"strings"
	"testing"
)

// Pieces of random pages, few enough to meet.
var (
	randomTags  = strings.Fields("p div li ul pre listing textarea h1 table tr td caption tbody col colgroup a b i span font nobr button form object img br hr input select option svg math mi mtext desc foreignObject annotation-xml g text path circle use title script style template noscript head body html link meta iframe frameset")
	randomTails = []string{"", "", "", "", " class=a", " x=1", " x='one two three'", " hidden", " id='aaaaaaaaaaaaaaaaaaaaaaa'", " title='a &amp; b'", " color=red", " type=hidden", " encoding=text/html", " class=a class=b X=2 x='four five six'", " a / b", " rel=icon", " name=x", " /"}
	randomTexts = []string{"", " ", "\n", "w", "<9 w", "&l", "t;", "&", "amp;", "</", "b>", strings.Repeat("word ", 12), " tail", "<!-- a -->", "<!-->", "<!--one two three-->", "<![CDATA[x]]>", "<!doctype html>"}
)

func randomPage(rnd *rand.Rand) string {
	pick := func(list []string) string { return list[rnd.IntN(len(list))] }
	var names []string
	for range 2 + rnd.IntN(6) {
		names = append(names, pick(randomTags))
	}
	switch rnd.IntN(4) {
	case 0:
		names = append(names, "svg", "path", "g")
	case 1:
		names = append(names, "table", "tr", "td")
	}
	var b strings.Builder
	for range 3 + rnd.IntN(14) {
		switch rnd.IntN(5) {
		case 0, 1:
			b.WriteString("<" + pick(names) + pick(randomTails) + ">")
		case 2:
			b.WriteString("</" + pick(names) + ">")
		default:
			b.WriteString(pick(randomTexts))
		}
	}
	return b.String()
}

func TestRandomPages(t *testing.T) {
	rnd := rand.New(rand.NewPCG(1, 2))
	for range 4000 {
		if page := randomPage(rnd); !t.Run("", func(t *testing.T) { same(t, page) }) {
			return
		}
	}
}
