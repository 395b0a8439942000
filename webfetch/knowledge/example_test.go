package knowledge_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

func ExampleNewScope() {
	scope, err := knowledge.NewScope(knowledge.Workspace, "team-notes", "w1", "")
	fmt.Println(scope.String(), err)
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
	fmt.Println(ann.String() == bob.String(), err)
	// Output: false <nil>
}

func ExampleParseQuery() {
	q, err := knowledge.ParseQuery(json.RawMessage(`{"messages": [{"role": "user", "content": "How deep is the channel?"}], "max_num_results": 3}`))
	fmt.Println(q.Messages[0].Content, q.MaxResults, err)
	// Output: How deep is the channel? 3 <nil>
}
