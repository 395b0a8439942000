package layout_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/font"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

// full is a line that reaches the right edge of the body.
const full = "a line of the body that goes all the way to the right"

// text writes lines from y down, twelve points apart.
func (s *sheet) text(x, y float32, lines ...string) *sheet {
	for i, l := range lines {
		s.write(x, y-float32(12*i), l)
	}
	return s
}

func TestParagraphs(t *testing.T) {
	for _, c := range []struct {
		name  string
		sheet *sheet
		want  []string
	}{
		{"lines join", newSheet().text(0, 700, full, full, "and ends."), []string{"p " + full + " " + full + " and ends."}},
		{"gap", newSheet().text(0, 700, full, full, "ends here.").text(0, 652, full, "ends."), []string{"p " + full + " " + full + " ends here.", "p " + full + " ends."}},
		{"short line that ends a sentence", newSheet().text(0, 700, full, "ends.", "Another sentence that goes all the way to the right", full), []string{"p " + full + " ends.", "p Another sentence that goes all the way to the right " + full}},
		{"indent", newSheet().text(0, 700, full, "ends.").text(20, 676, "another begins with an indent that").text(0, 664, full), []string{"p " + full + " ends.", "p another begins with an indent that " + full}},
		{"hyphen at the end of a line", newSheet().text(0, 700, full+" har-", "bour of the town, which is a long line of text as well"), []string{"p " + full + " harbour of the town, which is a long line of text as well"}},
		{"soft hyphen", newSheet().text(0, 700, full+" har\u00ad", "bour and so on"), []string{"p " + full + " harbour and so on"}},
		{"hyphen before a capital", newSheet().text(0, 700, full+" Anglo-", "Saxon and so on"), []string{"p " + full + " Anglo-Saxon and so on"}},
		{"hyphen behind capitals", newSheet().text(0, 700, full+" the NATO-", "led council"), []string{"p " + full + " the NATO-led council"}},
		{"hyphen behind a letter", newSheet().text(0, 700, full+" by e-", "mail"), []string{"p " + full + " by e-mail"}},
		{"hyphen of an option", newSheet().text(0, 700, full+" with --dry-", "run"), []string{"p " + full + " with --dry-run"}},
		{"hyphen behind self", newSheet().text(0, 700, full+" the self-", "taught smith"), []string{"p " + full + " the self-taught smith"}},
		{"hyphen within selfish", newSheet().text(0, 700, full+" the self-", "ish smith"), []string{"p " + full + " the selfish smith"}},
		{"second of two words with one end", newSheet().text(0, 700, full+" short- and long-", "term plans"), []string{"p " + full + " short- and long-term plans"}},
		{"address without a scheme", newSheet().text(0, 700, full+" at ferry-", "men.example/day"), []string{"p " + full + " at ferry-men.example/day"}},
		{"address after a point", newSheet().text(0, 700, full+" at https://ferry.", "example/day"), []string{"p " + full + " at https://ferry.example/day"}},
		{"mailbox after its sign", newSheet().text(0, 700, full+" to nora@", "mill.example."), []string{"p " + full + " to nora@mill.example."}},
		{"identifier", newSheet().text(0, 700, full+" as doi:10.1000/rope-", "walk.14"), []string{"p " + full + " as doi:10.1000/rope-walk.14"}},
		{"dash at the end of a line", newSheet().text(0, 700, full+" –", "and so on"), []string{"p " + full + " – and so on"}},
		{"Chinese lines join without a blank", newSheet().text(0, 700, "潮水在六点转向码头上的人", "看见了它"), []string{"p 潮水在六点转向码头上的人看见了它"}},
		{"larger type is no part of it", newSheet().text(0, 700, full, full).in(regular, 14).write(0, 660, "Larger").in(regular, 10).text(0, 640, full), []string{"p " + full + " " + full, "h1 Larger", "p " + full}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, blocks(c.sheet, nil)) })
	}
}

// pages are the blocks of pages in turn.
func pages(sheets ...*sheet) []string {
	var lines []layout.Line
	for i, s := range sheets {
		l, _ := layout.PageLines(nil, &s.Page, i)
		lines = append(lines, l...)
	}
	var out []string
	for _, b := range layout.Blocks(nil, lines, nil) {
		out = append(out, b.Text())
	}
	return out
}

// TestParagraphsOverPages go on where the sentence does.
func TestBoxesBehindTheirText(t *testing.T) {
	s := newSheet().write(0, 700, "Member since 2019").write(200, 700, "☑").write(0, 688, "Letters").write(200, 688, "☐").write(0, 676, "by mail")
	assert.Equal(t, []string{"p Member since 2019 ☑", "p Letters ☐", "p by mail"}, blocks(s, nil))
}

