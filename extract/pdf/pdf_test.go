package pdf_test

import (
	"context"
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

// article is a page with a title, two headings, paragraphs, a list, a table, code
// and a link.
const article = `BT /F2 20 Tf 72 740 Td (Rain in Lund) Tj ET
BT /F1 10 Tf 72 710 Td 12 TL (It rained for a long time in the spring, and the people of the town be-) Tj
T* (gan to build boats. Every house that stood near the river had one in the end.) Tj ET
BT /F2 14 Tf 72 670 Td (What they built) Tj ET
BT /F1 10 Tf 72 650 Td 14 TL (\225 boats of wood) Tj T* (\225 rafts of barrels) Tj ET
BT /F1 10 Tf 72 600 Td (Month) Tj 100 0 Td (Rain) Tj -100 -14 Td (March) Tj 100 0 Td (112 mm) Tj -100 -14 Td (April) Tj 100 0 Td (98 mm) Tj ET
BT /F3 10 Tf 72 540 Td 12 TL (for month in year:) Tj T* (    print\(month\)) Tj ET
BT /F1 10 Tf 72 500 Td (More of this is told in the annals of the town.) Tj ET`

func articleFile() *pdftest.File {
	f := pdftest.New(article)
	f.Objects[10] = "<</Type/Page/Parent 2 0 R/Contents 11 0 R/Annots[<</Subtype/Link/Rect[182 495 263 512]/A<</S/URI/URI(https://lund.example/annals)>>>>]>>"
	f.Objects[7] = "<</Title(Rain \\(2024\\))/Author(Ada Ek)/CreationDate(D:20240305101500+01'00')/Keywords(rain, boats)>>"
	f.Trailer = "/Info 7 0 R"
	return f
}

func TestConformance(t *testing.T) {
	extracttest.Run(t, pdf.Extractor{},
		extracttest.Case{
			Name: "article", MediaType: "application/pdf", Body: articleFile().Bytes(), Format: "pdf", Title: "Rain (2024)",
			Outline: []string{"Rain in Lund", "What they built"},
			Want: []string{"# Rain in Lund\n\nIt rained for a long time in the spring, and the people of the town began to build boats. Every",
				"## What they built\n\n- boats of wood\n- rafts of barrels\n\n| Month | Rain |\n| --- | --- |\n| March | 112 mm |\n| April | 98 mm |",
				"```\nfor month in year:\n    print(month)\n```", "in the [annals of the town](https://lund.example/annals)."},
		},
		extracttest.Case{Name: "compressed", Body: pdftest.New("").With(11, pdftest.Deflated("", "BT /F1 12 Tf 72 700 Td (Some words) Tj ET")).Bytes(), Want: []string{"Some words"}},
	)
}

func read(t *testing.T, f *pdftest.File) *extract.Document {
	t.Helper()
	return readWith(t, f, extract.Options{})
}

func readWith(t *testing.T, f *pdftest.File, opts extract.Options) *extract.Document {
	t.Helper()
	doc, err := pdf.Extractor{}.Extract(t.Context(), &extract.Source{Body: f.Bytes(), Options: opts})
	require.NoError(t, err)
	require.NoError(t, extracttest.Check(doc))
	return doc
}

func TestMetadata(t *testing.T) {
	m := read(t, articleFile()).Meta
	assert.Equal(t, []string{"Ada Ek"}, m.Authors)
	assert.Equal(t, []string{"rain", "boats"}, m.Tags)
	assert.Equal(t, 1, m.PageCount)
	assert.Equal(t, "2024-03-05T10:15:00+01:00", m.Published.Format("2006-01-02T15:04:05Z07:00"))
}

func TestHiddenText(t *testing.T) {
	seen := "BT /F1 12 Tf 72 700 Td (What all can read) Tj ET "
	tests := []struct{ name, content, reason string }{
		{"invisible", "BT /F1 12 Tf 3 Tr 72 650 Td (secret) Tj ET", "invisible rendering mode, page 1"},
		{"white", "1 g BT /F1 12 Tf 72 650 Td (secret) Tj ET", "white on white, page 1"},
		{"white in colours", "1 1 1 rg BT /F1 12 Tf 72 650 Td (secret) Tj ET", "white on white, page 1"},
		{"white ink", "0 0 0 0 k BT /F1 12 Tf 72 650 Td (secret) Tj ET", "white on white, page 1"},
		{"outside", "BT /F1 12 Tf 900 650 Td (secret) Tj ET", "outside of the page, page 1"},
		{"tiny", "BT /F1 0.4 Tf 72 650 Td (secret) Tj ET", "tiny font, page 1"},
		{"layer", "/OC /L BDC BT /F1 12 Tf 72 650 Td (secret) Tj ET EMC", "hidden layer, page 1"},
		{"clear", "/G gs BT /F1 12 Tf 72 650 Td (secret) Tj ET", "no opacity, page 1"},
		{"painted over", "BT /F1 12 Tf 72 650 Td (secret) Tj ET 60 640 200 30 re f", "painted over, page 1"},
		{"painted over in white", "BT /F1 12 Tf 72 650 Td (secret) Tj ET 1 1 1 rg 60 640 100 30 re 160 640 100 30 re f", "painted over, page 1"},
		{"painted over upwards", "BT /F1 12 Tf 0 1 -1 0 72 300 Tm (secret) Tj ET 50 290 30 200 re f*", "painted over, page 1"},
		{"painted over by a form", "BT /F1 12 Tf 72 650 Td (secret) Tj ET /X Do", "painted over, page 1"},
		{"clipped away", "q 60 690 300 30 re W n BT /F1 12 Tf 72 650 Td (secret) Tj ET Q", "clipped away, page 1"},
		{"on its own colour", "0 0 1 rg 60 640 200 30 re f BT /F1 12 Tf 72 650 Td (secret) Tj ET", "colour on the same colour, page 1"},
		{"replacement", "/Span <</ActualText (secret orders that no one can see here)>> BDC BT /F1 12 Tf 72 650 Td (x) Tj ET EMC", "replacement text longer than what it replaces, page 1"},
		{"replacement in tag characters", "/Span <</ActualText <" + tagCharacters("secret orders") + ">>> BDC BT /F1 12 Tf 72 650 Td (x) Tj ET EMC", "replacement text longer than what it replaces, page 1"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := pdftest.New(seen + tt.content)
			f.Objects[1] = "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[8 0 R]/D<</OFF[8 0 R]>>>>>>"
			f.Objects[3] = "<</Font<</F1 4 0 R>>/Properties<</L 8 0 R>>/XObject<</X 9 0 R>>/ExtGState<</G<</ca 0>>>>>>"
			f.Objects[8] = "<</Type/OCG/Name(L)>>"
			f.Objects[9] = pdftest.Stream("/Subtype/Form/BBox[0 0 612 792]", "0 0 0 rg 60 640 200 30 re f")
			doc := read(t, f)
			assert.NotContains(t, doc.Markdown, "secret")
			assert.Contains(t, doc.Markdown, "What all can read")
			require.Len(t, doc.Removed, 1)
			assert.Contains(t, doc.Removed[0].Text, "secret")
			assert.Equal(t, tt.reason, doc.Removed[0].Reason)
		})
	}
}

