package pdf_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// xmpMeta reads the metadata of a file with a metadata stream and, if it isn't
// empty, document information.
func xmpMeta(t *testing.T, description, info string) extract.Metadata {
	t.Helper()
	f := pdftest.New("BT /F1 12 Tf 72 700 Td (words) Tj ET")
	f.Objects[1] = "<</Type/Catalog/Pages 2 0 R/Metadata 8 0 R>>"
	f.Objects[8] = pdftest.Stream("/Type/Metadata/Subtype/XML", "<?xpacket begin='\ufeff' id='W5M0MpCehiHzreSzNTczkc9d'?><x:xmpmeta xmlns:x='adobe:ns:meta/'><rdf:RDF>"+description+"</rdf:RDF></x:xmpmeta><?xpacket end='w'?>")
	if info != "" {
		f.Objects[7] = info
		f.Trailer = "/Info 7 0 R"
	}
	return read(t, f).Meta
}

// TestXMP goes by ISO 16684-1: lists by language, in order and without, texts
// and attributes.
func TestXMP(t *testing.T) {
	const full = `<rdf:Description rdf:about="" xmp:CreateDate="2024-03-05T09:30:00+01:00"><dc:title><rdf:Alt><rdf:li xml:lang="x-default">Rain &amp; wind</rdf:li><rdf:li xml:lang="sv">Regn</rdf:li></rdf:Alt></dc:title>
		<dc:creator><rdf:Seq><rdf:li>Ada Ek</rdf:li><rdf:li>Bo Ek</rdf:li></rdf:Seq></dc:creator><dc:description><rdf:Alt><rdf:li>All of it</rdf:li></rdf:Alt></dc:description>
		<dc:subject><rdf:Bag><rdf:li>rain</rdf:li><rdf:li>wind</rdf:li></rdf:Bag></dc:subject><dc:language><rdf:Bag><rdf:li>sv</rdf:li></rdf:Bag></dc:language><xmp:ModifyDate>2024-03-06</xmp:ModifyDate>
		<pdf:Producer>x</pdf:Producer></rdf:Description>`
	m := xmpMeta(t, full, "")
	assert.Equal(t, "Rain & wind", m.Title)
	assert.Equal(t, []string{"Ada Ek", "Bo Ek"}, m.Authors)
	assert.Equal(t, "All of it", m.Description)
	assert.Equal(t, []string{"rain", "wind"}, m.Tags)
	assert.Equal(t, "sv", m.Language)
	assert.Equal(t, "2024-03-05T09:30:00+01:00", m.Published.Format(time.RFC3339))
	assert.Equal(t, "2024-03-06", m.Modified.Format(time.DateOnly))

	m = xmpMeta(t, full, "<</Title(Told)/Author(Cy Ek)/CreationDate(D:20230101000000Z)>>")
	assert.Equal(t, "Told", m.Title, "the document information goes first")
	assert.Equal(t, []string{"Cy Ek"}, m.Authors)
	assert.Equal(t, 2023, m.Published.Year())
	assert.Equal(t, "All of it", m.Description)
}

// TestXMPGoesToTheScan where it is more than a name and not what the document
// information says.
func TestXMPGoesToTheScan(t *testing.T) {
	removed := func(info string) []extract.Removed {
		f := pdftest.New("BT /F1 12 Tf 72 700 Td (words) Tj ET")
		f.Objects[1] = "<</Type/Catalog/Pages 2 0 R/Metadata 8 0 R>>"
		f.Objects[7] = info
		f.Objects[8] = pdftest.Stream("", `<rdf:Description dc:title="A Title" dc:description="words that nobody sees"/>`)
		f.Trailer = "/Info 7 0 R"
		return read(t, f).Removed
	}
	said := []extract.Removed{{Text: "words that nobody sees", Where: "pdf", Reason: "document information"}}
	assert.Equal(t, said, removed("<<>>"))
	assert.Equal(t, said, removed("<</Subject(words that nobody sees)>>"), "once")
}

