package font

import "github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"

// programEncoding returns the encoding inside of the font program.
func programEncoding(d *object.Doc, descriptor object.Dict) *table { return nil }

// programText returns the text of each glyph.
func programText(d *object.Doc, descriptor object.Dict) []string { return nil }

func collectionText(ordering string, cid uint32) string { return "" }
