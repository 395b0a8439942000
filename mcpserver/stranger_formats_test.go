package mcpserver_test

import (
	"context"
	"encoding/base64"
	"fmt"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

const strangeWords = "The lighthouse stands on a rock eleven miles from the coast, and " + stranger + " was lit for the first time in 1844. "

// strangeFormats are documents of many formats that say the words of the stranger wherever
// they can.
func strangeFormats() map[string]string {
	x := stranger
	typed := func(kind, body string) string { return response("200 OK", "Content-Type: "+kind+"\r\n", body) }
	office := func(kind string) string { return "application/vnd.openxmlformats-officedocument." + kind }
	opendocument := func(kind, body string) string {
		return zipOf(map[string]string{
			"mimetype":      "application/vnd.oasis.opendocument." + kind,
			"meta.xml":      `<office:document-meta><office:meta><dc:title>` + x + `</dc:title><dc:creator>` + x + `</dc:creator><meta:keyword>` + x + `</meta:keyword></office:meta></office:document-meta>`,
			"content.xml":   `<office:document-content><office:body><office:` + kind + `>` + body + `</office:` + kind + `></office:body></office:document-content>`,
			"Pictures/" + x: x,
		})
	}
	return map[string]string{
		"/robots.txt": response("200 OK", "Content-Type: text/plain\r\n", "# "+x+"\nUser-agent: *\nAllow: /\n"+x+"\n"),
		"/llms.txt":   typed("text/markdown", "# "+x+"\n\n> "+x+"\n\n## "+x+"\n\n- ["+x+"](http://a.example/"+x+"): "+strangeWords),
		"/paper.pdf":  typed("application/pdf", strangePDF()),
		"/book.xlsx": typed(office("spreadsheetml.sheet"), zipOf(map[string]string{
			"xl/workbook.xml":             `<workbook><sheets><sheet name="` + x + `" sheetId="1" r:id="r1"/><sheet name="` + x + `2" state="hidden" sheetId="2" r:id="r2"/></sheets><definedNames><definedName name="` + x + `">` + x + `</definedName></definedNames></workbook>`,
			"xl/_rels/workbook.xml.rels":  `<Relationships><Relationship Id="r1" Type="x/worksheet" Target="worksheets/` + x + `.xml"/><Relationship Id="r2" Type="x/worksheet" Target="worksheets/none.xml"/></Relationships>`,
			"xl/worksheets/" + x + ".xml": `<worksheet><sheetData><row><c t="inlineStr"><is><t>` + strangeWords + `</t></is></c></row></sheetData></worksheet>`,
			"docProps/core.xml":           `<cp:coreProperties><dc:title>` + x + `</dc:title></cp:coreProperties>`,
		})),
		"/lost.xlsx": typed(office("spreadsheetml.sheet"), zipOf(map[string]string{
			"xl/workbook.xml": `<workbook><sheets><sheet name="` + x + `" sheetId="1" r:id="` + x + `"/></sheets></workbook>`,
		})),
		"/slides.pptx": typed(office("presentationml.presentation"), zipOf(map[string]string{
			"ppt/slides/slide1.xml":           `<p:sld><p:cSld name="` + x + `"/><a:p><a:r><a:t>` + strangeWords + `</a:t></a:r></a:p></p:sld>`,
			"ppt/notesSlides/notesSlide1.xml": `<p:notes><a:p><a:r><a:t>` + x + `</a:t></a:r></a:p></p:notes>`, "docProps/core.xml": `<cp:coreProperties><dc:title>` + x + `</dc:title></cp:coreProperties>`,
		})),
		"/text.odt":  typed("application/vnd.oasis.opendocument.text", opendocument("text", "<text:h>"+x+"</text:h><text:p>"+strangeWords+"</text:p>")),
		"/table.ods": typed("application/vnd.oasis.opendocument.spreadsheet", opendocument("spreadsheet", `<table:table table:name="`+x+`"><table:table-row><table:table-cell><text:p>`+x+`</text:p></table:table-cell></table:table-row></table:table>`)),
		"/talk.odp":  typed("application/vnd.oasis.opendocument.presentation", opendocument("presentation", `<draw:page draw:name="`+x+`"><draw:frame><draw:text-box><text:p>`+strangeWords+`</text:p></draw:text-box></draw:frame></draw:page>`)),
		"/book.epub": typed("application/epub+zip", zipOf(map[string]string{
			"META-INF/container.xml": `<container><rootfiles><rootfile full-path="` + x + `.opf"/></rootfiles></container>`,
			x + ".opf":               `<package><metadata><dc:title>` + x + `</dc:title><dc:creator>` + x + `</dc:creator><dc:rights>` + x + `</dc:rights></metadata><manifest><item id="c" href="` + x + `.xhtml" media-type="application/xhtml+xml"/><item id="d" href="no-` + x + `.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/><itemref idref="d"/><itemref idref="` + x + `"/></spine></package>`,
			x + ".xhtml":             "<html><head><title>" + x + "</title></head><body><h1>" + x + "</h1><p>" + strangeWords + "</p></body></html>",
		})),
		"/work.ipynb":  typed("application/x-ipynb+json", `{"cells":[{"cell_type":"markdown","source":["# `+x+`\n"]},{"cell_type":"code","source":["print('`+x+`')"],"outputs":[{"output_type":"error","ename":"`+x+`","evalue":"`+x+`","traceback":["`+x+`"]}]},{"cell_type":"`+x+`","source":["`+x+`"]}],"metadata":{"title":"`+x+`","kernelspec":{"name":"`+x+`","display_name":"`+x+`","language":"`+x+`"},"language_info":{"name":"`+x+`"},"authors":[{"name":"`+x+`"}]},"nbformat":4,"nbformat_minor":5}`),
		"/letter.eml":  typed("message/rfc822", "From: "+x+" <a@"+x+".example>\r\nTo: "+x+"@a.example\r\nSubject: "+x+"\r\nX-"+x+": "+x+"\r\nContent-Type: multipart/mixed; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain\r\n\r\n"+strangeWords+"\r\n--b\r\nContent-Type: application/"+x+"; name=\""+x+".bin\"\r\nContent-Disposition: attachment; filename=\""+x+".bin\"\r\n\r\n"+x+"\r\n--b--\r\n"),
		"/page.mhtml":  typed("multipart/related; boundary=b", "From: "+x+"\r\nSubject: "+x+"\r\nMIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Location: http://a.example/"+x+"\r\n\r\n<title>"+x+"</title><p>"+strangeWords+"\r\n--b--\r\n"),
		"/note.rtf":    typed("application/rtf", `{\rtf1{\info{\title `+x+`}{\author `+x+`}{\subject `+x+`}}{\*\`+x+` `+x+`}`+strangeWords+`\par}`),
		"/list.opml":   typed("text/x-opml", `<opml><head><title>`+x+`</title><ownerName>`+x+`</ownerName></head><body><outline text="`+x+`" xmlUrl="http://a.example/`+x+`"/></body></opml>`),
		"/drawing.svg": typed("image/svg+xml", `<svg xmlns="http://www.w3.org/2000/svg"><title>`+x+`</title><desc>`+x+`</desc><text>`+strangeWords+`</text></svg>`),
		"/map.xml":     typed("application/xml", `<urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"><url><loc>http://a.example/`+x+`</loc><lastmod>`+x+`</lastmod></url></urlset>`),
		"/rows.ndjson": typed("application/x-ndjson", `{"`+x+`":"`+x+`"}`+"\n"+`{"`+x+`":`+"\n"),
		"/rows.tsv":    typed("text/tab-separated-values", x+"\tb\n1\t"+x+"\n"),
		"/front.md":    typed("text/markdown", "+++\ntitle = \""+x+"\"\n"+x+" = \""+x+"\"\n+++\n\n"+strangeWords),
		"/odd.md":      typed("text/markdown", "---\ntitle: ["+x+"\n"+x+": &"+x+" *"+x+"\n---\n\n"+strangeWords),
		"/feed.atom":   typed("application/atom+xml", `<feed xmlns="http://www.w3.org/2005/Atom"><title>`+x+`</title><subtitle>`+x+`</subtitle><generator>`+x+`</generator><rights>`+x+`</rights><author><name>`+x+`</name></author><entry><title>`+x+`</title><link href="http://a.example/`+x+`"/><category term="`+x+`"/><summary>`+strangeWords+`</summary></entry></feed>`),
		"/feed.json":   typed("application/feed+json", `{"version":"https://jsonfeed.org/version/1","title":"`+x+`","home_page_url":"http://a.example/`+x+`","authors":[{"name":"`+x+`"}],"items":[{"id":"`+x+`","title":"`+x+`","tags":["`+x+`"],"content_text":"`+strangeWords+`"}]}`),
		"/pages.zip":   typed("application/zip", zipOf(map[string]string{x + ".html": "<p>" + x, x + "/" + x: x})),
		"/canonical":   typed("text/html", `<link rel=canonical href="http://a.example/`+encodedStranger+`"><meta property="og:url" content="http://a.example/`+encodedStranger+`"><title>`+x+`</title><p>`+strangeWords),
		"/encoded":     response("302 Found", "Location: /"+encodedStranger+"?"+encodedStranger+"#"+encodedStranger+"\r\n", x),
		"/encodedhost": response("302 Found", "Location: http://"+encodedStranger+".example/\r\n", x),
		"/elsewhere":   response("302 Found", "Location: http://"+x+".example/everything\r\n", x),
		"/relative":    response("302 Found", "Location: /a/../"+x+"/?"+x+"\r\n", x),
		"/priced":      response("402 "+x, "Crawler-Price: "+x+"\r\nContent-Type: text/html\r\n", "<p>"+x),
		"/paid":        response("402 Payment Required", "Crawler-Price: USD 9 "+x+"\r\nX-Payment: "+x+"\r\n", x),
		"/signals":     response("200 OK", "Content-Type: text/html\r\nX-Robots-Tag: "+x+": noindex, "+x+"\r\nContent-Usage: "+x+"=n\r\nTDM-Policy: http://a.example/"+x+"\r\nTDM-Reservation: 1\r\nAge: "+x+"\r\nDate: "+x+"\r\nExpires: "+x+"\r\nCache-Control: "+x+"\r\nVary: "+x+"\r\n", "<p>"+strangeWords),
		"/disposition": response("200 OK", "Content-Type: application/octet-stream\r\nContent-Disposition: attachment; filename=\""+x+".docx\"\r\n", x+"\x00\x01"),
		"/early":       "HTTP/1.1 103 " + x + "\r\nLink: <" + x + ">\r\n\r\n" + typed("text/html", "<p>"+strangeWords),
		"/trailers":    response("200 OK", "Content-Type: text/html\r\nTrailer: X-"+x+"\r\nTransfer-Encoding: chunked\r\n", fmt.Sprintf("%x\r\n%s\r\n0\r\nX-%s: %s\r\n\r\n", len(strangeWords), strangeWords, x, x)),
		"/largechunk":  response("200 OK", "Transfer-Encoding: chunked\r\n", "fffffffffffffffff;"+x+"\r\n"+x),
		"/larged":      response("200 OK", "Content-Type: text/html\r\nContent-Length: 99999999999\r\nX: "+x+"\r\n", x),
		"/languages":   typed("text/html; charset="+x, `<html lang="`+x+`"><meta http-equiv=content-language content="`+x+`"><pre><code class="language-`+x+`">`+x+`</code></pre><p>`+strangeWords),
		"/fragment":    typed("text/html", `<a href="javascript:`+x+`">`+x+`</a><a href="`+x+`:x">`+x+`</a><img src="data:`+x+`" alt="`+x+`"><p id="`+x+`">`+strangeWords),
		"/dates":       typed("text/html", `<meta property="article:published_time" content="2024-01-02 `+x+`"><time datetime="`+x+`">`+x+`</time><p>`+strangeWords),
		"/broken.svg":  typed("image/svg+xml", `<svg><`+x+`>`),
		"/plain.yaml":  typed("application/yaml", x+": "+x+"\n  - bad\n"+x),
		"/a.js":        typed("application/javascript", "/* "+x+" */ "+x+"()"),
		"/a.css":       typed("text/css", "."+x+"{}"),
		"/video":       typed("video/"+x, x+"\x00\x01\x02"),
		"/font":        typed("font/woff2", "wOF2"+x),
	}
}

