package meta_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/assert"
	"golang.org/x/net/html"
)

// Words that introduce a name, and what stands behind it, are no part of it.
func TestNames(t *testing.T) {
	for text, want := range map[string]string{
		"Written By: Ada Finch": "Ada Finch", "Article by Ada Finch": "Ada Finch", "written by ada99": "ada99", "Post by ada": "ada",
		"Von: Ada Finch-Moss": "Ada Finch-Moss", "VON ADA FINCH": "ADA FINCH", "Von der Heide, Ada": "Von der Heide, Ada", "Di Maio": "Di Maio", "erstellt von Ada": "Ada",
		"Veröffentlicht von Ada Finch": "Ada Finch", "Text und Interview: Ada Finch": "Ada Finch", "par Ada Finch": "Ada Finch", "Автор: Ада Финч": "Ада Финч",
		"Mar 24 Written By Ada Finch": "Ada Finch", "03/10/2023 by Shore Global": "Shore Global", "Dec. 19, 2025 · Ada Finch": "Ada Finch", "Datum: 19.11.2021 Autor: Ada Finch Quelle: Shore": "Ada Finch",
		"Reuters March 4, 2024 12:44 PM UTC": "Reuters", "Reuters Updated: January 16, 2020": "Reuters", "ada99 am 29.12.2010, 13:36 Uhr": "ada99", "Ada Finch, December": "Ada Finch", "Ada EMEA on 04-ago-2021": "Ada EMEA",
		"Ada Finch Hace 13 horas": "Ada Finch", "Ada Finch ada@example.org": "Ada Finch", "Ada Finch @adaf": "Ada Finch", "Nathan Reed @ Shore": "Nathan Reed", "Ada Finch | SHORE-Redaktion": "Ada Finch",
		"Ada Finch Former Deputy Editor": "Ada Finch", "Ada Finch Head of Product": "Ada Finch", "Shore Editorial Staff": "Shore Editorial Staff", "Letters To The Editor": "Letters To The Editor", "Top Growth Marketing": "Top Growth Marketing",
		"Ada Finch, Senior Analyst": "Ada Finch", `"Ada Finch"`: "Ada Finch", "'af'": "af", "Ada Connect Team": "Ada Connect Team", "Mac & i": "Mac & i", "Center for Tides and Research": "Center for Tides and Research",
		"giampiero maggio": "giampiero maggio", "史蒂文": "史蒂文",

		"Name": "", "Written By": "", "Article by": "", "View more posts": "", "Last Updated: January 7, 2025": "", "Sat, 20 Dec, 2025 - 06:36": "", "March 20, 2023": "", "2809 Saucon Valley Road, Center Valley": "",
		"Phone: 209/372-0200 Contact Us": "", "ada@example.org": "", ". .": "", "#Shore and more of it": "", "5 Great Ideas That You Can Practice": "", "This review is posted in Mobile Apps": "",
		"billed annually, or $50/ mo": "", "Copyright Shore GmbH": "", "publisher": "", "Visit the Shore Store": "",
	} {
		r := readPage(t, `<h1>Tides</h1><a rel=author>`+html.EscapeString(text)+`</a>`, "")
		assert.Equal(t, want, strings.Join(r.Authors, "|"), text)
	}
}

func FuzzNames(f *testing.F) {
	for _, s := range []string{"Written By: Ada Finch", "Mar 24 Written By Ada", "Ada | 4 May 2024", "İ by ſ", "Von der Heide", "a,b & c;d"} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		s = html.EscapeString(s)
		for _, body := range []string{`<meta name=author content="` + s + `">`, "<h1>Tides</h1><a rel=author>" + s + "</a>", "<h1>Tides</h1><p>By " + s, "<h1>Tides</h1><p class=byline>" + s} {
			for _, author := range readPage(t, body, "").Authors {
				assert.NotEmpty(t, author, body)
				assert.LessOrEqual(t, len(author), 200, body)
			}
		}
	})
}
