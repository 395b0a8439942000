package font

import (
	"bytes"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/token"
)

const (
	// maxProgram bounds the font programs that are read.
	maxProgram = 8 << 20
	// maxClearText bounds the part of a Type 1 program before its encrypted part.
	maxClearText = 256 << 10
)

// program has the texts of the glyphs of a font program. The zero value has none.
type program struct {
	glyphs  []string // the text of each glyph
	text    table    // of the codes by the encoding inside of the program
	encoded bool     // it has one
}

func loadProgram(d *object.Doc, descriptor object.Dict) program {
	var data []byte
	for _, key := range [...]string{"FontFile", "FontFile2", "FontFile3"} {
		if data = d.Data(descriptor[key]); len(data) > 0 {
			break
		}
	}
	switch {
	case len(data) < 4 || len(data) > maxProgram:
		return program{}
	case data[0] == '%' || data[0] == 0x80:
		return type1Program(data)
	case data[0] == 1 && data[1] == 0:
		return cffProgram(data)
	case bytes.HasPrefix(data, []byte("OTTO")):
		p := cffProgram(bigEndian(data).table("CFF "))
		if glyphs := trueTypeGlyphs(data); glyphs != nil {
			p.glyphs = glyphs
		}
		return p
	}
	p := program{glyphs: trueTypeGlyphs(data)}
	p.readTrueType(data)
	return p
}

// type1Program reads the Encoding array in the clear text of a Type 1 font
// program (Adobe Type 1 Font Format, 2.2): "dup 65 /A put".
func type1Program(data []byte) (p program) {
	data, _, _ = bytes.Cut(data[:min(len(data), maxClearText)], []byte("eexec"))
	_, data, _ = bytes.Cut(data, []byte("/Encoding"))
	r := token.NewReader(data)
	t := r.Next()
	if string(t.Text) == "StandardEncoding" {
		return program{text: encodings()["StandardEncoding"], encoded: true}
	}
	for ; t.Kind != token.End && !(p.encoded && string(t.Text) == "def"); t = r.Next() {
		if string(t.Text) != "dup" {
			continue
		}
		code, name := r.Next(), r.Next()
		if code.Kind == token.Number && code.Num >= 0 && code.Num <= 255 && name.Kind == token.Name && len(name.Text) > 0 {
			p.text[int(code.Num)], p.encoded = nameText(string(name.Text)), true
		}
	}
	return p
}
