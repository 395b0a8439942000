package mcpserver_test

import (
	"fmt"
	"net/http"
	"strings"
	"testing"
	"unicode/utf8"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// The list of what a budget left out costs no more than a field of metadata in
// the text, however many sections it names.
func TestListOfWhatWasLeftOutIsBounded(t *testing.T) {
	var page strings.Builder
	page.WriteString("<html><head><title>Boats</title></head><body><main><article>")
	for i := range 100 {
		fmt.Fprintf(&page, "<h2>Part %d</h2><p>Boat number %d floats because it pushes water away, and the harbour counts it each year.</p>", i, i)
	}
	page.WriteString("</article></main></body></html>")
	mux := http.NewServeMux()
	mux.HandleFunc("/boats", func(w http.ResponseWriter, _ *http.Request) { html(w, page.String()) })
	session := serveIn(t, newWorld(t, mux).options())
	r := call(t, session, "fetch", args{"url": "https://example.com/boats", "max_tokens": 100})
	require.True(t, r.Success, r.text)
	_, rest, found := strings.Cut(r.text, "Details (truncated): ")
	require.True(t, found, r.text)
	list, _, _ := strings.Cut(rest, "\n")
	assert.LessOrEqual(t, utf8.RuneCountInString(list), 300)
}