// strangePDF has information, bookmarks, attachments, labels and annotations.
func strangePDF() string {
	x := stranger
	content := "BT /F1 12 Tf 72 700 Td (" + strangeWords + ") Tj ET"
	objects := []string{
		"<</Type/Catalog/Pages 2 0 R/Lang(" + x + ")/Outlines 6 0 R/Names<</EmbeddedFiles<</Names[(" + x + ")8 0 R]>>/JavaScript<</Names[(" + x + ")<</S/JavaScript/JS(" + x + ")>>]>>>>/PageLabels<</Nums[0<</P(" + x + ")>>]>>/Metadata 9 0 R>>",
		"<</Type/Pages/Kids[3 0 R]/Count 1/MediaBox[0 0 612 792]/Resources<</Font<</F1 5 0 R>>>>>>",
		"<</Type/Page/Parent 2 0 R/Contents 4 0 R/Annots[<</Type/Annot/Subtype/Text/Rect[0 0 9 9]/Contents(" + x + ")/T(" + x + ")>><</Type/Annot/Subtype/Link/Rect[72 690 200 720]/A<</S/URI/URI(http://a.example/" + x + ")>>>>]>>",
		fmt.Sprintf("<</Length %d>>stream\n%s\nendstream", len(content), content),
		"<</Type/Font/Subtype/Type1/BaseFont/" + x + "/Encoding/" + x + ">>",
		"<</First 7 0 R/Last 7 0 R/Count 1>>", "<</Title(" + x + ")/Parent 6 0 R/Dest[3 0 R/Fit]>>",
		"<</Type/Filespec/F(" + x + ".txt)/UF(" + x + ".txt)/Desc(" + x + ")>>",
		fmt.Sprintf("<</Type/Metadata/Subtype/XML/Length %d>>stream\n<x:xmpmeta><dc:title>%s</dc:title></x:xmpmeta>\nendstream", len(x)+46, x),
		"<</Title(" + x + ")/Author(" + x + ")/Subject(" + x + ")/Keywords(" + x + ")/Creator(" + x + ")/Producer(" + x + ")/CreationDate(" + x + ")>>",
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
	fmt.Fprintf(&b, "trailer\n<</Size %d/Root 1 0 R/Info 10 0 R>>\nstartxref\n%d\n%%%%EOF\n", len(objects)+1, start)
	return b.String()
}

// shelf is a base that answers any query with all that it was given.
type shelf struct {
	knowledge.Base
	mu   sync.Mutex
	docs []knowledge.Document
}

func (s *shelf) Put(_ context.Context, doc knowledge.Document) (*knowledge.Receipt, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.docs = append(s.docs, doc)
	return &knowledge.Receipt{Keys: []string{doc.Name}, Searchable: true, Warnings: []extract.Warning{}}, nil
}

func (s *shelf) Query(context.Context, knowledge.Query) (*knowledge.Answer, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	answer := &knowledge.Answer{Citations: []knowledge.Citation{}, Warnings: []extract.Warning{}}
	for _, doc := range s.docs {
		answer.Hits = append(answer.Hits, knowledge.Hit{Key: doc.Name, SourceID: doc.SourceID, URL: doc.URL, Title: doc.Title, HeadingPath: []string{}, Text: doc.Markdown, Metadata: doc.Metadata})
	}
	return answer, nil
}

// The same of what all formats can say, of what raw bytes say of their address, and of
// pages that went through the knowledge base.
func TestStrangersInAllFormats(t *testing.T) {
	responses := strangeFormats()
	session, _, ids := strangerSession(t, responses, mcpserver.Options{Tools: tools.Options{Search: tools.SearchOptions{Base: &shelf{}, Scopes: &knowledge.Resolver{Level: "global"}}}})
	require.Greater(t, len(ids), 20)

	host := 1000
	for path, answer := range responses {
		head, body, _ := strings.Cut(answer, "\r\n\r\n")
		_, kind, typed := strings.Cut(head, "Content-Type: ")
		if kind, _, _ = strings.Cut(kind, "\r\n"); typed {
			for _, more := range []args{{}, {"view": "html"}, {"view": "links"}, {"max_tokens": 30}} {
				more["raw_bytes"], more["content_type"] = base64.StdEncoding.EncodeToString([]byte(body)), kind
				checkResult(t, call(t, session, "fetch", more), "raw bytes of "+path)
			}
		}
		host++
		r := call(t, session, "fetch", args{"url": fmt.Sprintf("http://a%d.example%s", host, path), "options": enabled(args{"query": args{"query": "When was the lighthouse lit?"}})})
		checkResult(t, r, "stored "+path)
	}
	for _, query := range []args{{"query": "When was the lighthouse lit?"}, {"query": stranger[:2] + " lighthouse", "mode": "ai_search"}} {
		checkResult(t, call(t, session, "ai_search_query", args{"query": query}), "query")
	}
}
