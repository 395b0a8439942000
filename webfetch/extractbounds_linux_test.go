package webfetch_test

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"encoding/xml"
	"fmt"
	"io"
	"maps"
	"math"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html"
	"golang.org/x/sys/unix"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// heavy is a document made to take time or memory.
type heavy struct {
	mediaType string
	body      string
	inflated  int // its size where it is packed, 0 for that of body
}

// heavyDocuments are documents of all formats, each of about size bytes once it
// is unpacked.
func heavyDocuments(size int) map[string]func() heavy {
	fill := func(piece string) string { return strings.Repeat(piece, size/len(piece)) }
	number := func(format string) string {
		var b strings.Builder
		for i := 0; b.Len() < size; i++ {
			fmt.Fprintf(&b, strings.ReplaceAll(format, "%d", "%[1]d"), i)
		}
		return b.String()
	}
	words := "The lighthouse stands on a rock eleven miles from the coast. "
	md := func(body string) heavy { return heavy{"text/markdown", body, 0} }
	html := func(body string) heavy { return heavy{"text/html", body, 0} }
	docx := func(body string) heavy {
		return packed(docxType, map[string]string{"word/document.xml": "<w:document><w:body>" + body + "</w:body></w:document>"})
	}
	xlsx := func(strings, sheet string) heavy {
		return packed(xlsxType, map[string]string{
			"xl/workbook.xml":            `<workbook><sheets><sheet name="a" sheetId="1" r:id="r1"/></sheets></workbook>`,
			"xl/_rels/workbook.xml.rels": `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
			"xl/sharedStrings.xml":       "<sst>" + strings + "</sst>", "xl/worksheets/sheet1.xml": "<worksheet><sheetData>" + sheet + "</sheetData></worksheet>",
		})
	}
	odf := func(kind, body string) heavy {
		return packed("application/vnd.oasis.opendocument."+kind, map[string]string{"mimetype": "application/vnd.oasis.opendocument." + kind, "content.xml": "<office:document-content><office:body><office:" + kind + ">" + body + "</office:" + kind + "></office:body></office:document-content>"})
	}
	para := "<w:p><w:r><w:t>" + words + "</w:t></w:r></w:p>"
	cell := "<w:tc><w:p><w:r><w:t>cell</w:t></w:r></w:p></w:tc>"
	return map[string]func() heavy{
		"html paragraphs": func() heavy { return html(fill("<p>" + words + "</p>")) },
		"html words":      func() heavy { return html(fill(words)) },
		"html table":      func() heavy { return html("<table>" + fill("<tr><td>some<td>cells of<td>a table") + "</table>") },
		"html wide table": func() heavy { return html("<table><tr>" + fill("<td>x") + "</table>") },
		"html links":      func() heavy { return html(number(`<a href="/page/%d">link number %d</a> `)) },
		"html list":       func() heavy { return html("<ul>" + fill("<li>an item") + "</ul>") },
		"html same lists": func() heavy {
			list := "<ul><li>one item here<li>two items here<li>three</ul>"
			return html(fill("<div>" + list + "</div><section><p>" + list + "</section>"))
		},
		"html divs":      func() heavy { return html(fill("<div class=a><span>word</span></div>")) },
		"html styles":    func() heavy { return html("<style>" + number(".a%d{display:none}") + "</style><p>x") },
		"html code":      func() heavy { return html("<pre>" + fill("some code { of } a kind\n") + "</pre>") },
		"html one word":  func() heavy { return html(fill("x")) },
		"html comment":   func() heavy { return html("<!--" + fill("x ") + "-->") },
		"html attribute": func() heavy { return html(`<p title="` + fill("x ") + `">y`) },
		"html script":    func() heavy { return html("<script>" + fill("var a = 'b c d';\n") + "</script>") },
		"html state": func() heavy {
			return html(`<div id=app></div><script>window.__STATE__ = {"a":[` + fill(`{"text":"`+words+`"},`) + `1]}</script>`)
		},
		"html json-ld": func() heavy {
			return html(`<script type="application/ld+json">[` + fill(`{"@type":"Article","name":"x y"},`) + `1]</script><p>y`)
		},
		"html deep":      func() heavy { return html(fill("<div>") + "x") },
		"html deep text": func() heavy { return html(strings.Repeat("<div>", 600) + fill("<p>"+words)) },
		"html bold":      func() heavy { return html(fill("<b>x")) },
		"html entities":  func() heavy { return html(fill("&amp;&lt; ")) },
		"html noscript":  func() heavy { return html("<noscript>" + fill("<p>"+words) + "</noscript>") },
		"html hidden":    func() heavy { return html(fill("<p hidden>" + words)) },
		"html math":      func() heavy { return html(fill("<math><mi>x</mi><mo>+</mo></math> ")) },
		"html headings":  func() heavy { return html(number("<h2>Heading number %d</h2><p>text</p>")) },
		"html images":    func() heavy { return html(number(`<img src="/a%d.png" alt="some picture">`)) },
		"html dates":     func() heavy { return html(fill("<p>3 May 2024, by Ada North</p>")) },
		"html unquoted":  func() heavy { return html(fill("<p <p <p ")) },
		"markdown words": func() heavy { return md(fill(words + "\n\n")) },
		"markdown table": func() heavy {
			return md("| a | b | c |\n| --- | --- | --- |\n" + fill("| some | cells of | a table |\n"))
		},
		"markdown cells": func() heavy { return md(fill("|") + "\n" + "|-|\n") },
		"markdown wide": func() heavy {
			return md("|" + strings.Repeat("a|", 5000) + "\n|" + strings.Repeat("-|", 5000) + "\n" + fill("|a|b\n"))
		},
		"markdown links":    func() heavy { return md(number("[a link](/page/%d) and ")) },
		"markdown refs":     func() heavy { return md(number("[a%d]: /page/%d\n")) },
		"markdown used":     func() heavy { return md(fill("[a] and ") + "\n\n[a]: /b\n") },
		"markdown line":     func() heavy { return md(fill("word ")) },
		"markdown one word": func() heavy { return md(fill("x")) },
		"markdown list":     func() heavy { return md(fill("- an item of it\n")) },
		"markdown deep":     func() heavy { return md(fill("> ")) },
		"markdown nested":   func() heavy { return md(strings.Repeat("- ", 1000) + fill("a\n")) },
		"markdown emphasis": func() heavy { return md(fill("*a **b ")) },
		"markdown code":     func() heavy { return md("```\n" + fill("some code\n")) },
		"markdown fences":   func() heavy { return md(fill("```\nsome code\n```\n")) },
		"markdown brackets": func() heavy { return md(fill("[")) },
		"markdown html":     func() heavy { return md(fill("<div>some html</div>\n\n")) },
		"markdown tags":     func() heavy { return md(fill("a <b>bold</b> word ")) },
		"markdown headings": func() heavy { return md(number("# Heading number %d\n\n")) },
		"markdown quotes":   func() heavy { return md(fill("\"a\" ")) },
		"markdown front":    func() heavy { return md("---\n" + number("key%d: value\n") + "---\n") },
		"text words":        func() heavy { return heavy{"text/plain", fill(words), 0} },
		"text lines":        func() heavy { return heavy{"text/plain", fill(words + "\n"), 0} },
		"text paragraphs":   func() heavy { return heavy{"text/plain", fill("short\n\n"), 0} },
		"text one word":     func() heavy { return heavy{"text/plain", fill("x"), 0} },
		"text log":          func() heavy { return heavy{"text/plain", fill("2024-01-02 03:04:05 INFO [main] did a thing\n"), 0} },
		"text code":         func() heavy { return heavy{"text/x-go", fill("func a() { return b }\n"), 0} },
		"json objects":      func() heavy { return heavy{"application/json", "[" + fill(`{"name":"a","value":1},`) + "1]", 0} },
		"json numbers":      func() heavy { return heavy{"application/json", "[" + fill("1,") + "1]", 0} },
		"json string":       func() heavy { return heavy{"application/json", `"` + fill(words) + `"`, 0} },
		"json keys":         func() heavy { return heavy{"application/json", "{" + number(`"key%d":1,`) + `"z":1}`, 0} },
		"json deep":         func() heavy { return heavy{"application/json", fill("["), 0} },
		"json texts":        func() heavy { return heavy{"application/json", "[" + fill(`{"text":"`+words+`"},`) + "1]", 0} },
		"json broken":       func() heavy { return heavy{"application/json", "[" + fill("1,") + "}", 0} },
		"ndjson":            func() heavy { return heavy{"application/x-ndjson", fill("{\"name\":\"a\",\"value\":1}\n"), 0} },
		"xml":               func() heavy { return heavy{"application/xml", "<a>" + fill("<b c='d'>some text</b>") + "</a>", 0} },
		"xml deep":          func() heavy { return heavy{"application/xml", fill("<a>"), 0} },
		"xml text":          func() heavy { return heavy{"application/xml", "<a>" + fill(words) + "</a>", 0} },
		"xml attributes":    func() heavy { return heavy{"application/xml", "<a " + number("b%d='c' ") + "/>", 0} },
		"sitemap": func() heavy {
			return heavy{"application/xml", "<urlset>" + number("<url><loc>https://a.example/%d</loc></url>") + "</urlset>", 0}
		},
		"opml": func() heavy {
			return heavy{"text/x-opml", "<opml><body>" + number("<outline text='a%d' xmlUrl='https://a.example/%d'/>") + "</body></opml>", 0}
		},
		"svg":        func() heavy { return heavy{"image/svg+xml", "<svg>" + fill("<text>some text</text>") + "</svg>", 0} },
		"csv":        func() heavy { return heavy{"text/csv", "a,b,c\n" + fill("1,some text,3\n"), 0} },
		"csv wide":   func() heavy { return heavy{"text/csv", fill("a,"), 0} },
		"csv quotes": func() heavy { return heavy{"text/csv", "a,b\n\"" + fill("x "), 0} },
		"csv uneven": func() heavy { return heavy{"text/csv", strings.Repeat("a,", 5000) + "\n" + fill("1,2\n"), 0} },
		"rss": func() heavy {
			return heavy{"application/rss+xml", "<rss><channel><title>t</title>" + number("<item><title>Item %d</title><description>&lt;p&gt;some words of it&lt;/p&gt;</description></item>") + "</channel></rss>", 0}
		},
		"rss long": func() heavy {
			return heavy{"application/rss+xml", "<rss><channel><title>t</title><item><title>a</title><description>" + fill("&lt;p&gt;some words of it") + "</description></item></channel></rss>", 0}
		},
		"rss broken": func() heavy {
			return heavy{"application/rss+xml", "<rss><channel><title>t</title>" + fill("<item><title>a & b</b>"), 0}
		},
		"atom": func() heavy {
			return heavy{"application/atom+xml", "<feed xmlns='http://www.w3.org/2005/Atom'>" + number("<entry><title>Item %d</title><content type='html'>some &lt;b&gt;words</content></entry>") + "</feed>", 0}
		},
		"jsonfeed": func() heavy {
			return heavy{"application/feed+json", `{"version":"https://jsonfeed.org/version/1","title":"t","items":[` + number(`{"id":"%d","content_html":"<p>some words"},`) + `{"id":"z"}]}`, 0}
		},
		"docx":       func() heavy { return docx(fill(para)) },
		"docx runs":  func() heavy { return docx("<w:p>" + fill("<w:r><w:t>word </w:t></w:r>") + "</w:p>") },
		"docx table": func() heavy { return docx("<w:tbl>" + fill("<w:tr>"+cell+cell+cell+"</w:tr>") + "</w:tbl>") },
		"docx wide":  func() heavy { return docx("<w:tbl><w:tr>" + fill(cell) + "</w:tr></w:tbl>") },
		"docx uneven": func() heavy {
			return docx("<w:tbl><w:tr>" + strings.Repeat(cell, 3000) + "</w:tr>" + fill("<w:tr>"+cell+"</w:tr>") + "</w:tbl>")
		},
		"docx nested": func() heavy {
			return docx(strings.Repeat("<w:tbl><w:tr><w:tc>", 500) + fill(para) + strings.Repeat("</w:tc></w:tr></w:tbl>", 500))
		},
		"docx tables": func() heavy {
			return docx(fill("<w:tbl><w:tr>" + cell + cell + "</w:tr><w:tr>" + cell + cell + "</w:tr></w:tbl>"))
		},
		"docx list": func() heavy {
			return docx(fill("<w:p><w:pPr><w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr></w:pPr><w:r><w:t>item</w:t></w:r></w:p>"))
		},
		"docx comments": func() heavy {
			rels := `<Relationships><Relationship Id="r1" Type="x/officeDocument" Target="word/document.xml"/></Relationships>`
			return packed(docxType, map[string]string{"_rels/.rels": rels, "word/document.xml": strings.Repeat("<!---->", size/2) + "<w:document>" + para + "</w:document>"})
		},
		"docx empty": func() heavy { return docx(fill("<w:p/>")) },
		"docx text":  func() heavy { return docx("<w:p><w:r><w:t>" + fill(words) + "</w:t></w:r></w:p>") },
		"docx headings": func() heavy {
			return docx(fill("<w:p><w:pPr><w:pStyle w:val='Heading1'/></w:pPr><w:r><w:t>head</w:t></w:r></w:p>"))
		},
		"xlsx": func() heavy {
			return xlsx("", fill(`<row><c t="inlineStr"><is><t>some text</t></is></c><c><v>1</v></c></row>`))
		},
		"xlsx shared": func() heavy { return xlsx(fill("<si><t>some text</t></si>"), `<row><c t="s"><v>1</v></c></row>`) },
		"xlsx wide":   func() heavy { return xlsx("", "<row>"+fill("<c><v>1</v></c>")+"</row>") },
		"xlsx sparse": func() heavy { return xlsx("", number(`<row r="%d"><c r="XFD%d"><v>1</v></c></row>`)) },
		"pptx": func() heavy {
			return packed(pptxType, map[string]string{"ppt/slides/slide1.xml": "<p:sld>" + fill("<a:p><a:r><a:t>"+words+"</a:t></a:r></a:p>") + "</p:sld>"})
		},
		"odt": func() heavy { return odf("text", fill("<text:p>"+words+"</text:p>")) },
		"odt table": func() heavy {
			return odf("text", "<table:table>"+fill("<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>")+"</table:table>")
		},
		"odt list": func() heavy {
			return odf("text", "<text:list>"+fill("<text:list-item><text:p>a b</text:p></text:list-item>")+"</text:list>")
		},
		"ods": func() heavy {
			return odf("spreadsheet", "<table:table table:name='a'>"+fill("<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>")+"</table:table>")
		},
		"ods repeated": func() heavy {
			return odf("spreadsheet", "<table:table table:name='a'>"+fill("<table:table-row table:number-rows-repeated='1000'><table:table-cell table:number-columns-repeated='1000'><text:p>a</text:p></table:table-cell></table:table-row>")+"</table:table>")
		},
		"epub": func() heavy {
			return packed("application/epub+zip", map[string]string{
				"META-INF/container.xml": `<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>`,
				"a.opf":                  `<package><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>`,
				"c.xhtml":                "<html><body>" + fill("<p>"+words+"</p>") + "</body></html>",
			})
		},
		"rtf": func() heavy { return heavy{"application/rtf", `{\rtf1 ` + fill(words+`\par `) + "}", 0} },
		"rtf table": func() heavy {
			return heavy{"application/rtf", `{\rtf1 ` + fill(`\trowd\cellx1\cellx2 a\cell b\cell\row `) + "}", 0}
		},
		"rtf groups":      func() heavy { return heavy{"application/rtf", `{\rtf1 ` + fill("{") + "}", 0} },
		"rtf words":       func() heavy { return heavy{"application/rtf", `{\rtf1 ` + fill(`\b x\b0 `) + "}", 0} },
		"pdf text":        func() heavy { return pdfOf(fill("(some words) Tj 0 -12 Td ")) },
		"pdf lines":       func() heavy { return pdfOf(fill("1 0 0 1 72 500 Tm (line) Tj ")) },
		"pdf drawing":     func() heavy { return pdfOf("ET " + fill("1 1 m 2 2 l S ")) },
		"pdf array":       func() heavy { return pdfOf("[" + fill("(a) 1 ") + "] TJ") },
		"pdf comments":    func() heavy { return pdfOf(fill("% x\n")) },
		"html one tag":    func() heavy { return html("<p " + number("b%d='c' ") + ">x") },
		"html odd tags":   func() heavy { return html(fill(`<p a" b" c" d" e" f">x`)) },
		"html attributes": func() heavy { return html(fill(`<p a=1 b=2 c=3 d=4 e=5 f=6 g=7 h=8 title="a b c">x`)) },
		"xml one tag": func() heavy {
			return heavy{"application/xml", `<?xml version="1.0"?><a ` + number("b%d='c' ") + "/>", 0}
		},
		"xml tags": func() heavy {
			return heavy{"application/xml", `<?xml version="1.0"?><a>` + fill("<b c='1' d='2' e='3' f='4' g='5'/>") + "</a>", 0}
		},
		"notebook": func() heavy {
			return heavy{"application/x-ipynb+json", `{"cells":[` + fill(`{"cell_type":"markdown","source":["some *words*\n"]},`) + `{"cell_type":"code","source":[],"outputs":[]}],"metadata":{},"nbformat":4,"nbformat_minor":5}`, 0}
		},
		"notebook long": func() heavy {
			return heavy{"application/x-ipynb+json", `{"cells":[{"cell_type":"markdown","source":["` + fill("some *words* ") + `"]}],"metadata":{},"nbformat":4,"nbformat_minor":5}`, 0}
		},
		"eml": func() heavy {
			return heavy{"message/rfc822", "From: a@b.example\r\nSubject: x\r\nContent-Type: text/html\r\n\r\n" + fill("<p>some words of it\r\n"), 0}
		},
		"eml text": func() heavy {
			return heavy{"message/rfc822", "From: a@b.example\r\nSubject: x\r\nContent-Type: text/plain\r\n\r\n" + fill(words+"\r\n"), 0}
		},
		"jsonfeed long": func() heavy {
			return heavy{"application/feed+json", `{"version":"https://jsonfeed.org/version/1","title":"t","items":[{"id":"1","content_html":"` + fill("<p>some words") + `"}]}`, 0}
		},
		"atom long": func() heavy {
			return heavy{"application/atom+xml", "<feed xmlns='http://www.w3.org/2005/Atom'><entry><title>a</title><content type='html'>" + fill("&lt;p>some words") + "</content></entry></feed>", 0}
		},
		"odt text":     func() heavy { return odf("text", "<text:p>"+fill(words)+"</text:p>") },
		"xlsx text":    func() heavy { return xlsx("", `<row><c t="inlineStr"><is><t>`+fill(words)+`</t></is></c></row>`) },
		"docx one tag": func() heavy { return docx("<w:p " + number("b%d='c' ") + "/>") },
		"gzip":         func() heavy { return heavy{"application/gzip", gz(fill("<p>" + words)), size} },
		"mhtml": func() heavy {
			return heavy{"multipart/related; boundary=b", "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" + fill("<p>some words of=20it\r\n") + "\r\n--b--\r\n", 0}
		},
		"mhtml parts": func() heavy {
			return heavy{"multipart/related; boundary=b", "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n" + fill("--b\r\nContent-Type: text/plain\r\n\r\nx\r\n") + "--b--\r\n", 0}
		},
		"html title":    func() heavy { return html("<title>" + fill("&amp;&lt; ") + "</title><p>x") },
		"html textarea": func() heavy { return html("<textarea>" + fill("&amp;&lt; ") + "</textarea><p>x") },
		"html options":  func() heavy { return html("<select>" + fill("<option value=a>word") + "</select>") },
		"html svg":      func() heavy { return html("<svg>" + fill("<text>some words</text>") + "</svg>") },
		"html shadows": func() heavy {
			return html("<div><template shadowrootmode=open>" + fill("<slot name=a></slot>") + "</template>" + words + "</div>")
		},
		"html calc": func() heavy { return html(fill(`<i style="opacity:calc(sin(1) + pow(2,3))">word</i>`)) },
		"html if": func() heavy {
			return html("<style>:root{--a:1}i{opacity:if(style(--a:1):1;else:0)}</style>" + fill("<i>word</i>"))
		},
		"html sibling": func() heavy { return html("<style>i{opacity:calc(sibling-count())}</style>" + fill("<i>w</i>")) },
		"html invalid": func() heavy {
			return html("<style>form:invalid i{opacity:0}</style><form>" + fill("<i>w</i><input>") + "</form>")
		},
		"html sheets":  func() heavy { return html(fill(`<link rel=stylesheet href="data:text/css,.a{opacity:0}">`) + "<p>x") },
		"html filters": func() heavy { return html(fill(`<i style="filter:invert(1) brightness(2)">word</i>`)) },
		"eml nested": func() heavy {
			return heavy{"message/rfc822", strings.Repeat("From: a@b.example\r\nContent-Type: message/rfc822\r\n\r\n", 50) + "Subject: x\r\n\r\n" + fill(words+"\r\n"), 0}
		},
		"odp": func() heavy {
			return odf("presentation", fill("<draw:page><draw:frame><draw:text-box><text:p>"+words+"</text:p></draw:text-box></draw:frame></draw:page>"))
		},
		"toml front":   func() heavy { return md("+++\n" + number("key%d = 1\n") + "+++\n") },
		"yaml aliases": func() heavy { return md("---\na: &a [x]\n" + number("b%d: *a\n") + "---\n") },
		"ndjson wide": func() heavy {
			return heavy{"application/x-ndjson", "{" + number(`"k%d":1,`) + "\"z\":1}\n{\"a\":1}\n", 0}
		},
		"pdf images":    func() heavy { return pdfOf("ET " + fill("BI /W 1 /H 1 /BPC 8 /CS /G ID x EI ")) },
		"pdf names":     func() heavy { return pdfOf(number("/F%d 12 Tf ")) },
		"pdf marked":    func() heavy { return pdfOf(fill("/Span <</ActualText (a)>> BDC (x) Tj EMC ")) },
		"pdf deep":      func() heavy { return pdfOf(fill("[")) },
		"latin-1 words": func() heavy { return heavy{"text/html; charset=iso-8859-1", fill("<p>gr\xf6\xdfer als das Meer"), 0} },
		"utf-16":        func() heavy { return heavy{"text/plain; charset=utf-16le", fill("a\x00 \x00b\x00c\x00"), 0} },
		"unknown bytes": func() heavy { return heavy{"text/plain", fill("gr\xf6\xdfer \xff\xfe"), 0} },
	}
}

const (
	docxType = "application/vnd.openxmlformats-officedocument.wordprocessingml.document"
	xlsxType = "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet"
	pptxType = "application/vnd.openxmlformats-officedocument.presentationml.presentation"
)

func packed(mediaType string, files map[string]string) heavy {
	var b bytes.Buffer
	w, size := zip.NewWriter(&b), 0
	for _, name := range slices.Sorted(maps.Keys(files)) {
		f, err := w.Create(name)
		if err == nil {
			_, err = io.WriteString(f, files[name])
		}
		if err != nil {
			panic(err)
		}
		size += len(files[name])
	}
	w.Close()
	return heavy{mediaType, b.String(), size}
}

func gz(s string) string {
	var b bytes.Buffer
	w := gzip.NewWriter(&b)
	io.WriteString(w, s)
	w.Close()
	return b.String()
}

// pdfOf is a PDF of one page with a packed content stream.
func pdfOf(content string) heavy {
	var z bytes.Buffer
	w := zlib.NewWriter(&z)
	io.WriteString(w, "BT /F1 12 Tf 72 700 Td "+content+" ET")
	w.Close()
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R>>", "<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>>>",
		"<</Type/Page/Parent 2 0 R/Contents 4 0 R>>", fmt.Sprintf("<</Length %d/Filter/FlateDecode>>stream\n%s\nendstream", z.Len(), z.String()),
		"<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>",
	}
	var b strings.Builder
	b.WriteString("%PDF-1.7\n")
	var at []int
	for i, o := range objects {
		at = append(at, b.Len())
		fmt.Fprintf(&b, "%d 0 obj\n%s\nendobj\n", i+1, o)
	}
	start := b.Len()
	fmt.Fprintf(&b, "xref\n0 %d\n0000000000 65535 f \n", len(objects)+1)
	for _, n := range at {
		fmt.Fprintf(&b, "%010d 00000 n \n", n)
	}
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return heavy{"application/pdf", b.String(), len(content)}
}

// watched is a context that notes the longest time between two looks at it.
type watched struct {
	context.Context
	mu    sync.Mutex
	last  time.Duration
	worst time.Duration
}

// threadTime is the processor time of the thread, which other programs don't count in.
func threadTime() time.Duration {
	var spent unix.Timespec // getrusage counts in ticks of some milliseconds
	if err := unix.ClockGettime(unix.CLOCK_THREAD_CPUTIME_ID, &spent); err != nil {
		panic(err)
	}
	return time.Duration(spent.Nano())
}

func (w *watched) look() {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := threadTime()
	if gap := now - w.last; gap > w.worst {
		w.worst = gap
	}
	w.last = now
}

func (w *watched) Err() error            { w.look(); return w.Context.Err() }
func (w *watched) Done() <-chan struct{} { w.look(); return w.Context.Done() }

// weighed is a context at which the memory in use is measured, after a run of the collector,
// whenever every bytes were allocated since the last time.
type weighed struct {
	context.Context
	every, next, most uint64
}

func (w *weighed) Err() error            { w.look(); return w.Context.Err() }
func (w *weighed) Done() <-chan struct{} { w.look(); return w.Context.Done() }

func (w *weighed) look() {
	allocated := []metrics.Sample{{Name: "/gc/heap/allocs:bytes"}}
	if metrics.Read(allocated); allocated[0].Value.Uint64() < w.next {
		return
	}
	w.next = allocated[0].Value.Uint64() + w.every
	w.most = max(w.most, liveBytes())
}

// liveBytes is the memory that the collector can't free.
func liveBytes() uint64 {
	runtime.GC()
	live := []metrics.Sample{{Name: "/gc/heap/live:bytes"}}
	metrics.Read(live)
	return live[0].Value.Uint64()
}

// peak runs work and returns the most memory that was in use at a look at its context, beside
// what was before. The collector does not run but then, so that it is the same each time.
func peak(ctx context.Context, every uint64, work func(ctx context.Context)) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	runtime.GC() // empties pools, with the next one
	before := liveBytes()
	w := &weighed{Context: ctx, every: every}
	work(w)
	return max(w.most, before) - before
}

