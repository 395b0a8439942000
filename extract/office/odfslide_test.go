package office_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

const openSlideStyles = `<office:automatic-styles><style:style style:name="off"><style:drawing-page-properties presentation:visibility="hidden"/></style:style></office:automatic-styles>`

func TestOpenSlides(t *testing.T) {
	par := func(s string) string { return "<text:p>" + s + "</text:p>" }
	points := "<text:list><text:list-item>" + par("a") + "<text:list><text:list-item>" + par("b") + "</text:list-item></text:list></text:list-item></text:list>"
	for _, c := range []struct{ name, in, want string }{
		{"title and points", openPage(openFrame("title", par("Rain *2024*")) + openFrame("outline", points)), "## Slide 1: Rain \\*2024\\*\n\n- a\n  - b"},
		{"list that another one goes on with", openPage(openFrame("outline", points+"<text:list><text:list-item><text:list><text:list-item>"+par("c")+"</text:list-item></text:list></text:list-item></text:list>"+par("d")+points)), "## Slide 1\n\n- a\n  - b\n  - c\n\nd\n\n- a\n  - b"},
		{"two slides", openPage(openFrame("title", par("A"))+openFrame("outline", points)) + openPage(openFrame("outline", points)), "## Slide 1: A\n\n- a\n  - b\n\n## Slide 2\n\n- a\n  - b"},
		{"shapes and text", openPage("<draw:custom-shape>" + par("x") + "</draw:custom-shape>" + openFrame("subtitle", par("y")+par("z"))), "## Slide 1\n\nx\n\ny\n\nz"},
		{"title that was drawn late", openPage("<draw:custom-shape>" + par("x") + "</draw:custom-shape>" + openFrame("title", par("A")) + openFrame("outline", points)), "## Slide 1: A\n\nx\n\n- a\n  - b"},
		{"title of two lines", openPage(openFrame("title", par("A")+par("B"))), "## Slide 1: A\n\nB"},
		{"what all slides have", openPage(openFrame("title", par("A")) + openFrame("footer", par("House")) + openFrame("date-time", par("today")) + openFrame("page-number", par("1"))), "## Slide 1: A"},
		{"table", openPage("<draw:frame><table:table table:name=\"t\"><table:table-row><table:table-cell>" + par("x") + "</table:table-cell><table:table-cell>" + par("y") + "</table:table-cell></table:table-row></table:table></draw:frame>"), "## Slide 1\n\n| x | y |\n| --- | --- |"},
		{"notes", openPage(openFrame("title", par("A")) + "<presentation:notes>" + openFrame("notes", par("Speak up.")) + "</presentation:notes>"), "## Slide 1: A\n\nNotes: Speak up."},
		{"picture", openPage(openFrame("title", par("A")) + `<draw:frame><draw:image xlink:href="x.png"/><svg:desc>rain</svg:desc></draw:frame>`), "## Slide 1: A"},
		{"nothing", openPage("") + openPage(openFrame("title", par(" "))), ""},
		{"never ends", "<draw:page><draw:frame presentation:class=\"title\"><draw:text-box>" + par("A"), "## Slide 1: A"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := odp(t, c.in)
			assert.Equal(t, c.want, doc.Markdown)
			assert.Equal(t, "odp", doc.Format)
			assert.Equal(t, strings.Count(c.in, "<draw:page>"), doc.Meta.PageCount)
		})
	}
	assert.Equal(t, "Rain", odp(t, openPage(openFrame("title", par("Rain")))).Meta.Title)
}

// TestHiddenOpenSlide counts, and is kept for the scan.
func TestHiddenOpenSlide(t *testing.T) {
	doc := odp(t, `<draw:page draw:style-name="off">`+openFrame("title", "<text:p>Secret</text:p>")+"</draw:page>"+openPage(openFrame("title", "<text:p>B</text:p>")))
	assert.Equal(t, "## Slide 2: B", doc.Markdown)
	require.Len(t, doc.Removed, 1)
	assert.Equal(t, "Secret", doc.Removed[0].Text)
}

// TestManyOpenSlides are bounded as any document is.
func TestManyOpenSlides(t *testing.T) {
	doc := odp(t, strings.Repeat(openPage("<draw:custom-shape><text:p>x</text:p></draw:custom-shape>"), 150_000))
	assert.Less(t, len(doc.Blocks), 110_000)
	assert.NotEmpty(t, doc.Warnings)
	doc = odp(t, strings.Repeat(openPage("<draw:custom-shape><text:p>x</text:p></draw:custom-shape>"), 1000))
	assert.Len(t, doc.Blocks, 2000)
	assert.Empty(t, doc.Warnings)
}