// TestBrokenLines: who leaves room at the end of a line for the word that begins the next one has ended a paragraph.
func TestBrokenLines(t *testing.T) {
	on := func(lines ...string) []string {
		return blocks(newSheet().text(0, 780, full, full, full).text(0, 700, lines...).text(0, 640, full, full), nil)[1:]
	}
	for _, c := range []struct {
		lines []string
		want  []string
	}{
		{[]string{"Articolo 1", "Tutti nascono liberi"}, []string{"p Articolo 1", "p Tutti nascono liberi"}},
		{[]string{"Name: Nora Quill", "Town: Lund"}, []string{"p Name: Nora Quill", "p Town: Lund"}},
		{[]string{"The boat leaves", "in the morning"}, []string{"p The boat leaves in the morning"}},
		{[]string{"The boat leaves,", "Sundays it doesn't"}, []string{"p The boat leaves, Sundays it doesn't"}},
		{[]string{"第一章", "为了保护消费者"}, []string{"p 第一章", "p 为了保护消费者"}},
		{[]string{"为了保护消费者的合法权益根据有关法律法规制定本章程适为了保护消费者的合法权益", "用于本地区"}, []string{"p 为了保护消费者的合法权益根据有关法律法规制定本章程适为了保护消费者的合法权益用于本地区"}},
		{[]string{"10", "20 a", "30 b"}, []string{"p 10 20 a 30 b"}},
		{[]string{full[:len(full)-8], "Lindisfarne is far"}, []string{"p " + full[:len(full)-8] + " Lindisfarne is far"}},
	} {
		got := on(c.lines...)
		assert.Equal(t, c.want, got[:len(got)-1], c.lines)
	}
}

func TestParagraphsOverPages(t *testing.T) {
	long := newSheet().text(0, 700, full, full)
	assert.Equal(t, []string{full + " " + full + " and goes on there."}, pages(long, newSheet().text(0, 700, "and goes on there.")))
	assert.Equal(t, []string{full + " " + full, "And a new one."}, pages(long, newSheet().text(0, 700, "And a new one.")))
	ended := newSheet().text(0, 700, full, "a line that ends as sentences do, to the right edge.")
	assert.Len(t, pages(ended, newSheet().text(0, 700, "and goes on there.")), 2)
	broken := newSheet().text(0, 700, full, full+" har-")
	assert.Equal(t, []string{full + " " + full + " harbour."}, pages(broken, newSheet().text(0, 700, "bour.")))
}

func TestHeadings(t *testing.T) {
	body := func() *sheet { return newSheet().text(0, 700, full, full, full, full) }
	p := "p " + full + " " + full + " " + full + " " + full
	for _, c := range []struct {
		name  string
		sheet *sheet
		want  []string
	}{
		{"sizes make levels", body().in(regular, 20).write(0, 600, "One").in(regular, 16).write(0, 560, "Two").in(regular, 13).write(0, 530, "Three"), []string{p, "h1 One", "h2 Two", "h3 Three"}},
		{"a point apart is another level", body().in(regular, 16).write(0, 600, "One").in(regular, 15.5).write(0, 560, "Same"), []string{p, "h1 One", "h1 Same"}},
		{"a little larger is none", body().in(regular, 11).write(0, 600, "Not a heading"), []string{p, "p Not a heading"}},
		{"of two lines", body().in(regular, 16).write(0, 600, "A heading of").write(0, 581, "two lines"), []string{p, "h1 A heading of two lines"}},
		{"two of one line", body().in(regular, 16).write(0, 600, "First").write(0, 560, "Second"), []string{p, "h1 First", "h1 Second"}},
		{"number alone is none", body().in(regular, 20).write(0, 600, "42"), []string{p, "p 42"}},
		{"bold in a sentence", body().in(bold, 10).write(0, 600, "Note.").in(regular, 10).write(28, 600, "The tide turns."), []string{p, "p Note. The tide turns."}},
		{"bold line that ends a sentence", body().in(bold, 10).write(0, 600, "Mind the tide."), []string{p, "p Mind the tide."}},
		{"formula in large type", body().in(regular, 16).write(0, 600, "ab + c = dx"), []string{p, "p ab + c = dx"}},
		{"heading with a sign of formulas", body().in(regular, 16).write(0, 600, "The sum a = b"), []string{p, "h1 The sum a = b"}},
		{"heading of one letter", body().in(regular, 16).write(0, 600, "A"), []string{p, "h1 A"}},
		{"heading after a formula in larger type", body().in(regular, 20).write(0, 600, "a = b").in(regular, 16).write(0, 560, "A heading"), []string{p, "p a = b", "h1 A heading"}},
		{"code in a bold heading", body().in(bold, 10).write(0, 600, "Making ").in(mono, 10).write(35, 600, "boat").in(bold, 10).write(60, 600, "objects").in(regular, 10).text(0, 584, full), []string{p, "h1 Making boat objects", "p " + full}},
		{"code behind bold words", body().in(bold, 10).write(0, 600, "Usage ").in(mono, 10).write(35, 600, "sail --fast").in(regular, 10).text(0, 584, full), []string{p, "p Usage sail --fast", "p " + full}},
		{"numbered section", body().in(bold, 10).write(0, 600, "2.1 Tides").in(regular, 10).text(0, 584, full), []string{p, "h1 2.1 Tides", "p " + full}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, blocks(c.sheet, nil)) })
	}
}

