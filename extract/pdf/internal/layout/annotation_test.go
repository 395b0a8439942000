package layout_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/assert"
)

// value writes the text of an annotation, all lines of it below each other.
func (s *sheet) value(x, y float32, lines ...string) *sheet {
	number := int32(1)
	if n := len(s.Glyphs); n > 0 {
		number = s.Glyphs[n-1].Annotation + 1
	}
	for i, line := range lines {
		from := len(s.Glyphs)
		s.write(x, y-float32(12*i), line)
		for k := from; k < len(s.Glyphs); k++ {
			s.Glyphs[k].Annotation = number
		}
	}
	return s
}

// Values of form fields come last in a file, and are read beside their labels.
func TestPlaceAnnotations(t *testing.T) {
	form := func() *sheet {
		return newSheet().write(0, 700, "Name:").write(0, 680, "Town:").write(0, 640, "Remarks").write(0, 500, "Thank you for your answers.")
	}
	for _, c := range []struct {
		name  string
		sheet *sheet
		want  []string
	}{
		{"right of its label", form().value(60, 700, "Ada"), []string{"Name: | Ada", "Town:", "Remarks", "Thank you for your answers."}},
		{"a bit higher than its label", form().value(60, 684, "Lund"), []string{"Name:", "Town:", "Lund", "Remarks", "Thank you for your answers."}},
		{"in another order", form().value(60, 680, "Lund").value(60, 700, "Ada"), []string{"Name: | Ada", "Town: | Lund", "Remarks", "Thank you for your answers."}},
		{"below its label, of several lines", form().value(0, 620, "one", "two"), []string{"Name:", "Town:", "Remarks", "one", "two", "Thank you for your answers."}},
		{"beside its label, of several lines", form().value(60, 648, "one", "two", "three"), []string{"Name:", "Town:", "Remarks", "one", "two", "three", "Thank you for your answers."}},
		{"two of one label", form().value(90, 700, "B.").value(60, 700, "A."), []string{"Name: | A. | B.", "Town:", "Remarks", "Thank you for your answers."}},
		{"near nothing", form().value(300, 400, "stray"), []string{"Name:", "Town:", "Remarks", "Thank you for your answers.", "stray"}},
		{"mark of a box", newSheet().write(100, 700, "by train").write(300, 700, "by boat").value(291, 700, "✘"), []string{"by train | ✘ by boat"}},
		{"values alone", newSheet().value(0, 100, "one").value(0, 200, "two"), []string{"one", "two"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, texts(c.sheet.lines())) })
	}
}

// More text than is looked at stays where it was written.
func TestPlaceAnnotationsIsBounded(t *testing.T) {
	for n, placed := range map[int]bool{1000: true, 2000: false} {
		s := newSheet().in(regular, 0.2)
		for i := range n {
			s.write(0, 790-float32(i)*0.3, fmt.Sprint("label ", i))
		}
		for i := range n {
			s.value(3, 790-float32(i)*0.3, fmt.Sprint("value ", i))
		}
		got := texts(s.lines())
		assert.Equal(t, placed, got[0] == "label 0 | value 0", "%d %q", n, got[0])
	}
}

// Signs and numbers of items may come after all text of a page, and are read before the text on their right.
func TestMarkersApart(t *testing.T) {
	s := newSheet().text(20, 700, "Salt the water.", "Boil the eggs, which takes", "ten minutes.", "Peel them.")
	s.write(0, 700, "1.").write(0, 688, "2.").write(0, 664, "3.")
	assert.Equal(t, []string{"li0 1.Salt the water.", "li0 2.Boil the eggs, which takes ten minutes.", "li0 3.Peel them."}, blocks(s, nil))

	drawing := newSheet().write(0, 700, "AB").write(25, 700, "CD").write(13, 700, "–").write(0, 600, "below")
	assert.Equal(t, []string{"p AB CD", "p –", "p below"}, blocks(drawing, nil), "a sign within a line")

	alone := newSheet().write(5, 700, "9.").write(0, 688, "10.").write(200, 600, "far below")
	assert.Equal(t, []string{"9.", "10.", "far below"}, texts(alone.lines()), "numbers that no text stands beside keep their order")
}
