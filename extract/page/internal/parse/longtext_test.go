package parse_test

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

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

// looked is a context that counts how often somebody asks whether it is done.
type looked struct {
	context.Context
	times int
}

func (l *looked) Err() error {
	l.times++
	return l.Context.Err()
}

// A caller who gives up waits for a small part of a long text only.
func TestLongTextsAreReadInPieces(t *testing.T) {
	const most = 128 << 10 // bytes between two looks
	page := []byte("<p>" + strings.Repeat("&amp;&lt; ", 800_000) + "</p>")
	ctx := &looked{Context: t.Context()}
	_, _, err := parse.New(reads).Parse(ctx, page, false)
	require.NoError(t, err)
	assert.Greater(t, ctx.times, len(page)/most)
}