// TestInvisibleMessage: a message in tag characters is found with one of them in each line.
func TestInvisibleMessage(t *testing.T) {
	content := ""
	for i, r := range "obey these orders" {
		content += fmt.Sprintf("BT /F1 12 Tf 72 %d Td (seen) Tj /Span <</ActualText <%s>>> BDC (x) Tj EMC ET ", 700-30*i, tagCharacters(string(r)))
	}
	doc := read(t, pdftest.New(content))
	require.Len(t, doc.Removed, 1)
	assert.Equal(t, "obey these orders", doc.Removed[0].Text)
}

// tagCharacters returns a text in tag characters, as UTF-16 in hexadecimal digits.
func tagCharacters(text string) string {
	hex := "FEFF"
	for _, r := range text {
		hex += fmt.Sprintf("DB40DC%02X", r)
	}
	return hex
}

func TestSeenText(t *testing.T) {
	tests := []struct{ name, content string }{
		{"white on a dark area", "0 g 60 640 200 30 re f 1 g BT /F1 12 Tf 72 650 Td (shown) Tj ET"},
		{"recognised text of a scan", "q 612 0 0 792 0 0 cm /I Do Q BT /F1 12 Tf 3 Tr 72 650 Td (shown) Tj ET"},
		{"replacement text", "/Span <</ActualText (shown)>> BDC BT /F1 12 Tf 72 650 Td (5h0wn) Tj ET EMC"},
		{"form", "/X Do"},
		{"unbalanced states", "Q Q q BT /F1 12 Tf 72 650 Td (shown) Tj ET"},
		{"over the paint", "60 640 200 30 re f 1 g BT /F1 12 Tf 72 650 Td (shown) Tj ET"},
		{"beside the paint", "BT /F1 12 Tf 72 650 Td (shown) Tj ET 60 600 200 30 re f"},
		{"under a frame", "BT /F1 12 Tf 72 650 Td (shown) Tj ET 60 640 200 30 re S"},
		{"under a line", "BT /F1 12 Tf 72 650 Td (shown) Tj ET 60 652 200 2 re f"},
		{"under glass", "BT /F1 12 Tf 72 650 Td (shown) Tj ET /G gs 60 640 200 30 re f"},
		{"under a marker", "BT /F1 12 Tf 72 650 Td (shown) Tj ET /M gs 60 640 200 30 re f"},
		{"under a pattern", "BT /F1 12 Tf 72 650 Td (shown) Tj ET /Pattern cs /P scn 60 640 200 30 re f"},
		{"under a shape", "BT /F1 12 Tf 72 650 Td (shown) Tj ET 0 0 m 600 0 l 600 700 l h f"},
		{"under turned paint", "BT /F1 12 Tf 72 650 Td (shown) Tj ET 0.7 0.7 -0.7 0.7 0 0 cm 0 0 600 700 re f"},
		{"outside of the clip", "BT /F1 12 Tf 72 650 Td (shown) Tj ET 0 0 612 600 re W n 0 0 612 792 re f"},
		{"under paint in an odd clip", "BT /F1 12 Tf 72 650 Td (shown) Tj ET 0 0 m 600 0 l 600 700 l h W n 0 0 612 792 re f"},
		{"stroked and white", "1 g 2 Tr BT /F1 12 Tf 72 650 Td (shown) Tj ET"},
		{"inline image before", "BI /W 2 /H 2 ID \x00\xff EI\x01 EI BT /F1 12 Tf 72 650 Td (shown) Tj ET"},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			f := pdftest.New(tt.content)
			f.Objects[3] = "<</Font<</F1 4 0 R>>/XObject<</X 8 0 R/I 9 0 R>>/ExtGState<</G<</ca 0.5>>/M<</BM/Multiply>>>>>>"
			f.Objects[8] = pdftest.Stream("/Subtype/Form/BBox[0 0 612 792]/Matrix[1 0 0 1 10 10]", "BT /F1 12 Tf 72 650 Td (shown) Tj ET /X Do")
			f.Objects[9] = pdftest.Stream("/Subtype/Image/Width 1/Height 1", "x")
			assert.Equal(t, "shown", read(t, f).Markdown)
		})
	}
}

