package token_test

import (
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/token"
)

// TestSyntax goes by ISO 32000-2, sections 7.2 and 7.3.
func TestSyntax(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"all kinds of white space", "1\x002\t3\n4\f5\r6 7", "1 2 3 4 5 6 7"},
		{"comment to either line end", "1%a\r2%b\n3%c", "1 2 3"},
		{"comment is no part of a string", "(a%b)", `"a%b"`},
		{"names end at delimiters", "/a/b(c)/d[/e]/f<41>/g%x", `/a /b "c" /d [ /e ] /f "A" /g`},
		{"name with signs", "/A;Name_With-Various***Characters?", "/A;Name_With-Various***Characters?"},
		{"name with numbers", "/1.2 /$$ /@pattern /.notdef", "/1.2 /$$ /@pattern /.notdef"},
		{"codes in names", "/Lime#20Green /paired#28#29parentheses /A#42", "/Lime Green /paired()parentheses /AB"},
		{"codes that are none", "/a# /b#4 /c#4g", "/a# /b#4 /c#4g"},
		{"integers", "123 43445 +17 -98 0", "123 43445 17 -98 0"},
		{"reals", "34.5 -3.62 +123.6 4. -.002 0.0", "34.5 -3.62 123.6 4 -0.002 0"},
		{"strings over lines", "(These \\\ntwo \\\r\nstrings)", `"These two strings"`},
		{"balanced parentheses", "(a(b(c))d)(e)", `"a(b(c))d" "e"`},
		{"escaped parentheses", `(a\)b\(c)`, `"a)b(c"`},
		{"escapes", `(\n\r\t\b\f\\)`, `"\n\r\t\b\f\\"`},
		{"backslash before another character", `(a\qb)`, `"aqb"`},
		{"octal of one to three digits", `(\0\53\0053\1012)`, `"\x00+\x053A2"`},
		{"octal beyond a byte", `(\501)`, `"A"`},
		{"octal ends at eight", `(\18)`, `"\x018"`},
		{"hexadecimal", "<4E6F76>", `"Nov"`},
		{"hexadecimal with a digit left out", "<901FA>", `"\x90\x1f\xa0"`},
		{"hexadecimal over lines", "<4E\n 6F>", `"No"`},
		{"empty strings", "() <>", `"" ""`},
		{"dictionary in a dictionary", "<</A<</B 1>>/C[2<<>>]>>", "<< /A << /B 1 >> /C [ 2 << >> ] >>"},
		{"operators with signs", "T* f* ' \" B*", "T* f* ' \" B*"},
		{"operators touch delimiters", "[1]TJ(x)Tj/F1 9Tf", `[ 1 ] TJ "x" Tj /F1 9 Tf`},
		{"words of PostScript", "begincmap {dup} end", "begincmap dup end"},
		{"true, false and null are words", "true false null", "true false null"},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, all(c.in)) })
	}
}

// TestDamagedTokens ends with what there is.
func TestDamagedTokens(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"string that never ends", "1 (ab(c) d", `1 "ab(c) d"`},
		{"backslash at the end", `(ab\`, `"ab"`},
		{"octal at the end", `(ab\7`, `"ab\a"`},
		{"hexadecimal that never ends", "<4E6", "\"N`\""},
		{"closed too often", "a) b] c> d>> e}", "a b ] c d >> e"},
		{"name of nothing", "/ 1 //a", "/ 1 / /a"},
		{"points without digits", ". - + -.", "0 -0 0 -0"},
		{"two points", "1.2.3", "1.2 0.3"},
		{"bytes beyond ASCII", "\x80\xff 1", "\x80\xff 1"},
		{"nothing but white space", " \n\t", ""},
	} {
		t.Run(c.name, func(t *testing.T) { assert.Equal(t, c.want, all(c.in)) })
	}
}

func TestNumberLimit(t *testing.T) {
	for in, want := range map[string]float64{"1000000000": 1e9, "1000000001": 1e9, "-1000000001": -1e9, "0.000000001": 1e-9} {
		assert.InDelta(t, want, token.NewReader([]byte(in)).Next().Num, 1e-12, in)
	}
}

// TestEndStays: after the end there is the end.
func TestEndStays(t *testing.T) {
	r := token.NewReader([]byte("1"))
	r.Next()
	for range 3 {
		assert.Equal(t, token.End, r.Next().Kind)
		assert.Equal(t, 1, r.Pos())
	}
	r.Seek(-5)
	assert.Equal(t, 0, r.Pos())
}

// TestDataIsNotChanged by names and strings that are decoded.
func TestDataIsNotChanged(t *testing.T) {
	data := []byte(`/A#42 (a\n(b)) <4E6> `)
	same := string(data)
	for r := token.NewReader(data); r.Next().Kind != token.End; {
	}
	assert.Equal(t, same, string(data))
}
