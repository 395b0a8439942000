package office_test

import (
	"archive/zip"
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
)

// pack makes an archive of parts: names and contents in turn. Very long ones are stored as
// they are, which takes less time.
func pack(t testing.TB, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i+1 < len(parts); i += 2 {
		method := zip.Deflate
		if parts[i+1] == "" || len(parts[i+1]) > 32<<20 {
			method = zip.Store
		}
		f, err := w.CreateHeader(&zip.FileHeader{Name: parts[i], Method: method})
		require.NoError(t, err)
		_, err = f.Write([]byte(parts[i+1]))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// read reads a document and checks what extract promises of it.
func read(t *testing.T, body []byte) *extract.Document {
	t.Helper()
	doc, err := office.Extractor{}.Extract(t.Context(), &extract.Source{Body: body})
	require.NoError(t, err)
	require.NoError(t, extracttest.Check(doc))
	return doc
}

// testdata returns a file of testdata.
func testdata(t testing.TB, name string) string {
	t.Helper()
	b, err := os.ReadFile(filepath.Join("testdata", name))
	require.NoError(t, err)
	return string(b)
}

// word is the main part of a Word document.
func word(body string) string { return "<w:document><w:body>" + body + "</w:body></w:document>" }

// p is a paragraph of Word with a style.
func p(style, inner string) string {
	return `<w:p><w:pPr><w:pStyle w:val="` + style + `"/></w:pPr>` + inner + "</w:p>"
}

// run is a run of Word.
func run(text string) string { return "<w:r><w:t>" + text + "</w:t></w:r>" }

// formatted is a run of Word with properties.
func formatted(properties, text string) string {
	return `<w:r><w:rPr>` + properties + `</w:rPr><w:t xml:space="preserve">` + text + "</w:t></w:r>"
}

// wordText reads a Word document with this body and these further parts.
func wordText(t *testing.T, body string, parts ...string) *extract.Document {
	t.Helper()
	return read(t, pack(t, append(parts, "word/document.xml", word(body))...))
}

// lvl is a level of a list in word/numbering.xml.
func lvl(level, format, text, start string) string {
	return `<w:lvl w:ilvl="` + level + `"><w:start w:val="` + start + `"/><w:numFmt w:val="` + format + `"/><w:lvlText w:val="` + text + `"/></w:lvl>`
}

// listItem is a paragraph of a list.
func listItem(num, level, text string) string {
	return `<w:p><w:pPr><w:numPr><w:ilvl w:val="` + level + `"/><w:numId w:val="` + num + `"/></w:numPr></w:pPr>` + run(text) + "</w:p>"
}

// odt reads an OpenDocument text.
func odt(t *testing.T, body string) *extract.Document {
	t.Helper()
	return read(t, pack(t, "content.xml", "<office:document-content><office:body><office:text>"+body+"</office:text></office:body></office:document-content>"))
}

// styledODT reads an OpenDocument text with the styles of testdata/odf_styles.xml.
func styledODT(t *testing.T, body string, parts ...string) *extract.Document {
	t.Helper()
	return read(t, pack(t, append(parts, "content.xml", "<office:document-content>"+testdata(t, "odf_styles.xml")+"<office:body><office:text>"+body+"</office:text></office:body></office:document-content>")...))
}

// sheetODS reads a spreadsheet of one sheet without a name.
func sheetODS(t *testing.T, rows string) string {
	t.Helper()
	return read(t, pack(t, "content.xml", "<office:spreadsheet><table:table>"+rows+"</table:table></office:spreadsheet>")).Markdown
}

// odp reads an OpenDocument presentation.
func odp(t *testing.T, pages string) *extract.Document {
	t.Helper()
	return read(t, pack(t, "content.xml", "<office:document-content>"+openSlideStyles+"<office:body><office:presentation>"+pages+"</office:presentation></office:body></office:document-content>"))
}

// openFrame is a box of text on an OpenDocument slide.
func openFrame(class, inner string) string {
	return `<draw:frame presentation:class="` + class + `"><draw:text-box>` + inner + "</draw:text-box></draw:frame>"
}

// openPage is an OpenDocument slide.
func openPage(inner string) string { return "<draw:page>" + inner + "</draw:page>" }

// sheetText reads a workbook of one sheet without a name.
func sheetText(t *testing.T, rows string, parts ...string) string {
	t.Helper()
	return read(t, pack(t, append(parts, "xl/worksheets/sheet1.xml", "<worksheet><sheetData>"+rows+"</sheetData></worksheet>")...)).Markdown
}

// slide reads a presentation of one slide.
func slide(t *testing.T, shapes ...string) *extract.Document {
	t.Helper()
	var body strings.Builder
	for _, s := range shapes {
		body.WriteString("<p:sp>" + s + "</p:sp>")
	}
	return read(t, pack(t, "ppt/slides/slide1.xml", "<p:sld>"+body.String()+"</p:sld>"))
}

// rtf reads the body of an RTF document.
func rtf(t *testing.T, body string) *extract.Document {
	t.Helper()
	return read(t, []byte(`{\rtf1\ansi `+body+"}"))
}