func TestAnnotations(t *testing.T) {
	f := pdftest.New("")
	f.Objects[10] = "<</Type/Page/Parent 2 0 R/Annots[<</Subtype/Widget/Rect[72 600 172 620]/AP<</N 8 0 R>>>> <</Subtype/Widget/AS/On/Rect[72 500 172 520]/AP<</N<</On 8 0 R>>>>>> <</Subtype/Widget/F 2/Rect[72 400 172 420]/AP<</N 9 0 R>>>>]>>"
	f.Objects[8] = pdftest.Stream("/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 4 0 R>>>>", "BT /F1 10 Tf 2 5 Td (filled in) Tj ET")
	f.Objects[9] = pdftest.Stream("/Subtype/Form/BBox[0 0 100 20]/Resources<</Font<</F1 4 0 R>>>>", "BT /F1 10 Tf 2 5 Td (hidden field) Tj ET")
	doc := read(t, f)
	assert.Equal(t, 2, strings.Count(doc.Markdown, "filled in"))
	assert.NotContains(t, doc.Markdown, "hidden")
}

// TestSaidBesideThePage: what notes and the document information say goes to the
// scan and not to the text.
func TestSaidBesideThePage(t *testing.T) {
	f := pdftest.New("BT /F1 12 Tf 72 700 Td (What all can read) Tj ET")
	f.Objects[7] = "<</Title(Rain)/Subject(words of the information dictionary)>>"
	f.Objects[10] = "<</Type/Page/Parent 2 0 R/Contents 11 0 R/Annots[<</Subtype/Text/F 2/Contents(words of a note)>> <</Subtype/Text>>]>>"
	f.Trailer = "/Info 7 0 R"
	doc := read(t, f)
	assert.Equal(t, "What all can read", doc.Markdown)
	assert.Equal(t, []extract.Removed{
		{Text: "words of a note", Where: "pdf", Reason: "annotation, page 1"},
		{Text: "words of the information dictionary", Where: "pdf", Reason: "document information"},
	}, doc.Removed)
}

