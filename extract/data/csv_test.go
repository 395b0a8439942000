package data_test

import (
	"runtime"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/data"
	"github.com/webfetch-mcp/webfetch-go/extract/extracttest"
)

// TestCSVCells goes by RFC 4180, section 2, and by what programs write in its
// place.
func TestCSVCells(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"plain", "a,b\n1,2\n", "| a | b |\n| --- | --- |\n| 1 | 2 |"},
		{"line ends of Windows", "a,b\r\n1,2\r\n", "| a | b |\n| --- | --- |\n| 1 | 2 |"},
		{"no line break at the end", "a,b\n1,2", "| a | b |\n| --- | --- |\n| 1 | 2 |"},
		{"comma in quotes", "a,b\n\"1,5\",2\n", "| 1,5 | 2 |"},
		{"quotes in quotes", "a,b\n\"say \"\"x\"\"\",2\n", `| say "x" | 2 |`},
		{"line break in quotes", "a,b\n\"one\ntwo\",2\n", "| one two | 2 |"},
		{"quote in the middle of a cell", "a,b\n5\" nail,2\n", `| 5" nail | 2 |`},
		{"empty cells", "a,b,c\n,2,\n", "|  | 2 |  |"},
		{"empty quotes", "a,b\n\"\",2\n", "|  | 2 |"},
		{"blanks around", "a , b\n 1 ,2 \n", "| a | b |\n| --- | --- |\n| 1 | 2 |"},
		{"blank lines between", "a,b\n\n1,2\n\n", "| a | b |\n| --- | --- |\n| 1 | 2 |"},
		{"row too short", "a,b,c\n1\n", "| a | b | c |\n| --- | --- | --- |\n| 1 |  |  |"},
		{"row too long", "a,b\n1,2,3\n", "| a | b |  |\n| --- | --- | --- |\n| 1 | 2 | 3 |"},
		{"byte order mark", "\ufeffname,b\n1,2\n", "| name | b |"},
		{"bars", "a,b\nx|y,|\n", `| x\|y | \| |`},
		{"markup", "a,b\n*x*,[y](z)\n<b>,`c`\n", "| \\*x\\* | \\[y\\](z) |\n| \\<b> | \\`c\\` |"},
		{"formula of a spreadsheet", "a,b\n=1+2,@x\n", "=1+2 | @x |"},
		{"Unicode", "Stadt,人口\nKöln,一百万\n", "| Stadt | 人口 |\n| --- | --- |\n| Köln | 一百万 |"},
	} {
		t.Run(c.name, func(t *testing.T) {
			doc := read(t, "text/csv", c.in)
			assert.Contains(t, doc.Markdown, c.want)
			assert.Empty(t, doc.Warnings)
			assert.Equal(t, extract.Table, doc.Blocks[len(doc.Blocks)-1].Kind)
		})
	}
}

func TestCSVSize(t *testing.T) {
	for in, want := range map[string]string{
		"a,b\n1,2\n3,4\n": "2 rows, 2 columns",
		"a,b\n":           "0 rows, 2 columns",
		"a,b\n1,2,3\n":    "1 rows, 3 columns",
	} {
		assert.True(t, strings.HasPrefix(read(t, "text/csv", in).Markdown, want+"\n\n"), in)
	}
	assert.Equal(t, extract.VerdictEmpty, read(t, "text/csv", "\r\n\n").Verdict.Kind)
	assert.Equal(t, extract.VerdictEmpty, read(t, "text/csv", "").Verdict.Kind)
}

