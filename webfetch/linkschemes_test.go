package webfetch_test

import (
	"archive/zip"
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"github.com/yuin/goldmark"
	"github.com/yuin/goldmark/ast"
	"github.com/yuin/goldmark/text"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// badTargets run code, read local files, carry their content along or start
// programs, as they stand and in disguise.
var badTargets = []string{
	"javascript:alert(1)", "JaVaScRiPt:alert(1)", "java\tscript:alert(1)", "java\nscript:alert(1)", "\x01javascript:alert(1)", "  javascript:alert(1)",
	"java&#x73;cript:alert(1)", "&#106;avascript:alert(1)", "javascript&colon;alert(1)", "javascript&Tab;:alert(1)", "%6aavascript:alert(1)",
	"javascript%3Aalert(1)", "javascript\\:alert(1)", "java\u00adscript:alert(1)", "data:text/html,<b>x", "DATA:text/html;base64,eA==", "vbscript:x", "VbScript:x",
	"file:///etc/passwd", "File:/etc/passwd", "blob:https://x.example/y", "filesystem:https://x.example/y", "view-source:https://x.example/",
	"ms-msdt:/id", "search-ms:query=x", "feed:javascript:alert(1)", "x-apple.systempreferences:x", "jar:https://x.example!/", "about:blank", "chrome://settings/",
	"a-scheme-that-is-longer-than-others:x",
}

// goodSchemes are those that any writer may leave.
var goodSchemes = []string{
	"http", "https", "bitcoin", "ftp", "ftps", "geo", "im", "irc", "ircs", "magnet", "mailto", "matrix", "mms", "news", "nntp",
	"openpgp4fpr", "sftp", "sip", "sms", "smsto", "ssh", "tel", "urn", "webcal", "wtai", "xmpp",
}

var scheme = regexp.MustCompile(`^([a-z][a-z0-9+.-]*):`)

// schemeOf reads the scheme of an address as browsers do (WHATWG URL, section 4.4).
func schemeOf(address string) string {
	address = strings.NewReplacer("\t", "", "\n", "", "\r", "").Replace(strings.TrimLeftFunc(address, func(r rune) bool { return r <= ' ' }))
	if m := scheme.FindStringSubmatch(strings.ToLower(address)); m != nil {
		return m[1]
	}
	return ""
}

// linkTargets returns the addresses of links and images of Markdown, as its readers
// resolve them.
func linkTargets(markdown string) (list []string) {
	source := []byte(markdown)
	ast.Walk(goldmark.DefaultParser().Parse(text.NewReader(source)), func(n ast.Node, entering bool) (ast.WalkStatus, error) {
		switch n := n.(type) {
		case *ast.Link:
			list = append(list, string(n.Destination))
		case *ast.Image:
			list = append(list, string(n.Destination))
		case *ast.AutoLink:
			list = append(list, string(n.URL(source)))
		case *ast.RawHTML:
			list = append(list, "raw:"+string(n.Segments.Value(source)))
		}
		return ast.WalkContinue, nil
	})
	for i := range list {
		list[i] = html.UnescapeString(list[i])
	}
	return list
}

func archive(t *testing.T, parts ...string) []byte {
	t.Helper()
	var b bytes.Buffer
	w := zip.NewWriter(&b)
	for i := 0; i+1 < len(parts); i += 2 {
		f, err := w.Create(parts[i])
		require.NoError(t, err)
		_, err = f.Write([]byte(parts[i+1]))
		require.NoError(t, err)
	}
	require.NoError(t, w.Close())
	return b.Bytes()
}

// formats writes a document of each format with links to an address.
func formats(t *testing.T, address string) map[string][]byte {
	a := html.EscapeString(address) // what XML and HTML read as the address
	raw := strings.NewReplacer(`"`, "&quot;", "<", "&lt;").Replace(address)
	page := func(a string) string {
		return `<html><head><link rel=canonical href="` + a + `"></head><body><p>Boats float, <a href="` + a + `">see here</a> and <img src="` + a + `" alt="a boat"> there. ` +
			`<a href="https://boats.example/">Good</a></p><table><tr><td><a href="` + a + `">cell</a><td>b<tr><td>c<td>d</table></body></html>`
	}
	cell := func(s string) string { out, _ := json.Marshal(s); return string(out) }
	markdown := "Boats float, [see here](" + address + ") and [there](<" + address + ">) and ![pic](" + address + ") and [by name][x] and <" + address + ">.\n\n" +
		`<a href="` + raw + `">raw</a> [Good](https://boats.example/)` + "\n\n[x]: " + address + "\n"
	control := strings.ContainsRune(address, 1)
	list := map[string][]byte{
		"text/html":                   []byte(page(a)),
		"text/html; charset=us-ascii": []byte(page(raw)),
		"text/markdown":               []byte(markdown),
		"text/plain":                  []byte("Boats float, see " + address + " there."),
		"application/json":            []byte(`{"text": "Boats float.", "url": ` + cell(address) + `, "link": "https://boats.example/"}`),
		"application/x-ipynb+json": []byte(`{"nbformat":4,"nbformat_minor":5,"metadata":{},"cells":[{"cell_type":"markdown","metadata":{},"source":[` + cell(markdown) + `]},
{"cell_type":"code","metadata":{},"source":["1"],"outputs":[{"output_type":"display_data","metadata":{},"data":{"text/html":[` + cell(page(a)) + `]}},{"output_type":"display_data","metadata":{},"data":{"text/markdown":[` + cell(markdown) + `]}}]}]}`),
		"message/rfc822": []byte("From: a@b.example\r\nSubject: Boats\r\nMIME-Version: 1.0\r\nContent-Type: text/html; charset=utf-8\r\n\r\n" + page(a)),
		"application/feed+json": []byte(`{"version":"https://jsonfeed.org/version/1.1","title":"Boats","home_page_url":` + cell(address) + `,"items":[{"id":"1","url":` + cell(address) +
			`,"title":"One","content_html":` + cell(page(a)) + `,"attachments":[{"url":` + cell(address) + `,"mime_type":"audio/mpeg"}]}]}`),
	}
	list["application/pdf"] = pdfFile(address)
	if control { // XML has no such character
		return list
	}
	list["application/rss+xml"] = []byte(`<rss version="2.0"><channel><title>Boats</title><link>` + a + `</link><item><title>One</title><link>` + a + `</link><enclosure url="` + a +
		`" type="audio/mpeg"/><description>` + html.EscapeString(page(a)) + `</description></item></channel></rss>`)
	list["application/atom+xml"] = []byte(`<feed xmlns="http://www.w3.org/2005/Atom"><title>Boats</title><link href="` + a + `"/><entry><title>One</title><link href="` + a +
		`"/><content type="html">` + html.EscapeString(page(a)) + `</content></entry></feed>`)
	list["application/xml"] = []byte(`<r><b>Boats float.</b><a href="` + a + `">here</a><url>` + a + `</url></r>`)
	list["application/vnd.openxmlformats-officedocument.wordprocessingml.document"] = archive(t,
		"word/_rels/document.xml.rels", `<Relationships><Relationship Id="r1" TargetMode="External" Target="`+a+`"/></Relationships>`,
		"word/document.xml", `<w:document><w:body><w:p><w:r><w:t>Boats float, </w:t></w:r><w:hyperlink r:id="r1"><w:r><w:t>see here</w:t></w:r></w:hyperlink>`+
			`<w:r><w:fldChar w:fldCharType="begin"/></w:r><w:r><w:instrText> HYPERLINK "`+a+`" </w:instrText></w:r><w:r><w:fldChar w:fldCharType="separate"/></w:r><w:r><w:t>field</w:t></w:r><w:r><w:fldChar w:fldCharType="end"/></w:r></w:p></w:body></w:document>`)
	list["application/vnd.oasis.opendocument.text"] = archive(t, "mimetype", "application/vnd.oasis.opendocument.text", "content.xml",
		`<office:document-content><office:body><office:text><text:p>Boats float, <text:a xlink:href="`+a+`">see here</text:a>.</text:p></office:text></office:body></office:document-content>`)
	list["application/epub+zip"] = archive(t, "mimetype", "application/epub+zip",
		"META-INF/container.xml", `<container><rootfiles><rootfile full-path="c.opf" media-type="application/oebps-package+xml"/></rootfiles></container>`,
		"c.opf", `<package><metadata><dc:title>Boats</dc:title></metadata><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/></spine></package>`,
		"a.xhtml", `<html xmlns="http://www.w3.org/1999/xhtml"><body><p>Boats float, <a href="`+a+`">see here</a>. <img src="`+a+`" alt="a boat"/></p></body></html>`)
	list["text/rtf"] = []byte(`{\rtf1 Boats float, {\field{\*\fldinst HYPERLINK "` + strings.NewReplacer("\\", `\\`, "\n", " ", "\u00ad", "").Replace(address) + `"}{\fldrslt see here}}.}`)
	return list
}

// pdfFile writes a page with a link and a note that names the address.
func pdfFile(address string) []byte {
	content := "BT /F1 12 Tf 72 700 Td (Boats float, see here.) Tj ET"
	raw := fmt.Sprintf("<%x>", address)
	objects := []string{"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1>>",
		"<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>>>>>/Annots[" +
			"<</Subtype/Link/Rect[70 690 300 720]/A<</S/URI/URI" + raw + ">>>> <</Subtype/Text/Rect[70 690 80 720]/Contents(It is at " + strings.NewReplacer("\\", "\\\\").Replace(address) + ")>>]>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content)}
	var b bytes.Buffer
	b.WriteString("%PDF-1.7\n")
	var offsets []int
	for i, object := range objects {
		offsets = append(offsets, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, object)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, at := range offsets {
		fmt.Fprintf(&b, "%010d 00000 n \n", at)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.Bytes()
}

// TestSchemesOfLinks: whatever the format, links lead where the web leads, or to
// programs that ask first.
func TestSchemesOfLinks(t *testing.T) {
	c, err := webfetch.New(webfetch.Options{})
	require.NoError(t, err)
	defer c.Close()
	base, err := url.Parse("https://harbour.example/docs/page")
	require.NoError(t, err)
	links := map[string]int{}
	for _, address := range append([]string{"https://boats.example/x"}, badTargets...) {
		for format, body := range formats(t, address) {
			for _, page := range []*url.URL{base, nil} {
				p, err := c.Extract(t.Context(), extract.Source{URL: page, MediaType: format, Body: body}, webfetch.ExtractOptions{Links: true})
				require.NoError(t, err, "%s %q", format, address)
				assert.Contains(t, p.Content, "Boats float", "%s %q", format, address)
				all := append(linkTargets(p.Content), p.CanonicalURL)
				for _, l := range p.Links {
					all = append(all, l.URL)
				}
				for _, target := range all {
					got := schemeOf(target)
					assert.True(t, got == "" || slices.Contains(goodSchemes, got), "%s of %q: %q\n%s", format, address, target, p.Content)
				}
				if page != nil && address == "https://boats.example/x" && slices.Contains(all, address) {
					links[format]++
				}
			}
		}
	}
	for format := range formats(t, "https://boats.example/x") {
		assert.Equal(t, 1, links[format], fmt.Sprint("the test sees the links of ", format))
	}
}
