package office_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// TestOpenLists goes by OpenDocument 1.3, part 3, sections 5.3 and 17.19.
func TestOpenLists(t *testing.T) {
	list := func(attrs string, items ...string) string {
		return "<text:list " + attrs + ">" + strings.Join(items, "") + "</text:list>"
	}
	item := func(inner ...string) string {
		for i, s := range inner {
			if !strings.HasPrefix(s, "<") {
				inner[i] = "<text:p>" + s + "</text:p>"
			}
		}
		return "<text:list-item>" + strings.Join(inner, "") + "</text:list-item>"
	}
	n := func(items ...string) string { return list(`text:style-name="N"`, items...) }
	for _, c := range []struct{ name, body, want string }{
		{"numbers", n(item("a"), item("b")), "1. a\n2. b"},
		{"bullets", list(`text:style-name="B"`, item("a"), item("b")), "- a\n- b"},
		{"no style", list("", item("a")), "- a"},
		{"style that is not there", list(`text:style-name="Z"`, item("a")), "- a"},
		{"start of the style", list(`text:style-name="L"`, item("a"), item("b")), "5. a\n6. b"},
		{"style of the list around it", n(item("a", list("", item("b"), item("c"))), item("d")), "1. a\n   - c) b\n   - d) c\n2. d"},
		{"style of its own", n(item("a", list(`text:style-name="B"`, item("b")))), "1. a\n   - b"},
		{"numbers of two levels", list(`text:style-name="L"`, item("a", list("", item("b"), item("c")))), "5. a\n   - § 5.i b\n   - § 5.ii c"},
		{"level without numbers", list(`text:style-name="B"`, item("a", list("", item("b")))), "- a\n  - b"},
		{"start of an item", n(item("a"), strings.Replace(item("b"), "<text:list-item", `<text:list-item text:start-value="7"`, 1), item("c")), "1. a\n\n7) b\n8) c"},
		{"two paragraphs of an item", n(item("a", "more"), item("b")), "1. a\n\n   more\n2. b"},
		{"paragraph after a list within", n(item("a", list("", item("b")), "more"), item("c")), "1. a\n   - c) b\n\n   more\n2. c"},
		{"list within, twice", n(item("a", list("", item("b")), list("", item("c")))), "1. a\n   - c) b\n   - c) c"},
		{"list within goes on", n(item("a", list("", item("b"))), item("c", list(`text:continue-numbering="true"`, item("d")))), "1. a\n   - c) b\n2. c\n   - c) d"},
		{"item of a list alone", n(item("a"), item(list("", item("b"))), item("c")), "1. a\n   - c) b\n2. c"},
		{"header", n("<text:list-header><text:p>head</text:p></text:list-header>", item("a")), "head\n\n1. a"},
		{"header between", n(item("a"), "<text:list-header><text:p>head</text:p></text:list-header>", item("b")), "1. a\n\n   head\n2. b"},
		{"next list", n(item("a"), item("b")) + "<text:p>x</text:p>" + n(item("c")), "1. a\n2. b\n\nx\n\n1. c"},
		{"next list goes on", n(item("a"), item("b")) + "<text:p>x</text:p>" + list(`text:style-name="N" text:continue-numbering="true"`, item("c")), "1. a\n2. b\n\nx\n\n3. c"},
		{"an earlier list goes on", list(`xml:id="one" text:style-name="N"`, item("a")) + n(item("b"), item("c")) + list(`text:style-name="N" text:continue-list="one"`, item("d")), "1. a\n\n1) b\n2) c\n\n2. d"},
		{"list that is not there goes on", list(`text:style-name="N" text:continue-list="two" text:continue-numbering="true"`, item("a")), "1. a"},
		{"heading in a list", n(item(`<text:h text:outline-level="2">a</text:h>`), item(`<text:h text:outline-level="2">b</text:h>`)), "## 1. a\n\n## 2. b"},
		{"empty items", n(item(""), "<text:list-item/>", item("a")), "1. a"},
		{"in a cell", "<table:table><table:table-row><table:table-cell>" + n(item("a"), item("b")) + "</table:table-cell></table:table-row></table:table>", "| 1. a 2. b |\n| --- |"},
		{"empty items in cells", "<table:table><table:table-row><table:table-cell>" + n(item("")) + "</table:table-cell><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row></table:table>", "| 1. | a |\n| --- | --- |"},
		{"style of one item", n(item("a"), strings.Replace(item("b"), "<text:list-item", `<text:list-item text:style-override="B"`, 1), item("c")), "1. a\n\n- b\n\n3. c"},
		{"ends without starts", "</text:list></text:list-item><text:p>a</text:p>", "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, styledODT(t, c.body).Markdown)
		})
	}
	deep := styledODT(t, strings.Repeat(`<text:list text:style-name="N"><text:list-item>`, 1000)+"<text:p>core</text:p>")
	assert.Contains(t, deep.Markdown, "core")
}

