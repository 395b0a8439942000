package office_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestSlides(t *testing.T) {
	par := func(s string) string { return "<a:p><a:r><a:t>" + s + "</a:t></a:r></a:p>" }
	for _, c := range []struct {
		name   string
		shapes []string
		want   string
	}{
		{"title and points", []string{`<p:ph type="title"/>` + par("Rain"), par("one") + par("two")}, "## Rain\n\n- one\n- two"},
		{"title in the middle", []string{`<p:ph type="ctrTitle"/>` + par("Rain")}, "## Rain"},
		{"levels", []string{par("a") + `<a:p><a:pPr lvl="1"/><a:r><a:t>b</a:t></a:r></a:p>` + par("c")}, "- a\n  - b\n- c"},
		{"runs join", []string{"<a:p><a:r><a:t>Open</a:t></a:r><a:r><a:t>: 10</a:t></a:r><a:r><a:t>-11</a:t></a:r></a:p>"}, "- Open: 10-11"},
		{"break", []string{"<a:p><a:r><a:t>a</a:t></a:r><a:br/><a:r><a:t>b</a:t></a:r></a:p>"}, "- a b"},
		{"what all slides have", []string{`<p:ph type="title"/>` + par("Rain"), `<p:ph type="sldNum"/>` + par("3"), `<p:ph type="dt"/>` + par("today"), `<p:ph type="ftr"/>` + par("House"), par("a")}, "## Rain\n\n- a"},
		{"the same again for old programs", []string{"<mc:AlternateContent><mc:Choice>" + par("a") + "</mc:Choice><mc:Fallback>" + par("a") + "</mc:Fallback></mc:AlternateContent>"}, "- a"},
		{"nothing", []string{"<a:p/>", par(" ")}, ""},
		{"hidden", []string{`<p:cNvPr hidden="1"/>` + par("a"), `<p:cNvPr hidden="0"/>` + par("b")}, "- b"},
		{"ticked", []string{`<a:p><a:pPr><a:buFont typeface="Wingdings"/><a:buChar char="ü"/></a:pPr><a:r><a:t>a</a:t></a:r></a:p>`}, "- ✔ a"},
		{"table among points", []string{par("a"), "<a:tbl><a:tr><a:tc>" + par("x") + "</a:tc><a:tc>" + par("y|z") + "</a:tc></a:tr></a:tbl>", par("b")}, "- a\n\n| x | y\\|z |\n| --- | --- |\n\n- b"},
		{"table that never ends", []string{"<a:tbl><a:tr><a:tc>" + par("x") + "</a:tc>"}, "| x |\n| --- |"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, slide(t, c.shapes...).Markdown)
		})
	}
}

func TestNumbersOfSlides(t *testing.T) {
	par := func(level, auto, s string) string {
		return `<a:p><a:pPr lvl="` + level + `">` + auto + "</a:pPr><a:r><a:t>" + s + "</a:t></a:r></a:p>"
	}
	const auto, late = `<a:buAutoNum type="arabicPeriod"/>`, `<a:buAutoNum type="alphaLcParenR" startAt="4"/>`
	for _, c := range []struct {
		name   string
		shapes []string
		want   string
	}{
		{"numbers", []string{par("0", auto, "a") + par("0", auto, "b")}, "1. a\n2. b"},
		{"late start", []string{par("0", late, "a") + par("0", late, "b")}, "- d) a\n- e) b"},
		{"within", []string{par("0", auto, "a") + par("1", auto, "b") + par("0", auto, "c") + par("1", auto, "d")}, "1. a\n   1. b\n2. c\n   1. d"},
		{"bullets between", []string{par("0", auto, "a") + par("1", "<a:buChar/>", "b") + par("0", auto, "c")}, "1. a\n   - b\n2. c"},
		{"a point ends them", []string{par("0", auto, "a") + par("0", "", "b") + par("0", auto, "c")}, "1. a\n\n- b\n\n1. c"},
		{"so does another kind, or start", []string{par("0", auto, "a") + par("0", late, "b") + par("0", `<a:buAutoNum type="alphaLcParenR" startAt="9"/>`, "c")}, "1. a\n\n- d) b\n- i) c"},
		{"so does a shape", []string{par("0", auto, "a"), par("0", auto, "b")}, "1. a\n\n1) b"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, slide(t, c.shapes...).Markdown)
		})
	}
}

