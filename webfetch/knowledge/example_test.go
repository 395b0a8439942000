package knowledge_test

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"

	"github.com/webfetch-mcp/webfetch-go/webfetch/knowledge"
)

func ExampleFolderScope() {
	scope, err := knowledge.FolderScope("team-notes/")
	fmt.Println(scope.String(), err)
	_, err = knowledge.FolderScope("team-notes/../others/")
	fmt.Println(errors.Is(err, knowledge.ErrInvalid))
	// Output:
	// team-notes/ <nil>
	// true
}

func ExampleResolver() {
	resolver := knowledge.Resolver{Level: "workspace", WorkspaceRoot: "/home/ann/project", Tenant: "ann"}
	ann, err := resolver.Scope(context.Background())
	if err != nil {
		panic(err)
	}
	resolver.Tenant = "bob"
	bob, err := resolver.Scope(context.Background())
	fmt.Println(ann.String() == bob.String(), err)
	// Output: false <nil>
}

func ExampleParseQuery() {
	q, err := knowledge.ParseQuery(json.RawMessage(`{"messages": [{"role": "user", "content": "How deep is the channel?"}], "max_num_results": 3}`))
	fmt.Println(q.Messages[0].Content, q.MaxResults, err)
	// Output: How deep is the channel? 3 <nil>
}
