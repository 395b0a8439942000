package token_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/token"
)

// all returns the tokens of s in a short notation.
func all(s string) string {
	r := token.NewReader([]byte(s))
	var out []string
	for {
		t := r.Next()
		switch t.Kind {
		case token.End:
			return strings.Join(out, " ")
		case token.Number:
			out = append(out, fmt.Sprint(t.Num))
		case token.Name:
			out = append(out, fmt.Sprintf("/%s", t.Text))
		case token.String:
			out = append(out, fmt.Sprintf("%q", t.Text))
		case token.Word:
			out = append(out, string(t.Text))
		default:
			out = append(out, [...]string{"[", "]", "<<", ">>"}[t.Kind-token.ArrayStart])
		}
	}
}

func TestNext(t *testing.T) {
	tests := []struct{ in, want string }{
		{"", ""},
		{"1 -2.5 +3 .5 4. -.25 --7 1-2", "1 -2.5 3 0.5 4 -0.25 -7 12"},
		{"12Tj 1e5 -", "12 Tj 1 e5 -0"},
		{"99999999999999999999 -99999999999999999999", "1e+09 -1e+09"},
		{"/F1 /A#20B /a#zz /", "/F1 /A B /a#zz /"},
		{`(a\(b\)\n\101\7x\
c) ((x)y)`, `"a(b)\nA\ax` + `c" "(x)y"`},
		{"(a\r\nb\rc)", `"a\nb\nc"`},
		{"<48 65 6c6> <zz41>", `"Hel` + "`" + `" "A"`},
		{"[1 /a] << /k (v) >>", `[ 1 /a ] << /k "v" >>`},
		{"1 % comment\n2", "1 2"},
		{"(open", `"open"`},
		{"<41", `"A"`},
		{"a>b){}c", "a b c"},
		{"BT/F1 9 Tf[(a)-5(b)]TJ ET", `BT /F1 9 Tf [ "a" -5 "b" ] TJ ET`},
	}
	for _, tt := range tests {
		assert.Equal(t, tt.want, all(tt.in), "%q", tt.in)
	}
}

func TestSeek(t *testing.T) {
	r := token.NewReader([]byte("ab cd"))
	r.Next()
	assert.Equal(t, 2, r.Pos())
	r.Seek(0)
	assert.Equal(t, "ab", string(r.Next().Text))
	r.Seek(99)
	assert.Equal(t, token.End, r.Next().Kind)
	assert.Len(t, r.Data(), 5)
}

func FuzzNext(f *testing.F) {
	for _, s := range []string{"1 0 0 1 72 700 cm", "(a\\", "<4", "/a#4", "[<<", "-.", "1-\x00(\\777)"} {
		f.Add([]byte(s))
	}
	f.Fuzz(func(t *testing.T, data []byte) {
		r := token.NewReader(data)
		for range len(data) + 1 {
			before := r.Pos()
			k := r.Next()
			if k.Kind == token.End {
				return
			}
			if r.Pos() <= before {
				t.Fatalf("no progress at %d of %q", before, data)
			}
		}
		t.Fatalf("more tokens than bytes in %q", data)
	})
}

func BenchmarkNext(b *testing.B) {
	data := []byte(strings.Repeat("BT /F1 10 Tf 72 700.25 Td [(Some words)-250(of text)] TJ ET\n", 1000))
	b.SetBytes(int64(len(data)))
	for b.Loop() {
		for r := token.NewReader(data); r.Next().Kind != token.End; {
		}
	}
}
