package layout_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Dots lead to page numbers; they are left out.
func TestContentsAreLists(t *testing.T) {
	for _, c := range []struct {
		name  string
		sheet *sheet
		want  []string
	}{
		{"nested by indent", newSheet().write(0, 700, "1 Tides . . . . . . . . . . . 3").write(15, 688, "1.1 Of the moon . . . . . . . . 3").write(30, 676, "1.1.1 Its path . . . . . . . . . 4").write(0, 664, "2 Boats").write(300, 664, "10").write(15, 652, "2.1 Of wood . . . . . . . . . . . 10"),
			[]string{"li0 1 Tides … 3", "li1 1.1 Of the moon … 3", "li2 1.1.1 Its path … 4", "li0 2 Boats … 10", "li1 2.1 Of wood … 10"}},
		{"no dots and no heading", newSheet().write(0, 700, "Tides").write(200, 700, "3").write(0, 688, "Boats").write(200, 688, "10").write(0, 676, "Mills").write(200, 676, "24"),
			[]string{"row Tides|3", "row Boats|10", "row Mills|24"}},
		{"an index", newSheet().write(0, 700, "boats ........ 3, 10–12").write(15, 688, "of wood ........ 14; 15").write(0, 676, "mills ........ 4"),
			[]string{"li0 boats … 3, 10–12", "li1 of wood … 14; 15", "li0 mills … 4"}},
		{"one alone", newSheet().write(0, 700, "Tides ........ 3").write(0, 660, "Some text that stands below it, and is longer."),
			[]string{"li0 Tides … 3", "p Some text that stands below it, and is longer."}},
		{"a word above an entry", newSheet().write(0, 700, "Tides ................................ 3").write(0, 688, "Other").write(0, 676, "Boats ................................ 10"),
			[]string{"li0 Tides … 3", "p Other", "li0 Boats … 10"}},
		{"an ellipsis", newSheet().write(0, 700, "It was late ... 3 men came in"), []string{"p It was late ... 3 men came in"}},
		{"a sum", newSheet().write(0, 700, "Wages ........ 1,200 EUR"), []string{"p Wages ........ 1,200 EUR"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, blocks(c.sheet, nil)) })
	}
}
