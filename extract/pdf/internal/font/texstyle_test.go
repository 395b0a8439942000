package font_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

func TestStyleOfTeXFonts(t *testing.T) {
	type style struct{ bold, italic, mono bool }
	for name, want := range map[string]style{
		"abcdef+sfbx1000": {bold: true}, "sfti0800": {italic: true}, "sfbi1000": {true, true, false}, "sftt1095": {mono: true},
		"abcdef+cmssbx10": {bold: true}, "cmsltt10": {false, true, true}, "sfrm1000": {}, "cmr10": {}, "sfbx": {}, "surfbx10": {},
	} {
		f := load(t, "<</Subtype/Type1/BaseFont/"+name+">>")
		assert.Equal(t, want, style{f.Bold, f.Italic, f.Mono}, name)
	}
}