// TestComments: text boxes of a page are quotations at its end, and so are comments if
// they are asked for; else a warning counts them, and they are scanned as hidden text.
func TestComments(t *testing.T) {
	f := pdftest.New("BT /F1 12 Tf 72 700 Td (A paragraph of the page.) Tj ET")
	f.Objects[1] = "<</Type/Catalog/Pages 2 0 R/OCProperties<</OCGs[8 0 R]/D<</OFF[8 0 R]>>>>>>"
	f.Objects[8] = "<</Type/OCG/Name(L)>>"
	f.Objects[9] = pdftest.Stream("/Subtype/Form/BBox[0 0 200 20]/Resources<</Font<</F1 4 0 R>>>>", "BT /F1 10 Tf 2 5 Td (text in a box) Tj ET")
	f.Objects[10] = `<</Type/Page/Parent 2 0 R/Contents 11 0 R/Annots[
<</Subtype/Text/Rect[9 9 20 20]/Contents(Is *this* so?\rI doubt it.)>>
<</Subtype/Popup/Rect[9 9 20 20]/Contents(secret popup)>>
<</Subtype/Highlight/Rect[72 700 90 712]/Contents(A Para-\ngraph)>>
<</Subtype/StrikeOut/Rect[72 700 90 712]/Contents(<b>drop</b> [this]\(javascript:x\))>>
<</Subtype/FreeText/Rect[72 600 272 620]/Contents(Text in a box)/AP<</N 9 0 R>>>>
<</Subtype/FreeText/Rect[72 500 272 520]/Contents(A box without a picture)>>
<</Subtype/FreeText/Rect[72 500 272 520]/Contents(A box without a picture)>>
<</Subtype/Text/F 2/Contents(secret one)>> <</Subtype/Text/F 32/Contents(secret two)>> <</Subtype/Text/OC 8 0 R/Contents(secret three)>>
<</Subtype/Link/Rect[9 9 20 20]/Contents(secret link)>> <</Subtype/Widget/T(name)/Rect[9 9 20 20]/Contents(secret field)>>]>>`
	doc := readWith(t, f, extract.Options{Comments: true})
	assert.Equal(t, "A paragraph of the page.\n\ntext in a box\n\n> A box without a picture\n\n> Is \\*this\\* so?\\\n> I doubt it.\n\n"+
		"> \\<b>drop\\</b> \\[this\\](javascript:x)", doc.Markdown)
	var secret []string
	for _, r := range doc.Removed {
		assert.Equal(t, "annotation, page 1", r.Reason)
		secret = append(secret, strings.TrimPrefix(r.Text, "secret "))
	}
	assert.Equal(t, []string{"popup", "one", "two", "three", "link", "field"}, secret)
	assert.Empty(t, doc.Warnings)

	doc = read(t, f)
	assert.Equal(t, "A paragraph of the page.\n\ntext in a box\n\n> A box without a picture", doc.Markdown)
	assert.Equal(t, []extract.Warning{{Type: "left_out", Message: "2 comments of readers were left out; ask for comments to read them"}}, doc.Warnings)
	assert.Contains(t, doc.Removed, extract.Removed{Text: "Is *this* so? I doubt it.", Where: "pdf", Reason: "comment, page 1"})
}