// TestNumberFormatsOfLibreOffice are named by their first numbers.
func TestNumberFormatsOfLibreOffice(t *testing.T) {
	for format, want := range map[string]string{"01, 02, 03, ...": "02", "1st": "2nd", "One": "Two", "①, ②, ③, ...": "②", "一, 二, 三, ...": "二", "ア, イ, ウ, ...": "イ",
		"а, б, .., аа, аб, ... (ru)": "б", "А, Б, .., Аа, Аб, ... (ru)": "Б", "א, י, ק, ...": "ב"} {
		doc := styledODT(t, `<text:list-style style:name="F"><text:list-level-style-number text:level="1" style:num-format="`+format+`"/></text:list-style>`+
			`<text:list text:style-name="F"><text:list-item><text:p>a</text:p></text:list-item><text:list-item><text:p>b</text:p></text:list-item></text:list>`)
		assert.Contains(t, doc.Markdown, "- "+want+" b", format)
	}
}

// TestOutlineNumbers are those that the outline style gives to headings.
func TestOutlineNumbers(t *testing.T) {
	h := func(level, text string) string {
		return `<text:h text:outline-level="` + level + `">` + text + `</text:h>`
	}
	doc := styledODT(t, h("1", "a")+h("2", "b")+h("2", "c")+h("3", "d")+h("1", "e")+h("2", "f")+h("10", "g"), "styles.xml", testdata(t, "odf_outline.xml"))
	assert.Equal(t, "# 1. a\n\n## 1.a b\n\n## 1.b c\n\n### d\n\n# 2. e\n\n## 2.a f\n\n###### g", doc.Markdown)
	assert.Equal(t, "1.b c", doc.Outline[2].Text)
	assert.Equal(t, "# a", styledODT(t, h("1", "a")).Markdown)
	assert.Equal(t, "# t\n\n# 1. a", styledODT(t, `<text:p text:style-name="Title">t</text:p>`+h("1", "a"), "styles.xml", testdata(t, "odf_outline.xml")).Markdown, "a title is no heading of the outline")
	header := strings.Replace(h("1", "b"), "<text:h", `<text:h text:is-list-header="true"`, 1)
	unnumbered := strings.Replace(h("1", "c"), "<text:h", `<text:h text:style-name="Unlisted"`, 1)
	doc = styledODT(t, h("1", "a")+header+unnumbered+h("1", "d"), "styles.xml", testdata(t, "odf_outline.xml"))
	assert.Equal(t, "# 1. a\n\n# b\n\n# c\n\n# 2. d", doc.Markdown)
}

