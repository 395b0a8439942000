package mcpserver_test

import (
	"encoding/base64"
	"testing"

	"github.com/stretchr/testify/assert"
	"github.com/stretchr/testify/require"

	"github.com/webfetch-mcp/webfetch-go/extract/linkstyle"
	"github.com/webfetch-mcp/webfetch-go/mcpserver"
	"github.com/webfetch-mcp/webfetch-go/webfetch/tools"
)

const styledPage = `<html><body><main><h1>Boats of the lake</h1>
<p>All of the boats that are moored here are listed in the <a href="/boats?utm_source=home&page=2" title="List of boats">register</a> of the harbour office, which is open to all.</p>
<p><img src="/1.jpg" alt="A blue rowing boat"></p>
<p>Nobody may row on the lake at night, as the <a href="#rules">rules</a> at the end of this page say in more words than are needed.</p>
</main></body></html>`

// Images and links are shown as the call, else the server says.
func TestStyleOfImagesAndLinks(t *testing.T) {
	const (
		inline  = "![A blue rowing boat](https://lake.example/1.jpg)"
		tracked = `[register](https://lake.example/boats?utm_source=home&page=2 "List of boats")`
	)
	for name, c := range map[string]struct {
		server     *linkstyle.Style
		format     args
		has, lacks []string
	}{
		"default":  {nil, nil, []string{"![A blue rowing boat]()\n", `[register](https://lake.example/boats?page=2 "List of boats")`, "as the rules at"}, []string{"1.jpg"}},
		"call":     {nil, args{"images": "inline", "links": "text"}, []string{inline, "in the register of"}, nil},
		"numbered": {nil, args{"images": "none", "links": "numbered"}, []string{"[register][1]", "\n\n[1]: https://lake.example/boats?page=2 \"List of boats\""}, []string{"blue"}},
		"server":   {&linkstyle.Style{}, nil, []string{inline, tracked, "[rules](https://lake.example/#rules)"}, nil},
		"both":     {&linkstyle.Style{}, args{"links": "text"}, []string{inline, "in the register of"}, nil},
	} {
		t.Run(name, func(t *testing.T) {
			session := open(t, mcpserver.Options{Tools: tools.Options{Style: c.server}})
			r := call(t, session, "extract", args{
				"raw_bytes": base64.StdEncoding.EncodeToString([]byte(styledPage)), "content_type": "text/html", "canonical_url": "https://lake.example/",
				"options": args{"format": c.format},
			})
			require.True(t, r.Success, r.text)
			for _, s := range c.has {
				assert.Contains(t, r.Packet.Content, s)
			}
			for _, s := range c.lacks {
				assert.NotContains(t, r.Packet.Content, s)
			}
		})
	}
}