func TestLists(t *testing.T) {
	for _, c := range []struct {
		name  string
		sheet *sheet
		want  []string
	}{
		{"signs", newSheet().text(0, 700, "• one", "▪ two", "– three", "* four", "‣ five"), []string{"li0 one", "li0 two", "li0 three", "li0 four", "li0 five"}},
		{"letters and Roman numbers", newSheet().text(0, 700, "a) one", "(b) two", "iv) three"), []string{"li0 1.one", "li0 2.two", "li0 4.three"}},
		{"capitals, sections and numbers of two parts", newSheet().text(0, 700, "A. one", "B. two").text(0, 640, "§ 1 three", "§ 2 four").text(0, 580, "1.1 five", "1.2 six").text(0, 520, "R1 seven", "R2 eight").text(0, 460, "II. nine", "III. ten"),
			[]string{"li0 A.one", "li0 B.two", "li0 § 1three", "li0 § 2four", "li0 1.1five", "li0 1.2six", "li0 R1seven", "li0 R2eight", "li0 II.nine", "li0 III.ten"}},
		{"labels of Chinese", newSheet().text(0, 760, "第一条 总则", "第二条 章程").text(0, 700, "一、总则", "二、章程").text(0, 640, "（1）绳子", "（2）帆").text(0, 580, "①麻", "②布"), []string{"li0 第一条总则", "li0 第二条章程", "li0 一、总则", "li0 二、章程", "li0 （1）绳子", "li0 （2）帆", "li0 ①麻", "li0 ②布"}},
		{"initials of names", newSheet().text(0, 700, "A. Smith and", "C. Jones"), []string{"p A. Smith and C. Jones"}},
		{"labels at other places", newSheet().write(0, 700, "A. Smith and").write(40, 688, "B. Jones"), []string{"p A. Smith and B. Jones"}},
		{"numbers keep theirs", newSheet().text(0, 700, "7. seven", "8. eight"), []string{"li0 7.seven", "li0 8.eight"}},
		{"back to an outer level", newSheet().write(0, 700, "• a").write(15, 688, "• b").write(30, 676, "• c").write(15, 664, "• d").write(0, 652, "• e"), []string{"li0 a", "li1 b", "li2 c", "li1 d", "li0 e"}},
		{"text after it", newSheet().text(0, 700, "• one", "• two").text(0, 660, full), []string{"li0 one", "li0 two", "p " + full}},
		{"year at the start of a line", newSheet().text(0, 700, full, "1984 and so on."), []string{"p " + full + " 1984 and so on."}},
		{"number in the middle of a paragraph", newSheet().text(0, 700, full, "3. of the month, all boats lie in the harbour and wait", full), []string{"p " + full + " 3. of the month, all boats lie in the harbour and wait " + full}},
		{"numbers after a colon", newSheet().text(0, 700, "Do this:", "1. Wait", "2. Sail"), []string{"p Do this:", "li0 1.Wait", "li0 2.Sail"}},
		{"dashes of French lists", newSheet().text(0, 700, "— un ;", "— deux ;").write(10, 676, "et demi").write(0, 664, "— trois."), []string{"li0 un ;", "li0 deux ; et demi", "li0 trois."}},
		{"a single dash", newSheet().text(0, 700, "— Who is there?").write(0, 660, "Nobody spoke."), []string{"p — Who is there?", "p Nobody spoke."}},
		{"dashes of indented speech", newSheet().write(18, 700, "— Who is there, and why?").text(0, 688, full, "and waits.").write(18, 664, "— Nobody."), []string{"p — Who is there, and why? " + full + " and waits.", "p — Nobody."}},
		{"dashes at other places", newSheet().text(0, 700, "— Ann Ahl").write(60, 660, "— Bo Lund"), []string{"p — Ann Ahl", "p — Bo Lund"}},
		{"bullets of fonts of TeX without names", newSheet().text(0, 700, "ˆ one", "ˆ two"), []string{"li0 one", "li0 two"}},
		{"sign of a private font", newSheet().text(0, 700, "\uf0b7 one", "\uf0a7 two"), []string{"li0 one", "li0 two"}},
		{"Roman numbers with full stops", newSheet().text(0, 700, "i. one", "ii. two", "v. three"), []string{"li0 1.one", "li0 2.two", "p v. three"}},
		{"circles of Word", newSheet().in(mono, 10).write(0, 700, "o").in(regular, 10).write(18, 700, "one").write(0, 688, "o").write(18, 688, "two"), []string{"li0 one o two"}},
		{"letter in a gap of the line", newSheet().write(0, 700, "lu").write(15, 700, "at is").in(&font.Font{}, 10).write(10, 700, "g"), []string{"p lugat is"}},
		{"text right of the line", newSheet().write(0, 700, "lu").write(15, 700, "at").in(&font.Font{}, 10).write(15, 700, "g"), []string{"p lu at g"}},
		{"minus before a number", newSheet().text(0, 700, "-5 degrees"), []string{"p -5 degrees"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, blocks(c.sheet, nil)) })
	}
}

