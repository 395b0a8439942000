package pdf_test

import (
	"context"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf"
)

const hello = `%PDF-1.4
1 0 obj <</Type/Catalog/Pages 2 0 R>> endobj
2 0 obj <</Type/Pages/Kids[3 0 R]/Count 1>> endobj
3 0 obj <</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Contents 4 0 R/Resources<</Font<</F1 5 0 R>>>>>> endobj
4 0 obj <</Length 45>> stream
BT /F1 12 Tf 72 700 Td (Hello from Lund) Tj ET
endstream endobj
5 0 obj <</Type/Font/Subtype/Type1/BaseFont/Helvetica>> endobj
trailer <</Root 1 0 R>>
`

func ExampleExtractor() {
	doc, err := pdf.Extractor{}.Extract(context.Background(), &extract.Source{MediaType: "application/pdf", Body: []byte(hello)})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(doc.Markdown)
	fmt.Println(doc.Meta.PageCount, "page")
	// Output:
	// Hello from Lund
	// 1 page
}