// TestDelimiterIsFound among signs that stand in the cells as well.
func TestDelimiterIsFound(t *testing.T) {
	for _, c := range []struct{ name, mediaType, in, want string }{
		{"semicolons, decimal commas", "text/csv", "name;price\nrope;1,50\nsail;20,00\n", "| rope | 1,50 |"},
		{"semicolons, as many commas in the rows", "text/csv", "name;place;price\nrope;Lund, Malmö;1,50\nsail;Visby, Ystad;2,50;x\n", "| rope | Lund, Malmö | 1,50 |"},
		{"tabs, as many commas in the rows", "text/csv", "name\tprice\nrope\t1,50\nsail\t2,50\ttwo\n", "| rope | 1,50 |"},
		{"semicolons below a title with a comma", "text/csv", "Prices, 2024\nname;price\nrope;5\nsail;7\n", "| rope | 5 |"},
		{"commas, semicolons in a cell", "text/csv", "name,note\nrope,a;b;c\nsail,d\n", "| rope | a;b;c |"},
		{"tabs, commas in a cell", "text/csv", "name\tnote\nrope\ta, b, c\nsail\td\n", "| rope | a, b, c |"},
		{"bars", "text/csv", "name|note\nrope|a, b\nsail|c\n", "| rope | a, b |"},
		{"tabs as the type says", "text/tab-separated-values", "name\tnote, long\nrope\ta, b\n", "| rope | a, b |"},
		{"no tab though the type says so", "text/tab-separated-values", "name,note\nrope,a\n", "| rope | a |"},
		{"delimiter only in quotes", "text/csv", "name;note\n\"a,b,c\";\"d,e,f\"\n", "| a,b,c | d,e,f |"},
		{"one column", "text/csv", "name\nrope\nsail\n", "| name |\n| --- |\n| rope |\n| sail |"},
	} {
		t.Run(c.name, func(t *testing.T) {
			assert.Contains(t, read(t, c.mediaType, c.in).Markdown, c.want)
		})
	}
}

// TestCSVHeader: a first row of nothing but numbers heads no table.
func TestCSVHeader(t *testing.T) {
	for in, header := range map[string]string{
		"a,b\n1,2\n":     "| a | b |",
		"1,2\n3,4\n":     "|  |  |",
		"1.5,-2%\n3,4\n": "|  |  |",
		"2023,x\n3,4\n":  "| 2023 | x |",
		",\n3,4\n":       "|  |  |",
	} {
		md := read(t, "text/csv", in).Markdown
		_, table, _ := strings.Cut(md, "\n\n")
		assert.True(t, strings.HasPrefix(table, header+"\n| --- | --- |\n"), "%q: %q", in, md)
	}
}

// TestLongTablesAreCut into tables under the same header.
func TestLongTablesAreCut(t *testing.T) {
	doc := read(t, "text/csv", "a,b\n"+strings.Repeat("1,2\n", 2*500+1))
	var sizes []int
	for _, b := range doc.Blocks {
		if b.Kind == extract.Table {
			assert.True(t, strings.HasPrefix(doc.Text(b), "| a | b |\n"))
			sizes = append(sizes, strings.Count(doc.Text(b), "\n")-1)
		}
	}
	assert.Equal(t, []int{500, 500, 1}, sizes)
}

func TestBrokenCSV(t *testing.T) {
	doc := read(t, "text/csv", "a,b\n1,2\n\"never closed,3\n4,5\n")
	assert.Contains(t, doc.Markdown, "| 1 | 2 |")
	assert.Contains(t, doc.Markdown, "| never closed | 3 |\n| 4 | 5 |", "one quote costs no rows")
}

// TestDeclaredDelimiter is the first line that Excel writes and reads.
func TestDeclaredDelimiter(t *testing.T) {
	for in, want := range map[string]string{
		"sep=;\na;b,c\n1;2\n":    "1 rows, 2 columns\n\n| a | b,c |\n| --- | --- |\n| 1 | 2 |",
		"a;b\r1;2\r":             "1 rows, 2 columns\n\n| a | b |\n| --- | --- |\n| 1 | 2 |",
		"SEP=\t\r\na\tb\n1\t2\n": "1 rows, 2 columns\n\n| a | b |\n| --- | --- |\n| 1 | 2 |",
		"sep=;;\n1;2\n":          "sep=\n\n1 rows, 3 columns\n\n|  |  |",
		"sep=\na;b\n1;2\n":       "sep=\n\n1 rows, 2 columns\n\n| a | b |",
	} {
		assert.True(t, strings.HasPrefix(read(t, "text/csv", in).Markdown, want), "%q: %q", in, read(t, "text/csv", in).Markdown)
	}
}

