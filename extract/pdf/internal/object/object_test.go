package object_test

import (
	"context"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/object"
	"github.com/webfetch-mcp/webfetch-go/extract/pdf/internal/pdftest"
)

func open(t testing.TB, f *pdftest.File) *object.Doc {
	t.Helper()
	d, err := object.Open(t.Context(), f.Bytes())
	require.NoError(t, err)
	return d
}

func TestValues(t *testing.T) {
	f := pdftest.New("").With(1, "<</Type/Catalog/Pages 2 0 R/X<</N/A#20b/I 5/F 1.5/S(a\\051\\n)/H<4142>/R 20 0 R/A[1 2]/Huge 1e99/T<FEFF00E9>/D(\\200\\240)/U<EFBBBFC3A9>/L<FFFEE900>>>>>").
		With(20, "21 0 R").With(21, "7")
	d := open(t, f)
	x := d.Dict(d.Catalog()["X"])
	assert.Equal(t, "A b", d.Name(x["N"]))
	assert.Equal(t, 5, d.Int(x["I"]))
	assert.Equal(t, 7, d.Int(x["R"]))
	assert.Equal(t, "a)\n", string(d.Bytes(x["S"])))
	assert.Equal(t, "AB", string(d.Bytes(x["H"])))
	assert.Len(t, d.Array(x["A"]), 2)
	n, ok := d.Num(x["F"])
	assert.True(t, ok)
	assert.Equal(t, 1.5, n)
	assert.Equal(t, "é", d.Text(x["T"]))
	assert.Equal(t, "•€", d.Text(x["D"]))
	assert.Equal(t, "é", d.Text(x["U"]))
	assert.Equal(t, "é", d.Text(x["L"]))
	assert.Equal(t, 20, object.Number(x["R"]))

	assert.Empty(t, d.Name(x["I"]))
	assert.Nil(t, d.Dict(x["none"]))
	assert.Nil(t, d.Array(x["I"]))
	assert.Nil(t, d.Bytes(nil))
	assert.Zero(t, d.Int(x["N"]))
	_, ok = d.Num(nil)
	assert.False(t, ok)
}

func TestReferenceCycle(t *testing.T) {
	d := open(t, pdftest.New("").With(20, "21 0 R").With(21, "20 0 R").With(1, "<</Type/Catalog/Pages 2 0 R/X 20 0 R>>"))
	assert.Nil(t, d.Resolve(d.Catalog()["X"]))
}

func TestPages(t *testing.T) {
	f := pdftest.New("a", "b", "c")
	f.Objects[2] = "<</Type/Pages/Count 3/MediaBox[0 0 600 800]/Rotate 90/Kids[20 0 R 30 0 R 30 0 R 20 0 R]>>"
	f.With(20, "<</Type/Pages/CropBox[10 10 100 900]/Kids[10 0 R]>>")
	f.Objects[30] = "<</Type/Page/MediaBox[5 5 5 5]/Rotate -90/Contents 31 0 R>>"
	d := open(t, f)
	pages := d.Pages()
	require.Len(t, pages, 2)
	assert.Equal(t, object.Rect{10, 10, 100, 800}, pages[0].Box)
	assert.Equal(t, 90, pages[0].Rotate)
	assert.Equal(t, object.Rect{0, 0, 600, 800}, pages[1].Box)
	assert.Equal(t, 270, pages[1].Rotate)
	assert.Equal(t, "c", string(d.Contents(pages[1])))
}

func TestPagesWithoutTree(t *testing.T) {
	d := open(t, pdftest.New("a", "b").With(2, "<</Type/Pages>>"))
	assert.Len(t, d.Pages(), 2)
}

func TestPageTreeDepth(t *testing.T) {
	tree := func(depth int) int {
		f := pdftest.New("a").With(2, "<</Type/Pages/Kids[100 0 R]/Count 1>>")
		for i := range depth - 2 {
			f.With(100+i, "<</Type/Pages/Kids["+ref(101+i)+"]>>")
		}
		f.With(100+depth-2, "<</Type/Pages/Kids[10 0 R]>>")
		f.Objects[10] = "<</Contents 11 0 R>>" // not found without the tree
		return len(open(t, f).Pages())
	}
	assert.Equal(t, 1, tree(100))
	assert.Equal(t, 0, tree(101))
}

func ref(n int) string { return strings.TrimSpace(strings.Join([]string{itoa(n), "0 R"}, " ")) }

func itoa(n int) string {
	if n < 10 {
		return string(rune('0' + n))
	}
	return itoa(n/10) + string(rune('0'+n%10))
}

func TestContents(t *testing.T) {
	f := pdftest.New("")
	f.Objects[10] = "<</Type/Page/Parent 2 0 R/Contents[20 0 R 21 0 R null 22 0 R]>>"
	f.With(20, pdftest.Stream("", "one")).With(21, pdftest.Deflated("", "two")).With(22, pdftest.Stream("/Filter/ASCIIHexDecode", "7468726565>"))
	d := open(t, f)
	assert.Equal(t, "one\ntwo\n\nthree\n", string(d.Contents(d.Pages()[0])))
}

