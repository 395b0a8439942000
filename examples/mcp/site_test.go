package main_test

import (
	"fmt"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/modelcontextprotocol/go-sdk/mcp"
	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"
)

// TestSiteTools reads a site over two lives of the program, into the knowledge base.
func TestSiteTools(t *testing.T) {
	web := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		n, more := 0, ""
		if r.URL.Path != "/" {
			if _, err := fmt.Sscanf(r.URL.Path, "/knots/%d", &n); err != nil {
				http.NotFound(w, r)
				return
			}
		}
		for i := n + 1; i < min(n+3, 7); i++ {
			more += fmt.Sprintf(`<li><a href="/knots/%d">Knot %d</a></li>`, i, i)
		}
		w.Header().Set("Content-Type", "text/html")
		fmt.Fprintf(w, "<title>Knot %d</title><main><h1>Knot %d</h1><p>%s</p><ul>%s</ul></main>", n, n, strings.Repeat(fmt.Sprintf("A rope with knot %d bears %d stones. ", n, 100+n*n), 12), more)
	}))
	defer web.Close()
	dir := t.TempDir()
	environ := []string{"SITE_TOOLS=true", "AI_SEARCH_STATE_DIR=" + dir, "HOME=" + dir, "WEB_FETCH_THREAD_KEY=port", "AI_SEARCH_WORKSPACE_ROOT=/port"}
	crawl := args{"url": web.URL + "/", "max_pages": 4, "ai_search": args{"enabled": true}}

	session := spawn(t, nil, environ...)
	list, err := session.ListTools(t.Context(), &mcp.ListToolsParams{})
	require.NoError(t, err)
	assert.Len(t, list.Tools, 7)
	r := call(t, session, "map", args{"url": web.URL + "/"})
	require.True(t, r.Success, r.text)
	assert.Contains(t, r.text, "[Knot 2]("+web.URL+"/knots/2)")
	r = call(t, session, "crawl", crawl)
	require.True(t, r.Success, r.text)
	assert.Contains(t, r.text, "4 pages were read.")
	require.NoError(t, session.Close())
	files, err := filepath.Glob(filepath.Join(dir, "crawls", "*"))
	require.NoError(t, err)
	assert.Len(t, files, 1)

	session = spawn(t, nil, environ...)
	r = call(t, session, "crawl", crawl)
	require.True(t, r.Success, r.text)
	assert.Contains(t, r.text, "3 pages were read; this goes on with a crawl of which 4 pages were read before. The crawl is complete.")
	answer := call(t, session, "ai_search_query", args{"query": "How many stones does a rope with knot 6 bear?"})
	assert.Contains(t, answer.text, "bears 136 stones")
	answer = call(t, session, "ai_search_query", args{"query": "How many stones does a rope with knot 0 bear?"})
	assert.Contains(t, answer.text, "bears 100 stones")
	_, err = os.Stat(filepath.Join(dir, "knowledge.db"))
	assert.NoError(t, err)
}
