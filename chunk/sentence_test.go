package chunk_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/chunk"
)

// sentencesOf are the sentences of a paragraph.
func sentencesOf(text string) (all []string) {
	doc := document(p(text))
	for _, u := range chunk.Units(doc) {
		all = append(all, strings.TrimSpace(doc.Markdown[u.Start:u.End]))
	}
	return all
}

func TestSentences(t *testing.T) {
	cases := []struct {
		name string
		text string // sentences are separated by ¦, which stands for one space
	}{
		{"plain", "One two.¦Three four!¦Five?"},
		{"no full stop", "One two"},
		{"closing quotes", "“Stop!”¦He stopped.¦(She did not.)¦Then *they left.*¦All."},
		{"lower case goes on", "He said e.g. this and etc. that."},
		{"titles", "Dr. Smith met Mrs. Jones and Prof. Lee.¦They talked."},
		{"initials", "J. K. Rowling wrote it.¦George W. Bush read it."},
		{"I ends a sentence", "So did I.¦You did not."},
		{"abbreviated states", "He left the U.S. Army in May.¦She stayed."},
		{"numbers", "It costs 3.50 now.¦Version 1.2.3 is out.¦See no. 5 there."},
		{"numbered lines", "1. First things first.¦Then more."},
		{"year at the end", "It was in 1999.¦Then 2000 came."},
		{"domains", "Go to example.org today.¦Do it."},
		{"ellipsis", "Well… maybe.¦Wait...¦What?"},
		{"interrobang", "What?!¦Nothing."},
		{"code spans", "Call `a. B()` first.¦Then `c. D`."},
		{"link text", "See [the docs. All of them](https://x.org/a.b) now.¦Good."},
		{"link title", `Buy [**all of it**](https://x.org/a "02. Solar. Panels (all). Now") here.¦Good.¦[No](https://x.org "title.¦Open it.`},
		{"numbers in bold", "**1. Platz** für Oslo.¦Ja."},
		{"German", "Das ist z. B. so.¦Herr Dr. Müller kommt am 3. Mai.¦Ja."},
		{"months", "It ran from Nov. 8 to Dec. 2.¦He came in Dec.¦Then he left in Sept. 2020."},
		{"sources", "Es gilt (OLG Oldenburg, Beschluss v. 3.1.2022, 2 Ss 240/21).¦Das steht auf S. 4 und kostet 3 Mio. Euro.¦Ja."},
		{"Spanish", "¿Qué pasa?¦¡Nada!¦La Sra. López llegó."},
		{"Russian", "Он пришёл.¦Она ушла в 1999 г. Москвы."},
		{"Greek", "Καλημέρα.¦Τι κάνεις;"},
		{"Arabic", "هل أنت بخير؟¦نعم، أنا بخير."},
		{"Urdu", "یہ ایک جملہ ہے۔¦یہ دوسرا ہے۔"},
		{"Hindi", "यह एक वाक्य है।¦यह दूसरा है।"},
		{"Thai", "ตลาดเปิดเวลา 8.00 น. ถึง 17.00 น. ทุกวัน เริ่มปี พ.ศ. 2514 โดย ดร. สมศรี"},
		{"Armenian", "Սա նախադասություն է։¦Սա երկրորդն է։"},
	}
	for _, c := range cases {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, strings.Split(c.text, "¦"), sentencesOf(strings.ReplaceAll(c.text, "¦", " ")))
		})
	}
}

// Scripts that put no space behind a full stop.
func TestSentencesWithoutSpaces(t *testing.T) {
	assert.Equal(t, []string{"你好。", "“你好吗？”", "我很好！"}, sentencesOf("你好。“你好吗？”我很好！"))
	assert.Equal(t, []string{"これは文です。", "「はい。」", "次の文。"}, sentencesOf("これは文です。「はい。」次の文。"))
}

func TestSentencesAcrossLines(t *testing.T) {
	assert.Equal(t, []string{"One\ntwo.", "Three."}, sentencesOf("One\ntwo.\nThree."))
	assert.Equal(t, []string{"Roses are red", "Violets are blue"}, sentencesOf("Roses are red  \nViolets are blue"))
	assert.Equal(t, []string{`Roses are red\`, "Violets are blue"}, sentencesOf("Roses are red\\\nViolets are blue"))
	assert.Equal(t, []string{"> One two.", "> Three."}, sentencesOf("> One two.\n> Three."))
}

// A sentence is found in a number of steps that grows with its length only.
func TestSentencesOfHostileText(t *testing.T) {
	for _, unit := range []string{"`", "[", "[](", "``a", ". ", "! ", "\n> ", "A.", "1. ", ".”", "…"} {
		text := strings.Repeat(unit, 200_000)
		assert.NotEmpty(t, sentencesOf(text), "%q", unit)
	}
}

// TestSentencesOfTheWeb has what pages write in sentences and after them.
func TestSentencesOfTheWeb(t *testing.T) {
	for _, c := range []struct{ name, text string }{
		{"emphasis around the end", "It *ends.*¦**Then** more."},
		{"link at the end", "See [the docs](https://x.org/a).¦Then go."},
		{"address at the end", "See https://x.org/a.¦Then go."},
		{"times", "At 10.30 a.m. it began.¦At 5 p.m. it ended."},
		{"file names", "Open main.go and README.md now.¦Save it."},
		{"versions", "Go 1.26.1 is out.¦Use it."},
		{"money", "It costs $3.50.¦That is cheap."},
		{"quotation in a sentence", "“Go!” he said.¦She went."},
		{"parenthesis", "It rained (a lot).¦Then it stopped."},
		{"footnote", "It rained.[^1]¦Then it stopped."},
		{"footnotes", "It rained.[^1][^12]¦Then it stopped."},
		{"references", "“It rained.”[3]¦Then it stopped."},
		{"index that is no note", "It is a.[0]b Then."},
		{"colon goes on", "He said: go now.¦She went."},
		{"semicolon goes on", "It rained; nobody cared.¦Then it stopped."},
		{"dash goes on", "It rained – a lot.¦Then it stopped."},
		{"French marks", "Quoi ?¦Rien !¦Bon."},
		{"emoji", "Great!¦🎉 Next one."},
		{"hashtag", "It is #1.¦Then #2."},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, strings.Split(c.text, "¦"), sentencesOf(strings.ReplaceAll(c.text, "¦", " ")))
		})
	}
}
