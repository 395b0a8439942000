package cloudflare_test

import (
	"context"
	"fmt"
	"net/http/httptest"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/cloudflare"
)

// The service here is an emulator on this machine. For Cloudflare's own leave out API and
// Policy, and name your account, instance and token.
func Example() {
	api := httptest.NewServer(&emulator{Account: "acc", Instance: "pages", Token: "token"})
	defer api.Close()
	base, err := cloudflare.New(cloudflare.Options{
		AccountID: "acc", Instance: "pages", Token: "token",
		API: api.URL + "/client/v4", Policy: loopback(),
	})
	if err != nil {
		panic(err)
	}
	defer base.Close()
	ctx := context.Background()
	scope, err := knowledge.FolderScope("ai-search/workspaces/w1/")
	if err != nil {
		panic(err)
	}
	_, err = base.Put(ctx, knowledge.Document{
		Scope: scope, URL: "https://example.com/harbour", Title: "The harbour",
		Markdown: "# Dredging\n\nDredgers keep the channel at eleven metres.\n",
	})
	if err != nil {
		panic(err)
	}
	answer, err := base.Query(ctx, knowledge.Query{
		Scope: scope, Messages: []knowledge.Message{{Role: "user", Content: "How deep is the channel?"}},
	})
	if err != nil {
		panic(err)
	}
	fmt.Println(answer.Hits[0].URL, answer.Hits[0].Title)
	// Output: https://example.com/harbour The harbour
}