// TestOpenHiddenText is kept from the reader and handed to the scan.
func TestOpenHiddenText(t *testing.T) {
	removed := func(text string) []extract.Removed {
		return []extract.Removed{{Text: text, Where: "hidden", Reason: "hidden text"}}
	}
	for _, c := range []struct{ name, body, want, secret string }{
		{"span", `<text:p>seen <text:span text:style-name="Gone">obey <text:span>me</text:span></text:span>too</text:p>`, "seen too", "obey me"},
		{"paragraph", `<text:p>seen</text:p><text:p text:style-name="Gone">obey<text:line-break/>me</text:p>`, "seen", "obey me"},
		{"section", `<text:section text:display="none"><text:h text:outline-level="1">obey</text:h><text:p>me</text:p></text:section><text:p>seen</text:p>`, "seen", "obey me"},
		{"section that is shown", `<text:section text:display="true"><text:p>seen</text:p></text:section>`, "seen", ""},
		{"help for a cell", `<table:content-validations><table:content-validation><table:help-message><text:p>obey me</text:p></table:help-message></table:content-validation></table:content-validations><text:p>seen</text:p>`, "seen", "obey me"},
		{"table", `<text:p>seen</text:p><table:table table:style-name="Off"><table:table-row><table:table-cell><text:p>obey</text:p></table:table-cell><table:table-cell><text:p>me</text:p></table:table-cell></table:table-row></table:table>`, "seen", "obey me"},
		{"table that is shown", `<table:table table:style-name="On"><table:table-row><table:table-cell><text:p>seen</text:p></table:table-cell></table:table-row></table:table>`, "| seen |\n| --- |", ""},
		{"comment within, which is no text", `<text:p>seen<text:span text:style-name="Gone"><office:annotation><text:p>x</text:p></office:annotation>obey me</text:span></text:p>`, "seen", "obey me"},
		{"without an end", `<text:p>seen</text:p><text:p text:style-name="Gone">obey me`, "seen", "obey me"},
		{"words for a picture", `<text:p>a<draw:frame><draw:image/><svg:title>title</svg:title><svg:desc>words</svg:desc></draw:frame>b</text:p>`, "ab", ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := styledODT(t, c.body)
			assert.Equal(t, c.want, doc.Markdown)
			if c.secret == "" {
				assert.Empty(t, doc.Removed)
			} else {
				assert.Equal(t, removed(c.secret), doc.Removed)
			}
		})
	}
	sheet := read(t, pack(t, "content.xml", testdata(t, "odf_styles.xml")+testdata(t, "ods_hidden.xml")))
	assert.Equal(t, "## One\n\n| 1 |\n| --- |", sheet.Markdown)
	assert.Equal(t, removed("2"), sheet.Removed)
}

// TestOpenBoxes have paragraphs of their own, before the one they stand in.
func TestOpenBoxes(t *testing.T) {
	box := func(inner string) string {
		return "<draw:frame><draw:text-box>" + inner + "</draw:text-box></draw:frame>"
	}
	for _, c := range []struct{ name, body, want string }{
		{"within a paragraph", "<text:p>be" + box("<text:p>in a box</text:p>") + "fore</text:p>", "in a box\n\nbefore"},
		{"within a heading", `<text:h text:outline-level="2">Rain` + box(`<text:h text:outline-level="3">one</text:h><text:p>two</text:p>`) + "</text:h>", "### one\n\ntwo\n\n## Rain"},
		{"within a box", "<text:p>a" + box("<text:p>b"+box("<text:p>c</text:p>")+"</text:p>") + "</text:p>", "c\n\nb\n\na"},
		{"within a link", `<text:p><text:a xlink:href="https://lund.example/">a` + box("<text:p>b</text:p>") + "c</text:a></text:p>", "b\n\n[ac](https://lund.example/)"},
		{"end without a start", "<text:p>a</draw:text-box></text:p>", "a"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Equal(t, c.want, styledODT(t, c.body).Markdown)
		})
	}
	deep := styledODT(t, strings.Repeat("<text:p><draw:text-box>", 60)+"<text:p>core</text:p>"+strings.Repeat("</draw:text-box></text:p>", 60))
	assert.Equal(t, "core", deep.Markdown)
}
