package local_test

import (
	"context"
	"fmt"
	"os"
	"path/filepath"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge/local"
)

func Example() {
	ctx := context.Background()
	dir, err := os.MkdirTemp("", "example-")
	if err != nil {
		panic(err)
	}
	defer os.RemoveAll(dir)
	base, err := local.Open(ctx, local.Options{Path: filepath.Join(dir, "knowledge.db")})
	if err != nil {
		panic(err)
	}
	defer base.Close()

	resolver := knowledge.Resolver{WorkspaceRoot: "/home/ann/project", Conversations: base.Conversation, ThreadKey: "thread-7"}
	scope, err := resolver.Scope(ctx)
	if err != nil {
		panic(err)
	}
	_, err = base.Put(ctx, knowledge.Document{
		Scope: scope, URL: "https://example.com/harbour", Title: "The harbour",
		Markdown: "# Dredging\n\nDredgers keep the channel at eleven metres. They work at night.\n",
	})
	if err != nil {
		panic(err)
	}
	answer, err := base.Query(ctx, knowledge.Query{
		Scope: scope, Mode: "ai_search",
		Messages: []knowledge.Message{{Role: "user", Content: "How deep is the channel?"}},
	})
	if err != nil {
		panic(err)
	}
	span, err := knowledge.VerifyQuote(ctx, base, scope, answer.Hits[0], answer.Response)
	fmt.Println(answer.Response)
	fmt.Println(answer.Generated, answer.Hits[0].URL, answer.Hits[0].HeadingPath)
	fmt.Println(span.Start, span.End, err)
	// Output:
	// Dredgers keep the channel at eleven metres.
	// false https://example.com/harbour [Dredging]
	// 12 55 <nil>
}
