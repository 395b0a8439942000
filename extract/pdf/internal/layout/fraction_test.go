package layout_test

import (
	"testing"

	"github.com/stretchr/testify/assert"
)

// Parts of a fraction are half a line over and under the others.
func TestFractions(t *testing.T) {
	for _, c := range []struct {
		name  string
		sheet *sheet
		want  []string
	}{
		{"of names", newSheet().write(0, 100, "x = ").write(22, 107, "a").rule(22, 27, 102.5).write(22, 93, "b").write(30, 100, "holds"), []string{"x = a/b holds"}},
		{"of sums", newSheet().write(0, 100, "x =").write(20, 107, "a + b").rule(20, 45, 102.5).write(30, 93, "2π").write(45.5, 100, "."), []string{"x = (a + b)/(2π)."}},
		{"small ones in a line", newSheet().write(0, 100, "about ").in(regular, 7).write(31, 104, "1").rule(31, 34.5, 102.5).write(31, 96.5, "2").in(regular, 10).write(37, 100, "of it"), []string{"about 1/2 of it"}},
		{"within a fraction", newSheet().write(0, 100, "y =").write(27.5, 107, "1").rule(18, 42, 102.5).write(20, 92, "x +").in(regular, 7).write(37, 96, "a").rule(37, 40.5, 94.5).write(37, 88.5, "b").in(regular, 10).write(46, 100, "or"), []string{"y = 1/(x + a/b) or"}},
		{"underlined text", newSheet().write(0, 112, "See ").write(25, 112, "here").rule(25, 45, 111).write(0, 100, "and then ").write(50, 100, "go"), []string{"See here", "and then go"}},
		{"a rule that is far wider", newSheet().write(0, 100, "x =").write(60, 107, "a").rule(20, 120, 102.5).write(60, 93, "b"), []string{"x =", "a", "b"}},
		{"off the middle", newSheet().write(0, 100, "x =").write(20, 107, "abcdefgh").rule(20, 60, 102.5).write(20, 93, "b"), []string{"x =", "abcdefgh", "b"}},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, texts(c.sheet.lines())) })
	}
}

// Pages with too many rules have no fractions.
func TestFractionsAreBounded(t *testing.T) {
	for rules, want := range map[int]string{2000: "x = a/b", 2001: "x ="} {
		s := newSheet().write(0, 100, "x = ").write(22, 107, "a").rule(22, 27, 102.5).write(22, 93, "b")
		for range rules - 1 {
			s.rule(300, 320, 500)
		}
		assert.Equal(t, want, texts(s.lines())[0], rules)
	}
}

// A root is of what stands under its rule.
func TestRoots(t *testing.T) {
	for _, c := range []struct {
		name  string
		sheet *sheet
		want  string
	}{
		{"of a sum", newSheet().write(0, 100, "c = √").write(25, 100, "a + b, so").rule(25, 50, 108), "c = √(a + b), so"},
		{"of one name", newSheet().write(0, 100, "c = √").write(25, 100, "a, so").rule(25, 30, 108), "c = √a, so"},
		{"that hangs from its rule", newSheet().write(0, 100, "c = ").write(20, 108, "√").write(25, 100, "17).").rule(25, 35, 108), "c = √17)."},
		{"without a rule", newSheet().write(0, 100, "c = √").write(25, 100, "a + b"), "c = √a + b"},
	} {
		assert.Equal(t, []string{c.want}, texts(c.sheet.lines()), c.name)
	}
}

func TestRootsAreBounded(t *testing.T) {
	const maxRoots = 500
	s := newSheet()
	for i := range maxRoots + 1 {
		y := float32(790*(maxRoots-i)) / maxRoots
		x := float32(i%10) * 50
		s.in(regular, 1).write(x, y, "√a+b").rule(x+0.5, x+2, y+0.9)
	}
	got := texts(s.lines())
	assert.Equal(t, "√(a+b)", got[0])
	assert.Equal(t, "√(a+b)", got[maxRoots-1])
	assert.Equal(t, "√a+b", got[maxRoots])
}
