package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
)

// body writes n lines of prose from y down.
func (s *sheet) body(y float32, n int) *sheet { return s.column(0, y, "body", n) }

// The order of the stream is kept where its pieces stand apart, however often it
// goes up.
func TestOrderOfTheStream(t *testing.T) {
	for _, c := range []struct {
		name  string
		sheet *sheet
		first string
		last  string
	}{
		{"head and foot first", newSheet().write(0, 780, "the head").write(0, 20, "the foot").body(700, 8), "the head", "body line 7 with words to fill it"},
		{"the lower half first", newSheet().column(0, 300, "lower", 8).column(0, 700, "upper", 8), "lower line 0 with words to fill it", "upper line 7 with words to fill it"},
		{"from the bottom up", newSheet().write(0, 20, "one").write(0, 40, "two").write(0, 60, "three").write(0, 80, "four"), "one", "four"},
		{"captions of pictures side by side", newSheet().write(0, 700, "a.png").write(0, 688, "A boat").write(200, 700, "b.png").write(200, 688, "A mill").
			write(0, 500, "c.png").write(0, 488, "A cow").write(200, 500, "d.png").write(200, 488, "A cat"), "a.png", "A cat"},
		{"line numbers after the text", newSheet().body(700, 4).write(300, 700, "1").write(300, 688, "2").write(300, 676, "3").write(300, 664, "4"), "body line 0 with words to fill it", "4"},
	} {
		t.Run(c.name, func(t *testing.T) {
			got := texts(c.sheet.lines())
			assert.Equal(t, c.first, got[0])
			assert.Equal(t, c.last, got[len(got)-1])
		})
	}
}

// Where pieces of the stream stand between each other's lines, the geometry is
// the order.
func TestOrderOfInterleavedText(t *testing.T) {
	headings := newSheet()
	for i := range 5 {
		headings.write(0, float32(700-100*i), fmt.Sprint("Heading ", i))
	}
	for i := range 5 {
		headings.column(0, float32(680-100*i), fmt.Sprint("text ", i), 4)
	}
	got := texts(headings.lines())
	assert.Equal(t, "text 0 line 3 with words to fill it", got[4])
	assert.Equal(t, "Heading 1", got[5], "%q", got)

	boxes := newSheet()
	for _, i := range []int{3, 0, 5, 2, 7, 4, 1, 6} {
		boxes.column(0, float32(700-60*i), fmt.Sprint("box ", i), 3)
	}
	got = texts(boxes.lines())
	assert.Equal(t, "box 0 line 0 with words to fill it", got[0])
	assert.Equal(t, "box 7 line 2 with words to fill it", got[23])
}

// Pages with more lines than are looked at are judged by a part of them.
// TestOrderOfBoxes has two columns of boxes, written row by row, and what stands between the head and
// the text of each at the end.
func TestOrderOfBoxes(t *testing.T) {
	s := newSheet()
	for i := range 4 {
		s.write(float32(i%2)*300, float32(700-i/2*150), fmt.Sprint("The head of box ", i))
		for k := range 3 {
			s.write(float32(i%2)*300, float32(640-i/2*150-12*k), "text of a box that fills its column "+fmt.Sprint(i))
		}
	}
	for i := range 4 {
		s.write(float32(i%2)*300+60, float32(670-i/2*150), fmt.Sprint("sum ", i))
	}
	got := strings.Join(texts(s.lines()), " ")
	assert.Regexp(t, "head of box 0 sum 0 text .*head of box 2 sum 2 text .*head of box 1 sum 1 text .*head of box 3 sum 3 text", got)
}

func TestOrderOfManyLines(t *testing.T) {
	s := newSheet().in(regular, 0.5)
	const n = 2000
	for i := range n {
		k := (i * 7) % n // seven times down the page
		s.write(0, 800-float32(k)*0.4, fmt.Sprint("line ", k))
	}
	got := texts(s.lines())
	assert.Equal(t, "line 0", got[0])
	assert.Equal(t, "line 1", got[1])
}