// The tests below run one document after the other in one process, so that what the
// collector has to do for one does not count for the next.
func eachHeavyDocument(size int, test func(name string, d heavy, body []byte)) {
	docs := heavyDocuments(size)
	for _, name := range slices.Sorted(maps.Keys(docs)) {
		d := docs[name]()
		body := []byte(d.body)
		d.body, d.inflated = "", max(d.inflated, len(body))
		runtime.GC()
		test(name, d, body)
	}
}

// A call can be given up while any document is extracted. Between two looks at its context, an extractor works no
// longer than half as long again as the slower of two parsers that can't look takes for 2 MB (machines differ in what
// memory costs beside arithmetic): x/net/html for a page of plain paragraphs,
// encoding/xml for the source of that page as one text. Work whose time does not grow with the document (a quarter
// of it takes at least half as long) may last three times that. Time is the processor time of the thread, so that
// other programs don't count, and the collector runs between the runs only. The shortest of all runs counts, since
// all else only adds to it.
func TestExtractorsLookAtTheirContext(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector makes other things slow than a processor does")
	}
	const size, runs = 2 << 20, 6
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	registry, quarters := webfetch.Registry(), heavyDocuments(size/4)
	parse := parseTimes(strings.Repeat("<p>The lighthouse stands on a rock eleven miles from the coast. </p>", size/68))
	longest := func(mediaType string, body []byte, least, enough time.Duration) time.Duration {
		for n := 0; n < runs && least > enough; n++ {
			runtime.GC()
			w := &watched{Context: t.Context(), last: threadTime()}
			_, err := registry.Extract(w, &extract.Source{MediaType: mediaType, Body: body})
			assert.NoError(t, err)
			w.look()
			least = min(least, w.worst)
		}
		return least
	}
	most := parse(5)
	eachHeavyDocument(size, func(name string, d heavy, body []byte) {
		gap, shorter, bound := time.Duration(math.MaxInt64), time.Duration(math.MaxInt64), time.Duration(0)
		for range 5 { // programs that use the same caches slow down what moves much memory
			if gap = longest(d.mediaType, body, gap, most*3/2); gap <= most*3/2 {
				return
			}
			most = parse(1)
			quarter := quarters[name]()
			shorter = longest(quarter.mediaType, []byte(quarter.body), shorter, gap/4)
			bound = min(parse(1)*3, 2*shorter)
			if gap <= bound {
				return
			}
		}
		assert.LessOrEqual(t, gap, bound, "%s: it works too long, or longer the longer the document is", name)
	})
}

