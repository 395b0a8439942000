package webfetch

import (
	"archive/zip"
	"bytes"
	"compress/gzip"
	"compress/zlib"
	"context"
	"fmt"
	"io"
	"maps"
	"runtime"
	"runtime/debug"
	"runtime/metrics"
	"slices"
	"strings"
	"sync"
	"syscall"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
)

// heavy is a document made to take time or memory.
type heavy struct {
	mediaType string
	body      string
	inflated  int // its size where it is packed, 0 for that of body
}

// heavyDocuments are documents of all formats, each of about size bytes once it
// is unpacked.
func heavyDocuments(size int) map[string]heavy {
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
	return map[string]heavy{
		"html paragraphs":   html(fill("<p>" + words + "</p>")),
		"html words":        html(fill(words)),
		"html table":        html("<table>" + fill("<tr><td>some<td>cells of<td>a table") + "</table>"),
		"html wide table":   html("<table><tr>" + fill("<td>x") + "</table>"),
		"html links":        html(number(`<a href="/page/%d">link number %d</a> `)),
		"html list":         html("<ul>" + fill("<li>an item") + "</ul>"),
		"html divs":         html(fill("<div class=a><span>word</span></div>")),
		"html styles":       html("<style>" + number(".a%d{display:none}") + "</style><p>x"),
		"html code":         html("<pre>" + fill("some code { of } a kind\n") + "</pre>"),
		"html one word":     html(fill("x")),
		"html comment":      html("<!--" + fill("x ") + "-->"),
		"html attribute":    html(`<p title="` + fill("x ") + `">y`),
		"html script":       html("<script>" + fill("var a = 'b c d';\n") + "</script>"),
		"html state":        html(`<div id=app></div><script>window.__STATE__ = {"a":[` + fill(`{"text":"`+words+`"},`) + `1]}</script>`),
		"html json-ld":      html(`<script type="application/ld+json">[` + fill(`{"@type":"Article","name":"x y"},`) + `1]</script><p>y`),
		"html deep":         html(fill("<div>") + "x"),
		"html deep text":    html(strings.Repeat("<div>", 600) + fill("<p>"+words)),
		"html bold":         html(fill("<b>x")),
		"html entities":     html(fill("&amp;&lt; ")),
		"html noscript":     html("<noscript>" + fill("<p>"+words) + "</noscript>"),
		"html hidden":       html(fill("<p hidden>" + words)),
		"html math":         html(fill("<math><mi>x</mi><mo>+</mo></math> ")),
		"html headings":     html(number("<h2>Heading number %d</h2><p>text</p>")),
		"html images":       html(number(`<img src="/a%d.png" alt="some picture">`)),
		"html dates":        html(fill("<p>3 May 2024, by Ada North</p>")),
		"html unquoted":     html(fill("<p <p <p ")),
		"markdown words":    md(fill(words + "\n\n")),
		"markdown table":    md("| a | b | c |\n| --- | --- | --- |\n" + fill("| some | cells of | a table |\n")),
		"markdown cells":    md(fill("|") + "\n" + "|-|\n"),
		"markdown wide":     md("|" + strings.Repeat("a|", 5000) + "\n|" + strings.Repeat("-|", 5000) + "\n" + fill("|a|b\n")),
		"markdown links":    md(number("[a link](/page/%d) and ")),
		"markdown refs":     md(number("[a%d]: /page/%d\n")),
		"markdown used":     md(fill("[a] and ") + "\n\n[a]: /b\n"),
		"markdown line":     md(fill("word ")),
		"markdown one word": md(fill("x")),
		"markdown list":     md(fill("- an item of it\n")),
		"markdown deep":     md(fill("> ")),
		"markdown nested":   md(strings.Repeat("- ", 1000) + fill("a\n")),
		"markdown emphasis": md(fill("*a **b ")),
		"markdown code":     md("```\n" + fill("some code\n")),
		"markdown fences":   md(fill("```\nsome code\n```\n")),
		"markdown brackets": md(fill("[")),
		"markdown html":     md(fill("<div>some html</div>\n\n")),
		"markdown tags":     md(fill("a <b>bold</b> word ")),
		"markdown headings": md(number("# Heading number %d\n\n")),
		"markdown quotes":   md(fill("\"a\" ")),
		"markdown front":    md("---\n" + number("key%d: value\n") + "---\n"),
		"text words":        {"text/plain", fill(words), 0},
		"text lines":        {"text/plain", fill(words + "\n"), 0},
		"text paragraphs":   {"text/plain", fill("short\n\n"), 0},
		"text one word":     {"text/plain", fill("x"), 0},
		"text log":          {"text/plain", fill("2024-01-02 03:04:05 INFO [main] did a thing\n"), 0},
		"text code":         {"text/x-go", fill("func a() { return b }\n"), 0},
		"json objects":      {"application/json", "[" + fill(`{"name":"a","value":1},`) + "1]", 0},
		"json numbers":      {"application/json", "[" + fill("1,") + "1]", 0},
		"json string":       {"application/json", `"` + fill(words) + `"`, 0},
		"json keys":         {"application/json", "{" + number(`"key%d":1,`) + `"z":1}`, 0},
		"json deep":         {"application/json", fill("["), 0},
		"json texts":        {"application/json", "[" + fill(`{"text":"`+words+`"},`) + "1]", 0},
		"json broken":       {"application/json", "[" + fill("1,") + "}", 0},
		"ndjson":            {"application/x-ndjson", fill("{\"name\":\"a\",\"value\":1}\n"), 0},
		"xml":               {"application/xml", "<a>" + fill("<b c='d'>some text</b>") + "</a>", 0},
		"xml deep":          {"application/xml", fill("<a>"), 0},
		"xml text":          {"application/xml", "<a>" + fill(words) + "</a>", 0},
		"xml attributes":    {"application/xml", "<a " + number("b%d='c' ") + "/>", 0},
		"sitemap":           {"application/xml", "<urlset>" + number("<url><loc>https://a.example/%d</loc></url>") + "</urlset>", 0},
		"opml":              {"text/x-opml", "<opml><body>" + number("<outline text='a%d' xmlUrl='https://a.example/%d'/>") + "</body></opml>", 0},
		"svg":               {"image/svg+xml", "<svg>" + fill("<text>some text</text>") + "</svg>", 0},
		"csv":               {"text/csv", "a,b,c\n" + fill("1,some text,3\n"), 0},
		"csv wide":          {"text/csv", fill("a,"), 0},
		"csv quotes":        {"text/csv", "a,b\n\"" + fill("x "), 0},
		"csv uneven":        {"text/csv", strings.Repeat("a,", 5000) + "\n" + fill("1,2\n"), 0},
		"rss":               {"application/rss+xml", "<rss><channel><title>t</title>" + number("<item><title>Item %d</title><description>&lt;p&gt;some words of it&lt;/p&gt;</description></item>") + "</channel></rss>", 0},
		"rss long":          {"application/rss+xml", "<rss><channel><title>t</title><item><title>a</title><description>" + fill("&lt;p&gt;some words of it") + "</description></item></channel></rss>", 0},
		"rss broken":        {"application/rss+xml", "<rss><channel><title>t</title>" + fill("<item><title>a & b</b>"), 0},
		"atom":              {"application/atom+xml", "<feed xmlns='http://www.w3.org/2005/Atom'>" + number("<entry><title>Item %d</title><content type='html'>some &lt;b&gt;words</content></entry>") + "</feed>", 0},
		"jsonfeed":          {"application/feed+json", `{"version":"https://jsonfeed.org/version/1","title":"t","items":[` + number(`{"id":"%d","content_html":"<p>some words"},`) + `{"id":"z"}]}`, 0},
		"docx":              docx(fill(para)),
		"docx runs":         docx("<w:p>" + fill("<w:r><w:t>word </w:t></w:r>") + "</w:p>"),
		"docx table":        docx("<w:tbl>" + fill("<w:tr>"+cell+cell+cell+"</w:tr>") + "</w:tbl>"),
		"docx wide":         docx("<w:tbl><w:tr>" + fill(cell) + "</w:tr></w:tbl>"),
		"docx uneven":       docx("<w:tbl><w:tr>" + strings.Repeat(cell, 3000) + "</w:tr>" + fill("<w:tr>"+cell+"</w:tr>") + "</w:tbl>"),
		"docx nested":       docx(strings.Repeat("<w:tbl><w:tr><w:tc>", 500) + fill(para) + strings.Repeat("</w:tc></w:tr></w:tbl>", 500)),
		"docx tables":       docx(fill("<w:tbl><w:tr>" + cell + cell + "</w:tr><w:tr>" + cell + cell + "</w:tr></w:tbl>")),
		"docx list":         docx(fill("<w:p><w:pPr><w:numPr><w:ilvl w:val='0'/><w:numId w:val='1'/></w:numPr></w:pPr><w:r><w:t>item</w:t></w:r></w:p>")),
		"docx empty":        docx(fill("<w:p/>")),
		"docx text":         docx("<w:p><w:r><w:t>" + fill(words) + "</w:t></w:r></w:p>"),
		"docx headings":     docx(fill("<w:p><w:pPr><w:pStyle w:val='Heading1'/></w:pPr><w:r><w:t>head</w:t></w:r></w:p>")),
		"xlsx":              xlsx("", fill(`<row><c t="inlineStr"><is><t>some text</t></is></c><c><v>1</v></c></row>`)),
		"xlsx shared":       xlsx(fill("<si><t>some text</t></si>"), `<row><c t="s"><v>1</v></c></row>`),
		"xlsx wide":         xlsx("", "<row>"+fill("<c><v>1</v></c>")+"</row>"),
		"xlsx sparse":       xlsx("", number(`<row r="%d"><c r="XFD%d"><v>1</v></c></row>`)),
		"pptx":              packed(pptxType, map[string]string{"ppt/slides/slide1.xml": "<p:sld>" + fill("<a:p><a:r><a:t>"+words+"</a:t></a:r></a:p>") + "</p:sld>"}),
		"odt":               odf("text", fill("<text:p>"+words+"</text:p>")),
		"odt table":         odf("text", "<table:table>"+fill("<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell></table:table-row>")+"</table:table>"),
		"odt list":          odf("text", "<text:list>"+fill("<text:list-item><text:p>a b</text:p></text:list-item>")+"</text:list>"),
		"ods":               odf("spreadsheet", "<table:table table:name='a'>"+fill("<table:table-row><table:table-cell><text:p>a</text:p></table:table-cell><table:table-cell><text:p>b</text:p></table:table-cell></table:table-row>")+"</table:table>"),
		"ods repeated":      odf("spreadsheet", "<table:table table:name='a'>"+fill("<table:table-row table:number-rows-repeated='1000'><table:table-cell table:number-columns-repeated='1000'><text:p>a</text:p></table:table-cell></table:table-row>")+"</table:table>"),
		"epub": packed("application/epub+zip", map[string]string{
			"META-INF/container.xml": `<container><rootfiles><rootfile full-path="a.opf"/></rootfiles></container>`,
			"a.opf":                  `<package><manifest><item id="c" href="c.xhtml" media-type="application/xhtml+xml"/></manifest><spine><itemref idref="c"/></spine></package>`,
			"c.xhtml":                "<html><body>" + fill("<p>"+words+"</p>") + "</body></html>",
		}),
		"rtf":           {"application/rtf", `{\rtf1 ` + fill(words+`\par `) + "}", 0},
		"rtf table":     {"application/rtf", `{\rtf1 ` + fill(`\trowd\cellx1\cellx2 a\cell b\cell\row `) + "}", 0},
		"rtf groups":    {"application/rtf", `{\rtf1 ` + fill("{") + "}", 0},
		"rtf words":     {"application/rtf", `{\rtf1 ` + fill(`\b x\b0 `) + "}", 0},
		"pdf text":      pdfOf(fill("(some words) Tj 0 -12 Td ")),
		"pdf lines":     pdfOf(fill("1 0 0 1 72 500 Tm (line) Tj ")),
		"pdf drawing":   pdfOf("ET " + fill("1 1 m 2 2 l S ")),
		"pdf array":     pdfOf("[" + fill("(a) 1 ") + "] TJ"),
		"pdf comments":  pdfOf(fill("% x\n")),
		"gzip":          {"application/gzip", gz(fill("<p>" + words)), size},
		"mhtml":         {"multipart/related; boundary=b", "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n--b\r\nContent-Type: text/html\r\nContent-Transfer-Encoding: quoted-printable\r\n\r\n" + fill("<p>some words of=20it\r\n") + "\r\n--b--\r\n", 0},
		"mhtml parts":   {"multipart/related; boundary=b", "MIME-Version: 1.0\r\nContent-Type: multipart/related; boundary=b\r\n\r\n" + fill("--b\r\nContent-Type: text/plain\r\n\r\nx\r\n") + "--b--\r\n", 0},
		"latin-1 words": {"text/html; charset=iso-8859-1", fill("<p>gr\xf6\xdfer als das Meer"), 0},
		"utf-16":        {"text/plain; charset=utf-16le", fill("a\x00 \x00b\x00c\x00"), 0},
		"unknown bytes": {"text/plain", fill("gr\xf6\xdfer \xff\xfe"), 0},
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
	var usage syscall.Rusage
	if err := syscall.Getrusage(1, &usage); err != nil { // RUSAGE_THREAD
		panic(err)
	}
	return time.Duration(usage.Utime.Nano() + usage.Stime.Nano())
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

// peak runs work and returns the most memory that was in use beside what was
// before, with a collector that runs often.
func peak(work func()) uint64 {
	defer debug.SetGCPercent(debug.SetGCPercent(10))
	sample := []metrics.Sample{{Name: "/memory/classes/heap/objects:bytes"}}
	read := func() uint64 { metrics.Read(sample); return sample[0].Value.Uint64() }
	runtime.GC()
	runtime.GC()
	before, most := read(), uint64(0)
	stop, done := make(chan struct{}), make(chan struct{})
	go func() {
		defer close(done)
		for {
			select {
			case <-stop:
				return
			case <-time.After(time.Millisecond):
				most = max(most, read())
			}
		}
	}()
	work()
	close(stop)
	<-done
	return max(most, before) - before
}

// A call can be given up while any document is extracted: no extractor works for
// long without a look at its context. Time is that of the processor, so that other
// programs don't count.
func TestExtractorsLookAtTheirContext(t *testing.T) {
	most := 150 * time.Millisecond // 50 are usual at the worst
	if raceDetector {
		most *= raceSlowdown
	}
	registry := newRegistry(Options{})
	runtime.LockOSThread()
	defer runtime.UnlockOSThread()
	for name, d := range heavyDocuments(1 << 20) {
		w := &watched{Context: t.Context(), last: threadTime()}
		_, err := registry.Extract(w, &extract.Source{MediaType: d.mediaType, Body: []byte(d.body)})
		w.look()
		assert.Less(t, w.worst, most, "%s (%v)", name, err)
	}
}

// raceSlowdown is how much slower the race detector makes programs at the worst:
// two to twenty times, as its documentation says.
const raceSlowdown = 20

// The memory of an extraction is at most so many times the size of the document,
// unpacked, whatever it is made of.
func TestExtractionIsBoundedInMemory(t *testing.T) {
	const times, size = 12, 9 << 20
	registry := newRegistry(Options{})
	docs := heavyDocuments(size)
	for _, name := range []string{
		"html table", "html wide table", "html divs", "html links", "html list", "html paragraphs", "markdown table", "markdown cells", "markdown wide", "markdown brackets", "markdown links",
		"csv", "csv wide", "json numbers", "json texts", "text paragraphs", "docx", "docx table", "docx uneven", "xlsx", "odt", "ods repeated", "rtf table", "pptx", "pdf text", "rss", "atom",
	} {
		d := docs[name]
		body := []byte(d.body)
		most := peak(func() {
			_, err := registry.Extract(t.Context(), &extract.Source{MediaType: d.mediaType, Body: body})
			assert.NoError(t, err, name)
		})
		assert.Less(t, float64(most), 1.3*times*size, name)
	}
}
