package webfetch_test

import (
	"fmt"
	"net/http"
	"testing"
	"testing/synctest"
	"time"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/webfetch"
)

// scriptedWeb is a client with a browser and an internet whose pages all need one.
func scriptedWeb(t *testing.T) (read func(principal, url string) string) {
	web := newPipes(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "text/html")
		w.Header().Set("Cache-Control", "no-store")
		fmt.Fprint(w, emptyShell)
	})
	c := web.client(t, func(o *webfetch.Options) {
		o.IgnoreRobots, o.Cache.TTL, o.Renderer = true, webfetch.None, &browser{html: fullPage}
		o.Policy.Ports = []uint16{80, 8080}
	})
	return func(principal, url string) string {
		p, err := c.Fetch(t.Context(), webfetch.Request{URL: url, Principal: principal})
		require.NoError(t, err)
		return p.Stats.RenderReason
	}
}

// A site that needed the browser is remembered for half an hour, for its principal alone.
func TestScriptedSitesAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		read := scriptedWeb(t)
		assert.Equal(t, "shell", read("a", "http://Harbour.example:8080/"))
		began := time.Now()
		assert.Equal(t, "remembered", read("a", "http://harbour.example:8080/tides"))
		assert.Equal(t, "shell", read("b", "http://harbour.example:8080/"))
		assert.Equal(t, "shell", read("a", "http://harbour.example/"), "another port is another site")
		time.Sleep(30*time.Minute - time.Second - time.Since(began))
		assert.Equal(t, "remembered", read("a", "http://harbour.example:8080/"))
		time.Sleep(time.Second)
		assert.Equal(t, "shell", read("a", "http://harbour.example:8080/"), "its time is over")
		assert.Equal(t, "remembered", read("a", "http://harbour.example:8080/"), "it is noted anew")
	})
}

func TestScriptedSitesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		const most = 512
		read := scriptedWeb(t)
		site := func(i int) string { return fmt.Sprintf("http://site%d.example/", i) }
		for i := range most {
			require.Equal(t, "shell", read("", site(i)))
			time.Sleep(time.Millisecond)
		}
		assert.Equal(t, "remembered", read("", site(0)))
		assert.Equal(t, "shell", read("", "http://one.more.example/"))
		assert.Equal(t, "remembered", read("", site(1)))
		assert.Equal(t, "shell", read("", site(0)), "the one noted first goes")
	})
}