// A paragraph goes on around the comments at the end of a page.
func TestCommentWithinAParagraph(t *testing.T) {
	f := pdftest.New("BT /F1 12 Tf 72 700 Td (A paragraph that goes) Tj ET", "BT /F1 12 Tf 72 700 Td (on over the page.) Tj ET")
	f.Objects[10] = "<</Type/Page/Parent 2 0 R/Contents 11 0 R/Annots[<</Subtype/Text/Contents(Where?)>>]>>"
	assert.Equal(t, "A paragraph that goes on over the page.\n\n> Where?", readWith(t, f, extract.Options{Comments: true}).Markdown)
}

// TestRunningHeadsAreTold: a warning says what was left out, with an example that
// is text of the document.
func TestRunningHeadsAreTold(t *testing.T) {
	var contents []string
	for i := range 4 {
		contents = append(contents, fmt.Sprintf("BT /F1 10 Tf 72 760 Td (Annals of *Lund*, %d) Tj 0 -160 Td 12 TL (One tells of %c) Tj T* (and of all that it saw.) Tj ET", i+7, 'a'+i))
	}
	doc := read(t, pdftest.New(contents...))
	assert.NotContains(t, doc.Markdown, "Annals")
	assert.Equal(t, []extract.Warning{{Type: "left_out", Message: "4 lines were left out as running heads or feet of pages", Detail: "Annals of *Lund*, 7"}}, doc.Warnings)
}

func TestVerdicts(t *testing.T) {
	f := pdftest.New("q 600 0 0 780 0 0 cm /I Do Q").With(3, "<</XObject<</I 9 0 R>>>>").With(9, pdftest.Stream("/Subtype/Image", "x"))
	doc := read(t, f)
	assert.Equal(t, extract.VerdictScannedPDF, doc.Verdict.Kind)
	assert.Equal(t, "scanned_pdf", doc.Warnings[0].Type)
	assert.Equal(t, extract.VerdictEmpty, read(t, pdftest.New("0 g 10 10 5 5 re f")).Verdict.Kind)
}

func TestErrors(t *testing.T) {
	tests := []struct {
		name, body string
		want       error
	}{
		{"no pdf", "words, and no more than that", extract.ErrMalformed},
		{"cut off", "%PDF-1.7\n1 0 obj\n<</Type", extract.ErrMalformed},
		{"too many objects", "%PDF-1.7\n" + strings.Repeat("1 0 obj\n", object.MaxObjects+1), extract.ErrTooLarge},
	}
	for _, tt := range tests {
		_, err := pdf.Extractor{}.Extract(t.Context(), &extract.Source{Body: []byte(tt.body)})
		assert.ErrorIs(t, err, tt.want, tt.name)
	}
}

func TestMaxPagesAndProgress(t *testing.T) {
	page := "BT /F1 12 Tf 72 700 Td (A page of words) Tj ET"
	var done []int
	doc, err := pdf.Extractor{}.Extract(t.Context(), &extract.Source{Body: pdftest.New(page, page, page).Bytes(), Options: extract.Options{
		MaxPages: 2, Progress: func(n, total int) { done = append(done, n, total) },
	}})
	require.NoError(t, err)
	assert.Equal(t, []int{1, 2, 2, 2}, done)
	assert.Equal(t, 3, doc.Meta.PageCount)
	assert.Equal(t, "truncated", doc.Warnings[0].Type)
	assert.Equal(t, 2, strings.Count(doc.Markdown, "A page of words"))
}

func TestCancelledWhileReading(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	page := "BT /F1 12 Tf 72 700 Td (A page of words) Tj ET"
	_, err := pdf.Extractor{}.Extract(ctx, &extract.Source{Body: pdftest.New(page, page, page).Bytes(), Options: extract.Options{
		Progress: func(int, int) { cancel() },
	}})
	assert.ErrorIs(t, err, context.Canceled)
}