func TestLinksOfSlides(t *testing.T) {
	const rels = `<Relationships><Relationship Id="a" Target="https://lund.example/a"/><Relationship Id="b" Target="slide2.xml"/><Relationship Id="c" Target="javascript:x"/></Relationships>`
	link := func(id, text string) string {
		return `<a:r><a:rPr><a:hlinkClick r:id="` + id + `"/></a:rPr><a:t>` + text + "</a:t></a:r>"
	}
	plain := func(text string) string { return "<a:r><a:t>" + text + "</a:t></a:r>" }
	for in, want := range map[string]string{
		plain("see ") + link("a", "this") + plain(" now"): "- see [this](https://lund.example/a) now",
		link("a", "*x*"):            `- [\*x\*](https://lund.example/a)`,
		link("b", "x"):              "- x",
		link("c", "x") + plain("y"): "- xy",
		link("z", "x"):              "- x",
		link("", "x"):               "- x",
		"<a:r><a:rPr><a:hlinkClick r:id=\"a\"/></a:rPr><a:t>x</a:t>": "- [x](https://lund.example/a)",
	} {
		doc := read(t, pack(t, "ppt/slides/slide1.xml", "<p:sld><p:sp><a:p>"+in+"</a:p></p:sp></p:sld>", "ppt/slides/_rels/slide1.xml.rels", rels))
		assert.Equal(t, want, doc.Markdown, in)
	}
	hidden := read(t, pack(t, "ppt/slides/slide1.xml", `<p:sld show="0"><a:p>`+link("a", "x")+"</a:p></p:sld>", "ppt/slides/_rels/slide1.xml.rels", rels))
	assert.Empty(t, hidden.Links)
}

// TestSlideOrder is that of the presentation, not of the names.
func TestSlideOrder(t *testing.T) {
	s := func(v string) string { return "<p:sld><a:p><a:t>" + v + "</a:t></a:p></p:sld>" }
	doc := read(t, pack(t, "ppt/presentation.xml", `<p:sldIdLst><p:sldId id="1" r:id="b"/><p:sldId id="2" r:id="a"/></p:sldIdLst>`,
		"ppt/_rels/presentation.xml.rels", `<Relationships><Relationship Id="a" Target="slides/slide1.xml"/><Relationship Id="b" Target="slides/slide2.xml"/></Relationships>`,
		"ppt/slides/slide1.xml", s("one"), "ppt/slides/slide2.xml", s("two"), "ppt/slides/slide3.xml", s("deleted")))
	assert.Equal(t, "- two\n\n* one", doc.Markdown)
	assert.Equal(t, 2, doc.Meta.PageCount)
}

// TestNotesOfSlides are what the speaker says; what each page of notes has is left out.
func TestNotesOfSlides(t *testing.T) {
	par := func(s string) string { return "<a:p><a:r><a:t>" + s + "</a:t></a:r></a:p>" }
	relation := `<Relationships><Relationship Id="rId2" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/notesSlide" Target="../notesSlides/notesSlide7.xml"/></Relationships>`
	notes := `<p:notes><p:sp><p:ph type="sldImg"/></p:sp><p:sp><p:ph type="body"/>` + par("Speak up.") + par("Slowly.") + `</p:sp><p:sp><p:ph type="sldNum"/>` + par("1") + `</p:sp></p:notes>`
	for show, want := range map[string]string{"1": "- a\n\nNotes: Speak up.\n\nNotes: Slowly.", "0": ""} {
		doc := read(t, pack(t, "ppt/slides/slide1.xml", `<p:sld show="`+show+`"><p:sp>`+par("a")+`</p:sp></p:sld>`,
			"ppt/slides/_rels/slide1.xml.rels", relation, "ppt/notesSlides/notesSlide7.xml", notes))
		assert.Equal(t, want, doc.Markdown)
	}
}