func TestOddXMP(t *testing.T) {
	for in, want := range map[string]string{
		`<rdf:Description dc:title="Rain"/>`:                                                             "Rain",
		`<rdf:Description><dc:title>Rain</dc:title></rdf:Description>`:                                   "Rain",
		`<rdf:Description><dc:title><rdf:Alt><rdf:li/><rdf:li>Rain</rdf:li></rdf:Alt></dc:title>`:        "Rain",
		`<rdf:Description><dc:title><rdf:Alt><rdf:li>Untitled</rdf:li></rdf:Alt></dc:title>`:             "",
		`<rdf:Description><dc:title><rdf:Alt><rdf:li>Rain`:                                               "",
		`<rdf:Description><x:title>Other</x:title><dc:title>Rain</dc:title></rdf:Description>`:           "Rain",
		`<rdf:Description><dc:publisher><rdf:li>House</rdf:li></dc:publisher></rdf:Description>`:         "",
		"<rdf:Description><dc:title>Ra\xffin</dc:title></rdf:Description>":                               "",
		`<!DOCTYPE a [<!ENTITY b "c">]><rdf:Description><dc:title>Rain &b;</dc:title></rdf:Description>`: "Rain &b;",
		"": "",
	} {
		assert.Equal(t, want, xmpMeta(t, in, "").Title, in)
	}
	for in, year := range map[string]int{"2024": 2024, "2024-03": 2024, "2024-03-05T09:30Z": 2024, "2024-03-05T09:30:00.123+02:00": 2024, "2024-03-05T09:30:00": 2024, "5.3.2024": 1, "": 1} {
		m := xmpMeta(t, `<rdf:Description><xmp:CreateDate>`+in+`</xmp:CreateDate><xmp:ModifyDate>`+in+`</xmp:ModifyDate></rdf:Description>`, "")
		assert.Equal(t, year, m.Published.Year(), in)
		assert.Equal(t, year, m.Modified.Year(), in)
	}
}

// TestReplacedGlyphs have no text of their own but what is said in their place,
// and make no blanks.
func TestReplacedGlyphs(t *testing.T) {
	for content, want := range map[string]string{
		`/Span<</ActualText(fi)>>BDC (\001) Tj EMC (nd) Tj`:                 "find",
		`/Span<</ActualText(of)>>BDC (xy) Tj EMC (fice) Tj`:                 "office",
		`(o) Tj /Span<</ActualText(ffi)>>BDC (\001\002\003) Tj EMC (ce) Tj`: "office",
		`/Span<</ActualText(one )>>BDC (\001) Tj EMC (two) Tj`:              "one two",
		`(a\001b) Tj`:                                 "a b",
		`/Span<<>>BDC (\001) Tj EMC (x) Tj`:           "x",
		`/Span<</ActualText()>>BDC (y) Tj EMC (x) Tj`: "yx",
	} {
		assert.Equal(t, want, read(t, pdftest.New("BT /F1 12 Tf 72 700 Td "+content+" ET")).Markdown, content)
	}
}

// TestFillers: a program wrote the title and the author by itself.
func TestFillers(t *testing.T) {
	const creator = `<rdf:Description><dc:creator><rdf:Seq><rdf:li>Windows User</rdf:li></rdf:Seq></dc:creator></rdf:Description>`
	for title, want := range map[string]string{`\(anonymous\)`: "", "PowerPoint-Präsentation": "", "Microsoft PowerPoint - tides.pptx": "", "Untitled Tides": "Untitled Tides"} {
		m := xmpMeta(t, creator, "<</Title("+strings.ReplaceAll(title, "ä", "\xe4")+")/Author(anonymous)>>")
		assert.Equal(t, want, m.Title)
		assert.Empty(t, m.Authors)
	}
}

// TestXMPIsBounded: of a property with many values a hundred are kept.
func TestXMPIsBounded(t *testing.T) {
	var list strings.Builder
	var want []string
	for i := range 101 {
		fmt.Fprintf(&list, "<rdf:li>word%d</rdf:li>", i)
		want = append(want, fmt.Sprint("word", i))
	}
	m := xmpMeta(t, "<rdf:Description><dc:subject><rdf:Bag>"+list.String()+"</rdf:Bag></dc:subject></rdf:Description>", "")
	assert.Equal(t, want[:100], m.Tags)
}

func FuzzXMP(f *testing.F) {
	f.Add([]byte(`<rdf:Description dc:title="a"><dc:creator><rdf:li>b</rdf:li></dc:creator></rdf:Description>`))
	f.Fuzz(func(t *testing.T, data []byte) {
		m := xmpMeta(t, string(data), "")
		if len(m.Authors) > 100 || len(m.Tags) > 100 {
			t.Fatalf("%d authors, %d tags", len(m.Authors), len(m.Tags))
		}
	})
}
