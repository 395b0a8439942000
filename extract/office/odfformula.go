package office

import (
	"bytes"
	"io"
	"path"
	"strings"

	"github.com/webfetch-mcp/webfetch-go/extract/internal/htmlfrag"
)

// The bounds of embedded formulas: how many are read, and bytes of MathML of one.
const (
	maxFormulas = 5000
	maxMathML   = 64 << 10
)

// formula writes a formula, which OpenDocument embeds as a document of MathML (part 3,
// 10.4.6.2), where it stands in the text.
func (o *odfReader) formula(href string) {
	if o.r.html == nil || o.note != nil || o.inText == 0 || o.formulas == maxFormulas {
		return
	}
	o.formulas++
	in := o.r.archive.open(path.Join(resolvePart("", href), "content.xml"))
	if in == nil {
		return
	}
	body, _ := io.ReadAll(io.LimitReader(in, maxMathML+1))
	if len(body) > maxMathML {
		o.r.cut = true
		return
	}
	body = bytes.ReplaceAll(bytes.ReplaceAll(body, []byte("<math:"), []byte("<")), []byte("</math:"), []byte("</"))
	start := bytes.Index(body, []byte("<math"))
	if start < 0 {
		return
	}
	end := bytes.IndexByte(body[start:], '>')
	if end < 0 {
		return
	}
	doc, err := htmlfrag.Convert(o.r.ctx, o.r.html, "<p>x<math>"+strings.ToValidUTF8(string(body[start+end+1:]), "")+"</p>", nil)
	if err != nil {
		return // the reader asks ctx too
	}
	if md, found := strings.CutPrefix(doc.Markdown, "x"); found && !strings.Contains(md, "\n") {
		o.text.markdown(md, md)
	}
}

// displayed writes a paragraph of one formula and nothing else on a line of its own.
func displayed(md string) string {
	if len(md) > 2 && md[0] == '$' && md[1] != '$' && strings.Count(md, "$") == 2 && md[len(md)-1] == '$' {
		return "$" + md + "$"
	}
	return md
}
