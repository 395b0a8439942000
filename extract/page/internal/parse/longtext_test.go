package parse_test

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
	"golang.org/x/net/html"

	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/parse"
)

const longText = 64<<10 + 500 // bytes of a text that is read in pieces

func repeated(unit string) string { return strings.Repeat(unit, longText/len(unit)+2) }

// Long texts with character references give the tree that the parser makes of them.
func TestLongTexts(t *testing.T) {
	for _, unit := range []string{
		"&amp;&lt; ", "a &amp; b ", "&#32;", "&nbsp;", "&#10;x", "&amp", "&notit;", "&am", "&#x41", "&#x41;b", "&", "&&", "&;", "& ", "&lt;b&gt;", "größer &auml; als das Meer ", "&#xD;&#10;", "&Aacute", "word &acE; ",
		strings.Repeat("long words between references ", 3000) + "&copy",
	} {
		for _, around := range []string{"<p>%<p>x", "<table>%<tr><td>%</table>", "<title>%</title>", "<textarea>\n%</textarea>", "<pre>\n%</pre>", "<select><option>%</select>", "<svg><text>%</text></svg>", "%", "<body> %</body>%", "<style>%</style>", "<frameset>%</frameset>", "<table><colgroup>%</table>", "<head>%"} {
			same(t, strings.ReplaceAll(around, "%", repeated(unit)))
			same(t, strings.ReplaceAll(around, "%", " \n "+unit+repeated(" "+unit)+" "))
		}
	}
}

func FuzzLongText(f *testing.F) {
	f.Add("<p>", "&amp;", "</p>")
	f.Add("<title>", "a &lt", "")
	f.Add("<table>", "&#32;&#10", "<tr>")
	f.Fuzz(func(t *testing.T, before, unit, after string) {
		if unit == "" || len(unit) > 200 || strings.Contains(unit, "<") {
			t.Skip()
		}
		same(t, before+strings.ToValidUTF8(repeated(unit), "")+after)
	})
}

// looked is a context that notes the longest time between two looks at it.
type looked struct {
	context.Context
	last  time.Time
	worst time.Duration
}

func (l *looked) Err() error {
	now := time.Now()
	l.worst, l.last = max(l.worst, now.Sub(l.last)), now
	return l.Context.Err()
}

// A caller who gives up waits for a small part of a long text only.
func TestLongTextsAreReadInPieces(t *testing.T) {
	page := []byte("<p>" + strings.Repeat("&amp;&lt; ", 800_000))
	at, least := time.Duration(0), time.Hour
	for range 8 {
		began := time.Now()
		_, err := html.Parse(strings.NewReader(string(page)))
		require.NoError(t, err)
		at = time.Since(began)
		ctx := &looked{Context: t.Context(), last: time.Now()}
		_, _, err = parse.New(reads).Parse(ctx, page, false)
		require.NoError(t, err)
		if least = min(least, ctx.worst); least < at/3 {
			return
		}
	}
	assert.Less(t, least, at/3)
}
