package font

import (
	"bytes"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
)

// maxProgram bounds the font programs that are read.
const maxProgram = 8 << 20

func fontFile(d *object.Doc, descriptor object.Dict) []byte {
	for _, key := range [...]string{"FontFile", "FontFile2", "FontFile3"} {
		if o := descriptor[key]; o != nil {
			if data := d.Data(o); len(data) <= maxProgram {
				return data
			}
		}
	}
	return nil
}

// programEncoding returns the text of the codes by the encoding inside of the
// font program, nil if it has none that is known, and the names of the glyphs, nil
// for a program without names or one in the standard encoding.
func programEncoding(d *object.Doc, descriptor object.Dict) (*table, *table) {
	data := fontFile(d, descriptor)
	switch {
	case len(data) < 4:
		return nil, nil
	case data[0] == '%' || data[0] == 0x80:
		return type1Encoding(data)
	case data[0] == 1 && data[1] == 0:
		return parseCFF(data).encoding()
	case bytes.HasPrefix(data, []byte("OTTO")):
		return parseCFF(sfntTable(data, "CFF ")).encoding()
	}
	return trueTypeEncoding(data), nil
}

// programText returns the text of each glyph of the font program of a composite
// font, nil if it doesn't say.
func programText(d *object.Doc, descriptor object.Dict) []string {
	data := fontFile(d, descriptor)
	switch {
	case len(data) < 4:
		return nil
	case data[0] == 1 && data[1] == 0:
		return parseCFF(data).texts()
	case bytes.HasPrefix(data, []byte("OTTO")):
		if cmap := trueTypeText(data); cmap != nil {
			return cmap
		}
		return parseCFF(sfntTable(data, "CFF ")).texts()
	}
	return trueTypeText(data)
}