func TestHostileFiles(t *testing.T) {
	words := "BT /F1 12 Tf 72 700 Td (core words) Tj ET "
	deep := strings.Repeat("[", 100000)
	tests := []struct {
		name string
		file *pdftest.File
	}{
		{"page tree cycle", pdftest.New(words).With(2, "<</Type/Pages/Kids[10 0 R 2 0 R]/Count 2/Resources 3 0 R>>")},
		{"page count", pdftest.New(words).With(2, "<</Type/Pages/Kids[10 0 R]/Count 2147483647/Resources 3 0 R>>")},
		{"page named often", pdftest.New(words).With(2, "<</Type/Pages/Kids["+strings.Repeat("10 0 R ", 5000)+"]/Count 5000/Resources 3 0 R>>")},
		{"no page tree", pdftest.New(words).With(2, "<<>>").With(10, "<</Type/Page/Contents 11 0 R/Resources 3 0 R>>")},
		{"form calls itself", pdftest.New(words+"/X Do").With(3, "<</Font<</F1 4 0 R>>/XObject<</X 8 0 R>>>>").With(8, pdftest.Stream("/Subtype/Form", "/X Do"))},
		{"font of itself", pdftest.New(words+"/F9 9 Tf (x) Tj").With(3, "<</Font<</F1 4 0 R/F9 8 0 R>>>>").With(8, "<</Subtype/Type0/Encoding 8 0 R/DescendantFonts[8 0 R]/ToUnicode 8 0 R>>")},
		{"deep arrays", pdftest.New(deep + words)},
		{"many states", pdftest.New(strings.Repeat("q ", 100000) + words)},
		{"many marks", pdftest.New(strings.Repeat("/P BMC ", 100000) + words)},
		{"huge numbers", pdftest.New(words + "q 1e308 0 0 1e308 99999999999999999999 1 cm BT /F1 1e300 Tf (x) Tj ET Q")},
		{"outline cycle", pdftest.New(words).With(1, "<</Type/Catalog/Pages 2 0 R/Outlines 8 0 R>>").With(8, "<</First 9 0 R>>").With(9, "<</Title(A)/Next 9 0 R/First 8 0 R>>")},
		{"wrong length", pdftest.New(words).With(11, "<</Length 3>>stream\n"+words+"\nendstream")},
		{"cut stream", pdftest.New(words).With(11, strings.Replace(pdftest.Deflated("", words+strings.Repeat("0 0 m ", 500)), "endstream", "\x00\xffendstream", 1))},
		{"many filters", pdftest.New(words).With(12, pdftest.Stream("/Filter["+strings.Repeat("/ASCIIHexDecode ", 5000)+"]", "41"))},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			assert.Equal(t, 1, strings.Count(read(t, tt.file).Markdown, "core words"))
		})
	}
}

func FuzzExtract(f *testing.F) {
	f.Add(articleFile().Bytes())
	f.Add(pdftest.New("/OC /L BDC BT /F1 12 Tf [(a) -500 <62>] TJ ET EMC BI ID x EI").Bytes())
	f.Add([]byte("%PDF-1.4\n1 0 obj<</Type/Page/Contents 2 0 R>>endobj 2 0 obj<<>>stream\n(x) Tj\nendstream"))
	f.Add(tagged("<</S/H1/K 4>><</S/Table/K["+tableRow(10, 0, 1)+tableRow(10, 2, 3)+"]>>", piece(0, 72, 700, "a")+piece(1, 150, 700, "b")+piece(2, 72, 680, "c")+piece(3, 150, 680, "d")+piece(4, 72, 720, "e")).Bytes())
	f.Fuzz(func(t *testing.T, body []byte) {
		doc, err := pdf.Extractor{}.Extract(t.Context(), &extract.Source{Body: body})
		if err != nil {
			return
		}
		if err := extracttest.Check(doc); err != nil {
			t.Fatalf("%v\n%q", err, doc.Markdown)
		}
	})
}

func BenchmarkExtract(b *testing.B) {
	var pages []string
	for range 50 {
		pages = append(pages, article)
	}
	body := pdftest.New(pages...).Bytes()
	b.ReportAllocs()
	for b.Loop() {
		if _, err := (pdf.Extractor{}).Extract(b.Context(), &extract.Source{Body: body}); err != nil {
			b.Fatal(err)
		}
	}
}