func TestDotsAsBullets(t *testing.T) {
	s := newSheet().write(20, 700, "one").write(20, 688, "two")
	s.Dots = []contentstream.Dot{{X: 12, Y: 703}, {X: 12, Y: 720}, {X: -50, Y: 691}}
	assert.Equal(t, []string{"li0 one two"}, blocks(s, nil), "a dot too far is none")
	s = newSheet().write(10, 700, "אב").write(15, 688, "ג") // from the right
	s.Dots = []contentstream.Dot{{X: 28, Y: 703}, {X: 28, Y: 691}}
	assert.Equal(t, []string{"li0 בא", "li0 ג"}, blocks(s, nil))
}

func TestTables(t *testing.T) {
	row := func(s *sheet, y float32, cells ...string) *sheet {
		for i, c := range cells {
			if c != "" {
				s.write(float32(100*i), y, c)
			}
		}
		return s
	}
	three := row(row(row(newSheet(), 700, "Port", "Depth", "Boats"), 688, "Delft", "3 m", "12"), 676, "Gouda", "2 m", "7")
	assert.Equal(t, []string{"row Port|Depth|Boats", "row Delft|3 m|12", "row Gouda|2 m|7"}, blocks(three, nil))
	gap := row(row(row(newSheet(), 700, "Port", "Depth", "Boats"), 688, "Delft", "", "12"), 676, "Gouda", "2 m", "")
	assert.Equal(t, []string{"row Port|Depth|Boats", "row Delft||12", "row Gouda|2 m|"}, blocks(gap, nil))
	after := row(row(newSheet(), 700, "Port", "Depth"), 688, "Delft", "3 m").text(0, 640, full)
	assert.Equal(t, []string{"row Port|Depth", "row Delft|3 m", "p " + full}, blocks(after, nil))
	assert.Equal(t, []string{"p left right"}, blocks(row(newSheet(), 700, "left", "right"), nil), "one row is no table")
}

// TestItemsToTheMargin: in laws the lines of a paragraph with a number go back to the margin.
func TestItemsToTheMargin(t *testing.T) {
	body := func() *sheet {
		return newSheet().text(0, 780, full, full, full, full).write(0, 720, "(1) Tenants keep the rooms that they have let in such a").write(0, 708, "state as they were in when the lease began,").write(0, 696, "and repair")
	}
	rest := "li0 1.Tenants keep the rooms that they have let in such a state as they were in when the lease began, and repair"
	assert.Equal(t, []string{rest + " what breaks.", "li0 2.Others do not."}, blocks(body().write(55, 696, "what breaks.").write(0, 684, "(2) Others do not."), nil)[1:])
	assert.Equal(t, []string{rest + " it.", "p Deposits"}, blocks(body().write(55, 696, "it.").in(bold, 10).write(0, 684, "Deposits"), nil)[1:], "a line in bold type right below")
	assert.Equal(t, []string{"li0 a short item", "p " + full}, blocks(newSheet().text(0, 780, full, full, full, full).write(0, 720, "• a short item").write(0, 708, full), nil)[1:])
}