func TestDamagedStreams(t *testing.T) {
	text := strings.Repeat("some words ", 200)
	deflated := pdftest.Deflated("", text)
	broken := []byte(deflated)
	broken[len(broken)-len("endstream")-20] ^= 0xff
	tests := []struct{ name, stream, want string }{
		{"wrong length", "<</Length 4>>stream\nsome words\nendstream", "some words"},
		{"corrupt end", string(broken), "some words some"},
		{"picture", pdftest.Stream("/Filter/DCTDecode", "x"), ""},
	}
	for _, tt := range tests {
		d := open(t, pdftest.New("").With(11, tt.stream))
		got := string(d.Data(d.Pages()[0].Dict["Contents"]))
		if tt.want == "" {
			assert.Empty(t, got, tt.name)
		} else {
			assert.True(t, strings.HasPrefix(got, tt.want), "%s: %.40q", tt.name, got)
		}
	}
}

func TestFilterLimit(t *testing.T) {
	data := func(filters int) string {
		hex := "41"
		for range filters - 1 {
			hex = hexOf(hex)
		}
		d := open(t, pdftest.New("").With(11, pdftest.Stream("/Filter["+strings.Repeat("/ASCIIHexDecode ", filters)+"]", hex)))
		return string(d.Data(d.Pages()[0].Dict["Contents"]))
	}
	assert.Equal(t, "A", data(8))
	assert.Empty(t, data(9))
}

func hexOf(s string) string {
	const digits = "0123456789abcdef"
	var b strings.Builder
	for i := range len(s) {
		b.WriteByte(digits[s[i]>>4])
		b.WriteByte(digits[s[i]&15])
	}
	return b.String()
}

func TestBookmarks(t *testing.T) {
	f := pdftest.New("").With(1, "<</Type/Catalog/Pages 2 0 R/Outlines 20 0 R>>").With(20, "<</First 21 0 R>>").
		With(21, "<</Title(One)/First 22 0 R/Next 23 0 R>>").With(22, "<</Title(Deep)/Next 21 0 R>>").With(23, "<</Title(Two)/Next 23 0 R>>")
	assert.Equal(t, []object.Bookmark{{"One", 1}, {"Deep", 2}, {"Two", 1}}, open(t, f).Bookmarks())
	assert.Empty(t, open(t, pdftest.New("")).Bookmarks())
}

func TestOpenErrors(t *testing.T) {
	for _, body := range []string{"", "text", "%PDF-1.4\n"} {
		_, err := object.Open(t.Context(), []byte(body))
		assert.ErrorIs(t, err, extract.ErrMalformed, body)
	}
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	_, err := object.Open(ctx, pdftest.New("").Bytes())
	assert.ErrorIs(t, err, context.Canceled)
}

func TestObjectLimit(t *testing.T) {
	body := func(n int) []byte { return []byte("%PDF-1.4\n" + strings.Repeat("1 0 obj\n", n)) }
	_, err := object.Open(t.Context(), body(object.MaxObjects))
	assert.NotErrorIs(t, err, extract.ErrTooLarge)
	_, err = object.Open(t.Context(), body(object.MaxObjects+1))
	assert.ErrorIs(t, err, extract.ErrTooLarge)
}

func TestNoFolderIsMade(t *testing.T) {
	home := t.TempDir()
	t.Setenv("HOME", home)
	t.Setenv("XDG_CONFIG_HOME", filepath.Join(home, "config"))
	open(t, pdftest.New("x"))
	entries, err := os.ReadDir(home)
	require.NoError(t, err)
	assert.Empty(t, entries)
}

func TestFontName(t *testing.T) {
	assert.Equal(t, "Times", object.FontName("ABCDEF+Times"))
	assert.Equal(t, "abcdef+Times", object.FontName("abcdef+Times"))
	assert.Equal(t, "Times", object.FontName("Times"))
}

func TestCoreWidth(t *testing.T) {
	w, ok := object.CoreWidth("Helvetica", 'A')
	assert.True(t, ok)
	assert.Equal(t, 667.0, w)
	_, ok = object.CoreWidth("Other", 'A')
	assert.False(t, ok)
}

// TestDates goes by ISO 32000-2, 7.9.4, and by what programs write in place of such dates.
func TestDates(t *testing.T) {
	f := pdftest.New("")
	for in, want := range map[string]string{
		"D:20240305101500+01'00'":  "2024-03-05T10:15:00+01:00",
		"D:20240305101500+01'00":   "2024-03-05T10:15:00+01:00",
		"D:20240305101500+0100":    "2024-03-05T10:15:00+01:00",
		"20240305101500-03'30'":    "2024-03-05T10:15:00-03:30",
		"D:20240305101500.5+01'00": "2024-03-05T10:15:00+01:00",
		"D:20240305101500Z00'00'":  "2024-03-05T10:15:00Z",
		"D:20240305101500Z":        "2024-03-05T10:15:00Z",
		"20240305":                 "2024-03-05T00:00:00Z",
		"D:2024":                   "2024-01-01T00:00:00Z",
		"Thu Nov 26 11:10:23 1998": "1998-11-26T11:10:23Z",
		"1/2/2006 10:15:00":        "0001-01-01T00:00:00Z",
		"D:20241305":               "0001-01-01T00:00:00Z",
		"soon":                     "0001-01-01T00:00:00Z",
		"":                         "0001-01-01T00:00:00Z",
	} {
		f.Objects[7], f.Trailer = "<</ModDate("+in+")>>", "/Info 7 0 R"
		d, err := object.Open(t.Context(), f.Bytes())
		require.NoError(t, err)
		assert.Equal(t, want, d.Date(d.Info()["ModDate"]).Format(time.RFC3339), in)
	}
}