// TestPreambles are lines above the header: the title and the source of a table.
func TestPreambles(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"title", "Boats of *Lund*\nname;n\nrope;1\nsail;2\n", "Boats of \\*Lund\\*\n\n2 rows, 2 columns\n\n| name | n |\n| --- | --- |\n| rope | 1 |\n| sail | 2 |"},
		{"title over the columns", "Boats;;\n;;\nname;n;m\nrope;1;2\n", "Boats\n\n1 rows, 3 columns\n\n| name | n | m |\n| --- | --- | --- |\n| rope | 1 | 2 |"},
		{"numbers below a title", "Rain\n1,2\n3,4\n", "Rain\n\n2 rows, 2 columns\n\n|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"},
		{"one column", "name\nrope\n", "1 rows, 1 columns\n\n| name |\n| --- |\n| rope |"},
		{"one cell", "name", "0 rows, 1 columns\n\n| name |\n| --- |"},
		{"no header", "1,2\n3,4\n", "2 rows, 2 columns\n\n|  |  |\n| --- | --- |\n| 1 | 2 |\n| 3 | 4 |"},
		{"remark below", "a,b\n1,2\nSource: harbour\n", "2 rows, 2 columns\n\n| a | b |\n| --- | --- |\n| 1 | 2 |\n| Source: harbour |  |"},
	} {
		assert.Equal(t, c.want, read(t, "text/csv", c.in).Markdown, c.name)
	}
	long := strings.Repeat("line\n", 20) + "a,b\n1,2\n"
	assert.True(t, strings.HasPrefix(read(t, "text/csv", long).Markdown, "21 rows"), "too many lines to be above a table")
}

func FuzzCSV(f *testing.F) {
	f.Add("sep=;\na;\"b\n;c")
	f.Add("title\n\n\"a\"\"b\",c|d\t\r\n1,2")
	f.Fuzz(func(t *testing.T, body string) {
		doc, err := data.Extractor{}.Extract(t.Context(), &extract.Source{MediaType: "text/csv", Body: []byte(body)})
		if err != nil {
			t.Fatal(err)
		}
		if err := extracttest.Check(doc); err != nil {
			t.Fatalf("%v\n%q", err, doc.Markdown)
		}
	})
}

// TestQuotes close before a separator or the end of a line; what never closes is
// a sign of the text.
func TestQuotes(t *testing.T) {
	const two = "1 rows, 2 columns\n\n| a | b |\n| --- | --- |\n| c | d |"
	for _, c := range []struct{ name, in, want string }{
		{"separator in quotes", "\"a,b\",c", "0 rows, 2 columns\n\n| a,b | c |\n| --- | --- |"},
		{"break in quotes", "\"a\nb\",c\nd,e", "1 rows, 2 columns\n\n| a b | c |\n| --- | --- |\n| d | e |"},
		{"two quotes are one", "\"a\"\"b\nc\",d\ne,f", "1 rows, 2 columns\n\n| a\"b c | d |\n| --- | --- |\n| e | f |"},
		{"quote in a cell", "5\" pipe,b\nc,d", "1 rows, 2 columns\n\n| 5\" pipe | b |\n| --- | --- |\n| c | d |"},
		{"quotes in quotes", "\"say \"hi\" to\",b\nc,d", "1 rows, 2 columns\n\n| say \"hi\" to | b |\n| --- | --- |\n| c | d |"},
		{"never closed", "a,\"b\nc,d\ne,f", "2 rows, 2 columns\n\n| a | b |\n| --- | --- |\n| c | d |\n| e | f |"},
		{"never closed at the start", "\"a,b\nc,d", two},
		{"never closed after one that is", "\"a\",\"b\nc,d", two},
		{"never closed on the last line", "a,b\nc,\"d", two},
		{"carriage returns", "\"a\",b\r\n\"c\",d\r\n", two},
		{"empty quotes", "\"\",b\nc,\"\"", "1 rows, 2 columns\n\n|  | b |\n| --- | --- |\n| c |  |"},
		{"nothing", "", ""},
	} {
		assert.Equal(t, c.want, read(t, "text/csv", c.in).Markdown, c.name)
	}
}

// TestLongRowsOfCSV has a row of more fields than are read between two others. Where no row is so long, nothing is copied for it.
func TestLongRowsOfCSV(t *testing.T) {
	doc := read(t, "text/csv", "a,b\n"+strings.Repeat("x,", 100_001)+"\r\nc,d")
	assert.Equal(t, "truncated", doc.Warnings[0].Type)
	assert.Contains(t, doc.Markdown, "| a | b |")
	assert.Contains(t, doc.Markdown, "\n| c | d |")
	allocated := func(body string) float64 {
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		read(t, "text/csv", body)
		runtime.ReadMemStats(&after)
		return float64(after.TotalAlloc - before.TotalAlloc)
	}
	few, many := strings.Repeat("words of one, and another\n", 90_000), strings.Repeat("words of one, and another\n", 110_000)
	assert.Less(t, allocated(many), 1.5*allocated(few))
}
