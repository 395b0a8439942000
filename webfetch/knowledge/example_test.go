package knowledge_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"

	"github.com/webfetch-mcp/webfetch-go/extract"
	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

func ExampleNewScope() {
	scope, err := knowledge.NewScope(knowledge.Workspace, "team-notes", "w1", "")
	fmt.Println(scope.Folder(), err)
	_, err = knowledge.NewScope(knowledge.Workspace, "team-notes", "../w2", "")
	fmt.Println(errors.Is(err, knowledge.ErrScope))
	// Output:
	// team-notes/workspaces/w1/ <nil>
	// true
}

func ExampleResolver() {
	resolver := knowledge.Resolver{Level: knowledge.Workspace, WorkspaceRoot: "/home/ann/project"}
	ann, err := resolver.Scope(context.Background(), knowledge.Call{Tenant: "ann"})
	if err != nil {
		panic(err)
	}
	bob, err := resolver.Scope(context.Background(), knowledge.Call{Tenant: "bob"})
	fmt.Println(ann.Folder() == bob.Folder(), err)
	// Output: false <nil>
}

func ExampleParseFilter() {
	schema := knowledge.Schema{{Name: "tag", Type: knowledge.TextField}}
	filter, err := knowledge.ParseFilter(json.RawMessage(`{"tag": "docs", "timestamp": {"$gte": "2024-01-01T00:00:00Z"}}`), schema)
	if err != nil {
		panic(err)
	}
	fmt.Println(filter.Match(knowledge.Attributes{Timestamp: time.Date(2025, 5, 1, 0, 0, 0, 0, time.UTC), Fields: map[string]string{"tag": "docs"}}))
	_, err = knowledge.ParseFilter(json.RawMessage(`{"colour": "red"}`), schema)
	fmt.Println(errors.Is(err, knowledge.ErrFilter))
	// Output:
	// true
	// true
}

func ExampleParseQuery() {
	q, err := knowledge.ParseQuery(json.RawMessage(`{"messages": [{"role": "user", "content": "How deep is the channel?"}], "max_num_results": 3}`))
	fmt.Println(q.Text(), q.Results(), err)
	// Output: How deep is the channel? 3 <nil>
}

func ExamplePrepare() {
	scope, err := knowledge.NewScope(knowledge.Global, "", "", "")
	if err != nil {
		panic(err)
	}
	p, err := knowledge.Prepare(knowledge.Document{
		Scope: scope, URL: "https://example.com/harbour", Markdown: "# The harbour\n\nDredgers keep the channel at eleven metres.\n",
	}, 0, time.Date(2025, 5, 1, 0, 0, 0, 0, time.UTC))
	if err != nil {
		panic(err)
	}
	fmt.Println(p.Key(p.Parts[0]), p.Fields["retrieved_at"])
	// Output: ai-search/52ad32e9dfab3d6c.md 2025-05-01T00:00:00Z
}

func ExampleCut() {
	doc := &extract.Document{Markdown: strings.Repeat("All lines of the table are as long as this one is. ", 20)}
	parts, err := knowledge.Cut(doc, "tides.md", 600)
	for _, part := range parts {
		fmt.Println(part.Name, part.Start, part.End)
	}
	fmt.Println(err)
	// Output:
	// tides.md 0 599
	// tides.part-002.md 599 1020
	// <nil>
}

func ExampleCheckQuality() {
	fmt.Println(knowledge.CheckQuality(extract.Verdict{Kind: extract.VerdictBotWall}, "Checking your browser before accessing the page."))
	fmt.Println(knowledge.CheckQuality(extract.Verdict{}, "Dredgers keep the channel at eleven metres."))
	// Output:
	// knowledge: page is not worth storing: bot_wall
	// <nil>
}
