package office_test

import (
	"archive/zip"
	"bytes"
	"context"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/office"
)

func ExampleExtractor() {
	var b bytes.Buffer
	z := zip.NewWriter(&b)
	f, _ := z.Create("word/document.xml")
	_, _ = f.Write([]byte(`<w:document><w:p><w:pPr><w:pStyle w:val="Heading1"/></w:pPr><w:r><w:t>Rain</w:t></w:r></w:p><w:p><w:r><w:t>It rains.</w:t></w:r></w:p></w:document>`))
	_ = z.Close()
	doc, err := office.Extractor{}.Extract(context.Background(), &extract.Source{Body: b.Bytes()})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Markdown)
	// Output:
	// # Rain
	//
	// It rains.
}
