package htmlmd_test

import (
	"fmt"
	"math/rand/v2"
	"net/url"
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/extract/page/internal/htmlmd"
)

// tableMaker makes random tables as editors of content systems leave them. Each
// cell has a word of its own.
type tableMaker struct {
	*rand.Rand
	b     strings.Builder
	words []string
}

func (m *tableMaker) word() string {
	w := fmt.Sprintf("w%dw", len(m.words))
	m.words = append(m.words, w)
	return w
}

func (m *tableMaker) cell(tag, attributes string) {
	fmt.Fprintf(&m.b, "<%s%s>", tag, attributes)
	switch w := m.word(); m.IntN(12) {
	case 0:
		m.b.WriteString("<p>" + w + "</p>")
	case 1:
		m.b.WriteString("<p><strong>" + w + "</strong></p>\n<p>" + m.word() + "</p>")
	case 2:
		m.b.WriteString("<div>" + w + "</div><div> " + m.word() + " </div>")
	case 3:
		m.b.WriteString(w + "<br>" + m.word())
	case 4:
		m.b.WriteString("<ul><li>" + w + "<li>" + m.word() + "</ul>")
	case 5:
		m.b.WriteString("<blockquote><p>" + w + "</p></blockquote>")
	case 6:
		m.b.WriteString(`<a href="/x">` + w + `</a><img src="/i.png" alt="` + m.word() + `">`)
	case 7:
		m.b.WriteString("<h4>" + w + "</h4><hr>" + m.word())
	case 8:
		m.b.WriteString("<code>" + w + "</code><pre>" + m.word() + "</pre>")
	case 9:
		m.b.WriteString("<p>" + w + strings.Repeat("</p><p>"+m.word(), 5) + "</p>")
	default:
		m.b.WriteString(w)
	}
	m.b.WriteString("</" + tag + ">")
}

func (m *tableMaker) table() {
	cols, rows := 2+m.IntN(3), 2+m.IntN(4)
	m.b.WriteString("<table><thead><tr>")
	for range cols {
		m.cell("th", "")
	}
	m.b.WriteString("</tr></thead>")
	for range rows {
		m.b.WriteString("<tr>\n")
		for range cols {
			attributes := ""
			switch m.IntN(10) {
			case 0:
				attributes = ` rowspan="2"`
			case 1:
				attributes = ` colspan="2"`
			}
			m.cell("td", attributes)
		}
		m.b.WriteString("</tr>")
	}
	m.b.WriteString("</table>")
}

// TestTablesUnderAPlan writes random tables alone and as a part of a page of which
// the rest is left out: they are the same, have a row for each of theirs, as many
// cells in each, and all words.
func TestTablesUnderAPlan(t *testing.T) {
	page := &url.URL{Scheme: "https", Host: "example.org", Path: "/docs/page"}
	for seed := range uint64(300) {
		m := tableMaker{Rand: rand.New(rand.NewPCG(seed, 3))}
		m.table()
		table := m.b.String()
		whole := parse(t, "<!doctype html><title>t</title><h1>a</h1><p>b</p>"+table+"<ul><li>c</ul>")
		part := parse(t, "<!doctype html><title>t</title><h1 skip>a</h1><p>b</p>"+table+"<ul skip><li>c</ul>")
		all, kept := htmlmd.Write(htmlmd.Input{Root: whole, Base: page}), htmlmd.Write(htmlmd.Input{Root: part, Base: page, Marks: marks(part)})
		check(t, all)
		check(t, kept)
		require.Len(t, kept.Blocks, 2, "seed %d: %s", seed, kept.Markdown)
		got := kept.Markdown[kept.Blocks[1].Start:kept.Blocks[1].End]
		require.Equal(t, all.Markdown[all.Blocks[2].Start:all.Blocks[2].End], got, "seed %d", seed)
		require.Equal(t, extract.Table, kept.Blocks[1].Kind, "seed %d: %s\n%s", seed, table, got)
		lines := strings.Split(got, "\n")
		assert.Len(t, lines, strings.Count(table, "<tr>")+1, "seed %d", seed)
		for _, line := range lines {
			assert.Equal(t, strings.Count(lines[0], "|"), strings.Count(line, "|"), "seed %d: %s", seed, got)
		}
		for _, w := range m.words {
			assert.Contains(t, got, w, "seed %d: %s", seed, table)
		}
	}
}
