package layout_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/layout"
)

// algorithm writes lines of text, those from the second cell on further to the right.
func (s *sheet) algorithm(y float32, lines ...string) *sheet {
	for i, line := range lines {
		number, statement, _ := strings.Cut(line, "|")
		s.write(50, y-float32(12*i), number)
		indent := len(statement) - len(strings.TrimLeft(statement, " "))
		s.write(80+float32(5*indent), y-float32(12*i), strings.TrimLeft(statement, " "))
	}
	return s
}

// TestListings keep the lines of algorithms, which are neither prose nor a table.
func TestListings(t *testing.T) {
	body := func() *sheet { return newSheet().text(50, 780, full, full, full) }
	prose := "p " + full + " " + full + " " + full
	loop := []string{"1:|for each gauge do", "2:|   keep its lag", "3:|   drop the rest of it", "4:|end for"}
	code := "code 1: for each gauge do\n2:    keep its lag\n3:    drop the rest of it\n4: end for\n"
	for _, c := range []struct {
		name  string
		sheet *sheet
		want  []string
	}{
		{"numbers with colons", body().algorithm(700, loop...), []string{prose, code}},
		{"what it takes", body().write(50, 724, "Require: gauges of a harbour").algorithm(712, loop...), []string{prose, strings.Replace(code, "code ", "code Require: gauges of a harbour\n", 1)}},
		{"line that goes on", body().algorithm(700, loop[0], loop[1], "|   more", loop[2], loop[3]), []string{prose, strings.Replace(code, "lag\n", "lag\n      more\n", 1)}},
		{"bare numbers below a caption", body().write(50, 724, "Algorithm 1 Lags").algorithm(700, "1|set it", "2|keep it", "3|drop it"), []string{prose, "p Algorithm 1 Lags", "code 1  set it\n2  keep it\n3  drop it\n"}},
		{"bare numbers before fixed pitch", body().write(50, 700, "1").in(mono, 10).write(65, 700, "a := 1").in(regular, 10).write(50, 688, "2").in(mono, 10).write(65, 688, "b()").in(regular, 10).write(50, 676, "3").in(mono, 10).write(75, 676, "c()"), []string{prose, "code 1  a := 1\n2  b()\n3    c()\n"}},
		{"two lines", body().algorithm(700, "1:|do it", "2:|end"), []string{prose, "row 1:|do it", "row 2:|end"}},
		{"numbers that don't count on", body().algorithm(700, "1:|do it", "3:|keep it", "2:|end"), []string{prose, "row 1:|do it", "row 3:|keep it", "row 2:|end"}},
		{"bare numbers without a caption", body().algorithm(700, "1|Lund", "2|Oslo", "3|Bergen"), []string{prose, "row 1|Lund", "row 2|Oslo", "row 3|Bergen"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, blocks(c.sheet, nil)) })
	}
	next := newSheet().algorithm(780, "4:|keep it", "5:|end")
	lines := body().algorithm(200, "1:|a", "2:|b", "3:|c").lines()
	for _, l := range next.lines() {
		l.Page = 1
		lines = append(lines, l)
	}
	assert.Equal(t, "code 1: a\n2: b\n3: c\n4: keep it\n5: end\n", described(layout.Blocks(lines, nil))[1], "over the end of a page")
	const maxListing = 400
	long := make([]string, 0, maxListing+1)
	for i := range maxListing + 1 {
		long = append(long, fmt.Sprintf("%d:|x", i+1))
	}
	assert.Equal(t, maxListing, strings.Count(blocks(newSheet().algorithm(0, long...), nil)[0], "\n"))
}

// TestReferences each begin a paragraph.
func TestReferences(t *testing.T) {
	for _, c := range []struct {
		lines []string
		want  []string
	}{
		{[]string{"[1] " + full, "[2] " + full, "[3] Short."}, []string{"p [1] " + full, "p [2] " + full, "p [3] Short."}},
		{[]string{"[Ek24] " + full, "[Lind19] " + full}, []string{"p [Ek24] " + full, "p [Lind19] " + full}},
		{[]string{"[1] " + full, "[7] " + full}, []string{"p [1] " + full + " [7] " + full}},
		{[]string{"[see] " + full, "[2] " + full}, []string{"p [see] " + full + " [2] " + full}},
		{[]string{"As in " + full, "[2] " + full}, []string{"p As in " + full + " [2] " + full}},
	} {
		assert.Equal(t, c.want, blocks(newSheet().text(50, 780, c.lines...), nil))
	}
}