// parseTimes returns a function that parses a page as HTML, and its source as one text of XML, n more times each. The
// function returns the median time of the slower parser.
func parseTimes(page string) func(n int) time.Duration {
	text := "<item>" + strings.NewReplacer("<", "&lt;", ">", "&gt;").Replace(page) + "</item>"
	var pages, texts []time.Duration
	return func(n int) time.Duration {
		for range n {
			began := threadTime()
			if _, err := html.Parse(strings.NewReader(page)); err != nil {
				panic(err)
			}
			parsed := threadTime()
			var item string
			if err := xml.Unmarshal([]byte(text), &item); err != nil {
				panic(err)
			}
			pages, texts = append(pages, parsed-began), append(texts, threadTime()-parsed)
		}
		slices.Sort(pages)
		slices.Sort(texts)
		return max(pages[len(pages)/2], texts[len(texts)/2])
	}
}

// polledContext is a context that is cancelled when it was asked some times, and counts how
// often it is asked.
type polledContext struct {
	context.Context
	times, until int
	cancel       context.CancelFunc
}

func (a *polledContext) Err() error {
	if a.times++; a.times == a.until {
		a.cancel()
	}
	return a.Context.Err()
}

// Whenever a call is given up, its extractor ends with the error of the context,
// after at most a few more looks at it.
func TestExtractorsEndWhenTheirContextDoes(t *testing.T) {
	const mostAfter = 40
	registry := webfetch.Registry()
	eachHeavyDocument(64<<10, func(name string, d heavy, body []byte) {
		read := func(until int) (*polledContext, error) {
			ctx, cancel := context.WithCancel(t.Context())
			defer cancel()
			a := &polledContext{Context: ctx, until: until, cancel: cancel}
			_, err := registry.Extract(a, &extract.Source{MediaType: d.mediaType, Body: body})
			return a, err
		}
		whole, _ := read(0)
		for _, part := range []int{4, 2, 1} { // after a quarter, after half, at last
			a, err := read(max(1, whole.times/part))
			assert.ErrorIs(t, err, context.Canceled, name)
			assert.LessOrEqual(t, a.times-a.until, mostAfter, name)
		}
	})
}

// The memory of an extraction is at most so many times the size of the document, unpacked,
// whatever it is made of. What is shorter than the documents here may take as much as they do:
// a page may have 300,000 nodes however short it is, as many as one of 7 MB.
func TestExtractionIsBoundedInMemory(t *testing.T) {
	if raceDetector {
		t.Skip("the race detector needs memory of its own")
	}
	const times, size = 12, 7 << 20
	registry, docs := webfetch.Registry(), heavyDocuments(size)
	for _, name := range []string{
		"docx nested", "epub", "html attributes", "html odd tags", "html wide table", "jsonfeed long", "latin-1 words", "markdown headings", "markdown refs", "markdown tags", "rss long", "xml one tag",
	} {
		d := docs[name]()
		body := []byte(d.body)
		most := peak(t.Context(), size, func(ctx context.Context) {
			_, err := registry.Extract(ctx, &extract.Source{MediaType: d.mediaType, Body: body})
			assert.NoError(t, err, name)
		})
		t.Logf("%s: %.1f", name, float64(most)/float64(max(d.inflated, len(body))))
		assert.LessOrEqual(t, most, uint64(times*max(d.inflated, len(body))), name)
	}
}
