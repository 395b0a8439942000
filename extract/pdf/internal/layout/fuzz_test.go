package layout_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/contentstream"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

// FuzzBlocks lays out pages of a few glyphs and rules: four bytes are a sign, where it
// stands and how it looks.
func FuzzBlocks(f *testing.F) {
	f.Add([]byte("\x01\x10\x80\x0a\x02\x20\x80\x0a\x00\x28\x80\x0a"))
	f.Add([]byte("\x0b\x10\x80\x0a\x00\x10\x80\x0a\x0c\x10\x60\x4a\x01\x30\x60\x8a"))
	f.Fuzz(func(t *testing.T, data []byte) {
		signs := []string{"a", "1:", "1", "2:", "2", "3:", "3", "I. ", "A. ", "WATER", "Algorithm 1", "¨", "o", "[1] ", "•", "א", "漢", " ", "-", "....", "Abstract", "(", "^", "5.1 ", "\u0301"}
		fonts := []*struct{ bold, mono bool }{{}, {bold: true}, {mono: true}, {}}
		s := newSheet()
		for n := 0; len(data) >= 4 && n < 400; data, n = data[4:], n+1 {
			x, y := float32(data[1])*2, float32(data[2])*3
			s.in(regular, float32(data[3]&0x0f)+4)
			switch style := fonts[data[3]>>4&3]; {
			case style.bold:
				s.font = bold
			case style.mono:
				s.font = mono
			}
			if data[3]&0x80 != 0 {
				s.Segments = append(s.Segments, contentstream.Segment{X0: x, Y0: y, X1: x + float32(data[3]), Y1: y})
			}
			s.write(x, y, signs[int(data[0])%len(signs)])
		}
		layout.ComposeAccents(nil, &s.Page)
		size := 0
		for _, b := range layout.Blocks(nil, s.lines(), map[string]int{"water": 1}) {
			size += len(b.Text()) + len(b.Code)
		}
		require.LessOrEqual(t, size, 200*(len(s.Glyphs)+1))
	})
}
